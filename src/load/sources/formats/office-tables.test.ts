// The tables of the World Bank, the Office for National Statistics and the Bureau of Labor Statistics.
import assert from "node:assert/strict";
import {writeFile} from "node:fs/promises";
import {join} from "node:path";
import {test} from "node:test";
import {temporaryFolder, temporaryStore} from "../../../../test/warehouse.ts";
import {dayText} from "../../../statistics/time/day.ts";
import {zipOf} from "../../input/zip.fixture.ts";
import {loadPath} from "../../run.ts";
import * as files from "./coded-files.fixture.ts";
import {DAY, expected, HINTS, read, UNTOLD} from "./coded-reading.fixture.ts";
import * as sdmxFiles from "./sdmx-files.fixture.ts";

test("a World Bank table, as text and as workbook, has the same values by year [formats.same-figures]", async () => {
  const text = await read({"a.csv": files.worldBankCsv(3, DAY)}, {...HINTS, provider: null});
  const book = await read({"a.xlsx": files.worldBankBook(3)}, UNTOLD);
  assert.deepEqual(
    text.values.map(([, value]) => value),
    expected(1, 3).map(([, value]) => value),
  );
  assert.deepEqual(book.values, text.values);
  assert.deepEqual([text.values[0]![0], text.values[9]![0]], ["DEU 2010-01", "643 2010-01"]);
  assert.match(book.locations[0]!, /^E5 /);
});

test("a row of a World Bank table that was cut behind its name is refused, and the lines below the table are not: nine values were lost in silence [load.short-rows]", async () => {
  const whole = files.worldBankCsv(3, DAY);
  const lines = whole.split("\n");
  const cut = [...lines.slice(0, 6), '"France"', ...lines.slice(7, -1), "", "Data from database: x", ""].join("\n");
  const {values, refused} = await read({"a.csv": cut}, {...HINTS, provider: null});
  const before = await read({"a.csv": whole}, {...HINTS, provider: null});
  assert.equal(values.length, before.values.length - 3);
  assert.deepEqual(
    refused.map(({line, text}) => [line, text]),
    [[7, "France"]],
  );
  assert.deepEqual(before.refused, []);
});

test("years, quarters and months in one column are three series [formats.periods]", async () => {
  const {series, values, metadata} = await read({"a.csv": files.onsCsv(2, "01-02-2026")}, {...HINTS, provider: null});
  assert.deepEqual(series, ["GB A Index ABCD", "GB Q Index ABCD", "GB M Index ABCD"]);
  assert.deepEqual(
    values.map(([, value]) => value),
    [99.5, 100.5, Number(files.figure(0, 0)), Number(files.figure(0, 1))],
  );
  assert.equal(dayText(metadata.publishedAt), DAY);
});

test("half-years and averages of a year are refused as periods, the months beside them are read (FIX-country-04) [formats.periods]", async () => {
  const extra = ["M13", "S01", "S03", "Q05"].map((period) => `CUUR0000SA0   \t2025\t${period}\t 1.5\t`);
  const {refused, values} = await read({"cu.data.1.All": `${files.blsFlat(2)}${extra.join("\n")}\n`}, UNTOLD);
  assert.deepEqual(
    refused.map(({kind, reason, text}) => [kind, text, /half-year|annual average/.exec(reason)![0]]),
    [
      ["period", "2025-M13", "annual average"],
      ["period", "2025-S01", "half-year"],
      ["period", "2025-S03", "annual average"],
      ["period", "2025-Q05", "annual average"],
    ],
  );
  assert.equal(values.length, 8);
});

test("a flat file whose header lost its line end is refused there: the first value was lost in silence [load.short-rows]", async () => {
  const whole = files.blsFlat(2);
  const {refused, values} = await read({"cu.data.1.All": whole.replace("\n", "")}, UNTOLD);
  assert.deepEqual(
    refused.map(({line, reason}) => [line, reason]),
    [[1, "has 9 cells where the header has 5"]],
  );
  assert.equal(values.length, 7);
});

test("a download of the World Bank is a table and two descriptions, in one zip (FIX-country-20) [formats.same-figures]", async () => {
  const table = {"API_FP.csv": `\ufeff${files.worldBankCsv(3, DAY)}`};
  const whole = {...table, "Metadata_Country_API_FP.csv": '"Country Code"\n', "Metadata_Indicator_API_FP.csv": '"A"\n'};
  const hints = {...HINTS, provider: null};
  const {values, ignored} = await read(whole, hints);
  assert.deepEqual(values, (await read(table, hints)).values);
  assert.equal(values.length, 12);
  assert.deepEqual(ignored, ["Metadata_Country_API_FP.csv", "Metadata_Indicator_API_FP.csv"]);
});

test("a value of the Office for National Statistics in a line of its own has its codes behind it; a time of two-digit years that may be of two centuries, or of another kind, is refused (FIX-country-20) [formats.periods]", async () => {
  const text = files.onsObservations(2);
  const years = await read({"a.csv": text}, UNTOLD);
  assert.deepEqual(years.values.slice(0, 2), [
    ["DE 2010-01", Number(files.figure(0, 0))],
    ["DE 2011-01", Number(files.figure(0, 1))],
  ]);
  assert.deepEqual([years.source, years.values.length, years.refused], ["ons-observations", 8, []]);
  assert.deepEqual(years.series[0], "DE A  CP00");
  const months = text.replace("calendar-years", "mmm-yy");
  const named = months.replaceAll(",2010,2010,", ",Jan-89,Jan-89,").replaceAll(",2011,2011,", ",Feb-15,Feb-15,");
  assert.deepEqual(
    (await read({"a.csv": named}, UNTOLD)).values.slice(0, 2).map(([at]) => at),
    ["DE 1989-01", "DE 2015-02"],
  );
  const doubtful = await read({"a.csv": months.replaceAll(",2010,2010,", ",Jan-55,Jan-55,")}, UNTOLD);
  assert.deepEqual([doubtful.refused.length, doubtful.refused[0]!.text], [4, "Jan-55"]);
  const marked = await read({"a.csv": text.replace(`${files.figure(0, 0)},,`, ",c,")}, UNTOLD);
  assert.deepEqual([marked.values.length, marked.missing], [7, ["DE suppressed"]]);
  await assert.rejects(
    read({"a.csv": text.replace("calendar-years", "yyyy-to-yyyy-yy")}, UNTOLD),
    /does not name a time/,
  );
  await assert.rejects(read({"a.csv": text.replace("v4_1", "v4_2")}, UNTOLD), /does not name a time/);
  const bare = text.replace("v4_1,Data Marking,", "v4_0,").replaceAll(/^([\d.]+),,/gm, "$1,");
  assert.deepEqual((await read({"a.csv": bare}, UNTOLD)).values, years.values);
});

test("a value of Eurostat may have an exponent, and the mark @C is confidential (FIX-country-20) [formats.attributes]", async () => {
  const text = "freq,geo\\TIME_PERIOD\t2022 \t2023 \t2024 \nA,DE\t1.2E-5 b\t: @C\t1 234 \n";
  const {values, missing, refused} = await read({"a.tsv": text}, UNTOLD);
  assert.deepEqual(values, [["DE 2022-01", 0.000012]]);
  assert.deepEqual(missing, ["DE suppressed"]);
  assert.deepEqual(
    refused.map(({text: said}) => said.trim()),
    ["1 234"],
  );
});

test("a zip of the World Bank is loaded as it was downloaded [formats.same-figures]", async (t) => {
  const path = join(await temporaryFolder(t), "API_FP.zip");
  const about = ["Metadata_Country_API_FP.csv", "Metadata_Indicator_API_FP.csv"];
  const table = {name: "API_FP.csv", content: `\ufeff${files.worldBankCsv(3, DAY)}`};
  await writeFile(path, zipOf([table, ...about.map((name) => ({name, content: '"A"\n'}))]));
  const {store} = await temporaryStore(t);
  assert.equal((await loadPath(store, path, {...HINTS, provider: null})).newValues, 12);
});

test("each office's table of text is published whole by a load, which knows that such a table has no end of its own [formats.damage]", async (t) => {
  const folder = await temporaryFolder(t);
  const tables = {
    "v.csv": files.onsObservations(2),
    "p.tsv": files.eurostatTsv(2),
    "cu.data.txt": files.blsFlat(2),
    "s.csv": sdmxFiles.sdmxCsv(2),
  };
  for (const [name, text] of Object.entries(tables)) {
    const {store} = await temporaryStore(t);
    await writeFile(join(folder, name), text);
    assert.equal((await loadPath(store, join(folder, name), UNTOLD)).newValues, 8, name);
  }
});
