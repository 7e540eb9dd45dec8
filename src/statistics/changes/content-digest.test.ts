// The digest of a content differs where any value, day, reason or key does, and in nothing else.
import assert from "node:assert/strict";
import {test} from "node:test";
import * as fc from "fast-check";
import {type Day, parseDay} from "../time/day.ts";
import {createContentDigest, type DatedEvent} from "./content-digest.ts";
import type {SeriesEvent} from "./series-events.ts";

const day = (text: string): Day => parseDay(text)!;
const estimate: SeriesEvent = {
  ...{kind: "new", period: 600, day: day("2020-02-10"), sequence: 0, value: 1.5, reason: null},
  ...{isEstimate: null, isWhole: false},
};
const withdrawn: SeriesEvent = {
  ...estimate,
  kind: "withdrawn",
  day: day("2020-03-10"),
  value: null,
  reason: "suppressed",
};
const restored: SeriesEvent = {...estimate, kind: "restored", day: day("2020-04-10"), isEstimate: false};
const first = day("2020-01-01");
const dated = (...events: SeriesEvent[]): DatedEvent[] => events.map((event) => ({event, first}));

function digestOf(series: Iterable<readonly [string, readonly DatedEvent[]]>): string {
  const digest = createContentDigest();
  for (const [key, events] of series) digest.series(key, events);
  return digest.end();
}

test("another value, day, period, reason, kind of return or key gives another digest, and so does a series without values [pull.digest]", () => {
  const all = dated(estimate, withdrawn, restored);
  const contents = [
    [["k1", all]],
    [["k2", all]],
    [["k1", dated(estimate, withdrawn)]],
    [["k1", dated({...estimate, value: 1.25}, withdrawn, restored)]],
    [["k1", dated({...estimate, day: day("2020-02-11")}, withdrawn, restored)]],
    [["k1", dated({...estimate, sequence: 1}, withdrawn, restored)]],
    [["k1", dated(estimate, {...withdrawn, reason: "unknown"}, restored)]],
    [["k1", dated(estimate, withdrawn, {...restored, isEstimate: true})]],
    [["k1", all.map(({event}) => ({event, first: day("2020-02-01")}))]],
    [
      ["k1", all],
      ["k2", []],
    ],
    [
      ["k1", dated(estimate)],
      ["k2", all],
    ],
    [
      ["k1", all],
      ["k2", dated(estimate)],
    ],
    [],
  ] as [string, DatedEvent[]][][];
  assert.equal(new Set(contents.map(digestOf)).size, contents.length);
});

test("the order of the series, their number in the store and marks of the feed make no difference [pull.digest]", () => {
  const key = fc.string({minLength: 1, maxLength: 3});
  const series = fc.uniqueArray(fc.tuple(key, fc.array(fc.double({noNaN: true}))), {selector: ([name]) => name});
  fc.assert(
    fc.property(series, fc.boolean(), (values, isWhole) => {
      const given = values.map(([name, own]): [string, DatedEvent[]] => [
        name,
        dated(...own.map((value) => ({...estimate, value}))),
      ]);
      const marked = given.map(([name, own]): [string, DatedEvent[]] => [
        name,
        own.map(({event}) => ({event: {...event, period: event.period + 1, isWhole}, first})),
      ]);
      assert.equal(digestOf(given), digestOf(marked.toReversed()));
    }),
  );
});
