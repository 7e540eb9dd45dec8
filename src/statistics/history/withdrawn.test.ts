import assert from "node:assert/strict";
import {test} from "node:test";
import * as fc from "fast-check";
import {NO_DAY} from "../time/day.ts";
import {chooseEstimates} from "./choice.ts";
import {decodeHistory} from "./decode.ts";
import {encodeHistory} from "./encode.ts";
import type {Estimates} from "./estimates.ts";
import {estimatesBefore, mergeRelease} from "./merge.ts";

const ALL = {rank: "all", knownFrom: null, knownTo: null} as const;

/** Each step is a release: a day, and for each period a value, or null where it is covered without one. */
const releases = fc.array(
  fc.record({
    days: fc.constantFrom(0, 1, 30),
    cells: fc.dictionary(fc.constantFrom("1", "2", "3"), fc.option(fc.constantFrom(1, 2))),
  }),
  {maxLength: 10},
);

type Step = {readonly days: number; readonly cells: Readonly<Record<string, number | null>>};

function replay(steps: readonly Step[]): {history: Estimates | null; stamps: {day: number; sequence: number}[]} {
  let [history, day, sequence]: [Estimates | null, number, number] = [null, 1000, -1];
  const stamps = [];
  for (const {days, cells} of steps) {
    [day, sequence] = [day + days, days === 0 ? sequence + 1 : 0];
    stamps.push({day, sequence});
    const periods = Object.keys(cells)
      .map(Number)
      .sort((a, b) => a - b);
    const given = periods.filter((period) => cells[period] !== null);
    const gaps = periods
      .filter((period) => cells[period] === null)
      .map((period) => ({period, reason: "withdrawn" as const}));
    const values = Float64Array.from(given, (period) => cells[period]!);
    history = mergeRelease(history, {day, sequence}, {period: Int32Array.from(given), value: values, gaps});
  }
  return {history, stamps};
}

test("a history with withdrawals is read back as it was written, and undone to the end of any day [history.withdrawn]", () => {
  fc.assert(
    fc.property(releases, (steps) => {
      const {history, stamps} = replay(steps);
      if (history === null) return;
      const read = decodeHistory(encodeHistory(history));
      assert.deepEqual(read.withdrawn ?? [], history.withdrawn ?? []);
      for (const [index, stamp] of stamps.entries()) {
        if (stamp.sequence !== 0) continue;
        const before = replay(steps.slice(0, index)).history;
        assert.deepEqual(estimatesBefore(history, stamp).withdrawn ?? [], before?.withdrawn ?? []);
      }
    }),
  );
});

test("the last estimate of a period is withdrawn just where the last release that has its cell gives no value [history.withdrawn]", () => {
  fc.assert(
    fc.property(releases, (steps) => {
      const {history} = replay(steps);
      if (history === null || history.count === 0) return;
      const {count, period, superseded, withdrawn} = chooseEstimates(history, {from: 0, to: 9}, ALL);
      for (let row = 0; row < count; row++) {
        if (superseded[row] !== NO_DAY) continue;
        const last = steps.findLast(({cells}) => Object.hasOwn(cells, period[row]!))!;
        assert.equal((withdrawn?.[row] ?? NO_DAY) !== NO_DAY, last.cells[period[row]!] === null);
      }
    }),
  );
});
