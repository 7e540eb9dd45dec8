// A workbook of Rosstat written for this test: it is recognised by its own words and read by its descriptor.
import assert from "node:assert/strict";
import {test} from "node:test";
import {dayText} from "../../../statistics/time/day.ts";
import {fileOf, PLAIN_HINTS, watchingSink} from "../../input/shared-file.fixture.ts";
import {type FixtureSheet, xlsxOf} from "../../workbook/workbook.fixture.ts";
import {rosstat} from "../described-workbooks.ts";
import {findParser} from "../sources.ts";

const contents: FixtureSheet = {
  name: "Содержание",
  rows: [
    ["Содержание:"],
    ["1. Индексы потребительских цен на товары и услуги по Российской Федерации в 1991-2031гг."],
    ["Обновлено: "],
    ["7 марта 2031 г."],
  ],
};

/** Years across, months down, in two sections by what the index is compared with. */
const prices = (name: string, february: string | number): FixtureSheet => ({
  name,
  rows: [
    ["Индексы потребительских цен, 1991-2031 гг."],
    [null, 2030, 2031],
    ["к концу предыдущего месяца"],
    ["январь", 100.5, 101.25],
    ["февраль", 99.75, february],
    ["к декабрю предыдущего года"],
    ["декабрь", 108.5, {text: "103,29", raised: "2)"}],
    ["1) по полному кругу; 2)февраль 2031 г. в % к декабрю 2030 г."],
  ],
});

test("consumer prices: months down and years across, each sheet a class, each section a base, a mark behind a value no digit of it [described.files]", async () => {
  const sheets = [contents, prices("01", 100.75), prices("02", "")];
  const file = fileOf("ipc_mes.xlsx", xlsxOf(sheets));
  assert.equal((await findParser([file]))?.name, "rosstat_files");
  const sink = watchingSink();
  const {metadata} = await rosstat.parse([file], PLAIN_HINTS, sink);
  assert.deepEqual(sink.refused, []);
  assert.deepEqual(
    [metadata.provider, metadata.dataset, dayText(metadata.publishedAt)],
    ["rosstat_files", "cpi_monthly", "2031-03-07"],
  );
  const rows = sink.values.map(({series, period, value, explained}) =>
    [series.classification, series.transformation, period, value, explained!.locator.cell].join(" "),
  );
  assert.deepEqual(rows.filter((row) => row.startsWith("total")).sort(), [
    "total pct_mom 2030-01-01 100.5 B4",
    "total pct_mom 2030-02-01 99.75 B5",
    "total pct_mom 2031-01-01 101.25 C4",
    "total pct_mom 2031-02-01 100.75 C5",
    "total pct_ytd 2030-12-01 108.5 B7",
    "total pct_ytd 2031-02-01 103.29 C7",
  ]);
  assert.equal(rows.filter((row) => row.startsWith("food")).length, 5, "an empty cell is no value");
});
