// The part about other programs: each has its row, also where it was not installed.
import assert from "node:assert/strict";
import {join} from "node:path";
import {test} from "node:test";
import {readPeerResults} from "../bench/peers/results.ts";
import {peersPart} from "./performance-peers.ts";

const last = readPeerResults(join(import.meta.dirname, "..", "bench", "peers", "results.json"));

test("each program has its times ours, and one that is not installed says so", () => {
  const one = {ratio: 12.345, cpuMs: 1, answersPerSecond: 1, bytes: 1};
  const page = peersPart({...last, peers: {express: {small: one, middle: one, large: {...one, ratio: 0.5}}}});
  assert.match(page, /\| Express with better-sqlite3 \| 12\.3 × \| 12\.3 × \| 0\.5 × \|/);
  assert.match(page, /\| Datasette over SQLite \| not installed \| not installed \| not installed \|/);
});

test("a run beside other work says so", () => {
  const of = (loadBefore: number): string => peersPart({...last, machine: {...last.machine, loadBefore, cores: 2}});
  assert.match(of(0.6), /not quiet/);
  assert.doesNotMatch(of(0.5), /not quiet/);
});
