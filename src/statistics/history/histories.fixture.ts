// Generated histories for the tests of this folder, and the plain list that they are compared with.
import * as fc from "fast-check";
import type {Estimates, Stamp} from "./estimates.ts";

export interface Estimate {
  readonly period: number;
  readonly day: number;
  readonly sequence: number;
  readonly value: number;
}

export function columnsOf(rows: readonly Estimate[]): Estimates {
  return {
    count: rows.length,
    period: Int32Array.from(rows, (row) => row.period),
    day: Int32Array.from(rows, (row) => row.day),
    sequence: Int32Array.from(rows, (row) => row.sequence),
    value: Float64Array.from(rows, (row) => row.value),
  };
}

export function rowsOf(estimates: Estimates): Estimate[] {
  return Array.from({length: estimates.count}, (_, row) => ({
    period: estimates.period[row]!,
    day: estimates.day[row]!,
    sequence: estimates.sequence[row]!,
    value: estimates.value[row]!,
  }));
}

/** Values of one history: all doubles, or numbers as publishers print them, or large whole numbers. */
const values: fc.Arbitrary<fc.Arbitrary<number>> = fc.oneof(
  fc.constant(fc.double()),
  fc.constant(fc.oneof(fc.double({noNaN: true}), fc.constantFrom(0, -0, 5e-324, 1e-7, 1e21, 0.1 + 0.2))),
  fc.integer({min: 0, max: 15}).map((decimals) => fc.integer().map((whole) => whole / 10 ** decimals)),
  fc.integer({min: 0, max: 4}).map((decimals) => fc.maxSafeInteger().map((whole) => whole / 10 ** decimals)),
  fc
    .integer({min: -3, max: 3})
    .map((decimals) => fc.integer({min: -999, max: 999}).map((whole) => whole * 10 ** decimals)),
);

const stamps: fc.Arbitrary<Stamp> = fc.record({
  day: fc.integer({min: -40, max: 40}).map((day) => day * 30),
  sequence: fc.constantFrom(0, 0, 0, 1, 2, 300),
});

/** Histories as Estimates requires them: sorted, at most one estimate of a period for each day. Periods with and without gaps. */
export const histories: fc.Arbitrary<Estimate[]> = fc
  .tuple(values, fc.integer({min: -2000, max: 30_000}), fc.constantFrom(1, 1, 1, 3, 400))
  .chain(([value, base, gap]) =>
    fc
      .array(
        fc.record({
          step: fc.integer({min: 1, max: gap}),
          estimates: fc.uniqueArray(fc.record({stamp: stamps, value}), {
            minLength: 1,
            maxLength: 5,
            selector: (estimate) => estimate.stamp.day,
          }),
        }),
        {maxLength: 40},
      )
      .map((periods) => {
        let period = base;
        return periods.flatMap(({step, estimates}) => {
          period += step;
          return estimates
            .sort((one, other) => one.stamp.day - other.stamp.day)
            .map(({stamp, value}) => ({period, ...stamp, value}));
        });
      }),
  );
