// Tests of stored catalogues: a load writes the blobs that differ, and a server brings the catalogue in its memory up to date by them.
import assert from "node:assert/strict";
import {test} from "node:test";
import {buildCatalogue, type CatalogueSeries} from "../../statistics/catalogue/build-catalogue.ts";
import {labels} from "../../statistics/catalogue/catalogue.fixture.ts";
import {seriesKey} from "../../statistics/catalogue/catalogue.ts";
import {encodeCatalogue} from "../../statistics/catalogue/catalogue-encoding.ts";
import type {Queries} from "../engines/differences.ts";
import {run} from "../script.ts";
import {writeWords} from "../search/dataset-words.ts";
import {
  addToCatalogue,
  readCatalogue,
  readCatalogueBlobs,
  readCatalogueManifest,
  readWholeCatalogue,
  writeCatalogue,
} from "../series/catalogue.ts";
import {createCatalogueCache} from "../series/catalogue-cache.ts";
import {addSeries} from "../series/series.ts";
import {BLOCK, CLASSES, codeOf, countWritten, series, writeState} from "./catalogue-state.fixture.ts";
import {type NewLocation, NOW, withStore} from "./samples.fixture.ts";

export function registerCatalogueTests(engine: string, newLocation: NewLocation): void {
  test(`${engine}: a catalogue is read as it was written, whole and without names, and another dataset has none`, () =>
    withStore(newLocation, async (store) => {
      const {id, catalogue} = await writeState(store, "a", []);
      const {read} = store.statistics;
      const whole = await read((q) => readWholeCatalogue(q, id));
      assert.deepEqual(whole, catalogue);
      const {classNames: _, ...columns} = catalogue;
      const bare = (await read((q) => readCatalogue(q, id)))!;
      assert.deepEqual({...bare, classification: null}, {...columns, classification: null});
      assert.equal(await read((q) => readCatalogue(q, id + 1)), null);
    }));

  test(`${engine}: a new last period writes one blob and the manifest, and a shorter catalogue leaves no blob behind [load.writes-changes]`, () =>
    withStore(newLocation, async (store) => {
      const {id} = await writeState(store, "a", []);
      const before = await store.statistics.read((q) => readCatalogueBlobs(q, id));
      const {blocks} = (await store.statistics.read((q) => readCatalogueManifest(q, id)))!;
      assert.equal(before.size, 2 * blocks.length);
      assert.ok(blocks.length > 2);
      assert.equal(await countWritten(store, id, series([700])), 2);
      const after = await store.statistics.read((q) => readCatalogueBlobs(q, id));
      const changed = [...after].filter(([number, bytes]) => Buffer.compare(bytes, before.get(number)!) !== 0);
      assert.deepEqual(
        changed.map(([number]) => number),
        [2 * blocks.findLastIndex(({from}) => from <= 700) + 1],
      );
      assert.equal(await countWritten(store, id, series([700])), 0);
      await countWritten(store, id, series([]).slice(0, BLOCK / 2));
      assert.deepEqual([...(await store.statistics.read((q) => readCatalogueBlobs(q, id))).keys()].sort(), [0, 1]);
    }));

  test(`${engine}: new series write the blocks into which they fall, and leave the rows of a catalogue that is written as a whole [load.writes-changes]`, () =>
    withStore(newLocation, async (store) => {
      const {id} = await writeState(store, "a", []);
      const all = series([]).map((one) => ({...one, key: seriesKey("showdata", "demo", one)}));
      const classNames = new Map(all.slice(1).map(({number}) => [codeOf(number), `class ${number}`]));
      const encoded = (of: readonly CatalogueSeries[]) =>
        encodeCatalogue(buildCatalogue(of, labels({classNames})), BLOCK / 10);
      for (const isNew of [
        (number: number) => number === 700,
        (number: number) => number % 400 === 3,
        (number: number) => number < 300,
        (number: number) => number % 2 === 1,
      ]) {
        const kept = encoded(all.filter(({number}) => !isNew(number)));
        const added = all.filter(({number}) => isNew(number));
        const [grown, expected, whole] = await store.statistics.write(function* (q) {
          yield* writeCatalogue(q, id, kept);
          const named = added.map((one) => ({...one, className: classNames.get(one.classification!) ?? null}));
          const manifest = yield* addToCatalogue(q, id, (yield* readCatalogueManifest(q, id))!, named);
          const rows = yield* readCatalogueBlobs(q, id);
          assert.deepEqual(yield* readCatalogueManifest(q, id), manifest);
          yield* writeCatalogue(q, id, encoded(all));
          assert.deepEqual(yield* readCatalogueManifest(q, id), manifest);
          return [rows, yield* readCatalogueBlobs(q, id), manifest!.blocks.length] as const;
        });
        assert.deepEqual(new Map([...grown].sort(byNumber)), new Map([...expected].sort(byNumber)));
        assert.equal(grown.size, 2 * whole);
      }
    }));

  test(`${engine}: a catalogue in memory is brought to the state of its dataset by what has changed [store.catalogue-blobs]`, () =>
    withStore(newLocation, async (store) => {
      const hits: boolean[] = [];
      const cache = createCatalogueCache(2 ** 20, (event) => {
        if (event.type === "cache-asked") hits.push(event.hit);
      });
      for (const [run, changed] of [
        ["a", []],
        ["b", [700, 1400]],
        ["c", [700, 1400]],
        ["d", [0]],
      ] as const) {
        const {dataset, catalogue} = await writeState(store, run, changed);
        for (const _ of [1, 2]) {
          const read = await store.statistics.read((q) => cache.read(q, dataset));
          assert.deepEqual(read.lastPeriod, catalogue.lastPeriod);
          assert.deepEqual(read.frontiers, catalogue.frontiers);
          assert.deepEqual(read.keys, catalogue.keys);
        }
      }
      assert.deepEqual(hits, [false, true, false, true, false, true, false, true]);
      const {dataset, catalogue} = await writeState(store, "e", [], CLASSES - 1);
      const read = await store.statistics.read((q) => cache.read(q, dataset));
      assert.equal(read.size, CLASSES - 1);
      assert.deepEqual([...read.classification.codes], catalogue.classification.codes);
    }));

  test(`${engine}: a blob that is damaged, missing or of another state is an error that names the dataset [store.catalogue-blobs]`, () =>
    withStore(newLocation, async (store) => {
      const {id, dataset} = await writeState(store, "a", []);
      const [columns, periods] = await store.statistics.read(function* (q) {
        const blobs = yield* readCatalogueBlobs(q, id);
        return [blobs.get(2)!, blobs.get(3)!];
      });
      const put = (number: number, bytes: Uint8Array) =>
        store.statistics.write((q) => run(setBlob(q, id, number, bytes)));
      const read = (cache = createCatalogueCache(2 ** 20, () => {})) =>
        store.statistics.read((q) => cache.read(q, dataset));
      for (const [number, good, bad, said] of [
        [
          2,
          columns!,
          flipped(columns!),
          /^dataset showdata\/demo: the catalogue is damaged: chunk 2 has another checksum$/,
        ],
        [3, periods!, columns!, /^dataset showdata\/demo: the catalogue is damaged: chunk 3 has another checksum$/],
      ] as const) {
        await put(number, bad);
        await assert.rejects(read(), {message: said});
        await put(number, good);
        await read();
      }
      await store.statistics.write((q) =>
        run(q.db.deleteFrom("catalogue_piece").where("dataset_id", "=", id).where("number", "=", 3).compile()),
      );
      await assert.rejects(read(), {message: "dataset showdata/demo: the catalogue is damaged: chunk 3 is missing"});
      await countWritten(store, id, series([]));
      await read();
      await store.statistics.write((q) => run(q.db.deleteFrom("catalogue").where("dataset_id", "=", id).compile()));
      await assert.rejects(read(), {message: "dataset showdata/demo: the catalogue is missing"});
    }));

  test(`${engine}: a list of indicators that changes the words of a dataset makes its lost blobs again from the series [store.catalogue-blobs]`, () =>
    withStore(newLocation, async (store) => {
      const {id, catalogue, metadata} = await writeState(store, "a", [2]);
      await store.statistics.write(function* (q) {
        const rows = series([2]).map((one) => ({...one, firstPeriod: one.lastPeriod, observationCount: 1}));
        yield* addSeries(q, id, rows);
        const blobs = q.db.deleteFrom("catalogue_piece").where("dataset_id", "=", id);
        yield* run(blobs.where("number", ">", 1).compile());
      });
      await assert.rejects(
        store.statistics.read((q) => readWholeCatalogue(q, id)),
        {message: "the catalogue is damaged: chunk 2 is missing"},
      );
      await store.statistics.write((q) =>
        writeWords(q, id, {...metadata, name: "new"}, {changedBy: "b", changedAt: NOW}),
      );
      const again = (await store.statistics.read((q) => readWholeCatalogue(q, id)))!;
      const {indicatorLabels: _, ...made} = catalogue;
      for (const name of Object.keys(made) as (keyof typeof made)[])
        assert.deepEqual(again[name], catalogue[name], name);
    }));
}

function byNumber([one]: [number, Uint8Array], [other]: [number, Uint8Array]): number {
  return one - other;
}

function flipped(bytes: Uint8Array): Uint8Array {
  const damaged = Uint8Array.from(bytes);
  damaged[7]! ^= 1;
  return damaged;
}

function setBlob(q: Queries, id: number, number: number, bytes: Uint8Array) {
  const rows = q.db.updateTable("catalogue_piece").set({bytes});
  return rows.where("dataset_id", "=", id).where("number", "=", number).compile();
}
