// /datasets/PROVIDER/CODE/values.csv and .xlsx: the picked series as a file without an account, if they are few. A comparison gives as many series
// without one, and the file counts as that comparison would, so it is no second way around the limit of an address.
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
import {readPickedQuery, readPickedTable} from "./picked-values.ts";
import {PARAMETERS} from "./picks.ts";
import type {PickedPage} from "./read-picked.ts";

type Picked = Pick<PickedPage, "picks" | "positions">;

/** Of few series the files, of many the way to that of an account. */
export function fileLinks(visit: Visit, dataset: Named, {picks, positions}: Picked): Html {
  const words = DATASET_WORDS[visit.language];
  const query = {...queryOf(picks), lang: visit.query.get("lang")};
  const at = (name: string): string => visit.link(`${datasetPath(dataset)}/${name}`, query);
  return positions.length > MOST_SERIES
    ? html`<a class="button quiet" href="${at("file")}" rel="nofollow">${words.takeWhole}</a> <span class="quiet">${words.needsAccount}</span>`
    : html`${tableLinks((type) => at(`values.${type}`))} <span class="quiet">${words.withoutAccount}</span>`;
}

/** Below the table of a dataset: the same, with the form for a letter. */
export function drawFileLinks(visit: Visit, dataset: Named, picked: Picked): Html {
  const words = DATASET_WORDS[visit.language];
  const links = fileLinks(visit, dataset, picked);
  if (picked.positions.length <= MOST_SERIES) return html`<p class="whole-file">${words.takeFree}: ${links}</p>`;
  const toFile = `${datasetPath(dataset)}/file${queryText({...queryOf(picked.picks), lang: visit.query.get("lang")})}`;
  return html`<p class="whole-file">${links}</p>
${byMailForm(visit, toFile, words.takeByMail)}`;
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
      if (length > MOST_SERIES)
        throw new PageFault(413, "the file has too many series", null, `${words.tooManyFree} ${MOST_SERIES}.`);
      await countTaken(visit, "downloads", Math.ceil(length / MOST_TOGETHER));
      return writeFile(visit, query.dataset, await readPickedTable(visit, query), type);
    },
  };
}

export const freeCsv = freeFile("csv");
export const freeXlsx = freeFile("xlsx");
