// New series put into the blocks that they fall into give the stored catalogue that is built from all series.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {type AddedBlocks, addSeriesToBlocks, manifestTakesNewSeries} from "./added-series.ts";
import {buildCatalogue, type CatalogueSeries} from "./build-catalogue.ts";
import {anySeries, build, labels, namesOf, oneSeries, storedBlocks} from "./catalogue.fixture.ts";
import {seriesKey} from "./catalogue.ts";
import {decodeCatalogueManifest, encodeCatalogueManifest, FEW_CODES, numberedBlobs} from "./catalogue-code.ts";
import {encodeCatalogue} from "./catalogue-encoding.ts";

const anyBlockSize = fc.constantFrom(1, 2, 3, 4, 7, 12, 4096);
const names = new Map([
  ["a", "Хлеб"],
  ["01.1", "Молоко"],
  ["a,b", "Bread"],
]);

test("series that are put into a stored catalogue give the bytes of one that is built from all series", () => {
  let added = 0;
  fc.assert(
    fc.property(anySeries, fc.infiniteStream(fc.boolean()), fc.boolean(), anyBlockSize, (given, coins, few, size) => {
      const series = given.map(keyed);
      const {kept, coming} = divide(series, () => coins.next().value && (!few || coins.next().value));
      const described = labels({classNames: names});
      const older = buildCatalogue(kept, described);
      const stored = encodeCatalogue(older, size);
      const manifest = decodeCatalogueManifest(stored.manifest);
      if (coming.length === 0) return;
      assert.ok(manifestTakesNewSeries(manifest, coming));
      const blocks = storedBlocks(stored);
      const adding = addSeriesToBlocks(
        manifest,
        coming.map((one) => ({...one, className: names.get(one.classification ?? "") ?? null})),
      );
      let step = adding.next();
      let before = -1;
      while (!step.done) {
        assert.ok(step.value > before, "no block is asked for twice");
        before = step.value;
        step = adding.next({block: blocks[step.value]!, names: namesOf(older)});
      }
      const expected = encodeCatalogue(buildCatalogue(series, described), size);
      assertSame(step.value, numberedBlobs(stored), expected);
      added++;
    }),
    {numRuns: 1000},
  );
  assert.ok(added > 200, `${added} of 1000 catalogues took the series`);
});

test("a catalogue does not take a code that is new to a short list, and none with continuations", () => {
  const series = [
    {number: 0, classification: "a"},
    {number: 1, classification: "b"},
  ];
  const [one] = series.map(oneSeries);
  const headOf = (...of: Parameters<typeof build>) => decodeCatalogueManifest(encodeCatalogue(build(...of)).manifest);
  assert.ok(manifestTakesNewSeries(headOf(series), [{...one!, classification: "c"}]));
  assert.ok(!manifestTakesNewSeries(headOf(series), [{...one!, classification: "c", unit: null}]));
  const continuity = [{from: "a", to: "b", period: "2020-01", note: null}];
  assert.ok(!manifestTakesNewSeries(headOf(series, {continuity}), [{...one!, classification: "c"}]));
});

/** Series to be stored, and others of which each code but the class is one of theirs. */
function divide(series: readonly CatalogueSeries[], isNew: () => boolean) {
  const [kept, coming]: CatalogueSeries[][] = [[], []];
  for (const one of series) (isNew() ? coming : kept)!.push(one);
  const known = FEW_CODES.map((name) => [name, new Set(kept!.map((one) => one[name]))] as const);
  const taken: CatalogueSeries[] = [];
  for (const one of coming!) {
    if (known.every(([name, codes]) => codes.has(one[name]))) taken.push(one);
    else {
      kept!.push(one);
      for (const [name, codes] of known) codes.add(one[name]);
    }
  }
  return {kept: kept!, coming: taken};
}

function assertSame(
  result: AddedBlocks | null,
  stored: Map<number, Uint8Array>,
  expected: ReturnType<typeof encodeCatalogue>,
) {
  assert.ok(result !== null);
  assert.deepEqual(result.manifest, decodeCatalogueManifest(expected.manifest));
  assert.deepEqual(encodeCatalogueManifest(result.manifest), Buffer.from(expected.manifest));
  const blobs = new Map(stored);
  for (const {manifest, columns, periods} of result.made)
    blobs.set(manifest.blob, columns).set(manifest.blob + 1, periods);
  for (const [number, bytes] of numberedBlobs(expected))
    assert.deepEqual(Buffer.from(blobs.get(number)!), Buffer.from(bytes), `piece ${number}`);
}

/** As the store has it: keys are hashes. */
function keyed(one: CatalogueSeries): CatalogueSeries {
  return {...one, key: seriesKey("showdata", "demo", one)};
}
