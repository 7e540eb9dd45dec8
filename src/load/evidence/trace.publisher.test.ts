// Values traced to their cells through a whole store: one value of each parser, checked by eye in the publisher's file.
import assert from "node:assert/strict";
import {fileURLToPath} from "node:url";
import {temporaryStore} from "../../../test/warehouse.ts";
import type {Locator} from "../../service/evidence.ts";
import {seriesKey} from "../../statistics/catalogue/catalogue.ts";
import {test} from "../input/publisher-test.fixture.ts";
import {needs, watchingSink} from "../input/shared-file.fixture.ts";
import {collectSourceFiles} from "../input/source-files.ts";
import {acceptRun, loadPath} from "../run.ts";
import type {LoadHints} from "../source.ts";
import {findParser} from "../sources/sources.ts";
import {traceValue} from "./trace.ts";

const NO_HINTS: LoadHints = {provider: null, dataset: null, publishedAt: null};
const SHARED = fileURLToPath(new URL("../../../../shared/data/", import.meta.url));

interface ReadByEye {
  readonly path: string;
  readonly hints?: Partial<LoadHints>;
  /** "sheet!cell", "line:column", or the line and the end of the element's path. */
  readonly at: string;
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
    at: "83 /GenericData/DataSet/Series[1]/Obs[1]/ObsValue/@value",
    raw: "55796,5",
    value: 55796.5,
    period: "2005-01-01",
    parser: "fedstat",
  },
  {
    path: "fedstat/excel/31074_cpi_regions_2023-04.xls",
    at: "Данные!D8",
    raw: "112.42",
    value: 112.42,
    period: "2023-02-01",
    parser: "fedstat_excel",
  },
  {
    path: "rosstat_files/cpi_monthly_vintages/ipc_mes_2026-03.xlsx",
    at: "01!AK19",
    raw: "102,972)",
    value: 102.97,
    period: "2026-03-01",
    steps: ["a superscript dropped", "read from text", "of март 2026, as footnote 2) says"],
    parser: "rosstat_files",
  },
  {
    path: "rosstat_files/kep_vintages/kep_tab_2018-07.csv",
    hints: {publishedAt: "2018-08-31"},
    at: "7:3",
    raw: "1527",
    value: 1527,
    period: "2000-01-01",
    steps: ["read from text"],
    parser: "rosstat_kep",
  },
  {
    path: "rosstat_files/isep_vintages/isep_2017-10.csv",
    hints: {publishedAt: "2017-11-30"},
    at: "12:2",
    raw: "51,15)",
    value: 51.1,
    period: "2017-09-01",
    steps: ["the footnote mark 5) dropped", "moved to the period that its footnote names", "read from text"],
    parser: "rosstat_isep",
  },
  {
    path: "cbr/XML_daily_2022-03-15.xml",
    at: "1 /ValCurs/Valute[4]/Value",
    raw: "22,3221",
    value: 0.223221,
    period: "2022-03-15",
    steps: ["divided by the nominal 100"],
    parser: "cbr-rates",
  },
  {
    path: "cbr/keyrate_inflation_2013-2026.csv",
    at: "2:3",
    raw: "5,59",
    value: 5.59,
    period: "2025-12-01",
    parser: "cbr-key-rate-table",
  },
  {
    path: "cbr/site_xlsx/keyrate.xlsx",
    at: "Лист1!B2",
    raw: "15,50",
    value: 15.5,
    period: "2026-03-13",
    steps: ["read from text"],
    parser: "cbr-workbooks",
  },
  {
    path: "roskazna/regional_0503317/2011_84-67654.XLS",
    at: "1!E16",
    raw: "11114066283.96",
    value: 11114066283.96,
    period: "2011-12-01",
    parser: "roskazna",
  },
];

/** The value at the place, as the parser gives it: the test needs its series and period for the question. */
async function valueAt(path: string, hints: LoadHints, at: string) {
  const {files} = await collectSourceFiles(path);
  const sink = watchingSink();
  const {metadata} = await (await findParser(files))!.parse(files, hints, sink);
  const {provider, dataset} = metadata;
  const found = sink.values.find(({explained}) => indexOf(explained!.locator) === at);
  assert.ok(found, at);
  return {key: seriesKey(provider, dataset, found.series), period: found.period};
}

function indexOf({sheet, cell, line, column, element}: Locator): string {
  if (sheet !== null) return `${sheet}!${cell}`;
  return element === null ? `${line}:${column}` : `${line} ${element}`;
}

for (const {path, hints, at, raw, value, period, steps = [], parser} of READ_BY_EYE)
  test(`a value of ${path.split("/").at(-1)} is traced to the place where a person sees it [evidence.locator evidence.steps]`, {
    skip: needs(path),
  }, async (t) => {
    const {store} = await temporaryStore(t);
    const all = {...NO_HINTS, ...hints};
    const {held} = await loadPath(store, SHARED + path, all);
    if (held !== null) await acceptRun(store, held.run);
    const query = await valueAt(SHARED + path, all, at);
    const {estimates} = await traceValue(store, query.key, query.period, null);
    assert.equal(estimates.length, 1);
    const [{estimate, reading, release}] = estimates as [(typeof estimates)[number]];
    assert.deepEqual(
      [query.period, estimate.value, reading.value, reading.explanation!.raw, reading.explanation!.steps],
      [period, value, value, raw, steps],
    );
    assert.equal(indexOf(reading.explanation!.locator), at);
    assert.equal(reading.explanation!.locator.file, release.files[0]!.name);
    assert.deepEqual([reading.parserNow, release.parser.split("@")[0]], [release.parser, parser]);
  });
