// Tests of datasets and their descriptions, as loads and the API use them.
import assert from "node:assert/strict";
import {test} from "node:test";
import {
  findDatasets,
  listDatasets,
  readDatasetMetadata,
  replaceMetadataTables,
  writeDataset,
} from "../datasets/dataset.ts";
import {METADATA_TABLES} from "../datasets/metadata.ts";
import {metadataJson} from "../datasets/metadata-json.ts";
import type {Queries} from "../engines/differences.ts";
import {recordChange} from "../releases/load-run.ts";
import {insertRelease} from "../releases/release.ts";
import {all, run, type Script} from "../script.ts";
import {writeCatalogue} from "../series/catalogue.ts";
import {deleteDataset} from "../series/delete-dataset.ts";
import {writeHistories} from "../series/history.ts";
import {writeSeries} from "../series/series.ts";
import {
  manyClasses,
  type NewLocation,
  NOTHING_TOUCHED,
  sampleDataset,
  sampleLoadRun,
  sampleMetadata,
  sampleRelease,
  sampleSeries,
  sampleUse,
  withStore,
} from "./samples.fixture.ts";

const DATASET_TABLES = [
  "series",
  "history",
  "catalogue",
  "catalogue_piece",
  "metadata_piece",
  "release",
  "release_file",
  ...METADATA_TABLES,
] as const;

export function registerStatisticsTests(engine: string, newLocation: NewLocation): void {
  test(`${engine}: a dataset is found by its full code, and by its bare code under every provider [data.dataset-code] [data.dataset-ambiguous]`, () =>
    withStore(newLocation, async (store) => {
      for (const provider of ["showdata", "cbr"]) {
        await store.statistics.write((q) => writeDataset(q, sampleDataset({provider})));
      }
      const find = async (provider: string | null, dataset: string) =>
        (await store.statistics.read((q) => findDatasets(q, {provider, dataset}))).map((found) => found.provider);
      assert.deepEqual(await find("cbr", "demo"), ["cbr"]);
      assert.deepEqual(await find(null, "demo"), ["cbr", "showdata"]);
      assert.deepEqual(await find(null, "Demo"), []);
      assert.deepEqual(await find("fedstat", "demo"), []);
    }));

  test(`${engine}: a dataset written again keeps its id, and every field has its last value`, () =>
    withStore(newLocation, async (store) => {
      const first = sampleDataset();
      const id = await store.statistics.write((q) => writeDataset(q, first));
      const next = sampleDataset({
        revised: false,
        archival: true,
        spans: [],
        dimensions: [],
        sourceUrl: null,
        nextRelease: null,
        changedBy: "run-2",
        metadata: sampleMetadata({weeks: null, notes: []}),
      });
      const many = manyClasses(1500);
      const large = sampleDataset({metadata: sampleMetadata({classes: many})});
      const larger = sampleDataset({metadata: sampleMetadata({classes: [...many, ...many.slice(0, 100)]})});
      for (const fields of [first, next, large, larger, large, first]) {
        assert.equal(await store.statistics.write((q) => writeDataset(q, fields)), id);
        const {metadata, ...record} = fields;
        assert.deepEqual(await store.statistics.read((q) => listDatasets(q)), [{id, ...record}]);
        assert.deepEqual(await store.statistics.read((q) => readDatasetMetadata(q, id)), metadata);
      }
      assert.equal(await store.statistics.read((q) => readDatasetMetadata(q, id + 1)), null);
    }));

  test(`${engine}: a lost blob of a list of classes is noticed, wherever it was, and blobs of an earlier program are read [store.metadata-blobs]`, () =>
    withStore(newLocation, async (store) => {
      const metadata = sampleMetadata({classes: manyClasses(1500)});
      const write = () => store.statistics.write((q) => writeDataset(q, sampleDataset({metadata})));
      const id = await write();
      const read = () => store.statistics.read((q) => readDatasetMetadata(q, id));
      for (const [lost, said] of [
        [0, /chunk 0 is missing/],
        [1, /chunk 1 is missing/],
        [2, /it has 1024 of 1500/],
      ] as const) {
        await store.statistics.write((q) =>
          run(q.db.deleteFrom("metadata_piece").where("dataset_id", "=", id).where("number", "=", lost).compile()),
        );
        await assert.rejects(read(), said);
        await write();
        assert.deepEqual(await read(), metadata);
      }
      await store.statistics.write((q) =>
        run(q.db.deleteFrom("metadata_piece").where("dataset_id", "=", id).compile()),
      );
      await assert.rejects(read(), /it has 0 of 1500/);

      await store.statistics.write(function* (q) {
        const text = metadataJson({...metadata, classes: []});
        yield* run(q.db.updateTable("dataset").set({metadata: text}).where("id", "=", id).compile());
        for (const number of [0, 1, 2]) {
          const classes = JSON.stringify(metadata.classes!.slice(512 * number, 512 * number + 512));
          yield* run(q.db.insertInto("metadata_piece").values({dataset_id: id, number, classes}).compile());
        }
      });
      assert.deepEqual(await read(), metadata);
    }));

  test(`${engine}: the description of a dataset is replaced completely, and no other dataset's [tidy.metadata-lists]`, () =>
    withStore(newLocation, async (store) => {
      const metadata = sampleMetadata();
      const ids: number[] = [];
      for (const code of ["one", "two"]) {
        const id = await store.statistics.write((q) => writeDataset(q, sampleDataset({code})));
        await store.statistics.write((q) => replaceMetadataTables(q, id, metadata, sampleUse(metadata)));
        ids.push(id);
      }
      const full = await countRows(store.statistics, ids[0]!);
      assert.deepEqual(
        METADATA_TABLES.map((table) => full[table]),
        [1, 2, 1, 1, 1, 2, 1, 1, 1, 1],
      );
      const bare = sampleMetadata({
        indicators: null,
        classes: [],
        units: null,
        methodology: null,
        notes: null,
        related: [],
        continuity: null,
        weeks: null,
        english: [],
      });
      await store.statistics.write((q) => replaceMetadataTables(q, ids[0]!, bare, sampleUse(bare, {territories: []})));
      const emptied = await countRows(store.statistics, ids[0]!);
      assert.ok(METADATA_TABLES.every((table) => emptied[table] === 0));
      assert.deepEqual(await countRows(store.statistics, ids[1]!), full);
    }));

  test(`${engine}: an indicator without a concept gets provider-dataset-indicator, and of two entries with one code the last is used [tidy.defaults]`, () =>
    withStore(newLocation, async (store) => {
      const id = await store.statistics.write((q) => writeDataset(q, sampleDataset()));
      const label = {label: "l", description: null, synonyms: []};
      const indicators = [
        {code: "a", concept: null, ...label},
        {code: "b", concept: "old", ...label},
        {code: "b", concept: "own", ...label},
      ];
      await store.statistics.write((q) =>
        replaceMetadataTables(q, id, sampleMetadata({indicators}), sampleUse(sampleMetadata())),
      );
      const rows = await store.statistics.read(function* (q) {
        return yield* all(q.db.selectFrom("indicator").select(["code", "concept"]).orderBy("code").compile());
      });
      assert.deepEqual(
        rows.map((row) => [row.code, row.concept]),
        [
          ["a", "showdata-demo-a"],
          ["b", "own"],
        ],
      );
    }));

  test(`${engine}: a dropped dataset leaves no rows except its load runs, and no other dataset loses rows [release.drop]`, () =>
    withStore(newLocation, async (store) => {
      const ids: number[] = [];
      for (const code of ["before", "dropped", "after"])
        ids.push(await store.statistics.write((q) => fullDataset(q, code)));
      const kept = await countRows(store.statistics, ids[0]!);
      assert.ok(DATASET_TABLES.every((table) => kept[table]! > 0));
      await store.statistics.write((q) => deleteDataset(q, ids[1]!));
      const left = await countRows(store.statistics, ids[1]!);
      assert.ok(DATASET_TABLES.every((table) => left[table] === 0));
      for (const id of [ids[0]!, ids[2]!]) assert.deepEqual(await countRows(store.statistics, id), kept);
      const names = (await store.statistics.read((q) => listDatasets(q))).map((dataset) => dataset.code);
      assert.deepEqual(names, ["after", "before"]);
      const runs = await store.statistics.read(function* (q) {
        return yield* all(q.db.selectFrom("load_run").select("dataset_code").orderBy("dataset_code").compile());
      });
      assert.deepEqual(
        runs.map((run) => run.dataset_code),
        ["after", "before", "dropped"],
      );
      assert.ok(
        !ids.includes(await store.statistics.write((q) => fullDataset(q, "dropped"))),
        "an id is never used twice",
      );
    }));
}

function* fullDataset(q: Queries, code: string): Script<number> {
  const metadata = sampleMetadata();
  const many = sampleMetadata({classes: manyClasses(600)});
  const id = yield* writeDataset(q, sampleDataset({code, metadata: many}));
  yield* replaceMetadataTables(q, id, metadata, sampleUse(metadata));
  yield* insertRelease(q, sampleRelease(id));
  yield* recordChange(q, sampleLoadRun(id, {id: `run-${id}`, dataset: code}), NOTHING_TOUCHED);
  yield* writeSeries(q, id, [sampleSeries(0), sampleSeries(1)]);
  yield* writeHistories(
    q,
    id,
    [0, 1, 2 ** 24 - 1].map((number) => ({number, estimates: Uint8Array.of(1)})),
  );
  yield* writeCatalogue(q, id, {manifest: Uint8Array.of(1), blobs: [Uint8Array.of(2)], numbers: [0]});
  return id;
}

/** Rows of each table that belong to the dataset. */
export async function countRows(
  engine: {read<T>(script: (q: Queries) => Script<T>): Promise<T>},
  datasetId: number,
): Promise<Record<string, number>> {
  return engine.read(function* (q) {
    const counts: Record<string, number> = {};
    for (const table of DATASET_TABLES) {
      const query = q.db.selectFrom(table as "series").select((select) => select.fn.countAll<number>().as("rows"));
      counts[table] = (yield* all(query.where("dataset_id", "=", datasetId).compile()))[0]!.rows;
    }
    return counts;
  });
}
