// The stored form of the catalogue: it is read back completely, and damage is an error.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {buildCatalogue} from "./build-catalogue.ts";
import {anyBreaks, anySeries, build, labels, oneSeries} from "./catalogue.fixture.ts";
import {
  DamagedCatalogue,
  decodeCatalogue,
  digestCatalogue,
  encodeCatalogue,
  redateCatalogue,
} from "./catalogue-code.ts";

const anyDays = fc.array(fc.integer({min: -2147483648, max: 84_000}), {maxLength: 5});
const anyWeeks = fc.option(
  fc.tuple(fc.integer({min: 0, max: 120_000}), anyDays).map(([base, days]) => ({base, days: Int32Array.from(days)})),
);

test("a decoded catalogue equals the original, and encodes to the same bytes", () => {
  fc.assert(
    fc.property(anySeries, anyBreaks, anyWeeks, (series, continuity, weeks) => {
      const catalogue = buildCatalogue(series, labels({continuity, weeks}));
      const bytes = encodeCatalogue(catalogue);
      assert.deepEqual(decodeCatalogue(bytes), catalogue);
      assert.deepEqual(encodeCatalogue(decodeCatalogue(bytes)), bytes);
    }),
  );
});

test("a catalogue whose last periods alone have changed has the same shape, and is read from them and the older one", () => {
  fc.assert(
    fc.property(anySeries, anyBreaks, anyWeeks, fc.integer({min: 0, max: 9}), (series, continuity, weeks, passed) => {
      const described = labels({continuity, weeks});
      const older = encodeCatalogue(buildCatalogue(series, described));
      const later = series.map((one, place) => (place % 3 === 0 ? {...one, lastPeriod: one.lastPeriod + passed} : one));
      const newer = encodeCatalogue(buildCatalogue(later, described));
      const [before, after] = [digestCatalogue(older), digestCatalogue(newer)];
      assert.equal(before.shape, after.shape);
      assert.equal(before.periods === after.periods, Buffer.compare(older, newer) === 0);
      assert.deepEqual(redateCatalogue(decodeCatalogue(older), newer), decodeCatalogue(newer));
    }),
  );
});

test("a catalogue with another series, name, number or calendar has another shape, also with the same periods", () => {
  const two = [{number: 0, classification: "01.1"}, {number: 1}];
  const shapeOf = (series: typeof two, over: Parameters<typeof build>[1] = {}): string =>
    digestCatalogue(encodeCatalogue(build(series, over))).shape;
  const shapes = [
    shapeOf(two),
    shapeOf([two[0]!]),
    shapeOf([{...two[0]!, number: 2}, two[1]!]),
    shapeOf([{...two[0]!, classification: "01.2"}, two[1]!]),
    shapeOf(two, {classNames: new Map([["01.1", "Хлоб"]])}),
    shapeOf(two, {indicatorLabels: new Map([["cpi", 'x","frontiers":[]']])}),
    shapeOf(two, {weeks: {base: 1, days: Int32Array.of(1)}}),
    shapeOf(two, {weeks: {base: 1, days: Int32Array.of(2)}}),
  ];
  assert.equal(new Set(shapes).size, shapes.length);
});

test("dictionaries below and above 65,536 codes are read back from the stored form", () => {
  for (const count of [65_535, 65_536, 65_537]) {
    const series = Array.from({length: count}, (_, number) => oneSeries({number, classification: `c${number}`}));
    const catalogue = buildCatalogue(series, labels());
    const decoded = decodeCatalogue(encodeCatalogue(catalogue));
    assert.deepEqual(decoded.classification.index, catalogue.classification.index);
    assert.equal(decoded.classification.codes.at(-1), catalogue.classification.codes.at(-1));
  }
});

test("codes that are not well-formed text are read back unchanged", () => {
  const catalogue = build([
    {number: 0, classification: "\ud800"},
    {number: 1, classification: "\udc00"},
  ]);
  assert.deepEqual(decodeCatalogue(encodeCatalogue(catalogue)), catalogue);
});

test("bytes at an odd offset of a larger buffer are read, and may be reused afterwards", () => {
  const catalogue = build([
    {number: 0, classification: "01.1"},
    {number: 1, classification: "01.2"},
  ]);
  const bytes = encodeCatalogue(catalogue);
  const pool = Buffer.alloc(bytes.length + 7);
  pool.set(bytes, 3);
  const decoded = decodeCatalogue(pool.subarray(3, 3 + bytes.length));
  pool.fill(0);
  assert.deepEqual(decoded, catalogue);
});

test("a flipped bit at any place is an error", () => {
  const bytes = encodeCatalogue(
    build([
      {number: 0, classification: "01.1"},
      {number: 1, classification: "01.2", territory: "030"},
    ]),
  );
  for (let at = 0; at < bytes.length; at++) {
    for (let bit = 0; bit < 8; bit++) {
      const damaged = bytes.slice();
      damaged[at]! ^= 1 << bit;
      assert.throws(() => decodeCatalogue(damaged), DamagedCatalogue, `byte ${at}, bit ${bit}`);
    }
  }
});

test("cut bytes, added bytes, no bytes and other bytes are errors that name the fault", () => {
  const bytes = encodeCatalogue(build([{number: 0}]));
  for (let length = 0; length < bytes.length; length++) {
    assert.throws(() => decodeCatalogue(bytes.subarray(0, length)), DamagedCatalogue);
  }
  assert.throws(() => decodeCatalogue(new Uint8Array([...bytes, 0])), /checksum/);
  assert.throws(() => decodeCatalogue(new Uint8Array(0)), /cut off/);
  assert.throws(() => decodeCatalogue(new Uint8Array(100)), /not a catalogue/);
});

test("a catalogue of another version is an error that names the version", () => {
  const bytes = encodeCatalogue(build([{number: 0}]));
  bytes[4] = 9;
  assert.throws(() => decodeCatalogue(bytes), /version 9, this program reads 1/);
});
