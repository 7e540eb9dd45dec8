// What changed between two versions of a dataset: counted value by value, never estimated from loads [files.*].
import type {EstimateRows} from "../../formats/estimate-rows.ts";
import {NO_DAY} from "../../statistics/time/day.ts";
import {type FileChanges, MOST_KEYS} from "../../store/dataset-files/manifest.ts";
import type {KnownValues, KnownValuesReader} from "./known-values.ts";

export interface ChangeCount {
  /** Compares the last published values of a series, one row for each period ascending. Each series once. */
  series(key: string, rows: EstimateRows): void;
  end(): FileChanges;
}

/** @param before the values of the version `since` */
export function countChanges(before: KnownValuesReader, since: string): ChangeCount {
  const added: string[] = [];
  const counts = {
    series_added: 0,
    series_gone: 0,
    values_new: 0,
    values_revised: 0,
    values_withdrawn: 0,
    values_restored: 0,
  };

  return {
    series(key, rows) {
      const known = before.take(key);
      if (known !== null) return compare(known, rows, counts);
      counts.series_added++;
      counts.values_new += rows.count;
      if (added.length < MOST_KEYS) added.push(key);
    },
    end() {
      const gone: string[] = [];
      for (const {key, inForce} of before.rest()) {
        counts.series_gone++;
        counts.values_withdrawn += inForce;
        if (gone.length < MOST_KEYS) gone.push(key);
      }
      return {since, ...counts, added_keys: added, gone_keys: gone};
    },
  };
}

type Counts = Record<"values_new" | "values_revised" | "values_withdrawn" | "values_restored", number>;

/** Both by period, ascending. */
function compare(known: KnownValues, rows: EstimateRows, counts: Counts): void {
  let old = 0;
  const isGone = (row: number): boolean => (rows.withdrawn?.[row] ?? NO_DAY) !== NO_DAY;
  for (let row = 0; row < rows.count; row++) {
    const period = rows.period[row]!;
    for (; old < known.period.length && known.period[old]! < period; old++)
      if (known.withdrawn[old] === 0) counts.values_withdrawn++;
    if (known.period[old] !== period) {
      counts.values_new++;
      continue;
    }
    const wasGone = known.withdrawn[old] === 1;
    if (!Object.is(known.value[old], rows.value[row])) counts.values_revised++;
    else if (wasGone && !isGone(row)) counts.values_restored++;
    if (!wasGone && isGone(row)) counts.values_withdrawn++;
    old++;
  }
  for (; old < known.period.length; old++) if (known.withdrawn[old] === 0) counts.values_withdrawn++;
}
