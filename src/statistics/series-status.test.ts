import assert from "node:assert/strict";
import {test} from "node:test";
import {type SeriesStatus, STALLED_AFTER_MONTHS, seriesStatus} from "./status.ts";
import {parseDay} from "./time/day.ts";
import type {Frequency} from "./time/frequency.ts";

function status(lastPeriod: string, frontier: string, frequency: Frequency): SeriesStatus {
  return seriesStatus(parseDay(lastPeriod)!, parseDay(frontier)!, frequency);
}

test("a series at its threshold behind the frontier is active, one month more is stalled [status.stalled] [status.stalled-months]", () => {
  const cases = [
    ["D", "2026-07-31", "2026-10-31", "2026-11-01"],
    ["W", "2026-07-27", "2026-10-26", "2026-11-02"],
    ["M", "2026-01-01", "2026-05-01", "2026-06-01"],
    ["Q", "2025-01-01", "2025-10-01", "2026-01-01"],
    ["A", "2024-01-01", "2025-01-01", "2026-01-01"],
  ] as const;
  for (const [frequency, last, atThreshold, beyond] of cases) {
    assert.equal(status(last, atThreshold, frequency), "active", frequency);
    assert.equal(status(last, beyond, frequency), "stalled", frequency);
  }
  assert.deepEqual(STALLED_AFTER_MONTHS, {D: 3, W: 3, M: 4, Q: 9, A: 18});
});

test("the distance is counted in calendar months, also over the end of a year [status.stalled-months]", () => {
  assert.equal(status("2025-09-01", "2026-01-01", "M"), "active");
  assert.equal(status("2025-08-01", "2026-01-01", "M"), "stalled");
});

test("a series at the frontier is active, even if the frontier is old [status.stalled-not-today]", () => {
  assert.equal(status("1913-01-01", "1913-01-01", "M"), "active");
});

test("a series that catches up with the frontier is active again [status.resumed]", () => {
  assert.equal(status("2020-01-01", "2026-05-01", "M"), "stalled");
  assert.equal(status("2026-05-01", "2026-05-01", "M"), "active");
});
