// Values traced to their cells through a whole store: of each parser one that was read by eye in the publisher's own file.
import assert from "node:assert/strict";
import {mkdir, mkdtemp, rm, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {type TestContext, test} from "node:test";
import {fileURLToPath} from "node:url";
import type {Locator} from "../../evidence.ts";
import {parseDay} from "../../statistics/day.ts";
import {seriesKey} from "../../statistics/series-identity.ts";
import {openStore, type Store} from "../../store/open.ts";
import {acceptRun, loadPath} from "../run.ts";
import {needs, watchingSink} from "../shared-file.kit.ts";
import type {LoadHints} from "../source.ts";
import {collectSourceFiles} from "../source-files.ts";
import {findSource} from "../sources/sources.ts";
import {traceValue} from "./trace.ts";

const NO_HINTS: LoadHints = {provider: null, dataset: null, publishedAt: null};
const SHARED = fileURLToPath(new URL("../../../../shared/data/", import.meta.url));

async function temporary(t: TestContext): Promise<{store: Store; folder: string}> {
  const folder = await mkdtemp(join(tmpdir(), "ryad-trace-"));
  const store = await openStore({dataFolder: join(folder, "data")});
  t.after(async () => {
    await store.close();
    await rm(folder, {recursive: true, force: true});
  });
  return {store, folder};
}

interface ReadByEye {
  readonly path: string;
  readonly hints?: Partial<LoadHints>;
  /** "sheet!cell", "line:column", or the line and the end of the element's path. */
  readonly place: string;
  readonly raw: string;
  readonly value: number;
  /** As answers print it. */
  readonly period: string;
  readonly steps?: readonly string[];
  readonly parser: string;
}

const READ_BY_EYE: readonly ReadByEye[] = [
  {
    path: "fedstat/sdmx/42619_coal_mines_annual_2012.xml",
    place: "83 /GenericData/DataSet/Series[1]/Obs[1]/ObsValue/@value",
    raw: "55796,5",
    value: 55796.5,
    period: "2005-01-01",
    parser: "fedstat",
  },
  {
    path: "fedstat/excel/31074_cpi_regions_2023-04.xls",
    place: "Данные!D8",
    raw: "112.42",
    value: 112.42,
    period: "2023-02-01",
    parser: "fedstat_excel",
  },
  {
    path: "rosstat_files/cpi_monthly_vintages/ipc_mes_2026-03.xlsx",
    place: "01!AK19",
    raw: "102,972)",
    value: 102.97,
    period: "2026-03-01",
    steps: ["a superscript dropped", "read from text", "of март 2026, as footnote 2) says"],
    parser: "rosstat_files",
  },
  {
    path: "rosstat_files/kep_vintages/kep_tab_2018-07.csv",
    hints: {publishedAt: "2018-08-31"},
    place: "7:3",
    raw: "1527",
    value: 1527,
    period: "2000-01-01",
    steps: ["read from text"],
    parser: "rosstat_kep",
  },
  {
    path: "rosstat_files/isep_vintages/isep_2017-10.csv",
    hints: {publishedAt: "2017-11-30"},
    place: "12:2",
    raw: "51,15)",
    value: 51.1,
    period: "2017-09-01",
    steps: ["the footnote mark 5) dropped", "of the time that its footnote names", "read from text"],
    parser: "rosstat_isep",
  },
  {
    path: "cbr/XML_daily_2022-03-15.xml",
    place: "1 /ValCurs/Valute[4]/Value",
    raw: "22,3221",
    value: 0.223221,
    period: "2022-03-15",
    steps: ["divided by the nominal 100"],
    parser: "cbr-rates",
  },
  {
    path: "cbr/keyrate_inflation_2013-2026.csv",
    place: "2:3",
    raw: "5,59",
    value: 5.59,
    period: "2025-12-01",
    parser: "cbr-key-rate-table",
  },
  {
    path: "cbr/site_xlsx/keyrate.xlsx",
    place: "Лист1!B2",
    raw: "15,50",
    value: 15.5,
    period: "2026-03-13",
    steps: ["read from text"],
    parser: "cbr-workbooks",
  },
  {
    path: "roskazna/regional_0503317/2011_84-67654.XLS",
    place: "1!E16",
    raw: "11114066283.96",
    value: 11114066283.96,
    period: "2011-12-01",
    parser: "roskazna",
  },
];

/** The value that stands at the place, as the parser alone gives it: only to know what to ask for. */
async function valueAt(path: string, hints: LoadHints, place: string) {
  const {files} = await collectSourceFiles(path);
  const sink = watchingSink();
  const {provider, dataset} = await (await findSource(files))!.parse(files, hints, sink);
  const found = sink.values.find(({explained}) => placeOf(explained!.locator) === place);
  assert.ok(found, place);
  return {key: seriesKey(provider, dataset, found.series), period: found.period};
}

function placeOf({sheet, cell, line, column, element}: Locator): string {
  if (sheet !== null) return `${sheet}!${cell}`;
  return element === null ? `${line}:${column}` : `${line} ${element}`;
}

for (const {path, hints, place, raw, value, period, steps = [], parser} of READ_BY_EYE)
  test(`a value of ${path.split("/").at(-1)} is traced to the place where it stands to the eye [evidence.locator evidence.steps]`, {
    skip: needs(path),
  }, async (t) => {
    const {store} = await temporary(t);
    const all = {...NO_HINTS, ...hints};
    const {held} = await loadPath(store, SHARED + path, all);
    if (held !== null) await acceptRun(store, held.run);
    const asked = await valueAt(SHARED + path, all, place);
    const {estimates} = await traceValue(store, asked.key, asked.period, null);
    assert.equal(estimates.length, 1);
    const [{estimate, reading, release}] = estimates as [(typeof estimates)[number]];
    assert.deepEqual(
      [asked.period, estimate.value, reading.value, reading.explanation!.raw, reading.explanation!.steps],
      [period, value, value, raw, steps],
    );
    assert.equal(placeOf(reading.explanation!.locator), place);
    assert.equal(reading.explanation!.locator.file, release.files[0]!.name);
    assert.deepEqual([reading.parserNow, release.parser.split("@")[0]], [release.parser, parser]);
  });

test("a value of a package is traced to its file, line and cell, weeks by their day and periods as the package writes them [evidence.locator]", async (t) => {
  const {store, folder} = await temporary(t);
  const metadata = {
    provider: "showdata",
    dataset: "demo",
    name: "Демо",
    published_at: "2026-10-14",
    weeks: [{year: 2026, week: 41, date: "2026-10-12"}],
  };
  await mkdir(join(folder, "p/observations"), {recursive: true});
  await writeFile(join(folder, "p/dataset.json"), JSON.stringify(metadata));
  await writeFile(
    join(folder, "p/observations/a.csv"),
    'indicator;geo;period;value\nx;643;2026-Q1;"1,5"\nx;643;2026-03;3\n',
  );
  await writeFile(join(folder, "p/observations/b.csv"), "value,week,geo,indicator\n-2.5,2026-W41,643,x\n");
  await loadPath(store, join(folder, "p"), NO_HINTS);
  const key = (frequency: "Q" | "M" | "W") =>
    seriesKey("showdata", "demo", {
      indicator: "x",
      classification: null,
      measure: null,
      transformation: null,
      unit: null,
      frequency,
      territory: "643",
    });
  const traced = async (frequency: "Q" | "M" | "W", period: string) => {
    const {estimates} = await traceValue(store, key(frequency), period, null);
    const {locator, raw} = estimates[0]!.reading.explanation!;
    return [locator.file, placeOf(locator), raw, estimates[0]!.reading.value];
  };
  assert.deepEqual(await traced("Q", "2026-Q1"), ["observations/a.csv", "2:4", "1,5", 1.5]);
  assert.deepEqual(await traced("Q", "2026-01-01"), ["observations/a.csv", "2:4", "1,5", 1.5]);
  assert.deepEqual(await traced("M", "2026-03"), ["observations/a.csv", "3:4", "3", 3]);
  assert.deepEqual(await traced("W", "2026-10-12"), ["observations/b.csv", "2:1", "-2.5", -2.5]);
  assert.deepEqual((await traceValue(store, key("M"), "2026-03", parseDay("2026-10-13"))).estimates, []);
  for (const [frequency, period, reason] of [
    ["M", "2026-04", /has no value for 2026-04/],
    ["M", "2026-Q1", /is no period of series/],
    ["M", "March", /is no period/],
    ["W", "2026-10-13", /has no value/],
  ] as const)
    await assert.rejects(traced(frequency, period), {name: "Refusal", message: reason});
  await assert.rejects(traceValue(store, "0000000000000000", "2026-03", null), {name: "Refusal"});
});
