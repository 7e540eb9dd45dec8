// The default number of workers, at each of its limits and one beyond.
import assert from "node:assert/strict";
import {test} from "node:test";
import {type Machine, workersOf} from "./resources.ts";

const GIGABYTE = 2 ** 30;
const LARGE: Machine = {platform: "linux", cores: 32, bytes: 64 * GIGABYTE};
const UNSET = {workers: null, unsentMemory: 256, databaseUrl: null};

test("without the setting a data folder has a worker for each core that the process may use, at most 8, within its memory [serve.workers-default]", () => {
  const number = (machine: Partial<Machine>, settings = {}): number =>
    workersOf({...UNSET, ...settings}, {...LARGE, ...machine});
  for (const [cores, workers] of [
    [1, 1],
    [2, 2],
    [8, 8],
    [9, 8],
  ] as const)
    assert.equal(number({cores}), workers, `${cores} cores`);
  assert.equal(number({bytes: GIGABYTE}), 4);
  assert.equal(number({bytes: GIGABYTE - 1}), 3);
  assert.equal(number({bytes: GIGABYTE / 8}), 1);
  assert.equal(number({}, {unsentMemory: 24}), 3);
  assert.equal(number({}, {unsentMemory: 23}), 2);
  assert.equal(number({}, {unsentMemory: 1}), 1);
  assert.equal(number({}, {databaseUrl: "postgres://db/ryad"}), 1);
  assert.equal(number({platform: "win32"}), 1);
});

test("the setting is kept whatever the machine is, or refused if the memory for unsent answers cannot be divided [serve.workers-default serve.settings]", () => {
  const small: Machine = {platform: "linux", cores: 1, bytes: GIGABYTE};
  assert.equal(workersOf({...UNSET, workers: 12}, small), 12);
  assert.equal(workersOf({...UNSET, workers: 1, unsentMemory: 1}, small), 1);
  assert.equal(workersOf({...UNSET, workers: 4, unsentMemory: 32}, small), 4);
  assert.throws(
    () => workersOf({...UNSET, workers: 4, unsentMemory: 31}, small),
    /RYAD_UNSENT_MEMORY=31 is too little/,
  );
});
