// The rows of the picked series as CSV or XLSX. An XLSX is for people: words for the columns, and days as dates.
import {longTable, type Table, type TableSeries, tableToCsv} from "../../../formats/series-table.ts";
import {type Sheet, tablesToXlsx} from "../../../formats/table-xlsx.ts";
import type {DatasetRecord} from "../../../store/datasets/dataset.ts";
import {type File, file} from "../../frame/page.ts";
import type {Visit} from "../../frame/visit.ts";
import {attachment, XLSX} from "../series/files.ts";
import {DATASET_WORDS} from "./words.ts";

/** With words for the columns, and days as dates. */
function readable({head, rows}: Table, {name}: DatasetRecord, language: Visit["language"]): Sheet {
  const words: Readonly<Record<string, string>> = DATASET_WORDS[language].columns;
  const dayColumns = ["period", "as_of", "last_period"].map((column) => head.indexOf(column));
  return {
    name: DATASET_WORDS[language].data,
    above: [name],
    head: head.map((one) => words[one] ?? one),
    dayColumns,
    rows,
  };
}

export async function writeFile(
  {inSlices, language}: Visit,
  dataset: DatasetRecord,
  series: readonly TableSeries[],
  type: "csv" | "xlsx",
): Promise<File> {
  const table = longTable(series);
  const headers = {"content-disposition": attachment(`${dataset.code}.${type}`), "x-robots-tag": "noindex"};
  const kept = "no-store";
  if (type === "xlsx")
    return file({type: XLSX, body: await inSlices(tablesToXlsx([readable(table, dataset, language)])), headers, kept});
  const isComma = language === "ru";
  const body = await inSlices(tableToCsv(table, isComma ? "comma" : "point", isComma));
  return file({type: "text/csv; charset=utf-8", body, headers, kept});
}
