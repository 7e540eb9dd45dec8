// Tests of new series in what is stored of a large dataset for search: they become deltas, and everything is found as if it were one part.
import assert from "node:assert/strict";
import {test} from "node:test";
import type {DatasetSegment} from "../../search/index/dataset-segment.ts";
import {createFamilyIndex} from "../../search/index/family-index.ts";
import {parseSynonyms} from "../../search/language/synonyms.ts";
import {createPace} from "../../work/pace.ts";
import type {Queries} from "../engines/differences.ts";
import type {Store} from "../open.ts";
import {run} from "../script.ts";
import {readSegmentBlobs} from "../search/blobs.ts";
import {findSegmentFault, LEAST_SERIES} from "../search/deltas.ts";
import {DamagedSegment, readSegmentManifest, type SegmentManifest} from "../search/manifest.ts";
import {createSearchMemory} from "../search/memory.ts";
import {createSearch, type Search} from "../search/search.ts";
import {createSegmentExchange} from "../search/segment-exchange.ts";
import {listDatasetVersions} from "../search/stored-dataset.ts";
import {ALL, FIRST, LONG_AGO, NAMES, NEWEST, restate, write} from "./large-dataset.fixture.ts";
import {type NewLocation, withStore} from "./samples.fixture.ts";

export function registerSearchDeltaTests(engine: string, newLocation: NewLocation): void {
  test(`${engine}: a large dataset to which series come in many loads is found as one that was stored as a whole [search.deltas]`, () =>
    withStore(newLocation, (parted) =>
      withStore(newLocation, async (whole) => {
        const searches = [searchOver(parted), searchOver(parted, 0), searchOver(whole)];
        for (const store of [parted, whole]) await write(store, [], FIRST);
        let [present, turn] = [FIRST, 0];
        // the last but one exceeds an eighth of the first part
        for (const [count, sizes] of [
          [1, [1]],
          [3, [4]],
          [255, [259]],
          [2, [259, 2]],
          [30, [259, 32]],
          [9, [259, 41]],
          [60, [360]],
          [1, []],
          [2, [2]],
        ] as const) {
          const later = ALL.slice(0, present.length + count);
          assert.equal(await write(parted, present, later), sizes.length > 0);
          await write(whole, present, later, {isWhole: true});
          present = later;
          assert.deepEqual(
            ((await headOf(parted)).deltas ?? []).map(({series}) => series),
            sizes,
          );
          assert.equal(await parted.statistics.read((q) => findSegmentFault(q, 1)), null);
          for (const search of searches) await search.refresh();
          const [expected, ...answers] = await answersOfAll([searchOver(parted), ...searches], turn++);
          for (const own of answers) assert.deepEqual(own, expected);
        }
        assert.deepEqual(
          searches.flatMap(({faults}) => faults),
          [],
        );
      }),
    ));

  test(`${engine}: series of all parts that become active or stalled are found so, and no name is written again [search.stored-restated]`, () =>
    withStore(newLocation, (parted) =>
      withStore(newLocation, async (whole) => {
        let [present, turn] = [ALL.slice(0, FIRST.length + 270), 0];
        await write(parted, [], FIRST);
        await write(parted, FIRST, ALL.slice(0, FIRST.length + 260));
        await write(parted, ALL.slice(0, FIRST.length + 260), present);
        await write(whole, [], present);
        const searches = [searchOver(parted), searchOver(parted, 0), searchOver(whole)];
        for (const [step, more] of [
          [3, 0],
          [4, 0],
          // with later series at once: they come to the last delta, or it is joined with them
          [2, 3],
          [1, 80],
        ] as const) {
          const before = present;
          present = ALL.slice(0, present.length + more);
          const restated = present.map((one) => ({...one, lastPeriod: one.number % step === 0 ? NEWEST : LONG_AGO}));
          const written: number[] = [];
          if (more > 0) assert.ok(await write(parted, before, restated, {written, isRestated: true}));
          else assert.ok(await restate(parted, restated, written));
          assert.equal((await headOf(parted)).deltas?.length, more === 80 ? 1 : 2);
          if (more === 0) assert.ok(written.length <= 4, "the parts are one block each, and the manifest comes last");
          await write(whole, before, restated, {isWhole: true, isRestated: true});
          assert.equal(await parted.statistics.read((q) => findSegmentFault(q, 1)), null);
          for (const search of searches) await search.refresh();
          const [expected, ...answers] = await answersOfAll([searchOver(parted), ...searches], turn++);
          for (const own of answers) assert.deepEqual(own, expected);
        }
      }),
    ));

  test(`${engine}: a delta writes its own blobs and the manifest, and a server keeps the part that it has open [search.deltas]`, () =>
    withStore(newLocation, async (store) => {
      await write(store, [], FIRST);
      const index = createFamilyIndex(() => parseSynonyms(""), new Map());
      const exchange = createSegmentExchange(store.statistics, createSearchMemory(store.statistics, 2 ** 20));
      const open = async (): Promise<readonly DatasetSegment[]> => {
        const versions = await store.statistics.read(listDatasetVersions);
        assert.deepEqual(await exchange.exchange(index, versions, createPace()), []);
        return index.segments.get(1)!;
      };
      const [first] = await open();
      const before = await headOf(store);
      const blobs = before.blocks.map((_, number) => number + 1);
      const blocks = await store.statistics.read((q) => readSegmentBlobs(q, 1, blobs));
      const written: number[] = [];
      assert.ok(await write(store, FIRST, ALL.slice(0, FIRST.length + 2), {written}));
      const manifest = await headOf(store);
      assert.deepEqual([manifest.blocks, manifest.layout], [before.blocks, before.layout]);
      assert.deepEqual(await store.statistics.read((q) => readSegmentBlobs(q, 1, blobs)), blocks);
      const own = manifest.deltas![0]!.blocks.map((_, number) => blobs.length + 1 + number);
      assert.deepEqual(written, [...own, 0]);
      const segments = await open();
      assert.equal(segments.length, 2);
      assert.equal(segments[0]!.postings, first!.postings);
      assert.equal(segments[0]!.classesOfDataset, first!.classesOfDataset + 1);
    }));

  test(`${engine}: a delta to a small dataset, with other names or to another state is refused, and the whole is made [search.deltas]`, () =>
    withStore(newLocation, async (store) => {
      const few = FIRST.slice(0, LEAST_SERIES - 1);
      const enough = FIRST.slice(0, LEAST_SERIES);
      await write(store, [], few);
      assert.equal(await write(store, few, enough), false);
      assert.equal(await write(store, enough, FIRST.slice(0, LEAST_SERIES + 1)), true);
      await write(store, [], FIRST);
      const later = ALL.slice(0, FIRST.length + 2);
      assert.equal(await write(store, FIRST, later, {name: "Другое имя"}), false);
      await write(store, [], FIRST);
      await store.statistics.write((q) => run(q.db.updateTable("dataset").set({name: "Другое имя"}).compile()));
      assert.equal(await write(store, FIRST, later, {name: "Другое имя"}), false);
      assert.equal(await store.statistics.read((q) => findSegmentFault(q, 1)), null);
    }));

  test(`${engine}: a damaged delta is reported and everything is found; one of other names is told by a deep check [search.deltas search.stored-damaged]`, () =>
    withStore(newLocation, async (store) => {
      await write(store, [], FIRST);
      const later = ALL.slice(0, FIRST.length + 3);
      assert.ok(await write(store, FIRST, later));
      const number = (await headOf(store)).blocks.length + 1;
      await store.statistics.write(function* (q) {
        const change = q.db.updateTable("search_piece").set({bytes: Buffer.from("no block")});
        yield* run(change.where("dataset_id", "=", 1).where("number", "=", number).compile());
      });
      const search = searchOver(store);
      assert.equal((await search.findSeries({text: "поздний", limit: 5, filters: {}})).total, 2);
      assert.match(search.faults.join(), new RegExp(`block ${number} .*damaged`));
      assert.match((await store.statistics.read((q) => findSegmentFault(q, 1))) ?? "", /damaged/);
      await write(store, [], later);
      assert.equal(await store.statistics.read((q) => findSegmentFault(q, 1)), null);
      const names = new Map(NAMES).set(ALL[later.length]!.classification!, "Чужое имя");
      assert.ok(await write(store, later, ALL.slice(0, later.length + 1), {names}));
      assert.match((await store.statistics.read((q) => findSegmentFault(q, 1))) ?? "", /differs from its series/);
    }));
}

function answersOfAll(searches: readonly Search[], turn: number): Promise<unknown[][]> {
  return Promise.all(searches.map((search) => answersOf(search, turn)));
}

async function headOf(store: Store): Promise<SegmentManifest> {
  const manifest = await store.statistics.read((q: Queries) => readSegmentManifest(q, 1));
  assert.ok(manifest !== null && !(manifest instanceof DamagedSegment));
  return manifest;
}

function searchOver(store: Store, memory?: number): Search & {readonly faults: string[]} {
  const faults: string[] = [];
  const onLeftOut = (fault: Error): void => void faults.push(fault.message);
  const terms = {onLeftOut, ...(memory !== undefined && {maxBytes: memory})};
  return Object.assign(createSearch(store.statistics, terms), {faults});
}

const TEXTS = ["доход", "поздний доход", "доход 7 москва", "всего", "000-3-5", "поздн", "доход неведомое", null];
const FILTERS = [{}, {territory: ["RU-78"]}, {classification: ["000-3-5,000-7"]}, {status: "stalled" as const}];

/** @param turn each text has another filter in each of four turns */
async function answersOf(search: Search, turn: number): Promise<unknown[]> {
  const answers: unknown[] = [];
  for (const [index, text] of TEXTS.entries())
    answers.push(await search.findSeries({text, limit: 7, filters: FILTERS[(index + turn) % FILTERS.length]!}, true));
  answers.push(await search.findSeries({text: "доход", limit: 3, filters: {classification: ["000-4-4"]}}));
  answers.push(await search.findConcepts(null, 5), await search.findConcept("showdata-demo-cpi"));
  return answers;
}
