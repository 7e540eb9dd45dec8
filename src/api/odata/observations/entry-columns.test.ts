import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {periodTable} from "../../../statistics/time/day.ts";
import type {DatasetWithCatalogue} from "../row-properties.ts";
import {EntryColumns} from "./entry-columns.ts";

const SOURCES = [{}, {}] as unknown as DatasetWithCatalogue[];

const ENTRY = fc.record({
  source: fc.constantFrom(...SOURCES),
  position: fc.nat(200_000),
  frequency: fc.constantFrom("M" as const, "A" as const),
  /** Up to more than a block. */
  history: fc.oneof(
    fc.uint8Array({maxLength: 50}),
    fc.integer({min: 100_000, max: 600_000}).map((length) => new Uint8Array(length).fill(length % 251)),
  ),
  window: fc.record({
    from: fc.constantFrom(Number.NEGATIVE_INFINITY, -5, 1),
    to: fc.constantFrom(Number.POSITIVE_INFINITY, 0, 7),
    asOf: fc.constantFrom(null, 20_000),
  }),
  count: fc.nat(60_000),
});

test("entries come out of their columns as they were added, whatever neighbours have in common", () => {
  fc.assert(
    fc.property(fc.array(ENTRY, {maxLength: 12}), (given) => {
      const entries = given.map((one) => ({...one, periods: periodTable(one.frequency)}));
      const columns = EntryColumns.of(entries);
      assert.equal(columns.length, entries.length);
      assert.equal(
        columns.values,
        entries.reduce((sum, {count}) => sum + count, 0),
      );
      for (const [index, entry] of entries.entries()) {
        const {source, periods, history, ...own} = columns.at(index);
        assert.ok(source === entry.source && periods === entry.periods);
        assert.ok(Buffer.from(history).equals(entry.history));
        const {position, frequency, window, count} = entry;
        assert.deepEqual(own, {position, frequency, window: {...window}, count});
      }
      assert.deepEqual(
        Array.from(columns.series(1, 3), ({position}) => position),
        entries.slice(1, 3).map(({position}) => position),
      );
    }),
    {numRuns: 60},
  );
});
