// /datasets/PROVIDER/CODE/values.csv and .xlsx: the picked series as a file without an account, if they or their values are few.
//
// Up to a hundred series count as their comparison would, so the file is no second way around the limit of an address. More of them, with few
// values, count as two thirds of what an address may take in a minute.

import {countPeriodsOf} from "../../../store/series/series.ts";
import {type Page, PageFault} from "../../frame/page.ts";
import {type Html, html} from "../../html/html.ts";
import {queryText, type Visit} from "../../visit/visit.ts";
import {byMailForm} from "../../widgets/by-mail.ts";
import {tableLinks} from "../../widgets/toolbar.ts";
import {DATASET_WORDS} from "../../words/dataset-words.ts";
import {MOST_SERIES, MOST_TOGETHER} from "../compare/query.ts";
import {datasetPath} from "../datasets/rows.ts";
import {countTaken} from "../series/files.ts";
import {writeFile} from "./file.ts";
import {type PickedQuery, readPickedQuery, readPickedTable} from "./picked-values.ts";
import {PARAMETERS} from "./picks.ts";
import type {PickedPage} from "./read-picked.ts";

type Picked = Pick<PickedPage, "picks" | "positions">;

/** Of more series than a comparison has: a year of a monthly series for 800 towns, or decades of years for 300. */
const MOST_VALUES = 10_000;
const MOST_OF_FEW_VALUES = 2000;
const CHARGED_AT_MOST = 20;

/** Whether the series are a file without an account. */
export async function isFree(
  {site}: Visit,
  {id}: {readonly id: number},
  {catalogue, positions}: Pick<PickedQuery, "catalogue" | "positions">,
): Promise<boolean> {
  if (positions.length <= MOST_SERIES) return true;
  if (positions.length > MOST_OF_FEW_VALUES) return false;
  const numbers = positions.map((position) => catalogue.numbers[position]!);
  return (await site.store.statistics.read((q) => countPeriodsOf(q, id, numbers))) <= MOST_VALUES;
}

/** In the menu of the page: the files, or the form that leads to that of an account. */
export function fileLinks(visit: Visit, dataset: Named, {picks}: Picked, free: boolean): Html {
  const words = DATASET_WORDS[visit.language];
  const query = {...queryOf(picks), lang: visit.language};
  const at = (name: string): string => visit.link(`${datasetPath(dataset)}/${name}`, query);
  return free
    ? html`${tableLinks((type) => at(`values.${type}`))} <span class="quiet">${words.withoutAccount}</span>`
    : html`<a class="button quiet" href="${at("file")}" rel="nofollow">${words.takeWhole}</a> <span class="quiet">${words.needsAccount}</span>`;
}

/** The form for a letter with the link to the file of an account, whose press leads who is signed in to the file itself. */
export function fileForm(visit: Visit, dataset: Named, {picks}: Picked): Html {
  const toFile = `${datasetPath(dataset)}/file${queryText({...queryOf(picks), lang: visit.query.get("lang")})}`;
  return byMailForm(visit, toFile, DATASET_WORDS[visit.language].takeByMail);
}

/** Below the table of a dataset: the same, with the form for a letter. */
export function drawFileLinks(visit: Visit, dataset: Named, picked: Picked, free: boolean): Html {
  const words = DATASET_WORDS[visit.language];
  const links = fileLinks(visit, dataset, picked, free);
  if (free) return html`<p class="whole-file">${words.takeFree}: ${links}</p>`;
  return html`<p class="whole-file">${links}</p>
${fileForm(visit, dataset, picked)}`;
}

interface Named {
  readonly provider: string;
  readonly code: string;
}

function queryOf(picks: Picked["picks"]): Readonly<Record<string, string>> {
  return Object.fromEntries([...picks].map(([dimension, code]) => [PARAMETERS[dimension], code]));
}

function freeFile(type: "csv" | "xlsx"): Page {
  return {
    path: `/datasets/:provider/:code/values.${type}`,
    costly: "own",
    async draw(visit) {
      const query = await readPickedQuery(visit);
      const {length} = query.positions;
      const words = DATASET_WORDS[visit.language];
      if (length === 0) throw new PageFault(404, "no series is picked", null, words.nothingPicked);
      if (!(await isFree(visit, query.dataset, query)))
        throw new PageFault(413, "the file is too large", null, words.tooManyFree);
      await countTaken(visit, "downloads", Math.min(CHARGED_AT_MOST, Math.ceil(length / MOST_TOGETHER)));
      return writeFile(visit, query.dataset, await readPickedTable(visit, query), type);
    },
  };
}

export const freeCsv = freeFile("csv");
export const freeXlsx = freeFile("xlsx");
