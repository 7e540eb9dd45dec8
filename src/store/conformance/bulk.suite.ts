// Tests of many rows at once: any number of rows, sent in any way, is written completely and unchanged, or not at all.
import assert from "node:assert/strict";
import {test} from "node:test";
import {writeDataset} from "../datasets/dataset.ts";
import {addHistories, readHistories, scanHistories, writeHistories} from "../series/history.ts";
import {addSeries, readSeries, type SeriesRecord, writeSeries} from "../series/series.ts";
import {type NewLocation, ODD_TEXT, sampleDataset, sampleSeries, withStore} from "./samples.fixture.ts";

export function registerBulkTests(engine: string, newLocation: NewLocation): void {
  test(`${engine}: new rows are written completely: none, one, a hundred or thousands [store.new-rows]`, () =>
    withStore(newLocation, async (store) => {
      for (const [index, count] of [0, 1, 99, 100, 101, 102, 1000, 7003].entries()) {
        const records = Array.from({length: count}, (_, nth) => oddSeries(nth + 1));
        const histories = records.map(({number}) => ({number, estimates: bytesOf(number)}));
        const id = await store.statistics.write(function* (q) {
          const id = yield* writeDataset(q, sampleDataset({code: `d${index}`}));
          yield* addSeries(q, id, records);
          yield* addHistories(q, id, histories);
          return id;
        });
        assert.deepEqual(await store.statistics.read((q) => readSeries(q, id)), records, `${count} series`);
        const numbers = records.map(({number}) => number);
        const read = await store.statistics.read((q) => readHistories(q, id, numbers));
        assert.deepEqual(
          read,
          histories.map(({estimates}) => estimates),
        );
        assert.deepEqual(await store.statistics.read((q) => scanHistories(q, id, -1, 10_000)), histories);
      }
    }));

  test(`${engine}: new rows are all refused if one of them exists already, few and many, and the store still works [store.new-rows load.atomic]`, () =>
    withStore(newLocation, async (store) => {
      const id = await store.statistics.write((q) => writeDataset(q, sampleDataset()));
      await store.statistics.write((q) => addHistories(q, id, [{number: 150, estimates: bytesOf(1)}]));
      for (const count of [160, 2500]) {
        const rows = Array.from({length: count}, (_, number) => ({number, estimates: bytesOf(number)}));
        await assert.rejects(store.statistics.write((q) => addHistories(q, id, rows)));
        await assert.rejects(store.statistics.write((q) => addHistories(q, id, rows.slice(150, 152))));
      }
      assert.deepEqual(
        (await store.statistics.read((q) => scanHistories(q, id, -1, 10))).map(({number}) => number),
        [150],
      );
      await store.statistics.write((q) => addHistories(q, id, [{number: 1, estimates: bytesOf(1)}]));
    }));

  test(`${engine}: new rows that end in an error half way leave nothing, and the next load succeeds [store.new-rows load.atomic]`, () =>
    withStore(newLocation, async (store) => {
      const id = await store.statistics.write((q) => writeDataset(q, sampleDataset()));
      for (const count of [50, 100, 101, 5000]) {
        const dying = function* () {
          for (let number = 1; number <= count; number++) yield sampleSeries(number);
          throw new Error("the source ended early");
        };
        await assert.rejects(
          store.statistics.write((q) => addSeries(q, id, dying())),
          /ended early/,
        );
        assert.deepEqual(await store.statistics.read((q) => readSeries(q, id)), []);
      }
      await store.statistics.write((q) => addSeries(q, id, [sampleSeries(1)]));
      assert.equal((await store.statistics.read((q) => readSeries(q, id))).length, 1);
    }));

  test(`${engine}: existing rows are replaced and new ones are added, in one batch of thousands [store.new-rows]`, () =>
    withStore(newLocation, async (store) => {
      const id = await store.statistics.write((q) => writeDataset(q, sampleDataset()));
      const even = Array.from({length: 1500}, (_, nth) => sampleSeries(2 * nth));
      const all = Array.from({length: 3000}, (_, number) => sampleSeries(number, {observationCount: number}));
      await store.statistics.write((q) => addSeries(q, id, even));
      await store.statistics.write(function* (q) {
        yield* writeSeries(q, id, all);
        yield* writeHistories(
          q,
          id,
          all.map(({number}) => ({number, estimates: bytesOf(number)})),
        );
      });
      assert.deepEqual(await store.statistics.read((q) => readSeries(q, id)), all);
    }));
}

function oddSeries(number: number): SeriesRecord {
  return sampleSeries(number, {unit: number % 3 ? null : ODD_TEXT, classification: number % 2 ? "" : "\t\\N\r\n"});
}

function bytesOf(number: number): Uint8Array {
  return Uint8Array.from({length: (number * 7) % 3000}, (_, index) => (number + index * 31) & 255);
}
