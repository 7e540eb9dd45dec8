// When a server has files written: after a rest behind the last load, again after a failure, and never while another has the lease.
import assert from "node:assert/strict";
import {type TestContext, test} from "node:test";
import {loadTidy} from "../../../test/api/packages.ts";
import {temporaryFolder, temporaryStore} from "../../../test/warehouse.ts";
import type {Event} from "../../service/events.ts";
import {holdLease} from "../../store/lease.ts";
import {createFileWriting} from "./file-writing.ts";

async function openWriting(t: TestContext) {
  const {store} = await temporaryStore(t);
  const folder = await temporaryFolder(t);
  const clock = {now: 0};
  const events: Event[] = [];
  const runs: {holder: string; fails: boolean}[] = [];
  const state = {fails: false, onWrite: async (): Promise<void> => {}};
  const writing = createFileWriting({
    ...{store, emit: (event) => events.push(event), now: () => clock.now},
    async write(holder) {
      runs.push({holder, fails: state.fails});
      await state.onWrite();
      if (state.fails) throw new Error("no space");
    },
  });
  const look = async (seconds = 3) => {
    clock.now += seconds * 1000;
    return writing.look();
  };
  let year = 2000;
  const load = () => loadTidy(store, folder, {rows: [`x,643,${year++},1`], more: {partial: true}});
  return {store, writing, look, load, runs, events, state};
}

test("files are written once after each load, when no other load has come for a moment, or after half a minute of loads [files.written]", async (t) => {
  const {look, load, runs, state} = await openWriting(t);
  await look();
  assert.equal(runs.length, 0, "an empty store has nothing to write");
  await load();
  await look();
  assert.equal(runs.length, 0);
  await look();
  await look();
  await look();
  assert.equal(runs.length, 1);
  for (let seconds = 0; seconds < 36; seconds += 3) {
    await load();
    await look();
  }
  assert.equal(runs.length, 2, "loads without rest");
  await look();
  await look();
  assert.equal(runs.length, 3, "what came meanwhile");
  // a load during the writing
  await load();
  state.onWrite = async () => {
    state.onWrite = async () => {};
    await load();
  };
  await look();
  await look();
  assert.equal(runs.length, 4);
  await look();
  await look();
  assert.equal(runs.length, 5);
});

test("what could not be written is told and tried again ever more rarely, and another load does not wait for that [files.written]", async (t) => {
  const {look, load, runs, events, state} = await openWriting(t);
  await load();
  state.fails = true;
  await look();
  await look();
  assert.deepEqual([runs.length, events.map(({type}) => type)], [1, ["files-failed"]]);
  for (let seconds = 0; seconds < 54; seconds += 3) await look();
  assert.equal(runs.length, 1);
  await look(9);
  await look();
  assert.equal(runs.length, 2);
  await load();
  state.fails = false;
  await look();
  await look();
  assert.equal(runs.length, 3);
  await look(7200);
  await look();
  assert.equal(runs.length, 3);
});

test("while another process has the lease nothing is written; it is taken as soon as it is free [files.lease]", async (t) => {
  const {store, writing, look, load, runs} = await openWriting(t);
  const other = {name: "files", holder: "other", milliseconds: 60_000};
  await store.sources.write((q) => holdLease(q, other));
  await load();
  for (let times = 0; times < 3; times++) assert.equal(await look(20), false);
  assert.equal(runs.length, 0);
  await store.sources.write((q) => holdLease(q, {...other, milliseconds: -1}));
  assert.equal(await look(), true);
  await look();
  assert.equal(runs.length, 1);
  await writing.close();
  assert.ok(await store.sources.write((q) => holdLease(q, other)), "it is given up at the end");
});
