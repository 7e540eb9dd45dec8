// The request of the present view to the api, in four programs: the picks of the address are its parameters.
//
// A page of long series may have more values than one answer, so the number of series follows from the length of the dataset. The api picks
// no indicator; where the view picks one of several, the text says so.
import {ANSWER_LIMITS} from "../../../access/account.ts";
import type {DatasetRecord} from "../../../store/datasets/dataset.ts";
import {type Html, html} from "../../html/html.ts";
import type {Visit} from "../../visit/visit.ts";
import {codeBlock, TOKEN_INDEX, tokenSentence} from "../../widgets/code-block.ts";
import type {DatasetPageWords} from "../../words/dataset-words.ts";
import {curlExample, type ExampleSlice, excelExample, pythonExample, rExample} from "../quick-start/examples.ts";
import {PARAMETERS} from "./picks.ts";
import type {PickedPage} from "./read-picked.ts";
import {TABLE_ROWS} from "./series-table.ts";

const PROGRAMS = [
  ["take-curl", "curl", curlExample],
  ["take-python", "Python", pythonExample],
  ["take-r", "R", rExample],
  ["take-excel", "Excel (Power Query)", excelExample],
] as const;

export function drawRequests(
  visit: Visit,
  dataset: DatasetRecord,
  picked: PickedPage,
  offset: number,
  words: DatasetPageWords,
): Html {
  const slice = {url: visit.absolute("/api/v1/data"), query: queryOf(dataset, picked, offset)};
  const example = (write: (slice: ExampleSlice, token: string) => string): string => write(slice, TOKEN_INDEX);
  return html`<h2 id="take">${words.take}</h2>
${tokenSentence(visit, example(curlExample))}${picked.picks.has("indicator") && html`<p class="quiet">${words.indicatorApart}</p>\n`}
${PROGRAMS.map(
  ([id, name, write], at) => html`<details${at === 0 && html` open`}>
<summary>${name}</summary>
${codeBlock(id, name, example(write), visit.language)}</details>\n`,
)}`;
}

function queryOf(dataset: DatasetRecord, {picks, sorting}: PickedPage, offset: number): Record<string, string> {
  const query: Record<string, string> = {dataset: `${dataset.provider}/${dataset.code}`, geo: "all"};
  for (const [dimension, code] of picks) if (dimension !== "indicator") query[PARAMETERS[dimension]] = code;
  query["limit"] = String(Math.min(TABLE_ROWS, Math.floor(ANSWER_LIMITS.sliceValues.maximum / longestSeries(dataset))));
  // another order has other pages
  if (offset > 0 && sorting === null) query["offset"] = String(offset);
  return {...query, labels: "1", format: "csv"};
}

const DAYS_OF = {D: 1, W: 7, M: 28, Q: 90, A: 365} as const;

/** Periods that a series may have at most. */
function longestSeries({spans}: DatasetRecord): number {
  return Math.max(1, ...spans.map(({frequency, first, last}) => Math.ceil((last - first) / DAYS_OF[frequency]) + 1));
}
