// Tests of the runs of the feed of changes: their numbers, what a filter selects, a dropped dataset, and what is deleted by age.
import assert from "node:assert/strict";
import {test} from "node:test";
import {encodeGone} from "../../statistics/changes/touched-code.ts";
import {type ChangeRunFields, findOldRuns, recordChangeRun, sweepChanges} from "../changes/change-run.ts";
import {readChangeBlob, readFirstSequence, readLastRun, readRun, readRunsBehind} from "../changes/read-changes.ts";
import type {Store} from "../open.ts";
import {all} from "../script.ts";
import {type NewLocation, withStore} from "./samples.fixture.ts";

const ALL = {provider: null, dataset: null};

function sampleRun(nth: number, changes: Partial<ChangeRunFields> = {}): ChangeRunFields {
  const changedAt = `2026-11-${String(nth).padStart(2, "0")}T12:00:00.000Z`;
  return {id: `run-${nth}`, datasetId: 1, provider: "a", dataset: "b", changedAt, ...changes};
}

export function registerChangeRunTests(engine: string, newLocation: NewLocation): void {
  test(`${engine}: runs that are recorded at once are numbered without gaps, and a run that touched nothing is none [changes.order]`, async () => {
    await withStore(newLocation, async (store) => {
      const record = (nth: number, blobs: readonly Uint8Array[]) =>
        store.statistics.write((q) => recordChangeRun(q, sampleRun(nth, {datasetId: nth}), blobs));
      await Promise.all(
        Array.from({length: 12}, (_, index) => record(index + 1, index === 5 ? [] : encodeGone(["k"]))),
      );
      const runs = await store.statistics.read((q) => readRunsBehind(q, 0, ALL, 100));
      assert.deepEqual(
        runs.map(({sequence}) => sequence),
        Array.from({length: 11}, (_, index) => index + 1),
      );
      const last = await store.statistics.read((q) => readLastRun(q));
      assert.deepEqual(last, {sequence: 11, loadRun: runs.at(-1)!.loadRun});
    });
  });

  test(`${engine}: a filter selects runs of a provider, of a dataset of any provider, or of one dataset [changes.parameters]`, async () => {
    await withStore(newLocation, async (store) => {
      for (const [nth, [provider, dataset]] of [
        ["a", "b"],
        ["a", "c"],
        ["x", "b"],
      ].entries())
        await store.statistics.write((q) =>
          recordChangeRun(q, sampleRun(nth + 1, {provider: provider!, dataset: dataset!}), encodeGone([`key ${nth}`])),
        );
      const found = async (provider: string | null, dataset: string | null, behind = 0) => {
        const runs = await store.statistics.read((q) => readRunsBehind(q, behind, {provider, dataset}, 2));
        return runs.map(({sequence}) => sequence);
      };
      assert.deepEqual(await found(null, null), [1, 2]);
      assert.deepEqual(await found(null, null, 2), [3]);
      assert.deepEqual(await found("a", null), [1, 2]);
      assert.deepEqual(await found(null, "b"), [1, 3]);
      assert.deepEqual(await found("x", "b"), [3]);
      const run = await store.statistics.read((q) => readRun(q, 2));
      assert.deepEqual(await store.statistics.read((q) => readChangeBlob(q, run!, 0)), {kind: "gone", keys: ["key 1"]});
      await assert.rejects(
        store.statistics.read((q) => readChangeBlob(q, run!, 1)),
        /blob 1 of the changes of run run-2 is missing/,
      );
    });
  });

  test(`${engine}: a dropped dataset leaves its runs without what they touched, and the sweep deletes the oldest but one [changes.gone]`, async () => {
    await withStore(newLocation, async (store) => {
      const record = (nth: number, datasetId: number, blobs: readonly Uint8Array[] | null) =>
        store.statistics.write((q) => recordChangeRun(q, sampleRun(nth, {datasetId}), blobs));
      await record(1, 1, encodeGone(["k"]));
      await record(2, 2, encodeGone(["k"]));
      await record(3, 1, null);
      assert.deepEqual(await blobsOf(store), ["1 changed 0", "2 changed 1", "3 dropped 0"]);
      const sweep = (before: string) => store.statistics.write((q) => sweepChanges(q, before));
      await sweep("2026-11-01T12:00:00.000Z");
      assert.deepEqual(await blobsOf(store), ["1 changed 0", "2 changed 1", "3 dropped 0"]);
      assert.equal(await sweep("2026-11-02T12:00:00.001Z"), false);
      assert.deepEqual(await blobsOf(store), ["2 changed -1", "3 dropped 0"]);
      assert.equal(await store.statistics.read((q) => readFirstSequence(q)), 2);
      assert.equal((await store.statistics.read((q) => findOldRuns(q, "2026-11-02T12:00:00.001Z"))).length, 0);
      assert.equal((await rowsOfBlobs(store)).length, 0);
    });
  });
}

async function blobsOf(store: Store): Promise<string[]> {
  const runs = await store.statistics.read((q) => readRunsBehind(q, 0, ALL, 100));
  return runs.map(({sequence, kind, blobs}) => `${sequence} ${kind} ${blobs}`);
}

function rowsOfBlobs(store: Store): Promise<readonly unknown[]> {
  return store.statistics.read(function* (q) {
    return yield* all(q.db.selectFrom("change_blob").selectAll().compile());
  });
}
