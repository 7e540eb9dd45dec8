// Tests of the data for the search index, and of the descriptions of found series.
import assert from "node:assert/strict";
import {test} from "node:test";
import {dayOf} from "../../statistics/time/day.ts";
import {replaceMetadataTables, writeDataset} from "../datasets/dataset.ts";
import type {Store} from "../open.ts";
import {listDatasetVersions, listProviders, readConceptSpan, readStoredDataset} from "../search/stored-dataset.ts";
import {writeCatalogue} from "../series/catalogue.ts";
import {readFoundSeries} from "../series/named-series.ts";
import {writeSeries} from "../series/series.ts";
import {
  type NewLocation,
  NOW,
  ODD_TEXT,
  sampleDataset,
  sampleMetadata,
  sampleSeries,
  sampleUse,
  withStore,
} from "./samples.fixture.ts";

export function registerSearchTests(engine: string, newLocation: NewLocation): void {
  test(`${engine}: the indexed words are those of the dataset's own packages [search.query]`, () =>
    withStore(newLocation, async (store) => {
      const one = await write(store, "one");
      await write(store, "other", "cbr");
      const {read} = store.statistics;
      assert.deepEqual(
        (await read((q) => listDatasetVersions(q))).map(({changedBy}) => changedBy),
        ["run of one", "run of other"],
      );
      assert.deepEqual(await read((q) => listProviders(q)), ["cbr", "showdata"]);
      const {columns, ...stored} = (await read((q) => readStoredDataset(q, one)))!;
      assert.deepEqual([...columns], [1, 2, 3]);
      const metadata = sampleMetadata();
      assert.deepEqual(stored, {
        id: one,
        changedBy: "run of one",
        provider: "showdata",
        code: "one",
        name: ODD_TEXT,
        indicators: [
          {
            ...{code: "cpi", label: "Индекс", description: "about", synonyms: metadata.indicators![0]!.synonyms},
            concept: "showdata-demo-cpi",
            namedOn: "2026-10-14",
            namedAt: NOW,
          },
        ],
        units: [{code: "PCT", name: "процент", okei: "744"}],
      });
      assert.equal(await read((q) => readStoredDataset(q, one + 100)), null);
    }));

  test(`${engine}: found series are described in the order of the search, each with the names of its dataset [search.item]`, () =>
    withStore(newLocation, async (store) => {
      const one = await write(store, "one");
      const other = await write(store, "other", "cbr");
      const names = [
        {datasetId: other, key: sampleSeries(2).key},
        {datasetId: one, key: sampleSeries(1).key},
        {datasetId: one, key: "gone000000000000"},
        {datasetId: one, key: sampleSeries(2).key},
      ];
      const found = await store.statistics.read((q) => readFoundSeries(q, names));
      assert.deepEqual(
        found.map(({provider, dataset, key}) => [provider, dataset, key]),
        [
          ["cbr", "other", sampleSeries(2).key],
          ["showdata", "one", sampleSeries(1).key],
          ["showdata", "one", sampleSeries(2).key],
        ],
      );
      const {observationCount: _, ...facts} = sampleSeries(1, {territory: "643-2"});
      assert.deepEqual(found[1], {
        ...facts,
        datasetId: one,
        provider: "showdata",
        dataset: "one",
        datasetName: sampleDataset().name,
        className: "Хлеб",
        indicatorLabel: "Индекс",
        unitName: "процент",
        fullTerritory: sampleMetadata().territories![0],
        status: "stalled",
      });
      assert.equal(found[2]!.status, "active");
      assert.deepEqual(await store.statistics.read((q) => readFoundSeries(q, [])), []);
    }));

  test(`${engine}: the span of an indicator is from the first period to the last of all its series [concept.card]`, () =>
    withStore(newLocation, async (store) => {
      const id = await write(store, "one");
      const {read} = store.statistics;
      assert.deepEqual(
        await read((q) => readConceptSpan(q, [{id, code: "showdata/demo", indicators: ["cpi"], isWhole: false}])),
        {
          first: dayOf(1991, 1, 1),
          last: dayOf(2199, 12, 1),
        },
      );
      assert.equal(
        await read((q) => readConceptSpan(q, [{id, code: "showdata/demo", indicators: ["none"], isWhole: false}])),
        null,
      );
    }));
}

/** A dataset with a series that is stalled and one that is not. */
async function write(store: Store, code: string, provider = "showdata"): Promise<number> {
  const fields = sampleDataset({code, provider, changedBy: `run of ${code}`});
  return store.statistics.write(function* (q) {
    const id = yield* writeDataset(q, fields);
    yield* replaceMetadataTables(q, id, fields.metadata, sampleUse(fields.metadata));
    yield* writeCatalogue(q, id, {manifest: Uint8Array.of(1, 2, 3), blobs: [], numbers: []});
    const series = [sampleSeries(1), sampleSeries(2, {lastPeriod: dayOf(2199, 12, 1)})];
    yield* writeSeries(
      q,
      id,
      series.map((one) => ({...one, territory: "643-2"})),
    );
    return id;
  });
}
