// Tests of the reasons for missing values, by release and series.
import assert from "node:assert/strict";
import {test} from "node:test";
import {writeDataset} from "../datasets/dataset.ts";
import {deleteMissingOfRelease, deleteMissingOfSeries, insertMissing, readMissing} from "../datasets/missing.ts";
import {deleteDataset} from "../series/delete-dataset.ts";
import {type NewLocation, sampleDataset, withStore} from "./samples.fixture.ts";

export function registerMissingTests(engine: string, newLocation: NewLocation): void {
  test(`${engine}: reasons are stored by release and series, and are deleted with either of them, and with their dataset [load.missing]`, () =>
    withStore(newLocation, async (store) => {
      const write = store.statistics.write.bind(store.statistics);
      const [one, other] = [
        await write((q) => writeDataset(q, sampleDataset({code: "one"}))),
        await write((q) => writeDataset(q, sampleDataset({code: "other"}))),
      ];
      const rows = [
        {releaseId: 7, number: 2, cells: "none:24108-24110"},
        {releaseId: 7, number: 1, cells: "not-available:-5"},
        {releaseId: 8, number: 2, cells: "none:24111"},
        {releaseId: 8, number: 3, cells: "none:1"},
      ];
      for (const id of [one, other]) await write((q) => insertMissing(q, id, rows));
      await write((q) => insertMissing(q, one, []));
      const read = (id: number) => store.statistics.read((q) => readMissing(q, id));
      assert.deepEqual(await read(one), [rows[1], rows[0], rows[2], rows[3]]);
      await write((q) => deleteMissingOfRelease(q, one, 7));
      assert.deepEqual(await read(one), [rows[2], rows[3]]);
      await write((q) => deleteMissingOfSeries(q, one, [3, 99]));
      await write((q) => deleteMissingOfSeries(q, one, []));
      assert.deepEqual(await read(one), [rows[2]]);
      await write((q) => deleteDataset(q, one));
      assert.deepEqual(await read(one), []);
      assert.equal((await read(other)).length, 4);
    }));
}
