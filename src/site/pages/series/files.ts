// Values of series as files without a token: what a reader takes along after having looked. Limited by address.
import {longTable, type Table, type TableSeries, tableToCsv, wideTable} from "../../../formats/series-table.ts";
import {type Sheet, tablesToXlsx} from "../../../formats/table-xlsx.ts";
import {dayText} from "../../../statistics/time/day.ts";
import {type Answer, file, PageFault} from "../../frame/page.ts";
import type {Visit} from "../../frame/visit.ts";
import {seriesPath} from "./evidence/path.ts";
import {unitOf} from "./head.ts";
import type {SeriesView} from "./read-series.ts";

const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** Throws PageFault 429 when the address took as many files as it may. To be asked before anything is read. */
export function countDownload({site, ip}: Visit): void {
  const seconds = site.downloads.count(ip, site.now().getTime());
  if (seconds !== null) throw new PageFault(429, "too many files were taken from this address", seconds);
}

/**
 * Throws PageFault 429 when the address took as many whole histories as it may: the file of the chart, and the page with all
 * rows. A person who reads pages stays within it; a program that wants values has the api.
 */
export function countHistory({site, ip}: Visit): void {
  const seconds = site.histories.count(ip, site.now().getTime());
  if (seconds !== null) throw new PageFault(429, "too many histories were taken from this address", seconds);
}

/** The series as a CSV or XLSX file, by the parameters of the address: shape, decimal. */
export function seriesFile(visit: Visit, views: readonly SeriesView[], type: "csv" | "xlsx", name: string): Answer {
  const {query, language} = visit;
  const series = views.map(tableSeries);
  const table: Table = query.get("shape") === "wide" ? wideTable(series) : longTable(series);
  const headers = {"content-disposition": attachment(`${name}.${type}`), "x-robots-tag": "noindex"};
  if (type === "xlsx") {
    return file({type: XLSX, body: tablesToXlsx([{name: "values", ...table}, about(visit, views)]), headers});
  }
  const decimal = query.get("decimal") ?? (language === "ru" ? "comma" : "point");
  const isComma = decimal === "comma";
  return file({
    type: "text/csv; charset=utf-8",
    body: tableToCsv(table, isComma ? "comma" : "point", isComma),
    headers,
  });
}

function tableSeries({series, dataset, title, values, ...view}: SeriesView): TableSeries {
  return {
    key: series.key,
    provider: dataset.provider,
    dataset: dataset.code,
    datasetName: dataset.name,
    title,
    indicator: series.indicator,
    indicatorLabel: series.indicatorLabel ?? "",
    classification: series.classification ?? "",
    className: series.className ?? "",
    measure: series.measure ?? "",
    transformation: series.transformation ?? "",
    frequency: series.frequency,
    unit: series.unit ?? "",
    unitName: unitOf({series, ...view}) ?? "",
    territory: series.territory,
    territoryName: series.place.name,
    values,
  };
}

/** What a table that travels alone must say of itself. */
function about(visit: Visit, views: readonly SeriesView[]): Sheet {
  return {
    name: "about",
    head: ["series_key", "title", "dataset", "as_of", "status", "source_files", "address"],
    rows: views.map(({series, title, dataset, asOf, status, releases}) => [
      series.key,
      title,
      `${dataset.provider}/${dataset.code}`,
      asOf === null ? "latest" : dayText(asOf),
      status,
      [...new Set(releases.flatMap(({proof}) => proof.sourceFile ?? []))].slice(0, 50).join(", "),
      visit.absolute(seriesPath(series.key), {as_of: asOf === null ? null : dayText(asOf)}),
    ]),
  };
}

/** RFC 6266: a plain name for everybody, the name itself for who understands. */
function attachment(name: string): string {
  return `attachment; filename="${name.replace(/[^\w.-]/g, "_")}"; filename*=UTF-8''${encodeURIComponent(name)}`;
}
