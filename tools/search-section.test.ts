import assert from "node:assert/strict";
import {test} from "node:test";
import type {SearchResults} from "../bench/search-results.ts";
import {searchSection} from "./search-section.ts";

const machine = {
  processor: "Made up",
  cores: 2,
  memoryGigabytes: 8,
  system: "none",
  node: "26",
  sqlite: "3",
  nginx: null,
  wrk: null,
  loadBefore: 0,
  storesIn: "disk" as const,
};

function results(rank: number, p99: number): SearchResults {
  const judged = [{part: "aside" as const, questions: 68, recallAt5: 0.9, meanReciprocalRank: rank}];
  const speed = {
    series: 1_000_000,
    families: 1,
    datasets: 1,
    words: 1,
    buildSeconds: 1,
    longestSlice: 4,
    megabytes: 30,
  };
  const times = {questions: 1, p50: 0.1, p99, slowest: 9, slowestQuestion: "x"};
  return {
    day: "2026-01-20",
    machine,
    warehouses: [{name: "samples", datasets: 1, series: 1, missing: [], judged}],
    speed: {...speed, ...times},
  };
}

test("in the section of search a goal is reached at its bound and missed beyond it", () => {
  const reached = searchSection(results(0.85, 5));
  assert.ok(!reached.includes("**missed**"));
  assert.match(reached, /set aside \| 68 \| 0\.900 \| 0\.850 \| ≥ 0\.85, reached/);
  assert.match(searchSection(results(0.8499, 5)), /≥ 0\.85, \*\*missed\*\*/);
  assert.match(searchSection(results(0.9, 5.001)), /p99 \| ≤ 5 ms \| 5\.00 ms \| \*\*missed\*\*/);
});
