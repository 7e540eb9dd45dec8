import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {type DatasetStatus, datasetStatus, type FrequencySpan, SLA_MONTHS} from "./status.ts";
import {parseDay} from "./time/day.ts";
import {FREQUENCIES, type Frequency} from "./time/frequency.ts";

function span(frequency: Frequency, last: string, series = 1): FrequencySpan {
  return {frequency, series, first: parseDay("1990-01-01")!, last: parseDay(last)!};
}

function judged(frequency: Frequency, last: string, today: string): DatasetStatus {
  return datasetStatus([span(frequency, last)], false, parseDay(today)!);
}

test("with a lag equal to the term a dataset is fresh, with one month more it is overdue by one [status.fresh] [status.overdue] [status.overdue-by] [status.sla]", () => {
  const cases = [
    ["D", "2026-07-31", "2026-08-31", "2026-09-01", 1],
    ["W", "2026-07-27", "2026-08-31", "2026-09-01", 1],
    ["M", "2026-07-01", "2026-10-31", "2026-11-01", 3],
    ["Q", "2026-07-01", "2027-03-31", "2027-04-01", 6],
    ["A", "2026-01-01", "2028-08-31", "2028-09-01", 20],
  ] as const;
  for (const [frequency, last, lastFresh, firstOverdue, sla] of cases) {
    const fresh = judged(frequency, last, lastFresh);
    assert.deepEqual(
      [fresh.status, fresh.slaMonths, fresh.lagMonths, fresh.overdueBy],
      ["fresh", sla, sla, 0],
      frequency,
    );
    const overdue = judged(frequency, last, firstOverdue);
    const said = [overdue.status, overdue.slaMonths, overdue.lagMonths, overdue.overdueBy];
    assert.deepEqual(said, ["overdue", sla, sla + 1, 1], frequency);
  }
  assert.deepEqual(SLA_MONTHS, {D: 1, W: 1, M: 3, Q: 6, A: 20});
});

test("lag counts calendar months from the end of the latest period, and is never below 0 [status.lag]", () => {
  // July 2026, the third quarter of 2026 and the year 2026 end in months 7, 9 and 12 of 2026.
  assert.equal(judged("M", "2026-07-01", "2026-12-31").lagMonths, 5);
  assert.equal(judged("Q", "2026-07-01", "2026-12-31").lagMonths, 3);
  assert.equal(judged("A", "2026-01-01", "2026-12-31").lagMonths, 0);
  assert.equal(judged("A", "2026-01-01", "2026-03-01").lagMonths, 0);
  assert.equal(judged("M", "2030-01-01", "2026-03-01").lagMonths, 0);
  assert.equal(judged("W", "2026-07-31", "2026-08-01").lagMonths, 1);
});

test("latest_period is the month in which the latest period starts [status.latest-period]", () => {
  assert.equal(judged("M", "2026-07-01", "2026-08-01").latestPeriod, "2026-07");
  assert.equal(judged("Q", "2026-07-01", "2026-10-01").latestPeriod, "2026-07");
  assert.equal(judged("A", "2026-01-01", "2027-01-01").latestPeriod, "2026-01");
  assert.equal(judged("W", "2026-10-12", "2026-10-14").latestPeriod, "2026-10");
});

test("a dataset declared archival is archival for any lag, and never overdue [status.archival]", () => {
  const archival = datasetStatus([span("M", "2011-12-01")], true, parseDay("2026-10-14")!);
  assert.deepEqual(archival, {
    status: "archival",
    latestPeriod: "2011-12",
    frequency: "M",
    slaMonths: 3,
    lagMonths: 178,
    overdueBy: 0,
  });
  assert.equal(datasetStatus([], true, parseDay("2026-10-14")!).status, "archival");
});

test("a dataset without values is unknown [status.unknown]", () => {
  const unknown = {
    status: "unknown",
    latestPeriod: null,
    frequency: null,
    slaMonths: null,
    lagMonths: null,
    overdueBy: 0,
  };
  assert.deepEqual(datasetStatus([], false, parseDay("2026-10-14")!), unknown);
  assert.deepEqual(datasetStatus([span("M", "2026-07-01", 0)], false, parseDay("2026-10-14")!), unknown);
});

test("a dataset of several frequencies is judged by the frequency with the most series, or the finer one of two equals [status.main-frequency]", () => {
  const today = parseDay("2026-10-14")!;
  const judgedBy = (...spans: FrequencySpan[]) => datasetStatus(spans, false, today);
  const most = judgedBy(span("M", "2026-07-01", 10), span("A", "2023-01-01", 11));
  assert.deepEqual([most.frequency, most.latestPeriod, most.lagMonths, most.status], ["A", "2023-01", 34, "overdue"]);
  const equal = judgedBy(span("A", "2025-01-01", 10), span("Q", "2026-04-01", 10));
  assert.deepEqual([equal.frequency, equal.latestPeriod, equal.lagMonths, equal.status], ["Q", "2026-04", 4, "fresh"]);
});

test("overdue_by is the lag minus the term, and positive exactly if the dataset is overdue [status.overdue-by]", () => {
  const spans = fc.array(
    fc.record({
      frequency: fc.constantFrom(...FREQUENCIES),
      series: fc.integer({min: 0, max: 5}),
      first: fc.constant(0),
      last: fc.integer({min: 0, max: 25_000}),
    }),
    {maxLength: 5},
  );
  fc.assert(
    fc.property(spans, fc.boolean(), fc.integer({min: 0, max: 25_000}), (several, archival, today) => {
      const {status, slaMonths, lagMonths, overdueBy} = datasetStatus(several, archival, today);
      assert.equal(overdueBy > 0, status === "overdue");
      assert.equal(status === "archival", archival);
      assert.equal(
        lagMonths === null,
        several.every((one) => one.series === 0),
      );
      if (!archival && lagMonths !== null) assert.equal(overdueBy, Math.max(0, lagMonths - slaMonths!));
    }),
  );
});
