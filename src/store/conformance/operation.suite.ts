// Tests of what the operator reads: the metrics, and the faults that a check finds.
import assert from "node:assert/strict";
import {test} from "node:test";
import {dayOf} from "../../statistics/time/day.ts";
import {type DatasetFields, readDatasetMetadata, writeDataset} from "../datasets/dataset.ts";
import {findBrokenStatistics} from "../faults.ts";
import {insertDescribingRun, recordChange} from "../releases/load-run.ts";
import {countLoadRuns, readDatasetAges} from "../releases/operation.ts";
import {insertRelease} from "../releases/release.ts";
import {run} from "../script.ts";
import {writeHistories} from "../series/history.ts";
import {addSeries} from "../series/series.ts";
import {
  type NewLocation,
  NOTHING_TOUCHED,
  sampleDataset,
  sampleLoadRun,
  sampleMetadata,
  sampleRelease,
  sampleSeries,
  withStore,
} from "./samples.fixture.ts";

export function registerOperationTests(engine: string, newLocation: NewLocation): void {
  test(`${engine}: every dataset has its age, by the publication day of its newest release, in any order of loading`, () =>
    withStore(newLocation, async (store) => {
      const {spans} = sampleDataset();
      for (const [code, days] of Object.entries({b: [3, 9, 5], a: [1], empty: []})) {
        await store.statistics.write(function* (q) {
          const id = yield* writeDataset(q, sampleDataset({code, archival: code === "a"}));
          for (const day of days) {
            yield* insertRelease(q, sampleRelease(id, {publishedAt: dayOf(2026, 5, day), fingerprint: `${day}`}));
          }
        });
      }
      assert.deepEqual(await store.statistics.read((q) => readDatasetAges(q)), [
        {provider: "showdata", dataset: "a", archival: true, spans, publishedAt: dayOf(2026, 5, 1)},
        {provider: "showdata", dataset: "b", archival: false, spans, publishedAt: dayOf(2026, 5, 9)},
        {provider: "showdata", dataset: "empty", archival: false, spans, publishedAt: null},
      ]);
    }));

  test(`${engine}: load runs are counted by kind from a given time on, that time included`, () =>
    withStore(newLocation, async (store) => {
      const count = (since: string) => store.statistics.read((q) => countLoadRuns(q, since));
      assert.deepEqual(await count("2026-05-01T00:00:00.000Z"), []);
      const runs = [
        {loadedAt: "2026-05-01T11:59:59.999Z", newValues: 1, revisedValues: 1},
        {loadedAt: "2026-05-01T12:00:00.000Z", newValues: 2 ** 50, revisedValues: 3},
        {loadedAt: "2026-05-02T00:00:00.000Z", newValues: 2, revisedValues: 4},
        {loadedAt: "2026-05-02T00:00:00.001Z", kind: "drop" as const, newValues: 0, revisedValues: 0},
      ];
      for (const [number, run] of runs.entries()) {
        const fields = sampleLoadRun(1, {...run, id: `run-${number}`, day: run.loadedAt.slice(0, 10)});
        await store.statistics.write((q) => recordChange(q, fields, NOTHING_TOUCHED));
      }
      const describing = {...sampleLoadRun(1, {id: "words"}), loadedAt: "2026-05-02T00:00:00.001Z"};
      await store.statistics.write((q) => insertDescribingRun(q, describing));
      const found = await count("2026-05-01T12:00:00.000Z");
      assert.deepEqual(
        found.toSorted((a, b) => (a.kind < b.kind ? -1 : 1)),
        [
          {kind: "describe", runs: 1, newValues: 0, revisedValues: 0},
          {kind: "drop", runs: 1, newValues: 0, revisedValues: 0},
          {kind: "load", runs: 2, newValues: 2 ** 50 + 2, revisedValues: 7},
        ],
      );
      assert.deepEqual(await count("2026-05-02T00:00:00.002Z"), []);
    }));

  test(`${engine}: a dataset that exists takes no number, and the references of datasets on both sides of number 128 are whole [check.dataset-numbers]`, () =>
    withStore(newLocation, async (store) => {
      const write = (code: string, changes: Partial<DatasetFields> = {}) =>
        store.statistics.write(function* (q) {
          const id = yield* writeDataset(q, sampleDataset({code, ...changes}));
          yield* writeHistories(q, id, [{number: 2 ** 24 - 1, estimates: new Uint8Array(1)}]);
          return id;
        });
      assert.equal(await write("first"), 1);
      for (const name of ["b", "c", "c"]) {
        const metadata = sampleMetadata({name});
        assert.equal(await write("first", {name, metadata}), 1);
        assert.deepEqual(await store.statistics.read((q) => readDatasetMetadata(q, 1)), metadata);
      }
      assert.equal(await write("second"), 2);
      await store.statistics.write(function* (q) {
        for (const statement of q.differences.setCounter("dataset", 126)) yield* run(statement.compile(q.db));
      });
      for (const id of [127, 128]) assert.equal(await write(`d${id}`), id);
      // Each history is of a series that does not exist: the two sides of the reference are compared beyond 32 bits.
      const found = await store.statistics.read((q) => findBrokenStatistics(q));
      const histories = found.filter((one) => one.startsWith("table history: "));
      assert.deepEqual(histories.length, 1);
      assert.match(histories[0]!, /^table history: 4 rows name a row of series/);
      for (const id of [1, 2, 127, 128])
        await store.statistics.write((q) => addSeries(q, id, [sampleSeries(2 ** 24 - 1)]));
      const left = await store.statistics.read((q) => findBrokenStatistics(q));
      assert.deepEqual(
        left.filter((one) => /^table (?:history|series): .* row of (?:series|history)/.test(one)),
        [],
      );
    }));
}
