// Kit: what is asked for by one series key, and the lists that go over all datasets.
import assert from "node:assert/strict";
import {test} from "node:test";
import {dayOf} from "../statistics/day.ts";
import type {Naming} from "../statistics/naming.ts";
import type {ReleaseMetadata} from "../statistics/release.ts";
import {seriesKey} from "../statistics/series-identity.ts";
import {listContinuityBreaks} from "./continuity.ts";
import {findDatasetsOfKey, replaceMetadataTables, writeDataset} from "./dataset.ts";
import {findDescribedSeries} from "./described-series.ts";
import type {MetadataUse} from "./metadata.ts";
import {listMethodologies} from "./methodology.ts";
import {readNotes} from "./note.ts";
import type {Store} from "./open.ts";
import {listRelations, readRelatedDatasets} from "./relation.ts";
import {insertRelease} from "./release.ts";
import {listReleaseProofs, listReleaseProofsOn} from "./release-proof.ts";
import {writeSeries} from "./series.ts";
import {
  type NewPlace,
  ODD_TEXT,
  sampleDataset,
  sampleMetadata,
  sampleRelease,
  sampleSeries,
  sampleUse,
  withStore,
} from "./store-samples.kit.ts";
import {listPackageTerritories} from "./territory.ts";
import {listUnits, readUnitNames} from "./unit.ts";

export function registerListTests(engine: string, newPlace: NewPlace): void {
  test(`${engine}: a series key finds every dataset that its first characters may mean, and no other [identity.series-key]`, () =>
    withStore(newPlace, async (store) => {
      // The hashes of these two codes begin with the same five digits.
      const [one, twin, other] = ["d9210", "d10302", "demo"].map((code) => sampleDataset({code}));
      for (const fields of [one!, twin!, other!]) await store.statistics.write((q) => writeDataset(q, fields));
      const find = async (code: string) => {
        const key = seriesKey("showdata", code, sampleSeries(0));
        return (await store.statistics.read((q) => findDatasetsOfKey(q, key))).map((dataset) => dataset.code);
      };
      assert.deepEqual(await find("d9210"), ["d10302", "d9210"]);
      assert.deepEqual(await find("d10302"), ["d10302", "d9210"]);
      assert.deepEqual(await find("demo"), ["demo"]);
      assert.deepEqual(await find("none"), []);
    }));

  test(`${engine}: one series comes with the names of its own dataset, and with none where the dataset gives none [observations.extras]`, () =>
    withStore(newPlace, async (store) => {
      const described = await describedDataset(store, "described", sampleMetadata());
      const bare = await describedDataset(store, "bare", BARE);
      const series = [sampleSeries(1, {territory: "643-2"}), sampleSeries(2, {territory: "643-2", ...NO_DIMENSIONS})];
      for (const id of [described, bare]) await store.statistics.write((q) => writeSeries(q, id, series));
      const find = (id: number, number: number) =>
        store.statistics.read((q) => findDescribedSeries(q, id, sampleSeries(number).key));
      const {firstPeriod: _, observationCount: __, ...facts} = series[0]!;
      const [place] = sampleMetadata().territories!;
      assert.deepEqual(await find(described, 1), {
        ...facts,
        className: "Хлеб",
        classNote: "white",
        indicatorLabel: "Индекс",
        place,
        unitLabel: {name: "процент", mult: 0.001},
      });
      const unnamed = await find(bare, 1);
      assert.deepEqual(unnamed, {
        ...facts,
        className: null,
        classNote: null,
        indicatorLabel: null,
        place,
        unitLabel: null,
      });
      const lacking = await find(described, 2);
      assert.deepEqual([lacking!.className, lacking!.unitLabel, lacking!.classification], [null, null, null]);
      assert.equal(await find(described, 3), null);
      assert.equal(await find(bare + 1, 1), null);
    }));

  test(`${engine}: a series whose territory is not there is a failure, never a series without a place`, () =>
    withStore(newPlace, async (store) => {
      const id = await describedDataset(store, "demo", sampleMetadata());
      await store.statistics.write((q) => writeSeries(q, id, [sampleSeries(1, {territory: "none"})]));
      await assert.rejects(
        store.statistics.read((q) => findDescribedSeries(q, id, sampleSeries(1).key)),
        /territory none/,
      );
    }));

  test(`${engine}: relations stand with the dataset that declares them, and the related one has its name where it is loaded [reference.related]`, () =>
    withStore(newPlace, async (store) => {
      const related = [
        {provider: "showdata", dataset: "old", relation: "era", splice: false, note: ODD_TEXT},
        {provider: "cbr", dataset: "none", relation: "neighbour", splice: true, note: null},
      ] as const;
      const id = await describedDataset(store, "new", sampleMetadata({related}));
      const old = await describedDataset(store, "old", sampleMetadata({related: []}), {name: "The old one"});
      assert.deepEqual(await store.statistics.read((q) => readRelatedDatasets(q, id)), [
        {...related[0], name: "The old one"},
        {...related[1], name: null},
      ]);
      assert.deepEqual(await store.statistics.read((q) => readRelatedDatasets(q, old)), []);
      const declarer = {ofProvider: "showdata", ofDataset: "new"};
      assert.deepEqual(
        await store.statistics.read((q) => listRelations(q)),
        related.map((one) => ({...one, ...declarer})),
      );
    }));

  test(`${engine}: notes come in the order of the package [observations.extras]`, () =>
    withStore(newPlace, async (store) => {
      const notes = Array.from({length: 12}, (_, i) => ({text: `note ${i}`, classification: i % 2 ? "01" : null}));
      const id = await describedDataset(store, "demo", sampleMetadata({notes}));
      await describedDataset(store, "other", sampleMetadata());
      const read = await store.statistics.read((q) => readNotes(q, id));
      assert.deepEqual(
        read.map(({text, classification}) => ({text, classification})),
        notes,
      );
    }));

  test(`${engine}: proofs of releases come newest first, by day and place of loading [evidence.releases]`, () =>
    withStore(newPlace, async (store) => {
      const id = await store.statistics.write((q) => writeDataset(q, sampleDataset()));
      for (const [year, sequence] of [
        [2025, 0],
        [2026, 1],
        [2024, 0],
        [2026, 0],
      ] as const) {
        const publishedAt = dayOf(year, 3, 1);
        const release = sampleRelease(id, {publishedAt, sequence, fingerprint: `f${year}-${sequence}`});
        await store.statistics.write((q) => insertRelease(q, release));
      }
      const proofs = await store.statistics.read((q) => listReleaseProofs(q, id));
      assert.deepEqual(
        proofs.map(({fingerprint}) => fingerprint),
        ["f2026-1", "f2026-0", "f2025-0", "f2024-0"],
      );
      const {id: releaseId, ...proof} = proofs[0]!;
      assert.equal(releaseId, 2);
      const {sourceFile, sourceUrl, parser, loadRun, loadedAt} = sampleRelease(id);
      const stamp = {publishedAt: dayOf(2026, 3, 1), sequence: 1, fingerprint: "f2026-1"};
      assert.deepEqual(proof, {...stamp, sourceFile, sourceUrl, parser, loadRun, loadedAt});
      assert.deepEqual(await store.statistics.read((q) => listReleaseProofs(q, id + 1)), []);
      const on = async (dataset: number, ...years: number[]) => {
        const days = years.map((year) => dayOf(year, 3, 1));
        return store.statistics.read((q) => listReleaseProofsOn(q, dataset, days));
      };
      assert.deepEqual(await on(id, 2024, 2026, 2026, 2030), [proofs[0], proofs[1], proofs[3]]);
      assert.deepEqual(await on(id), []);
      assert.deepEqual(await on(id + 1, 2026), []);
      const everyDay = Array.from({length: 1000}, (_, day) => dayOf(2024, 1, 1) + day);
      assert.deepEqual(await store.statistics.read((q) => listReleaseProofsOn(q, id, everyDay)), proofs);
    }));

  test(`${engine}: every dataset has a row of methodology, empty where its package says nothing [reference.methodology]`, () =>
    withStore(newPlace, async (store) => {
      await describedDataset(store, "b", sampleMetadata(), {revised: false});
      await describedDataset(store, "a", BARE, {sourceUrl: null});
      const nothing = {coverage: null, exclusions: null, classifier: null, text: null};
      assert.deepEqual(await store.statistics.read((q) => listMethodologies(q)), [
        {provider: "showdata", dataset: "a", ...nothing, revised: true, sourceUrl: null},
        {
          provider: "showdata",
          dataset: "b",
          ...sampleMetadata().methodology!,
          revised: false,
          sourceUrl: "https://example.org",
        },
      ]);
    }));

  test(`${engine}: breaks of continuity are listed by dataset, in the order of the package [reference.continuity]`, () =>
    withStore(newPlace, async (store) => {
      const continuity = [
        {from: "b", to: "c", period: "2022-01", note: null},
        {from: "a", to: "b", period: "2015", note: ODD_TEXT},
      ];
      const ids: number[] = [];
      for (const code of ["z", "a"])
        ids.push(await describedDataset(store, code, sampleMetadata({continuity}), {changedBy: `run-${code}`}));
      assert.deepEqual(
        await store.statistics.read((q) => listContinuityBreaks(q)),
        [
          ["a", ids[1]!],
          ["z", ids[0]!],
        ].flatMap(([dataset, datasetId]) =>
          continuity.map((one) => ({datasetId, provider: "showdata", dataset, changedBy: `run-${dataset}`, ...one})),
        ),
      );
    }));

  test(`${engine}: a territory bears the name of the newest release that gives one, of one day of the one loaded later; what is built in is not listed [reference.newest-names]`, () =>
    withStore(newPlace, async (store) => {
      const territory = (name: string) => ({...sampleMetadata().territories![0]!, name});
      const naming = (year: number, loadedAt: string): Naming => ({
        indicators: null,
        units: null,
        territories: new Map([["643-2", {day: dayOf(year, 1, 1), loadedAt}]]),
      });
      const builtIn = {...territory("Moscow"), code: "45"};
      const write = (code: string, name: string, from: Naming) =>
        describedDataset(store, code, sampleMetadata(), {}, {territories: [territory(name), builtIn], naming: from});
      const names = async () =>
        (await store.statistics.read((q) => listPackageTerritories(q))).map(({code, name}) => `${code} ${name}`);
      await write("a", "newest", naming(2026, "2026-01-02"));
      await write("b", "older", naming(2025, "2026-01-03"));
      assert.deepEqual(await names(), ["643-2 newest"]);
      await write("c", "of the same day, loaded earlier", naming(2026, "2026-01-01"));
      assert.deepEqual(await names(), ["643-2 newest"]);
      await write("d", "of the same day, loaded later", naming(2026, "2026-01-03"));
      assert.deepEqual(await names(), ["643-2 of the same day, loaded later"]);
      const {parent, level, canonical} = territory("");
      assert.deepEqual(await store.statistics.read((q) => listPackageTerritories(q)), [
        {code: "643-2", name: "of the same day, loaded later", level, canonical, parent},
      ]);
    }));

  test(`${engine}: units are summed over datasets, with the newest release's description; one that no series bears is not listed [reference.units reference.newest-names]`, () =>
    withStore(newPlace, async (store) => {
      const unit = (code: string, name: string, mult = 1) => ({code, name, okei: "744", mult});
      const write = (code: string, units: ReleaseMetadata["units"], series: Record<string, number>, year: number) => {
        const release = {day: dayOf(year, 1, 1), loadedAt: `${year}`};
        const naming = {indicators: null, units: units === null ? null : release, territories: new Map()};
        const unitSeries = new Map(Object.entries(series));
        return describedDataset(store, code, sampleMetadata({units}), {}, {unitSeries, naming});
      };
      await write("a", [unit("pct", "newest", 0.01), unit("idle", "unused")], {pct: 5}, 2026);
      await write("b", [unit("pct", "older"), unit("Ω", "ohm")], {pct: 2, Ω: 1}, 2025);
      await write("c", null, {pct: 1, bare: 4}, 2027);
      assert.deepEqual(await store.statistics.read((q) => listUnits(q)), [
        {code: "bare", name: null, okei: null, mult: null, seriesCount: 4, datasetCount: 1},
        {code: "pct", name: "newest", okei: "744", mult: 0.01, seriesCount: 8, datasetCount: 3},
        {code: "Ω", name: "ohm", okei: "744", mult: 1, seriesCount: 1, datasetCount: 1},
      ]);
      const names = await store.statistics.read((q) => readUnitNames(q, ["Ω", "pct", "bare", "none"]));
      assert.deepEqual([...names].toSorted(), [
        ["pct", "newest"],
        ["Ω", "ohm"],
      ]);
      assert.equal((await store.statistics.read((q) => readUnitNames(q, []))).size, 0);
    }));
}

const NO_DIMENSIONS = {classification: null, measure: null, transformation: null, unit: null};

const BARE = sampleMetadata({indicators: null, classes: null, units: null, methodology: null, notes: null});

/** A dataset whose tables describe it as the metadata do. */
async function describedDataset(
  store: Store,
  code: string,
  metadata: ReleaseMetadata,
  fields: Parameters<typeof sampleDataset>[0] = {},
  use: Partial<MetadataUse> = {},
): Promise<number> {
  return store.statistics.write(function* (q) {
    const id = yield* writeDataset(q, sampleDataset({...fields, code}));
    yield* replaceMetadataTables(q, id, metadata, sampleUse(metadata, use));
    return id;
  });
}
