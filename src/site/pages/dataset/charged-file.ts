// A file of the picked series of a dataset, charged to an account: CSV, or an XLSX for people, with words for the columns and days as dates.
//
// The charge comes before the file, so that no file is free; a file that fails gives it back.
import {findPlan, monthOf, usageDay} from "../../../access/account.ts";
import {longTable, type Table, type TableSeries} from "../../../formats/series-table.ts";
import type {Sheet} from "../../../formats/table-xlsx.ts";
import type {SessionOwner} from "../../../store/accounts/sign-in.ts";
import type {DatasetRecord} from "../../../store/datasets/dataset.ts";
import {SERVICE} from "../../frame/layout.ts";
import {type File, PageFault} from "../../frame/page.ts";
import type {Visit} from "../../frame/visit.ts";
import {nameText} from "../../words/names.ts";
import {providerName} from "../../words/wording.ts";
import {datasetPath} from "../datasets/rows.ts";
import {tableFile} from "../series/files.ts";
import {fileWords} from "../series/readable-table.ts";
import {type Asked, MOST_SERIES, readTable} from "./picked-values.ts";
import {DATASET_WORDS} from "./words.ts";

/** Charges exactly the values of the file, before it is written; a failure gives them back. */
export async function chargedFile(
  visit: Visit,
  owner: SessionOwner,
  asked: Asked,
  type: "csv" | "xlsx",
): Promise<File> {
  const {site} = visit;
  if (asked.positions.length > MOST_SERIES) throw new PageFault(413, "the file would have too many series");
  const series = await readTable(visit, asked);
  const values = series.reduce((sum, one) => sum + one.values.length, 0);
  const at = site.now().getTime();
  const {accountId} = owner;
  const charge = {requestId: visit.requestId, accountId, month: monthOf(at), day: usageDay(at), values};
  const {fits} = await site.charges.reserve(charge, planOf(owner).valuesPerMonth);
  if (!fits) throw new PageFault(429, "the values of this month are used up");
  try {
    return await writeFile(visit, asked.dataset, series, type);
  } catch (error) {
    await site.charges.giveBack(charge);
    throw error;
  }
}

export function planOf({plan, accountId}: SessionOwner) {
  const found = findPlan(plan);
  if (found === null) throw new Error(`account ${accountId} has the plan "${plan}", which does not exist`);
  return found;
}

/** With words for the columns, days as dates, and the origin of the values above them. */
function readable(visit: Visit, {head, rows}: Table, dataset: DatasetRecord): Sheet {
  const {language} = visit;
  const words: Readonly<Record<string, string>> = DATASET_WORDS[language].columns;
  const dayColumns = ["period", "as_of", "last_period"].map((column) => head.indexOf(column));
  return {
    name: DATASET_WORDS[language].data,
    above: [
      nameText(dataset.name, language),
      [providerName(dataset.provider, language), SERVICE[language]].join(" · "),
      visit.absolute(datasetPath(dataset)),
    ],
    head: head.map((one) => words[one] ?? one),
    dayColumns,
    rows,
  };
}

/** A CSV has the code of the dataset as its name; an XLSX its title, and the code for clients that know only ASCII. */
async function writeFile(
  visit: Visit,
  dataset: DatasetRecord,
  series: readonly TableSeries[],
  type: "csv" | "xlsx",
): Promise<File> {
  const {language} = visit;
  const table = longTable(series);
  const name = type === "csv" ? dataset.code : fileWords(nameText(dataset.name, language));
  const tables = type === "csv" ? table : [readable(visit, table, dataset)];
  const names = {name: `${name}.${type}`, plain: `${dataset.code}.${type}`};
  return {...(await tableFile(visit, names, tables, language === "ru")), kept: "no-store"};
}
