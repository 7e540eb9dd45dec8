import assert from "node:assert/strict";
import {test} from "node:test";
import {decodeHistory, decodeInSteps} from "./decode.ts";
import {encodeHistory} from "./encode.ts";
import {columnsOf, type Estimate, rowsOf} from "./histories.fixture.ts";
import {countByReleaseInSteps} from "./release-counts.ts";

/** Numbers in [0, 1), the same in every run. */
function createWalk(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Twenty-five years of months, each published 45 days later, three in a hundred revised after another month. */
function monthlyHistory(decimals: number, walk: () => number): Estimate[] {
  const rows: Estimate[] = [];
  let value = 150;
  for (let month = 0; month < 300; month++) {
    value *= 0.95 + walk() / 10;
    const day = 10_957 + Math.round(month * 30.44) + 45;
    const round = (exact: number): number => Number(exact.toFixed(decimals));
    rows.push({period: 24_000 + month, day, sequence: 0, value: round(value)});
    if (walk() < 0.03) rows.push({period: 24_000 + month, day: day + 30, sequence: 0, value: round(value * 1.01)});
  }
  return rows;
}

test("a monthly history with three revisions in a hundred takes at most 4.5 bytes for each value", () => {
  const walk = createWalk(7);
  for (const decimals of [0, 1, 2, 3]) {
    const rows = monthlyHistory(decimals, walk);
    const bytes = encodeHistory(columnsOf(rows));
    assert.ok(bytes.length <= 4.5 * 300, `${bytes.length} bytes with ${decimals} decimals`);
    assert.deepStrictEqual(rowsOf(decodeHistory(bytes)), rows);
  }
});

test("one release of fifteen annual values takes few bytes more than its values", () => {
  const rows = Array.from({length: 15}, (_, year) => ({
    period: 2000 + year,
    day: 19_000,
    sequence: 0,
    value: 100 + year,
  }));
  const bytes = encodeHistory(columnsOf(rows));
  assert.ok(bytes.length <= 15 + 25, `${bytes.length} bytes`);
});

test("a history may have one value or none", () => {
  for (const rows of [[], [{period: -5, day: -40_000, sequence: 7, value: -0.5}]]) {
    assert.deepStrictEqual(rowsOf(decodeHistory(encodeHistory(columnsOf(rows)))), rows);
  }
});

test("a history of tens of thousands of estimates is decoded and counted with rests, and one of thousands is decoded at once", () => {
  const history = (periods: number): Estimate[] =>
    Array.from({length: periods * 2}, (_, row) => ({
      ...{period: row >> 1, day: (row >> 1) + 40 + (row % 2) * (1 + (row % 7))},
      ...{sequence: 0, value: row / 4},
    }));
  for (const [periods, least, most] of [
    [4000, 0, 0],
    [4001, 5, 10],
    [60_000, 10, 20],
  ] as const) {
    const rows = history(periods);
    const decoding = decodeInSteps(encodeHistory(columnsOf(rows)));
    const [decoded, rests] = played(decoding);
    assert.deepEqual(rowsOf(decoded), rows);
    assert.ok(rests >= least && rests <= most, `${rests} rests for ${periods} periods`);
    const [counts, pauses] = played(countByReleaseInSteps(decoded));
    assert.equal(
      counts.reduce((sum, {newValues}) => sum + newValues, 0),
      periods,
    );
    assert.ok(pauses >= (periods * 2) / 8000, `${pauses} rests between the counts of ${periods} periods`);
  }
});

/** The result, and how often there was a rest. */
function played<T>(steps: Generator<undefined, T>): [T, number] {
  let rests = 0;
  let step = steps.next();
  for (; !step.done; step = steps.next()) rests++;
  return [step.value, rests];
}
