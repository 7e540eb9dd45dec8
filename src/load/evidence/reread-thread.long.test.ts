// A thread that is given up at any moment, and a thread that dies while no caller waits for it.
import assert from "node:assert/strict";
import {test} from "node:test";
import {PLAIN_SERIES} from "../buffer/plain-series.fixture.ts";
import {PLAIN_HINTS} from "../input/shared-file.fixture.ts";
import {createRereadThread, REREAD_LIMITS} from "./reread-thread.ts";

const FILES = [{name: "dataset.json", sha256: "00", size: 5}];
const QUESTION = {
  provider: "showdata",
  dataset: "x",
  publishedAt: 1,
  parser: "tidy@1",
  hints: PLAIN_HINTS,
  series: PLAIN_SERIES,
  period: 2000,
};

test("a thread that runs out of memory while it is given up does not end the server, and the next question is answered [evidence.bounded]", async () => {
  // The heap is too small from the start, so that the thread dies at about the time when it is given up.
  const began = performance.now();
  const thread = createRereadThread(async () => null, {...REREAD_LIMITS, heapMb: 4});
  const tooLarge = await thread.read(FILES, QUESTION, new AbortController().signal);
  const life = performance.now() - began;
  assert.match(tooLarge.problem!, /more memory than the server allows/);
  for (let share = 0.5; share <= 1; share += 0.05) {
    const leaving = AbortSignal.timeout(Math.round(life * share));
    await thread.read(FILES, QUESTION, leaving).catch((error) => assert.equal(error.name, "TimeoutError"));
  }
  const again = await thread.read(FILES, QUESTION, new AbortController().signal);
  assert.match(again.problem!, /more memory than the server allows/);
  await thread.close();
});
