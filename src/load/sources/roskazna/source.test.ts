// A form of the Treasury written for this test: the head, one table of income, a hidden sheet of the report generator.
import assert from "node:assert/strict";
import {test} from "node:test";
import {fileOf, PLAIN_HINTS, watchingSink} from "../../input/shared-file.fixture.ts";
import {type FixtureCell, xlsxOf} from "../../workbook/workbook.fixture.ts";
import {findSource} from "../sources.ts";
import {roskazna} from "./source.ts";

function form(income: readonly (readonly FixtureCell[])[], okei: string | null = "383", unit = "руб.") {
  const rows: (readonly FixtureCell[])[] = [
    ["ОТЧЕТ ОБ ИСПОЛНЕНИИ ФЕДЕРАЛЬНОГО БЮДЖЕТА"],
    [null, null, "Форма по ОКУД", "0507011"],
    ["на 1 января 2031 г.", null, "Дата", "01.01.2031"],
    ["Периодичность: квартальная, годовая"],
    [`Единица измерения: ${unit}`, null, "по ОКЕИ", okei],
    ["1.1 Поступления доходов в федеральный бюджет"],
    ["Наименование показателя", "Код стро-ки", "Код по бюджетной классификации (вид, подвид, КОСГУ)", "Исполнено"],
    ["1", "2", "3", "4"],
    ...income,
  ];
  const metadata = {name: "XDO_METADATA", rows: [["BI Publisher Version"]], hidden: true};
  return fileOf("form.xlsx", xlsxOf([metadata, {name: "1.1", rows}]));
}

test("a federal form gives the amounts of the year to its day, with codes, cells and texts of thousands [roskazna.federal]", async () => {
  const file = form([
    ["Доходы федерального бюджета - всего", "010", "x", " 11 367 652 622 657,71"],
    ["в том числе:", null, null, null],
    ["Налог на прибыль организаций", null, "10101000000000110", 342601799376.73],
  ]);
  assert.equal(await findSource([file]), roskazna);
  const sink = watchingSink();
  const {metadata} = await roskazna.parse([file], {...PLAIN_HINTS, publishedAt: "2031-02-10"}, sink);
  assert.deepEqual(sink.refused, []);
  assert.equal(metadata.provider, "roskazna");
  assert.deepEqual(
    sink.values.map(({series, period, value, explained}) => [
      ...[series.territory, series.frequency, period, value],
      explained!.locator.cell,
    ]),
    [
      ["643", "Q", "2030-10-01", 11367652622657.71, "D9"],
      ["643", "Q", "2030-10-01", 342601799376.73, "D11"],
    ],
  );
  const [total, tax] = sink.values.map(({series}) => series.classification);
  assert.notEqual(total, tax);
});

test("a form with another unit in its head is refused; roubles in words are enough if the code is left out (FIX-roskazna-10) [roskazna.federal]", async () => {
  const sink = watchingSink();
  const hints = {...PLAIN_HINTS, publishedAt: "2031-02-10"};
  const total = ["Доходы федерального бюджета - всего", "010", "x", 5];
  await assert.rejects(roskazna.parse([form([total], "384")], hints, sink), /384/);
  await assert.rejects(roskazna.parse([form([total], null, "тыс. руб.")], hints, sink), /unit none of ОКЕИ/);
  assert.deepEqual(sink.values, []);
  await roskazna.parse([form([total], null)], hints, sink);
  assert.deepEqual(
    sink.values.map(({value}) => value),
    [5],
  );
});

/** The template of 2021: the number of the general form, codes over several columns, other names of sheets. */
function spreadForm(title: string, income: readonly (readonly FixtureCell[])[]) {
  const head: (readonly FixtureCell[])[] = [
    [title],
    [null, null, null, null, null, null, "Форма по ОКУД", "0503117"],
    ["на 1 января 2032 г.", null, null, null, null, null, "Дата", "01.01.2032"],
    ["Периодичность: квартальная, годовая"],
    ["Единица измерения: руб.", null, null, null, null, null, "по ОКЕИ", "383"],
  ];
  const code = "Код дохода по бюджетной классификации";
  const table = (kind: string, rows: readonly (readonly FixtureCell[])[]) => [
    ["Наименование показателя", "Код строки", kind, null, null, null, "Исполнено", "Неисполненные назначения"],
    ["1", "2", "3", null, null, null, "4", "5"],
    ...rows,
  ];
  const spending = table("Код расхода по бюджетной классификации", [
    ["Расходы - всего", "200", "x", null, null, null, 70, 7],
    ["Министерство", "200", "020", "0000", "0000000000", "000", 60, 6],
    ["Услуги связи", "200", "020", "0108", "1610190000", "244", 50, 5],
  ]);
  return fileOf(
    "form.xlsx",
    xlsxOf([
      {name: "XDO_METADATA", rows: [["BI Publisher Version"]], hidden: true},
      {name: "Доходы без АП", rows: [...head, ...table(code, income)], merges: ["C6:F6"]},
      {name: "Расходы ведомств.откр", rows: spending, merges: ["C1:F1"]},
    ]),
  );
}

test("a federal form with the number of the general form and codes over several columns has the codes of other templates (FIX-roskazna-11) [roskazna.federal]", async () => {
  const title = "ОТЧЕТ ОБ ИСПОЛНЕНИИ ФЕДЕРАЛЬНОГО БЮДЖЕТА";
  const file = spreadForm(title, [
    ["Доходы - всего", "010", "x", null, null, null, 100, 10],
    ["Налог на прибыль", "010", "101", "01000", "000000", "110", 30, 3],
    ["Код без нулей", "010", 1, "01000", "000000", "110", 20, 2],
  ]);
  assert.equal(await findSource([file]), roskazna);
  const sink = watchingSink();
  const {metadata} = await roskazna.parse([file], {...PLAIN_HINTS, publishedAt: "2032-02-10"}, sink);
  assert.equal(metadata.dataset, "0507011");
  assert.deepEqual(
    sink.values.map(({series, value}) => [series.indicator, series.classification, series.measure, value]),
    [
      ["income", "010", "executed", 100],
      ["income", "010", "unexecuted", 10],
      ["income", "10101000000000110", "executed", 30],
      ["income", "10101000000000110", "unexecuted", 3],
      ["expenditure_by_agency", "200", "executed", 70],
      ["expenditure_by_agency", "200", "unexecuted", 7],
      ["expenditure_by_agency", "020", "executed", 60],
      ["expenditure_by_agency", "020", "unexecuted", 6],
      ["expenditure_by_agency", "020-0108-1610190000-244", "executed", 50],
      ["expenditure_by_agency", "020-0108-1610190000-244", "unexecuted", 5],
    ],
  );
  assert.deepEqual(
    sink.refused.map(({cell, reason}) => [cell, reason]),
    [
      ["G10", "is in a row without a code"],
      ["H10", "is in a row without a code"],
    ],
  );
  // A town's report has the same number.
  assert.equal(await findSource([spreadForm("ОТЧЕТ ОБ ИСПОЛНЕНИИ БЮДЖЕТА", [])]), null);
});
