import assert from "node:assert/strict";
import {test} from "node:test";
import {type Day, parseDay} from "../../statistics/time/day.ts";
import {releaseRhythm} from "../../statistics/time/release-rhythm.ts";
import type {DatasetInOverview} from "./dataset-overview.ts";
import {awaitedDay, awaitedRelease} from "./expected-release.ts";

const day = (text: string): Day => parseDay(text)!;
const published = ["2026-06-10", "2026-05-13", "2026-04-10", "2026-03-11", "2026-02-11", "2026-01-14"].map(day);
const rhythm = releaseRhythm(published);
const announced = ["2026-06-10", "2026-07-15", "2026-08-12"].map((text) => ({day: day(text), source: null}));

test("the next release is looked for from its announced day, else from two days before its estimate [calendar.awaited]", () => {
  const [newest = null] = published;
  assert.equal(awaitedDay({announced, rhythm, published: newest}), day("2026-07-15"));
  assert.equal(awaitedDay({announced, rhythm: null, published: null}), day("2026-06-10"));
  assert.equal(awaitedDay({announced: announced.slice(0, 1), rhythm, published: newest}), rhythm!.expected - 2);
  assert.equal(awaitedDay({announced: [], rhythm: null, published: newest}), null);
});

test("a day that its publisher moved is no missed one: the page of a dataset names the new day [site.expected]", () => {
  const of = (...days: readonly string[]): DatasetInOverview =>
    ({
      ...{
        dataset: {archival: false, nextRelease: null, spans: []},
        published: day("2026-06-19"),
        rhythm: null,
        frontiers: [],
      },
      announced: days.map((text) => ({day: day(text), source: null})),
    }) as unknown as DatasetInOverview;
  const today = day("2026-07-21");
  assert.equal(awaitedRelease(of("2026-07-20", "2026-07-28"), today)?.day, day("2026-07-28"));
  assert.equal(awaitedRelease(of("2026-07-20"), today)?.day, day("2026-07-20"));
  assert.equal(awaitedRelease(of("2026-07-22"), today)?.day, day("2026-07-22"));
});
