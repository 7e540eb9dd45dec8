// Workbooks of the Bank's site, written for this test: each is recognised by its own words and read by its descriptor.
import assert from "node:assert/strict";
import {readdirSync, readFileSync} from "node:fs";
import {test} from "node:test";
import {dayText} from "../../../statistics/time/day.ts";
import type {Descriptor} from "../../described/descriptor/descriptor.ts";
import {fileOf, PLAIN_HINTS, watchingSink} from "../../input/shared-file.fixture.ts";
import {type FixtureSheet, xlsxOf} from "../../workbook/workbook.fixture.ts";
import {cbrWorkbooks} from "../described-workbooks.ts";
import {findParser} from "../sources.ts";

async function read(sheet: FixtureSheet) {
  const file = fileOf("a.xlsx", xlsxOf([sheet]));
  assert.equal((await findParser([file]))?.name, "cbr-workbooks");
  const sink = watchingSink();
  const {
    metadata: {dataset},
  } = await cbrWorkbooks.parse([file], {...PLAIN_HINTS, publishedAt: "2031-02-04"}, sink);
  assert.deepEqual(sink.refused, []);
  const rows = sink.values.map(({series, period, value, explained}) => [
    ...[series.indicator, series.unit, series.territory, period, value],
    explained!.locator.cell,
  ]);
  return {dataset, rows};
}

test("the key rate is read by days, with the cell of each value, from numbers and from texts [cbr.workbooks]", async () => {
  const rows = [
    ["date", "rate"],
    ["03.02.2031", "15,50"],
    ["02.02.2031", 16],
  ];
  assert.deepEqual(await read({name: "Лист1", rows}), {
    dataset: "key_rate",
    rows: [
      ["key_rate", "процент", "643", "2031-02-03", 15.5, "B2"],
      ["key_rate", "процент", "643", "2031-02-02", 16, "B3"],
    ],
  });
});

test("a table of RUONIA has rates in per cent, its volume in billions and a number of deals; status and moment are no figures [cbr.workbooks]", async () => {
  const header = [
    "DT",
    "ruo",
    "vol",
    "T",
    "C",
    "MinRate",
    "Percentile25",
    "Percentile75",
    "MaxRate",
    "StatusXML",
    "DateUpdate",
  ];
  const day = ["03.02.2031", 15.25, 417.5, 49, 20, 14.5, 15, 15.5, 16, "2", "04.02.2031"];
  const {dataset, rows} = await read({name: "RC", rows: [header, day]});
  assert.equal(dataset, "ruonia");
  assert.deepEqual(rows.slice(0, 3), [
    ["ruonia", "процент", "643", "2031-02-03", 15.25, "B2"],
    ["volume", "миллиард_рублей", "643", "2031-02-03", 417.5, "C2"],
    ["deals", "единица", "643", "2031-02-03", 49, "D2"],
  ]);
  assert.equal(rows.length, 8);
});

test("a workbook without a day of publication has the last day of its newest period, and is read once [cbr.workbooks]", async () => {
  const rows = [
    ["date", "rate"],
    ["03.02.2031", "15,50"],
    ["05.03.2031", 14],
    ["02.02.2031", 16],
  ];
  const file = fileOf("a.xlsx", xlsxOf([{name: "Лист1", rows}]));
  const sink = watchingSink();
  const {metadata} = await cbrWorkbooks.parse([file], PLAIN_HINTS, sink);
  assert.equal(dayText(metadata.publishedAt), "2031-03-05");
  assert.equal(sink.values.length, 3);
});

test("no descriptor of a workbook without a day of publication reads names of territories, which depend on the day [cbr.workbooks]", () => {
  const folder = new URL("descriptors/", import.meta.url);
  const undated = readdirSync(folder)
    .map((name) => JSON.parse(readFileSync(new URL(name, folder), "utf8")) as Descriptor)
    .filter(({published}) => published === undefined);
  assert.notEqual(undated.length, 0);
  for (const {tables, family} of undated)
    for (const {columns, rows, lines, sheetName, section, below} of tables) {
      const kinds = [...columns, ...rows, ...(lines ?? []).map(({as}) => as), sheetName, section, below?.as];
      assert.deepEqual(
        kinds.filter((kind) => kind?.startsWith("territory")),
        [],
        family,
      );
    }
});
