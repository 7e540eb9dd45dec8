// The stored form of the catalogue: it is read back completely, from blocks of any size, and damage is an error.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {atOnce} from "../../work/pace.ts";
import {sizeOf} from "./block-columns.ts";
import {buildCatalogue} from "./build-catalogue.ts";
import {
  anyBreaks,
  anyFilters,
  anySeries,
  build,
  joinBlocks,
  labels,
  namesOf,
  oneSeries,
  readBack,
  storedBlocks,
} from "./catalogue.fixture.ts";
import type {WholeCatalogue} from "./catalogue.ts";
import {redateCatalogue, wholeCatalogue} from "./catalogue-blocks.ts";
import {DamagedCatalogue, decodeCatalogueManifest, digestCatalogue, type StoredCatalogue} from "./catalogue-code.ts";
import {encodeCatalogue} from "./catalogue-encoding.ts";
import {normalForm, resolveSelection, selectPage} from "./selection.ts";

const anyDays = fc.array(fc.integer({min: -2147483648, max: 84_000}), {maxLength: 5});
const anyWeeks = fc.option(
  fc.tuple(fc.integer({min: 0, max: 120_000}), anyDays).map(([base, days]) => ({base, days: Int32Array.from(days)})),
);
const anyBlockSize = fc.constantFrom(1, 2, 3, 7, 60, 4096);
const digestOf = ({manifest}: StoredCatalogue) => digestCatalogue(decodeCatalogueManifest(manifest));

test("a catalogue read back from blocks of any size equals the original, and encodes to the same bytes", () => {
  fc.assert(
    fc.property(anySeries, anyBreaks, anyWeeks, anyBlockSize, (series, continuity, weeks, blockSize) => {
      const catalogue = buildCatalogue(series, labels({continuity, weeks}));
      const stored = encodeCatalogue(catalogue, blockSize);
      const read = wholeCatalogue(readBack(stored), namesOf(catalogue));
      assert.deepEqual(read, catalogue);
      assert.deepEqual(encodeCatalogue(read, blockSize), stored);
    }),
  );
});

test("a catalogue whose last periods alone have changed has the same shape, and is read from them and the older one", () => {
  const anyPassed = fc.integer({min: 0, max: 9});
  fc.assert(
    fc.property(
      anySeries,
      anyBreaks,
      anyWeeks,
      anyBlockSize,
      anyPassed,
      (series, continuity, weeks, blockSize, passed) => {
        const described = labels({continuity, weeks});
        const older = encodeCatalogue(buildCatalogue(series, described), blockSize);
        const later = series.map((one, at) => (at % 3 === 0 ? {...one, lastPeriod: one.lastPeriod + passed} : one));
        const newer = encodeCatalogue(buildCatalogue(later, described), blockSize);
        const [before, after] = [digestOf(older), digestOf(newer)];
        assert.equal(before.shape, after.shape);
        assert.equal(before.periods === after.periods, Buffer.compare(older.manifest, newer.manifest) === 0);
        const changed = newer.blobs.flatMap((blob, at) =>
          Buffer.compare(blob, older.blobs[at]!) === 0 ? [] : [[at, blob] as const],
        );
        assert.ok(
          changed.every(([at]) => at % 2 === 1),
          "only blobs of last periods differ",
        );
        const periods = new Map(changed.map(([at, blob]) => [(at - 1) / 2, blob]));
        const redated = redateCatalogue(readBack(older), decodeCatalogueManifest(newer.manifest), periods);
        assert.deepEqual({...redated, classification: null}, {...readBack(newer), classification: null});
      },
    ),
  );
});

test("any blocks of a catalogue select among their series as the whole does", () => {
  fc.assert(
    fc.property(
      anySeries,
      anyFilters,
      fc.constantFrom(1, 2, 3, 7),
      fc.infiniteStream(fc.boolean()),
      (series, filters, blockSize, coins) => {
        const whole = buildCatalogue(series, labels());
        const stored = encodeCatalogue(whole, blockSize);
        const blocks = storedBlocks(stored).filter(() => coins.next().value);
        const part = joinBlocks(decodeCatalogueManifest(stored.manifest), blocks);
        const manifest = decodeCatalogueManifest(stored.manifest);
        const positions = blocks.flatMap(({number}) =>
          Array.from({length: sizeOf(manifest, number)}, (_, at) => manifest.blocks[number]!.from + at),
        );
        assert.equal(part.size, positions.length);
        const selection = atOnce(resolveSelection(whole, filters));
        const inWhole = new Set(selectPage(whole, selection, 0, 100).positions);
        const inPart = selectPage(part, selection, 0, 100);
        assert.deepEqual(
          inPart.positions.map((position) => positions[position]),
          positions.filter((position) => inWhole.has(position)),
        );
        assert.equal(inPart.total, inPart.positions.length);
        for (const position of inPart.positions) {
          const own = positions[position]!;
          assert.equal(part.numbers[position], whole.numbers[own]);
          const [index, indexInWhole] = [part.classification.index[position]!, whole.classification.index[own]!];
          assert.equal(index, indexInWhole);
          assert.equal(part.classification.codes.at(index), whole.classification.codes[indexInWhole]);
        }
        if (blocks.length === stored.blobs.length / 2)
          assert.equal(normalForm(part, atOnce(resolveSelection(part, filters))), normalForm(whole, selection));
      },
    ),
  );
});

test("a catalogue with continuations is not joined from some of its blocks: they lead to others", () => {
  const catalogue = build(
    [
      {number: 0, classification: "a"},
      {number: 1, classification: "b"},
    ],
    {
      continuity: [{from: "a", to: "b", period: "2020-01", note: null}],
    },
  );
  const stored = encodeCatalogue(catalogue, 1);
  assert.throws(() => joinBlocks(decodeCatalogueManifest(stored.manifest), storedBlocks(stored).slice(1)), RangeError);
});

test("a catalogue with another series, name, number or calendar has another shape, also with the same periods", () => {
  const two = [{number: 0, classification: "01.1"}, {number: 1}];
  const shapeOf = (series: typeof two, over: Parameters<typeof build>[1] = {}): string =>
    digestOf(encodeCatalogue(build(series, over))).shape;
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
  for (const count of [4095, 4096, 4097, 65_535, 65_536, 65_537]) {
    const series = Array.from({length: count}, (_, number) => oneSeries({number, classification: `c${number}`}));
    const catalogue = buildCatalogue(series, labels());
    const decoded = readBack(encodeCatalogue(catalogue));
    assert.deepEqual(decoded.classification.index, catalogue.classification.index);
    assert.deepEqual([...decoded.classification.codes], catalogue.classification.codes);
  }
});

test("codes that are not well-formed text are read back unchanged", () => {
  const catalogue = build([
    {number: 0, classification: "\ud800"},
    {number: 1, classification: "\udc00"},
    {number: 2, classification: 'a"\\b\n'},
  ]);
  assert.deepEqual([...readBack(encodeCatalogue(catalogue)).classification.codes], catalogue.classification.codes);
});

test("bytes at an odd offset of a larger buffer are read, and may be reused afterwards", () => {
  const catalogue = build([
    {number: 0, classification: "01.1"},
    {number: 1, classification: "01.2"},
  ]);
  const {manifest, blobs} = encodeCatalogue(catalogue);
  const pool = Buffer.alloc(10_000);
  const [columns, periods] = blobs.map((blob, at) => {
    const start = 3 + 4096 * at;
    pool.set(blob, start);
    return pool.subarray(start, start + blob.length);
  });
  const decoded = joinBlocks(decodeCatalogueManifest(manifest), [{number: 0, columns: columns!, periods: periods!}]);
  pool.fill(0);
  assert.deepEqual(wholeCatalogue(decoded, namesOf(catalogue)).keys, catalogue.keys);
  assert.deepEqual(decoded.classification, catalogue.classification);
  assert.deepEqual(decoded.lastPeriod, catalogue.lastPeriod);
});

const DAMAGED: WholeCatalogue = build([
  {number: 0, classification: "01.1"},
  {number: 1, classification: "01.2", territory: "030"},
]);

test("a flipped bit at any place of the manifest or of a blob is an error", () => {
  const {manifest, blobs} = encodeCatalogue(DAMAGED);
  for (const damaged of everyFlip(manifest)) assert.throws(() => decodeCatalogueManifest(damaged), DamagedCatalogue);
  const [columns, periods] = blobs as [Uint8Array, Uint8Array];
  const read = decodeCatalogueManifest(manifest);
  for (const damaged of everyFlip(columns))
    assert.throws(() => joinBlocks(read, [{number: 0, columns: damaged, periods}]), DamagedCatalogue);
  for (const damaged of everyFlip(periods)) {
    assert.throws(() => joinBlocks(read, [{number: 0, columns, periods: damaged}]), DamagedCatalogue);
    assert.throws(() => redateCatalogue(DAMAGED, read, new Map([[0, damaged]])), DamagedCatalogue);
  }
});

function* everyFlip(bytes: Uint8Array): Iterable<Uint8Array> {
  for (let at = 0; at < bytes.length; at++) {
    for (let bit = 0; bit < 8; bit++) {
      const damaged = Uint8Array.from(bytes);
      damaged[at]! ^= 1 << bit;
      yield damaged;
    }
  }
}

test("cut bytes, added bytes, no bytes, blobs of other blocks and other bytes are errors that name the fault", () => {
  const {manifest, blobs} = encodeCatalogue(DAMAGED, 1);
  for (let length = 0; length < manifest.length; length++)
    assert.throws(() => decodeCatalogueManifest(manifest.subarray(0, length)), DamagedCatalogue);
  assert.throws(() => decodeCatalogueManifest(new Uint8Array([...manifest, 0])), /checksum/);
  assert.throws(() => decodeCatalogueManifest(new Uint8Array(0)), /cut off/);
  assert.throws(() => decodeCatalogueManifest(new Uint8Array(100)), /not a catalogue/);
  const [one, other] = storedBlocks({blobs});
  assert.throws(
    () => joinBlocks(decodeCatalogueManifest(manifest), [{...other!, number: 0}, one!]),
    /chunk 0 has another checksum/,
  );
  assert.throws(
    () => joinBlocks(decodeCatalogueManifest(manifest), [{...one!, periods: new Uint8Array(0)}, other!]),
    /chunk 1 has another checksum/,
  );
});

test("a catalogue of another version is an error that names the version", () => {
  const {manifest} = encodeCatalogue(build([{number: 0}]));
  manifest[4] = 9;
  assert.throws(() => decodeCatalogueManifest(manifest), /version 9, this program reads 1/);
});
