// Only what says which series are active or stalled is made again: the result is that of all series and names.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {build} from "../../statistics/catalogue/catalogue.fixture.ts";
import {finish} from "../../work/steps.fixture.ts";
import {makeContent} from "../index/index-dataset.ts";
import {collectLists} from "../index/series-set.ts";
import {createShelf} from "../search.fixture.ts";
import {openLayout} from "./layout.ts";
import {restateSegment} from "./restated.ts";
import {encodeSegment} from "./segment-code.ts";

const PLACES = ["643", "030", "45000000000"];

/** @param stalled by the index of the series */
function datasetOf(classes: number, ofEach: number, stalled: readonly boolean[]) {
  const series = Array.from({length: classes * ofEach}, (_, index) => ({
    classification: `c${Math.floor(index / ofEach)}`,
    ...{territory: PLACES[index % ofEach]!, number: index + 1},
    lastPeriod: index > 0 && stalled[index % stalled.length] ? 10_000 : 20_000,
  }));
  const head = {id: 1, provider: "p", code: "d", name: "Цены", changedBy: "run", indicators: []};
  return {...head, catalogue: build(series), providerWords: "", units: []};
}

const someStalled = fc.oneof(fc.array(fc.boolean(), {minLength: 1, maxLength: 9}), fc.constant([false]));

function check(
  classes: number,
  ofEach: number,
  before: readonly boolean[],
  after: readonly boolean[],
  blockBytes: number | undefined,
): void {
  const older = encodeSegment(finish(makeContent(datasetOf(classes, ofEach, before))), blockBytes);
  const shelf = createShelf(1);
  const stored = {blocks: shelf.add(older), layout: openLayout(older.layout)};
  const later = datasetOf(classes, ofEach, after);
  const lists = finish(collectLists(later.catalogue));
  const restated = shelf.play(restateSegment(stored, older.layout, lists, blockBytes))!;
  // a large part has what says it in blocks of its own
  if (older.blocks.length > 3 && blockBytes === undefined) assert.ok(2 * restated.blocks.size <= older.blocks.length);
  const blocks = older.blocks.slice(0, restated.layout.inBlock.length);
  for (const [number, block] of restated.blocks) blocks[number] = block;
  assert.deepEqual({layout: restated.layout, blocks}, encodeSegment(finish(makeContent(later)), blockBytes));
}

test("a part whose series become active or stalled is the part of these series, whatever its blocks are [search.stored-restated]", () => {
  const someBytes = fc.constantFrom(1, 100, 1000, 3000, undefined);
  fc.assert(
    fc.property(
      fc.integer({min: 1, max: 40}),
      fc.integer({min: 1, max: 3}),
      someStalled,
      someStalled,
      someBytes,
      check,
    ),
  );
  check(20_000, 1, [false], [false, false, true], undefined);
  check(3000, 3, [false, true], [false], undefined);
});

test("lists of other families are refused [search.stored-restated]", () => {
  const older = encodeSegment(finish(makeContent(datasetOf(3, 1, [false]))));
  const shelf = createShelf(1);
  const stored = {blocks: shelf.add(older), layout: openLayout(older.layout)};
  const lists = finish(collectLists(datasetOf(4, 1, [false]).catalogue));
  assert.equal(shelf.play(restateSegment(stored, older.layout, lists)), null);
});
