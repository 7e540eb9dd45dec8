// The rows of the picked series as CSV or XLSX. An XLSX is for people: words for the columns, and days as dates.
import {longTable, type Table, type TableSeries} from "../../../formats/series-table.ts";
import type {Sheet} from "../../../formats/table-xlsx.ts";
import type {DatasetRecord} from "../../../store/datasets/dataset.ts";
import {SERVICE} from "../../frame/layout.ts";
import type {File} from "../../frame/page.ts";
import type {Visit} from "../../frame/visit.ts";
import {nameText} from "../../words/names.ts";
import {providerName} from "../../words/wording.ts";
import {datasetPath} from "../datasets/rows.ts";
import {tableFile} from "../series/files.ts";
import {fileWords} from "../series/readable-table.ts";
import {DATASET_WORDS} from "./words.ts";

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
export async function writeFile(
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
