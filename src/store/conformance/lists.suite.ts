// Tests of the lists over all datasets, and of notes.
import assert from "node:assert/strict";
import {test} from "node:test";
import type {Naming} from "../../statistics/release/naming.ts";
import type {ReleaseMetadata} from "../../statistics/release/release.ts";
import {dayOf} from "../../statistics/time/day.ts";
import {createBudget} from "../../work/budget.ts";
import {
  listContinuityBreaks,
  listMethodologies,
  listRelations,
  readNotes,
  readRelatedDatasets,
} from "../datasets/declarations.ts";
import {
  readDatasetNumbers,
  readEnglishDatasets,
  readEnglishLabels,
  readEnglishNames,
  readEnglishOf,
  readEnglishTerritories,
  readEnglishUnits,
} from "../datasets/english-names.ts";
import {listPackageTerritories, listUnits, readUnitNames} from "../datasets/reference-lists.ts";
import {findTerritoriesOf} from "../datasets/territory-datasets.ts";
import {describedDataset, type NewLocation, ODD_TEXT, sampleMetadata, withStore} from "./samples.fixture.ts";

export function registerListTests(engine: string, newLocation: NewLocation): void {
  test(`${engine}: relations are listed with the dataset that declares them, with the name of the related one if it is loaded [reference.related]`, () =>
    withStore(newLocation, async (store) => {
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

  test(`${engine}: English names of a dataset are those of its metadata, by published name, and follow a change of it [names.stored]`, () =>
    withStore(newLocation, async (store) => {
      const many = Array.from({length: 4100}, (_, i) => [`имя ${String(i).padStart(5, "0")}`, `name ${i}`] as const);
      const english = [
        [ODD_TEXT, "odd"],
        ["Индекс", "Index"],
        ["Россия", "Russia"],
        ["процент", "percent"],
        ...many,
      ] as const;
      const id = await describedDataset(store, "demo", sampleMetadata({english}));
      const bare = await describedDataset(store, "other", sampleMetadata({english: []}));
      const read = (of: number) => store.statistics.read((q) => readEnglishNames(q, of));
      assert.deepEqual(await read(id), new Map(english));
      assert.equal((await read(bare)).size, 0);
      const lists = await store.statistics.read(function* (q) {
        const labels = yield* readEnglishLabels(q, ["Индекс", "процент", "none"]);
        return [yield* readEnglishDatasets(q), yield* readEnglishUnits(q), yield* readEnglishTerritories(q), labels];
      });
      assert.deepEqual(lists, [
        new Map([[id, "odd"]]),
        new Map([["процент", "percent"]]),
        new Map([["Россия", "Russia"]]),
        new Map([["Индекс", "Index"]]),
      ]);
      const wanted = [
        {datasetId: id, names: ["Индекс", "none", "", ...many.slice(0, 1100).map(([name]) => name)]},
        {datasetId: bare, names: ["Индекс"]},
      ];
      const some = await store.statistics.read((q) => readEnglishOf(q, wanted));
      assert.deepEqual([...some.keys()], [id]);
      assert.deepEqual(some.get(id), new Map([["Индекс", "Index"], ...many.slice(0, 1100)]));
      const numbers = await store.statistics.read((q) => readDatasetNumbers(q, ["rosstat/demo", "none/demo"]));
      assert.ok([...numbers.values()].every((one) => one === id));
      await describedDataset(store, "demo", sampleMetadata({english: [["процент", "per cent"]]}));
      assert.deepEqual(await read(id), new Map([["процент", "per cent"]]));
    }));

  test(`${engine}: the datasets that have a territory are found by its codes, however many are asked [site.territory-around]`, () =>
    withStore(newLocation, async (store) => {
      const id = await describedDataset(store, "one", sampleMetadata());
      const other = await describedDataset(store, "other", sampleMetadata());
      const find = (datasets: readonly number[], codes: readonly string[]) =>
        store.statistics.readWithRests((q) => findTerritoriesOf(q, datasets, codes), createBudget());
      const all = await store.statistics.read((q) => listPackageTerritories(q));
      const {code, name, level, canonical, parent} = all[0]!;
      const absent = Array.from({length: 1000}, (_, at) => `none${at}`);
      const expected = [id, other].map((datasetId) => ({datasetId, code, name, level, canonical, parent}));
      assert.deepEqual(await find([id, other], [...absent, code]), expected);
      assert.deepEqual(await find([other], [code]), expected.slice(1));
      assert.deepEqual(await find([], [code]), []);
    }));

  test(`${engine}: notes have the order of the package [observations.extras]`, () =>
    withStore(newLocation, async (store) => {
      const notes = Array.from({length: 12}, (_, i) => ({text: `note ${i}`, classification: i % 2 ? "01" : null}));
      const id = await describedDataset(store, "demo", sampleMetadata({notes}));
      await describedDataset(store, "other", sampleMetadata());
      const read = await store.statistics.read((q) => readNotes(q, id));
      assert.deepEqual(
        read.map(({text, classification}) => ({text, classification})),
        notes,
      );
    }));

  test(`${engine}: every dataset has a row of methodology, empty if its package has none [reference.methodology]`, () =>
    withStore(newLocation, async (store) => {
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
    withStore(newLocation, async (store) => {
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

  test(`${engine}: a territory has the name of the newest release that gives one (of two on one day, the one loaded later); built-in territories are not listed [reference.newest-names]`, () =>
    withStore(newLocation, async (store) => {
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

  test(`${engine}: units are summed over datasets, with the newest release's description; a unit without a series is not listed [reference.units reference.newest-names]`, () =>
    withStore(newLocation, async (store) => {
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

const BARE = sampleMetadata({indicators: null, classes: null, units: null, methodology: null, notes: null});
