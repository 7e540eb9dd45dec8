// Blocks are cut by keys, so that a new series leaves the others as they are.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {sizeOf} from "./block-columns.ts";
import {buildCatalogue, type CatalogueSeries} from "./build-catalogue.ts";
import {anySeries, labels, oneSeries, readBack, storedBlocks} from "./catalogue.fixture.ts";
import {seriesKey} from "./catalogue.ts";
import {beginJoin, sameBlocks} from "./catalogue-blocks.ts";
import {decodeCatalogueManifest} from "./catalogue-code.ts";
import {cutsOf, encodeCatalogue} from "./catalogue-encoding.ts";

test("a new series changes the columns of its own block, and rarely those of another one", () => {
  const [size, blockSize] = [5000, 128];
  const series = Array.from({length: size}, (_, index) => keyed(2 * index));
  const before = new Set(columnsIn(series, blockSize));
  const changed: number[] = [];
  for (let index = 1; index < 2 * size; index += 250)
    changed.push(columnsIn([...series, keyed(index)], blockSize).filter((hash) => !before.has(hash)).length);
  assert.ok(
    changed.every((count) => count >= 1 && count <= 6),
    changed.join(),
  );
  assert.ok(changed.filter((count) => count === 1).length > changed.length / 2, changed.join());
});

test("blocks have their least and most lengths, but for the last one", () => {
  const anySize = fc.integer({min: 1, max: 600});
  fc.assert(
    fc.property(anySize, fc.constantFrom(1, 2, 3, 4, 10, 100), fc.nat(), (size, blockSize, from) => {
      const series = Array.from({length: size}, (_, index) => keyed(from + index));
      const manifest = decodeCatalogueManifest(encodeCatalogue(buildCatalogue(series, labels()), blockSize).manifest);
      const sizes = manifest.blocks.map((_, number) => sizeOf(manifest, number));
      const {least, most} = cutsOf(blockSize);
      assert.ok(sizes.every((own) => own > 0 && own <= most));
      assert.ok(sizes.slice(0, -1).every((own) => own >= least));
      assert.equal(
        sizes.reduce((sum, own) => sum + own, 0),
        size,
      );
    }),
  );
});

test("a catalogue is put together from the blocks of an older state in memory and those that differ", () => {
  let copied = 0;
  fc.assert(
    fc.property(anySeries, fc.infiniteStream(fc.boolean()), fc.constantFrom(1, 2, 4, 7, 60), (given, coins, size) => {
      const series = given.map((one) => ({...one, key: seriesKey("showdata", "demo", one)}));
      const [older, newer] = [
        series.filter(() => coins.next().value || coins.next().value || coins.next().value),
        series,
      ].map((own) => encodeCatalogue(buildCatalogue(own, labels()), size));
      const state = {manifest: decodeCatalogueManifest(older!.manifest), catalogue: readBack(older!)};
      const manifest = decodeCatalogueManifest(newer!.manifest);
      const same = sameBlocks(manifest, state.manifest);
      const joining = beginJoin(manifest, [...manifest.blocks.keys()]);
      for (const block of storedBlocks(newer!)) {
        const at = same.get(block.number);
        if (at === undefined) joining.add(block);
        else joining.copy(block.number, state, at);
      }
      copied += same.size;
      assert.deepEqual(joining.end(), readBack(newer!));
    }),
    {numRuns: 300},
  );
  assert.ok(copied > 200, `${copied} blocks were copied`);
});

function keyed(index: number): CatalogueSeries {
  const one = oneSeries({number: index, classification: `01.${String(index).padStart(7, "0")}`});
  return {...one, key: seriesKey("showdata", "demo", one)};
}

function columnsIn(series: readonly CatalogueSeries[], blockSize: number): string[] {
  const {manifest} = encodeCatalogue(buildCatalogue(series, labels()), blockSize);
  return decodeCatalogueManifest(manifest).blocks.map(({columns}) => columns);
}
