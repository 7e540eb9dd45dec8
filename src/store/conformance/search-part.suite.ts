// Tests of what a load stores of a dataset for search: a server opens it if it was made of the dataset as it is, and does without it else.
import assert from "node:assert/strict";
import {test} from "node:test";
import {makeContent} from "../../search/index/index-dataset.ts";
import {encodeSegment} from "../../search/stored/segment-code.ts";
import {buildCatalogue} from "../../statistics/catalogue/build-catalogue.ts";
import {encodeCatalogue} from "../../statistics/catalogue/catalogue-encoding.ts";
import {dayOf} from "../../statistics/time/day.ts";
import {atOnce} from "../../work/pace.ts";
import {replaceMetadataTables, writeDataset} from "../datasets/dataset.ts";
import type {Queries} from "../engines/differences.ts";
import type {Store} from "../open.ts";
import {all, run, type Script} from "../script.ts";
import {readSegmentBlobs} from "../search/blobs.ts";
import {findSegmentFault} from "../search/deltas.ts";
import {DamagedSegment, indexedDataset, segmentDigest} from "../search/manifest.ts";
import {createSearchMemory} from "../search/memory.ts";
import {createSearch, type Search} from "../search/search.ts";
import {readSearchSegments, writeSearchSegment} from "../search/segment.ts";
import {readStoredDataset} from "../search/stored-dataset.ts";
import {writeCatalogue} from "../series/catalogue.ts";
import {writeSeries} from "../series/series.ts";
import {
  type NewLocation,
  sampleDataset,
  sampleMetadata,
  sampleSeries,
  sampleUse,
  withStore,
} from "./samples.fixture.ts";

export function registerSearchPartTests(engine: string, newLocation: NewLocation): void {
  test(`${engine}: what a load stores for search is what the names give, and a server opens it [search.stored]`, () =>
    withStore(newLocation, async (store) => {
      const id = await load(store);
      await store.statistics.read(function* (q) {
        const {stored, segment} = yield* readPart(store, q, id);
        assert.ok(segment !== null && !(segment instanceof DamagedSegment));
        const {blocks} = encodeSegment(atOnce(makeContent(indexedDataset(stored, catalogueOf()))));
        const blobs = yield* readSegmentBlobs(
          q,
          id,
          [...blocks.keys()].map((number) => number + 1),
        );
        assert.deepEqual([...blobs.values()], blocks);
        assert.equal(yield* findSegmentFault(q, id), null);
      });
      const search = searchOver(store);
      assert.equal((await find(search)).total, 1);
      assert.deepEqual(search.faults, []);
    }));

  test(`${engine}: a load without new words or series writes nothing for search, one that makes a series stalled writes that [search.stored-writes]`, () =>
    withStore(newLocation, async (store) => {
      const id = await load(store);
      assert.deepEqual(await writes(store, id, catalogueOf()), []);
      assert.deepEqual(await writes(store, id, catalogueOf(dayOf(2027, 9, 1))), [1, 0]);
      assert.deepEqual(await writes(store, id, catalogueOf(dayOf(2027, 9, 1))), []);
    }));

  test(`${engine}: what is stored of another state, or not at all, is not opened, and everything is found [search.stored-older]`, () =>
    withStore(newLocation, async (store) => {
      const id = await load(store);
      const change = (statement: (q: Queries) => Script<void>) => store.statistics.write(statement);
      await change((q) => run(q.db.updateTable("dataset").set({name: "Новое имя", changed_by: "run-2"}).compile()));
      await store.statistics.read(function* (q) {
        assert.equal((yield* readPart(store, q, id)).segment, null);
        assert.match((yield* findSegmentFault(q, id)) ?? "", /another state/);
      });
      const search = searchOver(store);
      assert.equal((await find(search, "новое имя")).total, 2);
      await change((q) => run(q.db.deleteFrom("search_piece").where("dataset_id", "=", id).compile()));
      const other = searchOver(store);
      assert.equal((await find(other, "новое имя")).total, 2);
      assert.deepEqual([search.faults, other.faults], [[], []]);
      await change((q) => writeSearchSegment(q, id, catalogueOf()));
      assert.equal(await store.statistics.read((q) => findSegmentFault(q, id)), null);
    }));

  test(`${engine}: what is damaged is reported and not opened, everything is found, and the next load mends it [search.stored-damaged]`, () =>
    withStore(newLocation, async (store) => {
      const id = await load(store);
      for (const number of [0, 1]) {
        await damage(store, id, number);
        const search = searchOver(store);
        assert.equal((await find(search)).total, 1);
        assert.match(search.faults.join(), new RegExp(`showdata/demo .*block ${number} .*damaged`));
        assert.match((await store.statistics.read((q) => findSegmentFault(q, id))) ?? "", /damaged/);
        await store.statistics.write((q) => writeSearchSegment(q, id, catalogueOf()));
        assert.equal(await store.statistics.read((q) => findSegmentFault(q, id)), null);
      }
    }));

  test(`${engine}: a search that may keep nothing in memory answers as one that keeps all [search.memory]`, () =>
    withStore(newLocation, async (store) => {
      await load(store);
      const [large, none] = [searchOver(store), searchOver(store, 0)];
      for (const text of ["хлеб", "01.1.2", "москва", "хлеп", "цены неведомое", "ничего"])
        assert.deepEqual(await find(none, text), await find(large, text), text);
      assert.deepEqual(await none.findConcepts("хлеб", 5), await large.findConcepts("хлеб", 5));
      assert.equal((await find(none)).total, 1);
    }));

  test(`${engine}: a question whose blocks a load has replaced is answered from the new ones alone [search.one-state]`, () =>
    withStore(newLocation, async (store) => {
      const id = await load(store);
      const search = searchOver(store, 0);
      assert.equal((await find(search)).total, 1);
      await store.statistics.write(function* (q) {
        yield* run(q.db.updateTable("dataset").set({name: "Новое имя", changed_by: "run-2"}).compile());
        yield* writeSearchSegment(q, id, catalogueOf());
      });
      assert.equal((await find(search)).total, 1);
      assert.equal((await find(search, "новое имя")).total, 2);
      assert.deepEqual(search.faults, []);
      // the same dataset in other blocks, as another program writes them
      await store.statistics.write((q) =>
        run(q.db.deleteFrom("search_piece").where("dataset_id", "=", id).where("number", ">", 0).compile()),
      );
      assert.equal((await find(search, "новое имя")).total, 2);
      assert.match(search.faults.join(), /showdata\/demo .*block 1 .*damaged/);
    }));

  test(`${engine}: a block that is found damaged by a question is reported, and the part is made without it [search.stored-damaged]`, () =>
    withStore(newLocation, async (store) => {
      const id = await load(store);
      const search = searchOver(store, 0);
      assert.equal((await find(search)).total, 1);
      await damage(store, id, 1);
      for (let times = 0; times < 2; times++) assert.equal((await find(search)).total, 1);
      assert.equal(search.faults.length, 1);
      assert.match(search.faults.join(), /showdata\/demo .*block 1 .*damaged/);
    }));
}

const SERIES = sampleSeries(1, {territory: "643-2"});

function catalogueOf(lastPeriod = SERIES.lastPeriod) {
  const metadata = sampleMetadata();
  // of two series the older one becomes stalled
  const series = [{...SERIES, lastPeriod}, sampleSeries(2, {classification: "01.1.2", territory: "643-2"})];
  return buildCatalogue(series, {
    territories: new Map(metadata.territories!.map((one) => [one.code, one])),
    classNames: new Map(metadata.classes!.map(({code, name}) => [code, name])),
    indicatorLabels: new Map(metadata.indicators!.map(({code, label}) => [code, label])),
    continuity: [],
    weeks: null,
  });
}

function load(store: Store): Promise<number> {
  const fields = sampleDataset();
  return store.statistics.write(function* (q) {
    const id = yield* writeDataset(q, fields);
    yield* replaceMetadataTables(q, id, fields.metadata, sampleUse(fields.metadata));
    yield* writeSeries(q, id, [SERIES, sampleSeries(2, {classification: "01.1.2", territory: "643-2"})]);
    yield* writeCatalogue(q, id, encodeCatalogue(catalogueOf()));
    yield* writeSearchSegment(q, id, catalogueOf());
    return id;
  });
}

function* readPart({statistics}: Store, q: Queries, id: number) {
  const stored = (yield* readStoredDataset(q, id))!;
  return {
    stored,
    segment: yield* readSearchSegments(q, id, segmentDigest(stored), createSearchMemory(statistics, 2 ** 20)),
  };
}

/** Numbers of the blobs that a load with this catalogue writes. */
function writes(store: Store, id: number, catalogue: ReturnType<typeof catalogueOf>): Promise<number[]> {
  return store.statistics.write(function* (q) {
    yield* writeCatalogue(q, id, encodeCatalogue(catalogue));
    const numbers: number[] = [];
    const script = writeSearchSegment(q, id, catalogue);
    for (let step = script.next(); !step.done; step = script.next(yield step.value)) {
      const statement = step.value as {sql: string; parameters: readonly unknown[]};
      if (/^insert into/.test(statement.sql)) numbers.push(statement.parameters[1] as number);
    }
    return numbers;
  });
}

/** Changes a bit of a blob. */
function damage(store: Store, id: number, number: number): Promise<void> {
  return store.statistics.write(function* (q) {
    const own = q.db.selectFrom("search_piece").select("bytes").where("dataset_id", "=", id);
    const [row] = yield* all(own.where("number", "=", number).compile());
    const bytes = Uint8Array.from(row!.bytes);
    bytes[70]! ^= 1;
    const change = q.db.updateTable("search_piece").set({bytes}).where("dataset_id", "=", id);
    yield* run(change.where("number", "=", number).compile());
  });
}

function searchOver(store: Store, memory?: number): Search & {readonly faults: string[]} {
  const faults: string[] = [];
  const onLeftOut = (fault: Error): void => void faults.push(fault.message);
  const terms = {onLeftOut, ...(memory !== undefined && {maxBytes: memory})};
  return Object.assign(createSearch(store.statistics, terms), {faults});
}

function find(search: Search, text = "хлеб") {
  return search.findSeries({text, limit: 5, filters: {}});
}
