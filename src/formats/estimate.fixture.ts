// Random series with estimates for tests of exports: any text, any finite value, several estimates of a period.
import * as fc from "fast-check";
import {LEVELS} from "../statistics/territory.ts";
import {FIRST_DAY, LAST_DAY, NO_DAY} from "../statistics/time/day.ts";
import {FREQUENCIES} from "../statistics/time/frequency.ts";
import {anyText} from "../text/any-text.fixture.ts";
import type {EstimateRows, EstimateSeries} from "./estimate-rows.ts";

export interface SeriesSample {
  readonly series: EstimateSeries;
  /** By period ascending, then by day ascending. */
  readonly rows: readonly {
    readonly period: number;
    readonly day: number;
    readonly value: number;
    readonly withdrawn: number | null;
  }[];
}

const text = fc.oneof(anyText(), fc.constantFrom("", "Хлеб; булки", '"Газ"', "a\nb", "-", "𝄞"));
const code = fc.oneof(text, fc.constant(null));
const day = fc.integer({min: FIRST_DAY, max: LAST_DAY});
const value = fc.double({noNaN: true, noDefaultInfinity: true});

const rows = fc
  .uniqueArray(fc.record({period: day, day, value, withdrawn: fc.option(day)}), {
    selector: (row) => `${row.period} ${row.day}`,
    maxLength: 40,
  })
  .map((list) => list.sort((a, b) => a.period - b.period || a.day - b.day));

export const seriesSamples: fc.Arbitrary<SeriesSample[]> = fc.array(
  fc.record({
    series: fc.record({
      provider_code: text,
      dataset_code: text,
      series_key: text,
      indicator: text,
      classification: code,
      measure: code,
      transformation: code,
      unit: code,
      freq: fc.constantFrom(...FREQUENCIES),
      geo: text,
      geo_label: text,
      geo_level: fc.constantFrom(...LEVELS),
      last_period: day,
      status: fc.constantFrom("active" as const, "stalled" as const),
    }),
    rows,
  }),
  {maxLength: 8},
);

export function columnsOf({rows}: SeriesSample): EstimateRows {
  return {
    count: rows.length,
    period: Int32Array.from(rows, (row) => row.period),
    day: Int32Array.from(rows, (row) => row.day),
    value: Float64Array.from(rows, (row) => row.value),
    withdrawn: rows.every((row) => row.withdrawn === null)
      ? null
      : Int32Array.from(rows, (row) => row.withdrawn ?? NO_DAY),
  };
}

/** The day of the next estimate of the same period for each row, in the simplest way; null for the last. */
export function supersededOf({rows}: SeriesSample): (number | null)[] {
  return rows.map((row, index) => rows.slice(index + 1).find(({period}) => period === row.period)?.day ?? null);
}

/** Whether each row is the last of its period, in the simplest way. */
export function latestOf({rows}: SeriesSample): boolean[] {
  return rows.map((row) => rows.findLast(({period}) => period === row.period) === row);
}
