// Tests of the moments of sources, with the changes of summer time.
import assert from "node:assert/strict";
import {test} from "node:test";
import {cronProblem, dayIn, fetchClock, lastDue, nextDue} from "./due.ts";
import type {FetchSource} from "./source.ts";

function source(cron: string, zone: string, after?: "calendar"): FetchSource {
  return {id: "s", url: "https://example.org/s.csv", when: {zone, ...(after ? {after} : {cron})}};
}

/** The moments that a server notices that looks every ten minutes. */
function noticed(of: FetchSource, from: string, to: string): string[] {
  const moments = new Set<string>();
  for (let at = Date.parse(from); at <= Date.parse(to); at += 600_000) {
    const due = lastDue(of, new Date(at));
    if (due !== null && due.getTime() > Date.parse(from)) moments.add(due.toISOString());
  }
  return [...moments];
}

test("a daily source is due once a day across both changes of summer time, also in the hour that is left out or comes twice [fetch.due-once]", () => {
  const daily = source("30 2 * * *", "Europe/Berlin");
  const spring = noticed(daily, "2026-03-27T12:00:00Z", "2026-03-31T12:00:00Z");
  assert.deepEqual(
    spring.map((moment) => moment.slice(0, 10)),
    ["2026-03-28", "2026-03-29", "2026-03-30", "2026-03-31"],
  );
  const autumn = noticed(daily, "2026-10-23T12:00:00Z", "2026-10-27T12:00:00Z");
  assert.equal(autumn.length, 4);
});

test("an hourly source is due each hour of a day with 23 and of one with 25 hours [fetch.due-once]", () => {
  const hourly = source("0 * * * *", "America/New_York");
  assert.equal(noticed(hourly, "2026-03-08T04:59:00Z", "2026-03-09T03:59:00Z").length, 23);
  assert.equal(noticed(hourly, "2026-11-01T03:59:00Z", "2026-11-02T04:59:00Z").length, 25);
});

test("the moment itself is due, and the second before it is not [fetch.due-once]", () => {
  const daily = source("0 9 * * *", "Europe/Moscow");
  assert.equal(lastDue(daily, new Date("2026-11-27T06:00:00Z"))?.toISOString(), "2026-11-27T06:00:00.000Z");
  assert.equal(lastDue(daily, new Date("2026-11-27T05:59:59Z"))?.toISOString(), "2026-11-26T06:00:00.000Z");
  assert.equal(nextDue(daily, new Date("2026-11-27T06:00:00Z"))?.toISOString(), "2026-11-28T06:00:00.000Z");
});

test("after the calendar a source is due hourly", () => {
  const calendar = source("", "Europe/Moscow", "calendar");
  // 00:17 of the 28th in Moscow
  const at = new Date("2026-11-27T21:30:00Z");
  assert.equal(lastDue(calendar, at)?.toISOString(), "2026-11-27T21:17:00.000Z");
});

test("words that are no cron, a zone that does not exist and a day that never comes are named", () => {
  assert.match(cronProblem({words: "0 9 * *", zone: "UTC"})!, /five words/);
  assert.notEqual(cronProblem({words: "0 25 * * *", zone: "UTC"}), null);
  assert.notEqual(cronProblem({words: "0 9 * * *", zone: "Europe/Moskau"}), null);
  assert.match(cronProblem({words: "0 9 30 2 *", zone: "UTC"})!, /never comes/);
  assert.equal(cronProblem({words: "0 9 * * MON-FRI", zone: "Europe/Moscow"}), null);
});

test("the day that is set is the day of publishers from the Azores to Vladivostok, at any hour of the program's start", () => {
  const now = fetchClock("2017-03-28")();
  for (const zone of ["Atlantic/Azores", "UTC", "Europe/Moscow", "Asia/Vladivostok"])
    assert.equal(dayIn(zone, now), "2017-03-28", zone);
});
