// /series/KEY.csv, /series/KEY.xlsx and /series/KEY/estimates.json: the values of a series as files, and all its estimates for the chart.
import {type Day, dayText} from "../../../statistics/time/day.ts";
import {file, type Page, PageFault} from "../../frame/page.ts";
import {countDownload, countHistory, seriesFile} from "./files.ts";
import {firstDayOf, readSeries} from "./read-series.ts";
import {readVintage} from "./vintage.ts";

function filePage(type: "csv" | "xlsx"): Page {
  return {
    path: `/series/:key.${type}`,
    tries: [],
    async draw(visit) {
      countDownload(visit);
      const {asOf, isUnreadable} = readVintage(visit.query.get("as_of"));
      if (isUnreadable) throw new PageFault(404, "as_of is no day");
      const view = await readSeries(visit.site, visit.params["key"] ?? "", asOf);
      const name = `${view.series.key}${asOf === null ? "" : `_${dayText(asOf)}`}`;
      return seriesFile(visit, [view], type, name);
    },
  };
}

export const seriesCsv = filePage("csv");
export const seriesXlsx = filePage("xlsx");

/** A series with more is drawn by the server alone. */
const MOST_ESTIMATES = 200_000;

/**
 * Columns of the same length, sorted by period, then day of publication: of a vintage the last estimate of a period published by
 * its day counts. Days are counted from 1970-01-01; `published` holds places in `vintages`.
 */
export const seriesEstimates: Page = {
  path: "/series/:key/estimates.json",
  tries: [],
  async draw(visit) {
    countHistory(visit);
    const {history, periods, vintages} = await readSeries(visit.site, visit.params["key"] ?? "", null);
    if (history.count > MOST_ESTIMATES)
      throw new PageFault(413, "the series has too many estimates to be drawn on the page");
    const places = new Map<Day, number>(vintages.map((day, place) => [day, place]));
    const rows = Array.from({length: history.count}, (_, row) => row);
    const body = {
      vintages,
      period: rows.map((row) => firstDayOf(history.period[row]!, periods)),
      published: rows.map((row) => places.get(history.day[row]!)!),
      value: rows.map((row) => (Number.isFinite(history.value[row]!) ? history.value[row]! : null)),
    };
    return file({
      type: "application/json; charset=utf-8",
      body: JSON.stringify(body),
      headers: {"x-robots-tag": "noindex"},
    });
  },
};
