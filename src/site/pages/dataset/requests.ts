// The request of the present view to the api, in four programs. Its parameters are the filters of the address; every page of the table has
// the same request.
//
// It asks for all picked series, or for as many as one answer can have by the length of the dataset; then the text says how to go on. The api
// picks no indicator; where the view picks one of several, the text says so.
import {ANSWER_LIMITS} from "../../../access/account.ts";
import type {DatasetRecord} from "../../../store/datasets/dataset.ts";
import {type Html, html} from "../../html/html.ts";
import type {Visit} from "../../visit/visit.ts";
import {codeBlock, TOKEN_INDEX, tokenSentence} from "../../widgets/code-block.ts";
import type {DatasetPageWords} from "../../words/dataset-words.ts";
import {numberText} from "../../words/wording.ts";
import {
  curlExample,
  type ExampleSlice,
  excelExample,
  labelsLanguage,
  pythonExample,
  rExample,
} from "../quick-start/examples.ts";
import {PARAMETERS} from "./picks.ts";
import type {PickedPage} from "./read-picked.ts";

const PROGRAMS = [
  ["take-curl", "curl", curlExample],
  ["take-python", "Python", pythonExample],
  ["take-r", "R", rExample],
  ["take-excel", "Excel (Power Query)", excelExample],
] as const;

export function drawRequests(visit: Visit, dataset: DatasetRecord, picked: PickedPage, words: DatasetPageWords): Html {
  const most = mostSeries(dataset);
  const slice = {url: visit.absolute("/api/v1/data"), query: queryOf(visit, dataset, picked, most)};
  const count = (number: number): string => numberText(number, visit.language);
  const isCut = picked.positions.length > most;
  const example = (write: (slice: ExampleSlice, token: string) => string): string => write(slice, TOKEN_INDEX);
  return html`<h2 id="take">${words.take}</h2>
${tokenSentence(visit, example(curlExample))}${picked.picks.has("indicator") && html`<p class="quiet">${words.indicatorApart}</p>\n`}${isCut && html`<p class="quiet">${words.inParts} ${count(most)} ${words.of} ${count(picked.positions.length)}; ${words.goOn} <code>offset=${most}</code>, <code>offset=${2 * most}</code>, …</p>\n`}
${PROGRAMS.map(
  ([id, name, write], at) => html`<details${at === 0 && html` open`}>
<summary>${name}</summary>
${codeBlock(id, name, example(write), visit.language)}</details>\n`,
)}`;
}

function queryOf(
  {language}: Visit,
  dataset: DatasetRecord,
  {picks}: PickedPage,
  limit: number,
): Record<string, string> {
  const query: Record<string, string> = {dataset: `${dataset.provider}/${dataset.code}`, geo: "all"};
  for (const [dimension, code] of picks) if (dimension !== "indicator") query[PARAMETERS[dimension]] = code;
  return {...query, limit: String(limit), labels: "1", ...labelsLanguage(language), format: "csv"};
}

/** Of one answer, so that its values fit too. */
function mostSeries(dataset: DatasetRecord): number {
  const {sliceSeries, sliceValues} = ANSWER_LIMITS;
  return Math.max(1, Math.min(sliceSeries.maximum, Math.floor(sliceValues.maximum / longestSeries(dataset))));
}

const DAYS_OF = {D: 1, W: 7, M: 28, Q: 90, A: 365} as const;

/** Periods that a series may have at most. */
function longestSeries({spans}: DatasetRecord): number {
  return Math.max(1, ...spans.map(({frequency, first, last}) => Math.ceil((last - first) / DAYS_OF[frequency]) + 1));
}
