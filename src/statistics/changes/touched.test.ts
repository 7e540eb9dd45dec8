// What a run touched: packed and read again, and enough for a follower to get from one history of a series to another.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import type {Estimates} from "../history/estimates.ts";
import {mergeRelease} from "../history/merge.ts";
import {
  createFollowedPeriod,
  type FollowedPeriod,
  followEvent,
  followedEstimates,
  followedWithdrawals,
} from "./followed-period.ts";
import {locationOf, type SeriesEvent, seriesEvents} from "./series-events.ts";
import {ADDED, REDATED, RENAMED, type TouchedSeries, touchedPeriods} from "./touched.ts";
import {createTouchedWriter, DamagedChanges, decodeBlob, encodeGone, withoutSeries} from "./touched-code.ts";

const PERIODS = [-2, -1, 0, 1, 5];

/** The values of a release by period; null: it covers the period without a value. */
const release = fc.array(fc.option(fc.constantFrom(1, 2, 3), {freq: 2}), {minLength: 5, maxLength: 5});
const given = fc.array(fc.tuple(fc.subarray([0, 1, 2, 3, 4]), release), {minLength: 1, maxLength: 5});

/** A history of releases, one a day, each of some periods. */
const history = given.map(
  (releases) =>
    releases.reduce<Estimates | null>((before, [places, values], day) => {
      const own = places.map((index) => ({period: PERIODS[index]!, value: values[index]!}));
      const valued = own.filter(({value}) => value !== null);
      const gaps = own.filter(({value}) => value === null).map(({period}) => ({period, reason: "withdrawn" as const}));
      return mergeRelease(
        before,
        {day: day * 3, sequence: day % 2},
        {
          period: Int32Array.from(valued, ({period}) => period),
          value: Float64Array.from(valued, ({value}) => value as number),
          gaps,
        },
      );
    }, null)!,
);

test("a follower with one history of a series that is told what a run touched has the other history, also if it is told in parts and twice [changes.follower]", () => {
  fc.assert(
    fc.property(history, history, fc.boolean(), (before, after, inParts) => {
      const followed = follow(new Map(), [...seriesEvents(before, null, null)]);
      const touched = touchedPeriods(before, after);
      const events = [...seriesEvents(after, touched, null)];
      if (inParts && events.length > 0) {
        const half = events.length >> 1;
        const behind = half === 0 ? null : locationOf(events[half - 1]!);
        follow(followed, events.slice(0, half));
        const rest = [...seriesEvents(after, touched, behind)];
        assert.deepEqual(rest, events.slice(half));
        follow(followed, rest);
      } else follow(follow(followed, events), events);
      assert.deepEqual(contentOf(followed), contentOf(follow(new Map(), [...seriesEvents(after, null, null)])));
    }),
    {numRuns: 2000},
  );
});

test("equal histories are not touched, and a new estimate touches its day alone [changes.follower]", () => {
  const values = (...list: [number, number][]) => ({
    period: Int32Array.from(list, ([period]) => period),
    value: Float64Array.from(list, ([, value]) => value),
  });
  const first = mergeRelease(null, {day: 1, sequence: 0}, values([1, 10], [2, 20]));
  assert.deepEqual(touchedPeriods(first, first), []);
  const second = mergeRelease(first, {day: 2, sequence: 0}, values([2, 21], [3, 30]));
  assert.deepEqual(touchedPeriods(first, second), [
    {period: 2, days: [2]},
    {period: 3, days: [2]},
  ]);
  assert.deepEqual(touchedPeriods(second, first), [
    {period: 2, days: null},
    {period: 3, days: null},
  ]);
});

const days = fc.option(fc.uniqueArray(fc.integer({min: -1e5, max: 1e5}), {minLength: 1, maxLength: 3}), {freq: 4});
const periods = fc
  .uniqueArray(fc.tuple(fc.integer({min: -1e5, max: 1e5}), days), {
    minLength: 1,
    maxLength: 6,
    selector: ([period]) => period,
  })
  .map(
    (list): TouchedSeries => ({
      isDescribed: false,
      periods: list
        .map(([period, on]) => ({period, days: on?.sort((a, b) => a - b) ?? null}))
        .sort((a, b) => a.period - b.period),
    }),
  );
const touchedSeries = fc.oneof(fc.constantFrom(ADDED, RENAMED, REDATED), periods);
const numbered = fc
  .uniqueArray(fc.tuple(fc.integer({min: 1, max: 60}), touchedSeries), {maxLength: 40, selector: ([number]) => number})
  .map((list) => list.sort(([a], [b]) => a - b).map(([number, touched]) => ({number, touched})));

test("what a run touched is packed and read again, in blobs that are read alone [changes.compact]", () => {
  fc.assert(
    fc.property(numbered, fc.array(fc.string(), {maxLength: 5}), (list, gone) => {
      const writer = createTouchedWriter();
      for (const {number, touched} of list) writer.add(number, touched);
      const blobs = writer.end();
      assert.deepEqual(seriesOf(blobs), list);
      const odd = new Set(list.map(({number}) => number).filter((number) => number % 2 === 1));
      assert.deepEqual(
        seriesOf(withoutSeries(blobs, odd)),
        list.filter(({number}) => !odd.has(number)),
      );
      const keys = encodeGone(gone).flatMap((blob) => {
        const decoded = decodeBlob(blob);
        return decoded.kind === "gone" ? decoded.keys : [];
      });
      assert.deepEqual(keys, gone);
    }),
  );
});

test("a first load of a million series takes some bytes, and a release of one period of each no more [changes.compact]", () => {
  const first = createTouchedWriter();
  const next = createTouchedWriter();
  for (let number = 1; number <= 1_000_000; number++) {
    first.add(number, ADDED);
    next.add(number, {isDescribed: false, periods: [{period: 660, days: [20_000]}]});
  }
  for (const blobs of [first.end(), next.end()]) assert.ok(blobs.length === 1 && blobs[0]!.length < 32);
});

test("a damaged list of changes is refused [changes.compact]", () => {
  const [blob] = encodeGone(["a", "b"]);
  for (let at = 0; at < blob!.length; at++) {
    const other = Uint8Array.from(blob!);
    other[at]! ^= 1;
    assert.throws(() => decodeBlob(other), DamagedChanges);
  }
});

function seriesOf(blobs: readonly Uint8Array[]) {
  return blobs.flatMap((blob) => {
    const decoded = decodeBlob(blob);
    if (decoded.kind === "gone") return [];
    return decoded.ranges.flatMap(({first, last, touched}) =>
      Array.from({length: last - first + 1}, (_, index) => ({number: first + index, touched})),
    );
  });
}

type Followed = Map<number, FollowedPeriod>;

function follow(followed: Followed, events: readonly SeriesEvent[]): Followed {
  for (const event of events) {
    const kept = followed.get(event.period) ?? createFollowedPeriod();
    followEvent(kept, event);
    followed.set(event.period, kept);
  }
  return followed;
}

function contentOf(followed: Followed) {
  const kept = [...followed].filter(([, {estimates}]) => estimates.size > 0).sort(([a], [b]) => a - b);
  return kept.map(([period, own]) => [period, followedEstimates(own), followedWithdrawals(own)]);
}

test("a value that another release of its day repeats is touched: its evidence is another one [changes.follower]", () => {
  const [period, value] = [Int32Array.of(0, 1), Float64Array.of(1, 2)];
  const before = mergeRelease(null, {day: 9, sequence: 0}, {period, value});
  const after = mergeRelease(before, {day: 9, sequence: 1}, {period: period.subarray(1), value: value.subarray(1)});
  assert.deepEqual(touchedPeriods(before, after), [{period: 1, days: [9]}]);
  const [withdrawn, again] = [0, 1].map((sequence) => {
    const gaps = [{period: 1, reason: "withdrawn" as const}];
    return mergeRelease(before, {day: 12, sequence}, {period: new Int32Array(0), value: new Float64Array(0), gaps});
  });
  assert.deepEqual(touchedPeriods(withdrawn!, again!), [{period: 1, days: [12]}]);
});
