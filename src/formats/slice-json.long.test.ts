import assert from "node:assert/strict";
import {test} from "node:test";
import * as fc from "fast-check";
import {createObservations, growObservations, type Observations} from "../statistics/history/window.ts";
import {dayText, FIRST_DAY, LAST_DAY} from "../statistics/time/day.ts";
import {anyText} from "../text/any-text.fixture.ts";
import {BodyMemory} from "./body-bytes.ts";
import {createSliceJsonWriter} from "./slice-json.ts";

interface Row {
  readonly period: number;
  readonly asOf: number;
  readonly mantissa: number;
}

interface Part {
  readonly key: string;
  readonly decimals: number;
  readonly rows: readonly Row[];
}

const day = fc.integer({min: FIRST_DAY, max: LAST_DAY});

const parts: fc.Arbitrary<Part[]> = fc.array(
  fc.integer({min: -1, max: 9}).chain((decimals) =>
    fc.record({
      key: fc.oneof(fc.stringMatching(/^[0-9a-z]{16}$/), anyText()),
      decimals: fc.constant(decimals),
      rows: fc.array(fc.record({period: day, asOf: day, mantissa: decimals < 0 ? fc.double() : fc.maxSafeInteger()})),
    }),
  ),
  {maxLength: 6},
);

/** One buffer for all series, as callers have it. */
const memory = new BodyMemory();
const reused = createObservations();

function columnsOf({decimals, rows}: Part): Observations {
  growObservations(reused, rows.length);
  reused.count = rows.length;
  reused.decimals = decimals;
  rows.forEach(({period, asOf, mantissa}, row) => {
    reused.period[row] = period;
    reused.asOf[row] = asOf;
    reused.mantissa[row] = mantissa;
  });
  return reused;
}

function bodyOf(
  series: readonly object[],
  all: readonly Part[],
  tail: object,
  writer = createSliceJsonWriter(memory),
): Buffer {
  writer.begin(series.map((one) => JSON.stringify(one)));
  for (const part of all) writer.observations(part.key, columnsOf(part));
  return writer.end(tail);
}

function expectedBody(series: readonly object[], all: readonly Part[], tail: object): string {
  const observations = all.flatMap(({key, decimals, rows}) =>
    rows.map(({period, asOf, mantissa}) => ({
      series_key: key,
      period: dayText(period),
      value: decimals < 0 ? mantissa : mantissa / 10 ** decimals,
      as_of: dayText(asOf),
    })),
  );
  return JSON.stringify({series, observations, ...tail});
}

test("a slice's JSON equals, byte for byte, JSON.stringify of the same objects [data.observations-flat] [value.shortest]", () => {
  const writer = createSliceJsonWriter(memory);
  fc.assert(
    fc.property(parts, fc.array(fc.dictionary(fc.string(), anyText())), (all, series) => {
      const tail = {series_count: all.length, next_offset: null};
      assert.equal(bodyOf(series, all, tail, writer).toString(), expectedBody(series, all, tail));
    }),
    {numRuns: 150},
  );
});

test("an answer of the maximum size is written whole", () => {
  const rows = Array.from({length: 200}, (_, row) => ({
    period: row * 31,
    asOf: row * 31 + 40,
    mantissa: row * 977 - 9999,
  }));
  const all = Array.from({length: 300}, (_, index) => ({key: String(index).padStart(16, "k"), decimals: 2, rows}));
  assert.equal(bodyOf([], all, {a: 1}).toString(), expectedBody([], all, {a: 1}));
});

test("a slice without series, observations and tail is still valid JSON", () => {
  assert.equal(bodyOf([], [], {}).toString(), '{"series":[],"observations":[]}');
  assert.equal(bodyOf([], [{key: "k", decimals: 0, rows: []}], {}).toString(), '{"series":[],"observations":[]}');
});

test("the chunks of a body together are the whole body", () => {
  const writer = createSliceJsonWriter(memory, true);
  fc.assert(
    fc.property(parts, fc.infiniteStream(fc.boolean()), (all, pausing) => {
      writer.begin([]);
      const chunks: Buffer[] = [];
      for (const part of all) {
        writer.observations(part.key, columnsOf(part));
        if (pausing.next().value) chunks.push(writer.pause()!);
      }
      chunks.push(writer.end({a: 1}));
      assert.equal(Buffer.concat(chunks).toString(), expectedBody([], all, {a: 1}));
    }),
    {numRuns: 100},
  );
});

test("a body does not change while later answers are written, also by alternating writers", () => {
  const one = {key: "a".repeat(16), decimals: 1, rows: [{period: 0, asOf: 31, mantissa: 1012}]};
  const two = {key: "b".repeat(16), decimals: 0, rows: [{period: 31, asOf: 62, mantissa: 7}]};
  const first = createSliceJsonWriter(memory);
  const second = createSliceJsonWriter(memory);
  first.begin([]);
  second.begin([]);
  first.observations(one.key, columnsOf(one));
  second.observations(two.key, columnsOf(two));
  const body = first.end({});
  assert.equal(second.end({}).toString(), expectedBody([], [two], {}));
  assert.equal(bodyOf([], [two, two], {}, first).toString(), expectedBody([], [two, two], {}));
  assert.equal(body.toString(), expectedBody([], [one], {}));
});

test("a large body does not change while others are written, large and small", () => {
  const rows = Array.from({length: 9000}, (_, row) => ({period: row, asOf: row + 40, mantissa: row}));
  const large = {key: "a".repeat(16), decimals: 2, rows};
  const others = [
    {...large, key: "b".repeat(16)},
    {...large, rows: rows.slice(0, 9)},
    {...large, key: "c".repeat(16)},
  ];
  const body = bodyOf([], [large], {});
  const bodies = others.map((other) => bodyOf([], [other], {}));
  assert.equal(body.toString(), expectedBody([], [large], {}));
  others.forEach((other, index) => {
    assert.equal(bodies[index]!.toString(), expectedBody([], [other], {}));
  });
});

test("an abandoned answer leaves nothing in the next one", () => {
  const part = {key: "a".repeat(16), decimals: 1, rows: [{period: 0, asOf: 31, mantissa: 1012}]};
  const writer = createSliceJsonWriter(memory);
  writer.begin(['{"lost":true}']);
  writer.observations(part.key, columnsOf(part));
  assert.equal(bodyOf([], [part], {}, writer).toString(), expectedBody([], [part], {}));
});

test("an unsupported day is an error, not a wrong date", () => {
  for (const wrong of [FIRST_DAY - 1, LAST_DAY + 1, -2147483648]) {
    const row = {period: 0, asOf: 0, mantissa: 1};
    assert.throws(() => bodyOf([], [{key: "k", decimals: 0, rows: [{...row, period: wrong}]}], {}), RangeError);
    assert.throws(() => bodyOf([], [{key: "k", decimals: 0, rows: [{...row, asOf: wrong}]}], {}), RangeError);
  }
});
