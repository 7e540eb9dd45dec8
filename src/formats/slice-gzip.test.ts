// Packed bodies: that they unpack to what the plain writers write, byte for byte, and that they are small.
import assert from "node:assert/strict";
import {test} from "node:test";
import {constants, crc32, deflateRawSync, gunzipSync} from "node:zlib";
import * as fc from "fast-check";
import {anyText} from "../any-text.fixture.ts";
import {createObservations, growObservations, type Observations} from "../statistics/history/observations.ts";
import {FIRST_DAY, LAST_DAY} from "../statistics/time/day.ts";
import {createSliceCsvWriter, type SliceCsvForm, type SliceCsvWriter} from "./slice-csv.ts";
import {createGzipCsvWriter} from "./slice-csv-gzip.ts";
import {createSliceJsonWriter, type SliceJsonWriter} from "./slice-json.ts";
import {createGzipJsonWriter} from "./slice-json-gzip.ts";

interface Row {
  readonly period: number;
  readonly asOf: number;
  readonly mantissa: number;
}

interface Part {
  readonly key: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly decimals: number;
  readonly rows: readonly Row[];
}

function packOpen(text: Buffer): Buffer {
  return deflateRawSync(text, {level: 1, finishFlush: constants.Z_SYNC_FLUSH});
}

const jsonWriter = createSliceJsonWriter();
const jsonPacker = createGzipJsonWriter(packOpen);
const csvWriter = createSliceCsvWriter();
const csvPacker = createGzipCsvWriter(packOpen);
const reused = createObservations();
const TAIL = {series_count: 1, next_offset: null};

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

function jsonBody(writer: SliceJsonWriter, parts: readonly Part[], head = "", tail: object = TAIL): Buffer {
  writer.begin(head);
  for (const part of parts) writer.observations(part.key, columnsOf(part));
  return writer.end(tail);
}

function csvBody(writer: SliceCsvWriter, parts: readonly Part[], form: SliceCsvForm): Buffer {
  writer.begin(form);
  for (const part of parts) writer.observations(part, columnsOf(part));
  return writer.end();
}

function holdToPlain(plain: Buffer, packed: Buffer): void {
  assert.deepEqual(packed.subarray(0, 4), Buffer.of(0x1f, 0x8b, 8, 0));
  assert.equal(packed.readUInt32LE(packed.length - 8), crc32(plain));
  assert.equal(packed.readUInt32LE(packed.length - 4), plain.length);
  // Compared as text only where they differ: then it is readable.
  const unpacked = gunzipSync(packed);
  if (!unpacked.equals(plain)) assert.equal(unpacked.toString(), plain.toString());
}

const day = fc.integer({min: FIRST_DAY, max: LAST_DAY});
const start = fc.integer({min: -25_000, max: 20_000});

/** Steps from row to row as series have them, and any. */
const steps = fc.oneof(
  fc.constant(fc.constantFrom(28, 29, 30, 31)),
  fc.constant(fc.constant(7)),
  fc.constant(fc.constant(1)),
  fc.constant(fc.constantFrom(90, 91, 92)),
  fc.constant(fc.constantFrom(365, 366)),
  fc.constant(fc.constant(0)),
  fc.constant(fc.integer({min: -400, max: 4000})),
);

const mantissas: fc.Arbitrary<fc.Arbitrary<number>> = fc.oneof(
  fc.constant(fc.maxSafeInteger()),
  fc.constant(fc.integer()),
  fc.constant(fc.constantFrom(-2147483648, 2147483647, 2147483648, -2147483649, 0, -0, 1, 99_999_999, 100_000_000)),
  fc.constant(fc.constantFrom(100, 1000, 1010, 9999, 10_000, -10_000, 10_001, 12_340_000)),
  fc.integer({min: -1_000_000, max: 1_000_000}).map((level) => fc.integer({min: level, max: level + 300})),
  fc.integer({min: -300_000_000, max: 300_000_000}).map((level) => fc.integer({min: level, max: level + 3})),
);

const rowsFor = (decimals: number): fc.Arbitrary<Row[]> =>
  fc.oneof(
    fc.array(fc.record({period: day, asOf: day, mantissa: decimals < 0 ? fc.double() : fc.maxSafeInteger()}), {
      maxLength: 5,
    }),
    fc
      .tuple(steps, fc.oneof(fc.constant(fc.constant(0)), steps), decimals < 0 ? fc.constant(fc.double()) : mantissas)
      .chain(([periodStep, asOfStep, mantissa]) =>
        fc.tuple(start, fc.array(fc.tuple(periodStep, asOfStep, mantissa), {maxLength: 40})).map(([first, changes]) => {
          let period = first;
          let asOf = first + 40;
          return changes.map(([step, published, value]) => {
            period += step;
            asOf += published;
            return {period, asOf, mantissa: value};
          });
        }),
      ),
  );

const word = fc.oneof(
  anyText(),
  fc.stringMatching(/^[0-9a-z]{16}$/),
  fc.stringMatching(/^[а-яё ]{0,300}$/),
  fc.constantFrom("", "r", "region", "активный"),
);

const parts: fc.Arbitrary<Part[]> = fc.array(
  fc.integer({min: -1, max: 9}).chain((decimals) =>
    fc.record({
      key: word,
      before: fc.array(word, {minLength: 1, maxLength: 4}),
      after: fc.array(word, {minLength: 1, maxLength: 2}),
      decimals: fc.constant(decimals),
      rows: rowsFor(decimals),
    }),
  ),
  {maxLength: 5},
);

test("a packed JSON slice unpacks to the very bytes of the plain one [cache.compression]", () => {
  fc.assert(
    fc.property(parts, word, (all, head) => {
      const series = head && JSON.stringify({head});
      holdToPlain(jsonBody(jsonWriter, all, series), jsonBody(jsonPacker, all, series));
    }),
    {numRuns: 400},
  );
});

test("a packed CSV slice unpacks to the very bytes of the plain one, with point and with comma [cache.compression csv.decimal-comma]", () => {
  fc.assert(
    fc.property(parts, fc.constantFrom("point" as const, "comma" as const), fc.boolean(), (all, decimal, bom) => {
      const form = {columns: ["key", "period", "value", "as_of", "Ключ"], decimal, bom};
      holdToPlain(csvBody(csvWriter, all, form), csvBody(csvPacker, all, form));
    }),
    {numRuns: 400},
  );
});

test("packed bodies that are written in turns unpack to the plain ones [cache.compression]", () => {
  const turns = fc.array(fc.nat({max: 2}), {maxLength: 30});
  fc.assert(
    fc.property(fc.tuple(parts, parts, parts), turns, (bodies, order) => {
      const writers = bodies.map((all) => ({packer: createGzipJsonWriter(packOpen), left: [...all]}));
      for (const {packer} of writers) {
        packer.begin("");
        packer.pause();
      }
      for (const {packer, left} of order.map((place) => writers[place]!)) {
        for (const part of left.splice(0, 2)) packer.observations(part.key, columnsOf(part));
        packer.pause();
      }
      writers.forEach(({packer, left}, place) => {
        for (const part of left) packer.observations(part.key, columnsOf(part));
        holdToPlain(jsonBody(jsonWriter, bodies[place]!), packer.end(TAIL));
      });
    }),
    {numRuns: 200},
  );
});
