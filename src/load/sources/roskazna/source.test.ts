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
