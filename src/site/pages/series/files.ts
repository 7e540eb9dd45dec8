// Files of series without a token, limited by address: /series/KEY.csv, /series/KEY.xlsx, and /series/KEY/estimates.json for the chart.

import {ANSWER_LIMITS} from "../../../access/account.ts";
import {longTable, type SeriesTable, type TableSeries, tableToCsv, wideTable} from "../../../formats/series-table.ts";
import {tablesToXlsx, type XlsxSheet} from "../../../formats/table-xlsx.ts";
import {tabulateVintages} from "../../../statistics/history/choice.ts";
import {ESTIMATES_AT_ONCE} from "../../../statistics/history/revisions.ts";
import {rowsOfColumns} from "../../../statistics/row-list.ts";
import {type Day, dayText} from "../../../statistics/time/day.ts";
import type {DatasetRecord} from "../../../store/datasets/dataset.ts";
import type {NamedSeries} from "../../../store/series/named-series.ts";
import type {Steps} from "../../../work/pace.ts";
import {type Answer, type File, file, type Page, PageFault} from "../../frame/page.ts";
import type {Visit} from "../../visit/visit.ts";
import type {Language} from "../../words/language.ts";
import {nameText, territoryText, unitText} from "../../words/names.ts";
import {asPublished} from "../../words/own-names.ts";
import {unitShown} from "./head.ts";
import {seriesPath} from "./link.ts";
import {dayQuery, readQuery} from "./query.ts";
import {firstDayOf, readSeriesView, type SeriesView} from "./read-series.ts";
import {readableSheet, readableTable, tableFileName} from "./readable-table.ts";
import {citedNames} from "./use.ts";

export const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/**
 * Called before anything is read. Whole histories have a limit of their own, which is enough for a reader; programs have the api.
 * @throws PageFault 429 if the address has reached its limit
 */
export async function countTaken({site, ip}: Visit, what: "downloads" | "histories", amount = 1): Promise<void> {
  const seconds = await site.store.addresses.count(what, ip, site.now().getTime(), amount);
  if (seconds !== null) throw new PageFault(429, `too many ${what} from this address`, seconds);
}

/**
 * A CSV or XLSX file, by the parameters `shape` and `decimal`.
 * @param plain its name for clients that know only ASCII
 */
export async function seriesFile(
  visit: Visit,
  views: readonly SeriesView[],
  type: "csv" | "xlsx",
  name: string,
  plain = name,
): Promise<Answer> {
  const {query, language} = visit;
  const series = views.map((one) => tableSeries(one, language));
  const [view] = views;
  const other: SeriesTable | null =
    query.get("shape") === "wide"
      ? wideTable(series)
      : query.get("shape") === VINTAGES && views.length === 1
        ? vintageTable(view!)
        : null;
  const names = {name: `${name}.${type}`, plain: `${plain}.${type}`};
  if (type === "xlsx") {
    const sheet = other === null ? readableSheet(visit, views) : readableTable(visit, views, other);
    return tableFile(visit, names, [sheet, about(visit, views)]);
  }
  const decimal = query.get("decimal") ?? (language === "ru" ? "comma" : "point");
  return tableFile(visit, names, other ?? longTable(series), decimal === "comma");
}

/**
 * A file of tables: sheets as XLSX, one table as CSV, with a decimal comma and a byte order mark where Excel needs both.
 * @param plain its name for clients that know only ASCII
 */
export async function tableFile(
  {withRests}: Visit,
  {name, plain}: {readonly name: string; readonly plain: string},
  tables: readonly XlsxSheet[] | SeriesTable,
  isComma = false,
): Promise<File> {
  const headers = {"content-disposition": attachment(name, plain), "x-robots-tag": "noindex"};
  if (!("head" in tables)) return file({type: XLSX, body: await withRests(tablesToXlsx(tables)), headers});
  const body = await withRests(tableToCsv(tables, isComma ? "comma" : "point", isComma));
  return file({type: "text/csv; charset=utf-8", body, headers});
}

/** A series in the form of tables. @param title empty where no column has it */
export function tableOf(
  series: NamedSeries,
  {dimensions}: Pick<DatasetRecord, "dimensions">,
  own: Pick<TableSeries, "title" | "unitName" | "status" | "values">,
): TableSeries {
  const {key, frequency, territory, fullTerritory: where, lastPeriod} = series;
  return {
    ...{key, dimensions, frequency, territory, territoryName: where.name, level: where.level, lastPeriod},
    classification: series.classification ?? "",
    className: series.className ?? "",
    measure: series.measure ?? "",
    transformation: series.transformation ?? "",
    unit: series.unit ?? "",
    ...own,
  };
}

/** Names are as published, or for English readers in English as far as there are names. */
function tableSeries(view: SeriesView, language: Language): TableSeries {
  const {dataset, values, status} = view;
  const {title} = citedNames(view, language);
  const named = namedForFile(language === "ru" ? asPublished(view.series) : view.series, language);
  const unit = unitShown({series: named});
  const unitName = unit === null ? "" : language === "ru" ? unit : unitText(unit, language);
  return tableOf(named, dataset, {title, unitName, status, values});
}

/** Of a Russian page as published; of an English one in English where there are names. */
export function namedForFile<S extends NamedSeries>(series: S, language: Language): S {
  if (language === "ru") return series;
  const {className, fullTerritory: where} = series;
  const name = territoryText(where, language);
  return {...series, className: className && nameText(className, language), fullTerritory: {...where, name}};
}

/** The value of `shape` for the table of vintages, which is a whole history. */
const VINTAGES = "vintages";
/** As in the answers of the api. */
const MOST_CELLS = ANSWER_LIMITS.sliceValues.maximum;

/** A row for each period and a column for each vintage up to the day of the page, as `layout=wide` of the api. Throws PageFault 413. */
function vintageTable({history, periods, asOf}: SeriesView): SeriesTable {
  const whole = {from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY};
  const table = tabulateVintages(history, whole, {knownFrom: null, knownTo: asOf}, MOST_CELLS);
  const {values} = table;
  if (values === null)
    throw new PageFault(413, "the table of vintages is too large for a file; the api gives it in parts");
  return {
    head: ["period", ...table.days.map(dayText)],
    rows: rowsOfColumns(table.periods.length, (row) => [
      dayText(firstDayOf(table.periods[row]!, periods)),
      ...Array.from(values[row]!, (value) => (Number.isFinite(value) ? value : null)),
    ]),
  };
}

/** A sheet with the origin of the values, since a file is often passed on alone. */
function about(visit: Visit, views: readonly SeriesView[]): XlsxSheet {
  return {
    name: "about",
    head: ["series_key", "title", "dataset", "as_of", "status", "source_files", "address"],
    rows: views.map((view) => {
      const {series, dataset, asOf, status, releases} = view;
      return [
        series.key,
        citedNames(view, visit.language).title,
        `${dataset.provider}/${dataset.code}`,
        asOf === null ? "latest" : dayText(asOf),
        status,
        [...new Set(releases.flatMap(({proof}) => proof.sourceFile ?? []))].slice(0, 50).join(", "),
        visit.absolute(seriesPath(series.key), {as_of: dayQuery(asOf)}),
      ];
    }),
  };
}

/** RFC 6266: an ASCII name, and the exact one for clients that support it. */
export function attachment(name: string, plain = name): string {
  return `attachment; filename="${plain.replace(/[^\w.-]/g, "_")}"; filename*=UTF-8''${encodeURIComponent(name)}`;
}

function filePage(type: "csv" | "xlsx"): Page {
  return {
    path: `/series/:key.${type}`,
    costly: "own",
    async draw(visit) {
      await countTaken(visit, visit.query.get("shape") === VINTAGES ? "histories" : "downloads");
      const view = await readQuery(visit);
      const name = `${view.series.key}${view.asOf === null ? "" : `_${dayText(view.asOf)}`}`;
      return seriesFile(visit, [view], type, type === "csv" ? name : tableFileName(view, visit.language), name);
    },
  };
}

export const seriesCsv = filePage("csv");
export const seriesXlsx = filePage("xlsx");

/** With more estimates the chart stays the one drawn by the server. */
const MOST_ESTIMATES = 200_000;

/**
 * Columns of the same length, sorted by period, then by day of publication. In a vintage, the last estimate of a period up to its
 * day counts. Days are counted from 1970-01-01; `published` contains indexes of `vintages`.
 */
export const seriesEstimates: Page = {
  path: "/series/:key/estimates.json",
  costly: "own",
  async draw(visit) {
    await countTaken(visit, "histories");
    const {history, periods, vintages} = await readSeriesView(visit, visit.params["key"] ?? "", null);
    if (history.count > MOST_ESTIMATES)
      throw new PageFault(413, "the series has too many estimates to be drawn on the page");
    const indexes = new Map<Day, number>(vintages.map((day, index) => [day, index]));
    const columns = {
      period: (row: number) => firstDayOf(history.period[row]!, periods),
      published: (row: number) => indexes.get(history.day[row]!)!,
      value: (row: number) => (Number.isFinite(history.value[row]!) ? history.value[row]! : null),
    };
    const texts: string[] = [`"vintages":${JSON.stringify(vintages)}`];
    for (const [name, cellAt] of Object.entries(columns))
      texts.push(`"${name}":[${await visit.withRests(listText(history.count, cellAt))}]`);
    return file({
      type: "application/json; charset=utf-8",
      body: `{${texts.join(",")}}`,
      headers: {"x-robots-tag": "noindex"},
    });
  },
};

/** The cells of a list in JSON. */
function* listText(count: number, cellAt: (row: number) => number | null): Steps<string> {
  const texts: string[] = [];
  for (let at = 0; at < count; at += ESTIMATES_AT_ONCE) {
    const rows = Math.min(ESTIMATES_AT_ONCE, count - at);
    texts.push(Array.from({length: rows}, (_, row) => JSON.stringify(cellAt(at + row))).join(","));
    yield;
  }
  return texts.join(",");
}
