// The sample warehouse has every kind of dataset and series, and has no faults.
import assert from "node:assert/strict";
import {readdirSync, statSync} from "node:fs";
import {join} from "node:path";
import {test} from "node:test";
import {verifyStore} from "../src/load/verify/verification.ts";
import type {ReleaseMetadata} from "../src/statistics/release/release.ts";
import {dayText} from "../src/statistics/time/day.ts";
import {type DatasetRecord, listDatasets, readDatasetMetadata} from "../src/store/datasets/dataset.ts";
import {listReleases, type ReleaseRecord} from "../src/store/releases/release.ts";
import {holdSampleApi, readSampleSeries, SAMPLE_DATASETS, type SampleSeries} from "./sample-series.ts";
import {PROJECT} from "./warehouse.ts";

interface Described {
  readonly record: DatasetRecord;
  readonly metadata: ReleaseMetadata;
  readonly releases: readonly ReleaseRecord[];
}

const series: SampleSeries[] = [];
const datasets = new Map<string, Described>();

const sampleApi = holdSampleApi(false, async (api) => {
  for (const code of SAMPLE_DATASETS) series.push(...(await readSampleSeries(api, code)));
  await api.store.statistics.read(function* (q) {
    for (const record of yield* listDatasets(q)) {
      const metadata = (yield* readDatasetMetadata(q, record.id))!;
      datasets.set(`${record.provider}/${record.code}`, {
        record,
        metadata,
        releases: yield* listReleases(q, record.id),
      });
    }
  });
});

const dataset = (code: (typeof SAMPLE_DATASETS)[number]): Described => datasets.get(code)!;

test("the sample is twelve datasets of four providers in less than a megabyte and a half of files", () => {
  assert.deepEqual([...datasets.keys()], SAMPLE_DATASETS);
  const folder = join(PROJECT, "samples");
  const sizes = readdirSync(folder, {recursive: true, encoding: "utf8"}).map((name) => statSync(join(folder, name)));
  const size = sizes.filter((entry) => entry.isFile()).reduce((sum, file) => sum + file.size, 0);
  assert.ok(size < 1.5e6, `${size} bytes`);
});

test("ryad check finds nothing in the sample", async () => {
  const findings: string[] = [];
  await verifyStore(sampleApi().store, {
    deep: true,
    memoryLimit: 2 ** 28,
    onFinding: (finding) => findings.push(finding),
  });
  assert.deepEqual(findings, []);
});

test("values fit the code of their transformation: ratios are near 100, rates of growth are not [sample.ratios]", () => {
  const middle = (values: readonly number[]): number =>
    values.toSorted((one, other) => one - other)[values.length >> 1]!;
  const seen = new Set<string>();
  for (const one of series) {
    const code = [one.transformation, one.measure].find((kind) => /^(pct|prev|growth)_/.test(kind ?? ""));
    if (code === undefined || code === null) continue;
    seen.add(code);
    const typical = middle([...one.values.values()]);
    if (code.startsWith("growth_")) assert.ok(Math.abs(typical) < 50, `${one.key} ${code}: ${typical}`);
    else assert.ok(typical > 50 && typical < 200, `${one.key} ${code}: ${typical}`);
  }
  assert.ok(seen.has("growth_yoy") && seen.has("pct_yoy") && seen.has("prev_month"), [...seen].join());
});

test("the sample has every frequency and level, and datasets with and without each dimension", () => {
  const seen = (of: (one: SampleSeries) => string): string[] => [...new Set(series.map(of))].sort();
  assert.deepEqual(
    seen(({frequency}) => frequency),
    ["A", "D", "M", "Q", "W"],
  );
  assert.deepEqual(
    seen(({level}) => level),
    ["city", "country", "district", "macroregion", "region"],
  );
  for (const dimension of ["class", "measure", "transformation"] as const) {
    const has = (code: string): boolean => series.some((one) => one.dataset === code && one[dimension] !== null);
    assert.ok(SAMPLE_DATASETS.some(has), `a dataset with ${dimension}`);
    assert.ok(!SAMPLE_DATASETS.every(has), `a dataset without ${dimension}`);
  }
});

test("every class of the sample can be selected: no code is a word that means no filter", () => {
  for (const {class: code} of series) assert.notEqual(code, "all");
});

test("the sample has one dataset in quarters and years, and one indicator in two units", () => {
  const of = (code: string) => series.filter((one) => one.dataset === code);
  assert.deepEqual([...new Set(of("fedstat/43062").map(({frequency}) => frequency))].sort(), ["A", "Q"]);
  assert.deepEqual([...new Set(of("rosstat_files/gdp").map(({unit}) => unit))].sort(), ["billion_rubles", "percent"]);
  assert.equal(new Set(of("rosstat_files/gdp").map(({indicator}) => indicator)).size, 1);
});

test("the sample has both country series, with different names", () => {
  const countries = series.filter((one) => one.dataset === "rosstat_files/fixed_assets" && one.level === "country");
  assert.deepEqual(
    [...new Map(countries.map(({territory, territoryName}) => [territory, territoryName]))],
    [
      ["643", "Российская Федерация"],
      ["643004.АГ", "Российская Федерация без учета новых субъектов (с 01.01.2023)"],
    ],
  );
});

test("the sample has an archival era and its successor, which must not be joined, and neighbours", () => {
  const [before, after] = [dataset("rosstat_files/fixed_assets_2000_2016"), dataset("rosstat_files/fixed_assets")];
  assert.deepEqual([before.record.archival, after.record.archival], [true, false]);
  for (const [one, other] of [
    [before, after],
    [after, before],
  ] as const) {
    const [relation] = one.metadata.related ?? [];
    assert.deepEqual(
      [relation?.provider, relation?.dataset, relation?.relation, relation?.splice],
      [other.record.provider, other.record.code, "era", false],
    );
  }
  const related = [...datasets.values()].flatMap(({metadata}) => metadata.related ?? []);
  assert.ok(related.some(({relation}) => relation === "neighbour"));
  for (const {provider, dataset: code} of related)
    assert.ok(datasets.has(`${provider}/${code}`), `${provider}/${code}`);
});

test("the sample has a continuity break at which one series ends and another continues it", () => {
  const weekly = series.filter((one) => one.dataset === "rosstat_files/cpi_weekly" && one.measure === "prev_date");
  const ended = weekly.find((one) => one.class === "vodka_40");
  const goesOn = weekly.find((one) => one.class === "vodka");
  assert.equal(ended?.continuesAs, goesOn?.key);
  assert.deepEqual([ended?.status, goesOn?.status], ["stalled", "active"]);
  assert.deepEqual(
    [[...(ended?.values ?? [])].at(-1), [...(goesOn?.values ?? [])][0]],
    [
      ["2022-12-26", 100.03],
      ["2023-01-16", 100.48],
    ],
  );
});

test("the price weeks of the sample are not always seven days apart", () => {
  const {metadata} = dataset("rosstat_files/cpi_weekly");
  const days = (metadata.weeks ?? []).map(({day}) => day);
  assert.equal(days.length, 147);
  const steps = days.slice(1).map((day, index) => day - days[index]!);
  assert.ok(steps.includes(10) && steps.includes(4) && steps.every((step) => step > 0));
});

test("the sample has releases that revise, and a chain of releases that only add", () => {
  const {record, releases} = dataset("rosstat_files/cpi_monthly");
  assert.equal(record.revised, false);
  assert.deepEqual(
    releases.map(({publishedAt}) => dayText(publishedAt)),
    [
      "2022-12-09",
      "2025-07-11",
      "2025-08-13",
      "2025-10-10",
      "2025-11-14",
      "2025-12-10",
      "2026-01-16",
      "2026-02-13",
      "2026-03-13",
      "2026-04-10",
    ],
  );
  assert.ok(releases.every(({newValues, revisedValues}) => newValues > 0 && revisedValues === 0));
  for (const code of ["rosstat_files/gdp", "rosstat_files/retail_sales"] as const) {
    const {record: revised, releases: chain} = dataset(code);
    assert.equal(revised.revised, true);
    assert.ok(chain.filter(({revisedValues}) => revisedValues > 0).length >= 5, code);
  }
});

test("the sample has all notes for readers: methodology of every dataset, notes of datasets and classes, the next release", () => {
  for (const [code, {metadata}] of datasets) {
    const {classifier, coverage, text} = metadata.methodology ?? {};
    assert.ok(classifier || coverage || text, `${code}: methodology`);
  }
  const notes = [...datasets.values()].flatMap(({metadata}) => metadata.notes ?? []);
  assert.ok(notes.some(({classification}) => classification === null));
  assert.ok(notes.some(({classification}) => classification !== null));
  const classes = [...datasets.values()].flatMap(({metadata}) => metadata.classes ?? []);
  assert.ok(classes.some(({note}) => note !== null));
  assert.equal(dayText(dataset("rosstat_files/cpi_monthly").record.nextRelease ?? 0), "2026-05-15");
  assert.equal(dayText(dataset("fedstat/33459").record.nextRelease ?? 0), "2026-06-29");
});

test("every tidy dataset of the sample has a concept, a description and synonyms for the search", () => {
  for (const [code, {record, metadata}] of datasets) {
    if (record.provider === "fedstat") continue;
    for (const {concept, description, synonyms} of metadata.indicators ?? [])
      assert.ok(concept && description && synonyms.length > 0, code);
  }
});

test("a dataset that is not an official publication says so in its name", () => {
  for (const [code, {record}] of datasets)
    assert.equal(/не официальная публикация/.test(record.name), record.provider === "showdata", code);
});
