// Announced days, of a list and of a publisher's calendar, and files that nobody dates.
import assert from "node:assert/strict";
import {writeFileSync} from "node:fs";
import {join} from "node:path";
import {test} from "node:test";
import {dayText} from "../../src/statistics/time/day.ts";
import {openStore} from "../../src/store/open.ts";
import {listAnnounced} from "../../src/store/overview/announced.ts";
import {ryad} from "../command.ts";
import {gives, startFalsePublisher} from "./false-publisher.ts";
import {startFetching, table} from "./fetching.ts";

test("an announced day is that of a file without one, unless the source was still unchanged after it [fetch.published]", async (t) => {
  const publisher = await startFalsePublisher(t);
  const fetching = await startFetching(t);
  fetching.write({id: "s", url: `${publisher.origin}/t.xml`, as: {provider: "fedstat", dataset: "99001"}});
  const fetch = async (today: string, value: string) => {
    publisher.on("/t.xml", gives(table({day: null, value})));
    const {stdout} = await ryad(["fetch", "s", "--json"], {...fetching.environment, RYAD_TODAY: today});
    const [file] = JSON.parse(stdout).files;
    return [file.outcome, file.published_at, file.published_at_from];
  };
  assert.deepEqual(await fetch("2026-03-01", "0"), ["loaded", "2026-03-01", "fetch"]);
  const list = join(fetching.folder, "days.csv");
  writeFileSync(list, "fedstat,99001,2026-03-04\nfedstat,99001,2026-03-11\nfedstat,99001,2026-03-18\n");
  const announced = await ryad(["calendar", "announce", list], {...fetching.environment, RYAD_TODAY: "2026-03-01"});
  assert.equal(announced.code, 0, announced.stderr);
  assert.deepEqual(await fetch("2026-03-05", "1"), ["loaded", "2026-03-04", "calendar"]);
  assert.deepEqual(await fetch("2026-03-10", "2"), ["loaded", "2026-03-10", "fetch"]);
  assert.deepEqual(await fetch("2026-03-11", "2"), ["unchanged", "2026-03-10", "fetch"]);
  assert.deepEqual(await fetch("2026-03-12", "3"), ["loaded", "2026-03-11", "calendar"]);
  assert.deepEqual(await fetch("2026-03-19", "3"), ["unchanged", "2026-03-11", "calendar"]);
  assert.deepEqual(await fetch("2026-03-20", "4"), ["loaded", "2026-03-20", "fetch"]);
});

test("a source that announces reads the publisher's calendar: its days to come are announced, also after it is put back; a dataset without an event is told [calendar.ics]", async (t) => {
  const publisher = await startFalsePublisher(t);
  const fetching = await startFetching(t);
  const announces = {"fedstat/99001": "prices", "fedstat/99002": "^Wages$"};
  fetching.write({
    id: "c",
    url: `${publisher.origin}/c.ics`,
    announces,
    when: {zone: "Europe/Moscow", cron: "0 9 * * *"},
  });
  const fetch = async (...days: readonly string[]) => {
    publisher.on("/c.ics", gives(calendarOf(days)));
    const {stdout} = await ryad(["fetch", "c", "--json"], {...fetching.environment, RYAD_TODAY: "2026-03-05"});
    return JSON.parse(stdout);
  };
  const listed = async () => {
    const store = await openStore({dataFolder: join(fetching.folder, "data")});
    const found = await store.statistics.read((q) => listAnnounced(q));
    await store.close();
    return [...found].flatMap(([name, days]) => days.map(({day}) => `${name} ${dayText(day)}`)).sort();
  };
  const first = await fetch("20260301 Consumer prices", "20260311 Consumer prices", "20260312 Wages");
  assert.deepEqual([first.outcome, first.words], ["loaded", "2 announced days to come of 2 datasets"]);
  assert.deepEqual(await listed(), ["fedstat/99001 2026-03-11", "fedstat/99002 2026-03-12"]);
  assert.equal((await fetch("20260311 Consumer prices", "20260312 Wages")).outcome, "unchanged");
  assert.equal((await fetch("20260310 Consumer prices", "20260312 Wages")).outcome, "loaded");
  assert.equal((await fetch("20260311 Consumer prices", "20260312 Wages")).outcome, "loaded");
  const silent = await fetch("20260313 Consumer prices");
  assert.equal(silent.outcome, "refused");
  assert.match(silent.words, /no event of fedstat\/99002/);
  assert.deepEqual(await listed(), ["fedstat/99001 2026-03-13", "fedstat/99002 2026-03-12"]);
});

/** @param events "YYYYMMDD TITLE" */
function calendarOf(events: readonly string[]): string {
  const lines = events.flatMap((event, at) => [
    ...["BEGIN:VEVENT", `UID:${at}`, `DTSTAMP:20260101T000000Z`, `DTSTART;VALUE=DATE:${event.slice(0, 8)}`],
    ...[`SUMMARY:${event.slice(9)}`, "END:VEVENT"],
  ]);
  return ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//x//x//EN", ...lines, "END:VCALENDAR", ""].join("\r\n");
}
