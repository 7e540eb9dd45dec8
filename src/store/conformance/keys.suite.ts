// Tests of requests for one series key: its datasets, its names, its proofs.
import assert from "node:assert/strict";
import {test} from "node:test";
import {seriesKey} from "../../statistics/catalogue/catalogue.ts";
import {dayOf} from "../../statistics/time/day.ts";
import {findDatasetsOfKey, writeDataset} from "../datasets/dataset.ts";
import {insertRelease} from "../releases/release.ts";
import {listReleaseProofs, listReleaseProofsOn} from "../releases/release-proof.ts";
import {findDescribedSeries} from "../series/named-series.ts";
import {writeSeries} from "../series/series.ts";
import {
  describedDataset,
  type NewLocation,
  sampleDataset,
  sampleMetadata,
  sampleRelease,
  sampleSeries,
  withStore,
} from "./samples.fixture.ts";

export function registerKeyTests(engine: string, newLocation: NewLocation): void {
  test(`${engine}: a series key finds every dataset with its first characters, and no other [identity.series-key]`, () =>
    withStore(newLocation, async (store) => {
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

  test(`${engine}: one series has the names of its own dataset, and no names if the dataset gives none [observations.extras]`, () =>
    withStore(newLocation, async (store) => {
      const described = await describedDataset(store, "described", sampleMetadata());
      const bare = await describedDataset(store, "bare", BARE);
      const series = [sampleSeries(1, {territory: "643-2"}), sampleSeries(2, {territory: "643-2", ...NO_DIMENSIONS})];
      for (const id of [described, bare]) await store.statistics.write((q) => writeSeries(q, id, series));
      const find = (id: number, number: number) =>
        store.statistics.read((q) => findDescribedSeries(q, id, sampleSeries(number).key));
      const {observationCount: _, ...facts} = series[0]!;
      const [territory] = sampleMetadata().territories!;
      assert.deepEqual(await find(described, 1), {
        ...facts,
        className: "Хлеб",
        classNote: "white",
        indicatorLabel: "Индекс",
        fullTerritory: territory,
        unitLabel: {name: "процент", mult: 0.001},
      });
      const unnamed = await find(bare, 1);
      assert.deepEqual(unnamed, {
        ...facts,
        className: null,
        classNote: null,
        indicatorLabel: null,
        fullTerritory: territory,
        unitLabel: null,
      });
      const lacking = await find(described, 2);
      assert.deepEqual([lacking!.className, lacking!.unitLabel, lacking!.classification], [null, null, null]);
      assert.equal(await find(described, 3), null);
      assert.equal(await find(bare + 1, 1), null);
    }));

  test(`${engine}: a series whose territory is missing is an error, never a series without a territory`, () =>
    withStore(newLocation, async (store) => {
      const id = await describedDataset(store, "demo", sampleMetadata());
      await store.statistics.write((q) => writeSeries(q, id, [sampleSeries(1, {territory: "none"})]));
      await assert.rejects(
        store.statistics.read((q) => findDescribedSeries(q, id, sampleSeries(1).key)),
        /territory none/,
      );
    }));

  test(`${engine}: proofs of releases are listed newest first, by day and order of loading [evidence.releases]`, () =>
    withStore(newLocation, async (store) => {
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
}

const NO_DIMENSIONS = {classification: null, measure: null, transformation: null, unit: null};

const BARE = sampleMetadata({indicators: null, classes: null, units: null, methodology: null, notes: null});
