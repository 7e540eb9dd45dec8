// The rows of an export of reasons: each period of a series without a value, and the source's reason.
//
// A value in force takes precedence over any reason; of several releases the newest with a statement about the period counts. A withdrawn
// value has the reason and the day of its withdrawal.

import {MISSING_CSV_HEADER, SERIES_COLUMNS} from "../../formats/estimate-rows.ts";
import {csvCell} from "../../formats/table-csv.ts";
import {decodeHistory} from "../../statistics/history/decode.ts";
import {isWithdrawnOn} from "../../statistics/history/withdrawn.ts";
import {type Day, dayText} from "../../statistics/time/day.ts";
import {decodeMissing, type MissingReason} from "../../statistics/time/missing-periods.ts";
import {periodText, weekDay} from "../../statistics/time/week.ts";
import {type DatasetRecord, listDatasets} from "../../store/datasets/dataset.ts";
import {type MissingRow, readMissing} from "../../store/datasets/missing.ts";
import type {Queries} from "../../store/engines/differences.ts";
import type {Store} from "../../store/open.ts";
import {listReleases, type ReleaseRecord} from "../../store/releases/release.ts";
import type {Script} from "../../store/script.ts";
import {readHistories} from "../../store/series/history.ts";
import {describe, findOne, openCatalogue} from "./estimate-export.ts";

/** Gives the lines of the file, header first. @returns the number of its rows */
export function exportMissing(store: Store, code: string | null, take: (line: string) => void): Promise<number> {
  return store.statistics.read(function* (q) {
    const datasets = code === null ? yield* listDatasets(q) : [yield* findOne(q, code)];
    take(MISSING_CSV_HEADER);
    let rows = 0;
    for (const dataset of datasets) rows += yield* exportDataset(q, dataset, take);
    return rows;
  });
}

function* exportDataset(q: Queries, dataset: DatasetRecord, take: (line: string) => void): Script<number> {
  const bySeries = Map.groupBy(yield* readMissing(q, dataset.id), ({number}) => number);
  const releases = yield* listReleases(q, dataset.id);
  const catalogue = yield* openCatalogue(q, dataset);
  let rows = 0;
  for (let position = 0; position < catalogue.size; position++) {
    const number = catalogue.numbers[position]!;
    const own = bySeries.get(number);
    const [history] = yield* readHistories(q, dataset.id, [number]);
    const estimates = history === undefined ? null : decodeHistory(history);
    const withdrawn = (estimates?.withdrawn ?? []).filter((span) => isWithdrawnOn(span, null));
    if (own === undefined && withdrawn.length === 0) continue;
    const series = describe(dataset, catalogue, position);
    const valued = new Set(estimates?.period);
    const reasons: [number, {reason: string; day: Day}][] = [
      ...latestReasons(own ?? [], releases).filter(([period]) => !valued.has(period)),
      ...withdrawn.map(({period, reason, day}): [number, {reason: string; day: Day}] => [
        period,
        {reason: reason.replaceAll("_", "-"), day},
      ]),
    ];
    const columns = SERIES_COLUMNS.map((name) => `${csvCell(series[name] ?? "", name)};`).join("");
    for (const [period, {reason, day}] of reasons.sort(([a], [b]) => a - b)) {
      // A week without a date in the calendar is written as its number.
      const undated = series.freq === "W" && weekDay(period, catalogue.weeks) === null;
      const start = undated ? period : periodText(series.freq, period, catalogue.weeks);
      take(`${columns}${start};${reason};${dayText(day)}\n`);
      rows++;
    }
  }
  return rows;
}

/** The reason of the newest release for each period. */
function latestReasons(
  rows: readonly MissingRow[],
  releases: readonly ReleaseRecord[],
): [period: number, {reason: MissingReason; day: Day}][] {
  const cells = new Map(rows.map((row) => [row.releaseId, row.cells]));
  const latest = new Map<number, {reason: MissingReason; day: Day}>();
  // Releases come in order of publication: the newest is set last.
  for (const {id, publishedAt: day} of releases)
    for (const {period, reason} of decodeMissing(cells.get(id) ?? "")) latest.set(period, {reason, day});
  return [...latest];
}
