// Plans, the minute and the month: their figures and their edges.
import assert from "node:assert/strict";
import {test} from "node:test";
import {
  findPlan,
  monthOf,
  PLANS,
  requestsLeft,
  secondsToNextMonth,
  secondsToWindowEnd,
  usageDay,
  valuesLeft,
} from "./limits.ts";

test("the plans are free, academic, business and owner, and only free has a monthly quota [limits.plans] [limits.owner]", () => {
  const figures = PLANS.map((plan) => [plan.code, plan.valuesPerMonth, plan.requestsPerMinute]);
  assert.deepEqual(figures, [
    ["free", 1_000_000, 20],
    ["academic", null, 60],
    ["business", null, 120],
    ["owner", null, 600],
  ]);
  assert.equal(findPlan("business")?.name, "Commercial");
  for (const unknown of ["", "commercial", "Free", "toString"]) assert.equal(findPlan(unknown), null);
});

test("a window is over 60 seconds after it opened, to the millisecond, and Retry-After is whole seconds [limits.window-60s] [limits.retry-after]", () => {
  const cases = [
    [0, 60],
    [1, 60],
    [999, 60],
    [1000, 59],
    [59_000, 1],
    [59_001, 1],
    [59_999, 1],
    [60_000, 1],
    [75_000, 1],
  ] as const;
  for (const [passed, seconds] of cases)
    assert.equal(secondsToWindowEnd(1_000_000, 1_000_000 + passed), seconds, `${passed} ms`);
});

test("requests left are those of the plan less those used, never below 0 [limits.minute-headers]", () => {
  assert.deepEqual(
    [1, 19, 20, 21].map((used) => requestsLeft(20, used)),
    [19, 1, 0, 0],
  );
});

test("the quota month and its days are those of UTC [limits.month-utc]", () => {
  const lastMoment = Date.parse("2026-12-31T23:59:59.999Z");
  assert.deepEqual([monthOf(lastMoment), usageDay(lastMoment)], ["2026-12", "2026-12-31"]);
  assert.deepEqual([monthOf(lastMoment + 1), usageDay(lastMoment + 1)], ["2027-01", "2027-01-01"]);
});

test("an exhausted month ends with the first of the next in UTC [limits.retry-after] [limits.month-utc]", () => {
  assert.equal(secondsToNextMonth(Date.parse("2026-12-31T23:59:59.999Z")), 1);
  assert.equal(secondsToNextMonth(Date.parse("2026-12-31T23:59:00.000Z")), 60);
  assert.equal(secondsToNextMonth(Date.parse("2026-02-01T00:00:00.000Z")), 28 * 86_400);
  assert.equal(secondsToNextMonth(Date.parse("2028-02-01T00:00:00.000Z")), 29 * 86_400);
});

test("values left are those of the quota less those used, never below 0, and none are told where there is no quota [limits.quota-headers]", () => {
  assert.deepEqual(
    [0, 999_999, 1_000_000, 1_000_001].map((used) => valuesLeft(1_000_000, used)),
    [1_000_000, 1, 0, 0],
  );
  assert.equal(valuesLeft(null, 5), null);
});
