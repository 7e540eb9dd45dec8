// What changed between two versions, compared with a plain comparison of all values.
import assert from "node:assert/strict";
import {closeSync, mkdtempSync, openSync, rmSync, truncateSync, writeSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {type TestContext, test} from "node:test";
import * as fc from "fast-check";
import type {EstimateRows} from "../../formats/estimate-rows.ts";
import {NO_DAY} from "../../statistics/time/day.ts";
import {countChanges} from "./file-changes.ts";
import {createKnownValues, openKnownValues} from "./known-values.ts";

/** Series → period → value and whether it was withdrawn. */
type State = ReadonlyMap<string, ReadonlyMap<number, {readonly value: number; readonly gone: boolean}>>;

const key = fc.integer({min: 0, max: 30}).map((number) => String(number).padStart(16, "k"));
const values = fc
  .array(
    fc.tuple(fc.integer({min: -40, max: 40}), fc.record({value: fc.integer({min: 0, max: 3}), gone: fc.boolean()})),
    {
      maxLength: 12,
    },
  )
  .map((entries) => new Map(entries.sort(([one], [other]) => one - other)));
const state: fc.Arbitrary<State> = fc.array(fc.tuple(key, values), {maxLength: 25}).map((entries) => new Map(entries));

function rowsOf(series: ReadonlyMap<number, {value: number; gone: boolean}>): EstimateRows {
  const entries = [...series].sort(([one], [other]) => one - other);
  return {
    count: entries.length,
    period: Int32Array.from(entries, ([period]) => period),
    value: Float64Array.from(entries, ([, {value}]) => value),
    day: new Int32Array(entries.length).fill(1),
    withdrawn: Int32Array.from(entries, ([, {gone}]) => (gone ? 5 : NO_DAY)),
  };
}

function folderOf(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), "ryad-known-"));
  t.after(() => rmSync(folder, {recursive: true}));
  return folder;
}

function writeState(path: string, known: State): void {
  const descriptor = openSync(path, "w");
  const writer = createKnownValues((bytes) => void writeSync(descriptor, bytes));
  for (const [name, series] of known) writer.series(name, rowsOf(series));
  writer.end();
  closeSync(descriptor);
}

/** By the meaning of the words alone. */
function plainChanges(before: State, after: State) {
  const counts = {values_new: 0, values_revised: 0, values_withdrawn: 0, values_restored: 0};
  for (const [name, series] of after)
    for (const [period, {value, gone}] of series) {
      const old = before.get(name)?.get(period);
      if (old === undefined) counts.values_new++;
      else if (old.value !== value) counts.values_revised++;
      else if (old.gone && !gone) counts.values_restored++;
      if (old !== undefined && !old.gone && gone) counts.values_withdrawn++;
    }
  for (const [name, series] of before)
    for (const [period, {gone}] of series) if (!gone && !after.get(name)?.has(period)) counts.values_withdrawn++;
  const added = [...after.keys()].filter((name) => !before.has(name));
  const gone = [...before.keys()].filter((name) => !after.has(name));
  return {
    since: "v",
    ...counts,
    series_added: added.length,
    series_gone: gone.length,
    added_keys: added,
    gone_keys: gone,
  };
}

test("the manifest counts series added and gone, values new, revised, withdrawn and restored, in any order of the series [files.changes]", (t) => {
  const path = join(folderOf(t), "known");
  fc.assert(
    fc.property(state, state, (before, after) => {
      writeState(path, before);
      const reader = openKnownValues(path);
      try {
        const count = countChanges(reader, "v");
        for (const [name, series] of after) count.series(name, rowsOf(series));
        assert.deepEqual(count.end(), plainChanges(before, after));
      } finally {
        reader.close();
      }
    }),
  );
});

test("values that were cut are no values: the file is refused, so that no change is counted from half of them [files.changes]", (t) => {
  const path = join(folderOf(t), "known");
  writeState(path, new Map([["0123456789abcdef", new Map([[1, {value: 2, gone: false}]])]]));
  truncateSync(path, 40);
  assert.throws(() => openKnownValues(path));
});
