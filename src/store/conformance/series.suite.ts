// Tests of series, histories and archived files, as loads and the API use them.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {dayOf} from "../../statistics/time/day.ts";
import {
  deleteSourceFile,
  finishSourceFile,
  hasSourceFile,
  listSourceFiles,
  readSourceChunk,
  writeSourceChunk,
} from "../releases/source-file.ts";
import {deleteHistories, readHistories, scanHistories, writeHistories} from "../series/history.ts";
import {deleteSeries, findSeriesKeys, readSeries, readSeriesOfKeys, writeSeries} from "../series/series.ts";
import {type NewLocation, sampleSeries, withStore} from "./samples.fixture.ts";

export function registerSeriesTests(engine: string, newLocation: NewLocation): void {
  test(`${engine}: series are replaced and deleted by their numbers, and a key is unique in a dataset [identity.collision]`, () =>
    withStore(newLocation, async (store) => {
      const records = [
        sampleSeries(2),
        sampleSeries(1, {classification: null, measure: null, transformation: null, unit: null, frequency: "W"}),
      ];
      await store.statistics.write((q) => writeSeries(q, 1, records));
      await store.statistics.write((q) => writeSeries(q, 2, records));
      await store.statistics.write((q) =>
        writeSeries(q, 1, [sampleSeries(2, {lastPeriod: dayOf(2026, 10, 1)}), sampleSeries(3)]),
      );
      await assert.rejects(
        store.statistics.write((q) => writeSeries(q, 1, [sampleSeries(4, {key: sampleSeries(3).key})])),
      );
      await store.statistics.write((q) => deleteSeries(q, 1, [3, 77]));
      await store.statistics.write((q) => deleteSeries(q, 1, []));
      assert.deepEqual(await store.statistics.read((q) => readSeries(q, 1)), [
        records[1],
        sampleSeries(2, {lastPeriod: dayOf(2026, 10, 1)}),
      ]);
      assert.deepEqual(await store.statistics.read((q) => readSeries(q, 2)), [records[1], records[0]]);
    }));

  test(`${engine}: series are found by their keys in their dataset alone, ascending by number, and unknown keys are none`, () =>
    withStore(newLocation, async (store) => {
      const records = [sampleSeries(3), sampleSeries(1), sampleSeries(2)];
      await store.statistics.write((q) => writeSeries(q, 1, records));
      await store.statistics.write((q) => writeSeries(q, 2, [sampleSeries(4)]));
      const keys = [sampleSeries(3).key, sampleSeries(4).key, sampleSeries(1).key, "0000000000000000"];
      await store.statistics.read(function* (q) {
        assert.deepEqual(yield* readSeriesOfKeys(q, 1, keys), [sampleSeries(1), sampleSeries(3)]);
        assert.deepEqual(yield* readSeriesOfKeys(q, 1, []), []);
        assert.deepEqual((yield* findSeriesKeys(q, 1, keys)).sort(), [keys[0], keys[2]].sort());
      });
    }));

  test(`${engine}: histories equal a map, for any sequence of writes, replacements, deletions and reads`, () =>
    withStore(newLocation, async (store) => {
      const number = fc.oneof(fc.integer({min: 0, max: 12}), fc.constant(2 ** 24 - 1));
      const bytes = fc.uint8Array({maxLength: 40});
      const write = fc.record({
        kind: fc.constant("write" as const),
        dataset: fc.integer({min: 1, max: 3}),
        rows: fc.uniqueArray(fc.tuple(number, bytes), {selector: ([index]) => index, maxLength: 6}),
      });
      const remove = fc.record({
        kind: fc.constant("delete" as const),
        dataset: fc.integer({min: 1, max: 3}),
        numbers: fc.array(number, {maxLength: 4}),
      });
      const model = new Map<string, Uint8Array>();
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.oneof(write, remove), {maxLength: 4}),
          fc.array(number, {maxLength: 8}),
          async (acts, queries) => {
            for (const perform of acts) {
              if (perform.kind === "write") {
                const rows = perform.rows
                  .map(([index, estimates]) => ({number: index, estimates}))
                  .sort((a, b) => a.number - b.number);
                await store.statistics.write((q) => writeHistories(q, perform.dataset, rows));
                for (const row of rows) model.set(`${perform.dataset}/${row.number}`, row.estimates);
              } else {
                await store.statistics.write((q) => deleteHistories(q, perform.dataset, perform.numbers));
                for (const index of perform.numbers) model.delete(`${perform.dataset}/${index}`);
              }
            }
            for (const dataset of [1, 2, 3]) {
              const read = await store.statistics.read((q) => readHistories(q, dataset, queries));
              assert.deepEqual(
                read,
                queries.map((index) => model.get(`${dataset}/${index}`)),
              );
            }
          },
        ),
        {numRuns: 40},
      );
    }));

  test(`${engine}: histories with any bytes and lengths are read as they were written, neighbours or far apart [store.joined]`, () =>
    withStore(newLocation, async (store) => {
      const every = Uint8Array.from({length: 256}, (_, byte) => byte);
      const long = Uint8Array.from({length: 50_000}, (_, index) => (index * 7) % 256);
      const written = [
        every,
        new Uint8Array(0),
        every.toReversed(),
        Uint8Array.of(0),
        long,
        Uint8Array.of(0xff, 0xfe, 0),
      ];
      for (const apart of [1, 2, 3, 1000]) {
        const rows = written.map((estimates, index) => ({number: index * apart, estimates}));
        await store.statistics.write((q) => writeHistories(q, apart, rows));
        const numbers = rows.map(({number}) => number);
        assert.deepEqual(await store.statistics.read((q) => readHistories(q, apart, numbers)), written);
        const read = await store.statistics.read((q) => readHistories(q, apart, numbers.toReversed()));
        assert.deepEqual(read, written.toReversed());
        for (const {number, estimates} of rows)
          assert.deepEqual(await store.statistics.read((q) => readHistories(q, apart, [number])), [estimates]);
      }
    }));

  test(`${engine}: a scan gives every history of one dataset once, in pages, ascending`, () =>
    withStore(newLocation, async (store) => {
      const numbers = [0, 1, 2, 5, 8, 13, 21, 2 ** 24 - 1];
      for (const dataset of [1, 2, 3]) {
        await store.statistics.write((q) =>
          writeHistories(
            q,
            dataset,
            numbers.map((number) => ({number, estimates: Uint8Array.of(dataset)})),
          ),
        );
      }
      for (const limit of [1, 3, 8, 100]) {
        const seen: number[] = [];
        for (;;) {
          const page = await store.statistics.read((q) => scanHistories(q, 2, seen.at(-1) ?? -1, limit));
          assert.ok(page.length <= limit && page.every(({estimates}) => estimates[0] === 2));
          seen.push(...page.map(({number}) => number));
          if (page.length < limit) break;
        }
        assert.deepEqual(seen, numbers);
      }
    }));

  test(`${engine}: a number that is not a series number is refused, and never gives another series' history`, () =>
    withStore(newLocation, async (store) => {
      for (const number of [-1, 2 ** 24, 1.5, Number.NaN]) {
        const write = store.statistics.write((q) => writeHistories(q, 1, [{number, estimates: Uint8Array.of(1)}]));
        await assert.rejects(write, RangeError);
        await assert.rejects(
          store.statistics.read((q) => readHistories(q, 1, [number])),
          RangeError,
        );
      }
      assert.deepEqual(await store.statistics.read((q) => readHistories(q, 1, [])), []);
    }));

  test(`${engine}: an archived file exists when it is finished, in its blobs; the blobs of a killed load are not a file [load.archive]`, () =>
    withStore(newLocation, async (store) => {
      const write = (number: number, byte: number) =>
        store.sources.write((q) => writeSourceChunk(q, "aa", number, Uint8Array.of(byte)));
      for (const number of [0, 1, 2]) await write(number, 9);
      assert.equal(await store.sources.read((q) => hasSourceFile(q, "aa")), false);
      assert.deepEqual(await store.sources.read((q) => listSourceFiles(q)), []);
      for (const number of [0, 1]) await write(number, number);
      await store.sources.write((q) => finishSourceFile(q, "aa", 2 ** 33, 2));
      await store.sources.write((q) => finishSourceFile(q, "AA", 0, 0));
      assert.equal(await store.sources.read((q) => hasSourceFile(q, "aa")), true);
      assert.deepEqual(await store.sources.read((q) => readSourceChunk(q, "aa", 1)), Uint8Array.of(1));
      assert.equal(await store.sources.read((q) => readSourceChunk(q, "aa", 2)), null);
      assert.deepEqual(await store.sources.read((q) => listSourceFiles(q)), [
        {sha256: "AA", size: 0, chunks: 0},
        {sha256: "aa", size: 2 ** 33, chunks: 2},
      ]);
      await store.sources.write((q) => deleteSourceFile(q, "aa"));
      assert.equal(await store.sources.read((q) => readSourceChunk(q, "aa", 0)), null);
      assert.equal(await store.sources.read((q) => hasSourceFile(q, "aa")), false);
    }));
}
