// The page of performance shows every line as measured: the distance of missed goals, and the reason for skipped lines.
import assert from "node:assert/strict";
import {test} from "node:test";
import {GOALS, type Goal, judge, shortfall} from "../bench/goals.ts";
import type {Measurement, Results} from "../bench/results.ts";
import {median} from "../bench/results.ts";
import {performancePage} from "./performance-page.ts";

const measured = (goal: Measurement["goal"], value: number): Measurement => ({
  goal,
  state: "measured",
  value,
  figures: {answersPerSecond: 1234.5},
  remarks: [],
});

function results(measurements: readonly Measurement[], loadBefore = 0): Results {
  const machine = {
    processor: "Made up",
    cores: 2,
    memoryGigabytes: 8,
    system: "none",
    node: "26",
    sqlite: "3",
    nginx: null,
    wrk: null,
    loadBefore,
    storesIn: "disk" as const,
  };
  return {day: "2026-01-20", mode: "default", seconds: 600, machine, measurements};
}

test("a goal is reached at its bound and missed beyond it", () => {
  const atLeast: Goal = {subject: "s", what: "w", unit: "u", atLeast: 0.22};
  assert.deepEqual(
    [0.35, 0.22, 0.2199].map((value) => judge(atLeast, value)),
    ["reached", "reached", "missed"],
  );
  const atMost: Goal = {subject: "s", what: "w", unit: "u", atMost: 500};
  assert.deepEqual(
    [500, 500.1].map((value) => judge(atMost, value)),
    ["reached", "missed"],
  );
  assert.equal(judge({subject: "s", what: "w", unit: "u"}, 1), "told");
});

test("the distance of a missed goal is given as a share of the goal", () => {
  assert.equal(shortfall({subject: "s", what: "w", unit: "u", atLeast: 0.2}, 0.15), "25 % short");
  assert.equal(shortfall({subject: "s", what: "w", unit: "u", atMost: 10}, 25), "150 % too much");
  assert.equal(shortfall({subject: "s", what: "w", unit: "u", atMost: 1000}, 1001), "less than 1 % too much");
  assert.equal(shortfall({subject: "s", what: "w", unit: "u", atMost: 10}, 10), "");
});

test("the page names missed goals with their remarks, and skipped lines with the reason", () => {
  const skipped: Measurement = {
    goal: "gzip-60000",
    state: "skipped",
    value: null,
    figures: {},
    remarks: ["nginx is not installed"],
  };
  const page = performancePage(results([measured("slice-60000", 0.125), measured("disk", 4), skipped]), {
    "slice-60000": "The writer takes half.",
    disk: "not shown while it is reached",
  });
  assert.match(page, /\| 0\.125 × nginx \| \*\*missed\*\*, 50 % short \|/);
  assert.match(page, /: 50 % short\. The writer takes half\./);
  assert.match(page, /\| 4 bytes\/value \| reached \|/);
  assert.doesNotMatch(page, /not shown/);
  assert.match(page, /\| skipped: nginx is not installed \| {2}\|/);
  assert.match(page, /1 of 2 goals are reached; 1 could not be measured\./);
  assert.match(page, /answers per second 1,235/);
});

test("a run on a busy machine says so", () => {
  assert.doesNotMatch(performancePage(results([], 0.5), {}), /not quiet/);
  assert.match(performancePage(results([], 0.6), {}), /not quiet/);
});

test("every goal has its own description", () => {
  const whats = Object.values(GOALS).map(({what}) => what);
  assert.equal(new Set(whats).size, whats.length);
});

test("the median of an even number of rounds lies between the two in the middle", () => {
  assert.equal(median([4, 1, 3, 2]), 2.5);
  assert.equal(median([3, 1, 2]), 2);
});
