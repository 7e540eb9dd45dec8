// Later last periods written into the blocks that can have the series give the stored catalogue that is built from all series.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {buildCatalogue} from "./build-catalogue.ts";
import {anyBreaks, anySeries, build, labels, storedBlocks} from "./catalogue.fixture.ts";
import {
  DamagedCatalogue,
  decodeCatalogueManifest,
  encodeCatalogueManifest,
  type StoredCatalogue,
} from "./catalogue-code.ts";
import {encodeCatalogue} from "./catalogue-encoding.ts";
import {blocksOfSeries, type RedatedSeries, redateBlocks} from "./redated-blocks.ts";

const anyBlockSize = fc.constantFrom(1, 2, 3, 7, 60, 4096);
const anyPassed = fc.array(fc.integer({min: 0, max: 9}), {minLength: 1, maxLength: 5});

test("a catalogue with later last periods of some series has the bytes of one that is built from all series", () => {
  fc.assert(
    fc.property(anySeries, anyBreaks, anyBlockSize, anyPassed, (series, continuity, blockSize, passed) => {
      const described = labels({continuity});
      const later = series.map((one, at) => ({...one, lastPeriod: one.lastPeriod + passed[at % passed.length]!}));
      const older = encodeCatalogue(buildCatalogue(series, described), blockSize);
      const newer = encodeCatalogue(buildCatalogue(later, described), blockSize);
      const changed = later.filter((one, at) => one.lastPeriod !== series[at]!.lastPeriod);
      const {manifest, periods} = redate(older, changed);
      assert.deepEqual(encodeCatalogueManifest(manifest), Buffer.from(newer.manifest));
      const blobs = older.blobs.map((blob, at) => (at % 2 === 1 ? (periods.get((at - 1) / 2) ?? blob) : blob));
      assert.deepEqual(blobs.map(Buffer.from), newer.blobs.map(Buffer.from));
    }),
  );
});

test("a series that no block has is damage", () => {
  const stored = encodeCatalogue(build([{number: 1}, {number: 2, territory: "030"}]));
  const series = {number: 1, classification: null, frequency: "M", lastPeriod: 20_031} as const;
  assert.throws(() => redate(stored, [{...series, number: 3}]), DamagedCatalogue);
});

function redate(stored: StoredCatalogue, series: readonly RedatedSeries[]) {
  const manifest = decodeCatalogueManifest(stored.manifest);
  const numbers = new Set(blocksOfSeries(manifest, series));
  return redateBlocks(
    manifest,
    storedBlocks(stored).filter(({number}) => numbers.has(number)),
    series,
  );
}
