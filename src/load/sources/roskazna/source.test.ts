// Forms of the Treasury written for these tests (forms.fixture.ts).
import assert from "node:assert/strict";
import {test} from "node:test";
import {fileOf, PLAIN_HINTS, watchingSink} from "../../input/shared-file.fixture.ts";
import {type FixtureCell, xlsxOf} from "../../workbook/workbook.fixture.ts";
import {openWorkbook} from "../../workbook/workbook.ts";
import {findParser} from "../sources.ts";
import {REGIONAL, readFormHead} from "./form-head.ts";
import {federalForm, publishedFormOf2021, spreadForm} from "./forms.fixture.ts";
import {roskazna} from "./source.ts";

const form = (...parts: Parameters<typeof federalForm>) => fileOf("form.xlsx", federalForm(...parts));
const spread = (...parts: Parameters<typeof spreadForm>) => fileOf("form.xlsx", spreadForm(...parts));

test("a federal form gives the amounts of the year to its day, with codes, cells and texts of thousands [roskazna.federal]", async () => {
  const file = form([
    ["Доходы федерального бюджета - всего", "010", "x", " 11 367 652 622 657,71"],
    ["в том числе:", null, null, null],
    ["Налог на прибыль организаций", null, "10101000000000110", 342601799376.73],
  ]);
  assert.equal((await findParser([file]))?.name, "roskazna");
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

test("the head of a regional form of 2014 has its unit in words, beside or above the empty code (FIX-roskazna-10) [roskazna.federal]", async () => {
  const okeiOf = async (...rows: FixtureCell[][]) => {
    const head: FixtureCell[][] = [
      ["ОТЧЕТ ОБ ИСПОЛНЕНИИ КОНСОЛИДИРОВАННОГО БЮДЖЕТА СУБЪЕКТА РОССИЙСКОЙ ФЕДЕРАЦИИ"],
      [null, null, null, "КОДЫ"],
      [null, null, "Форма по ОКУД", REGIONAL],
      [null, ' на "01" января  2015г.', "Дата", " 01.01.2015"],
      ["Наименование финансового органа", "Финансовое управление", "по ОКПО", "84"],
      ["Наименование бюджета", "Консолидированный бюджет субъекта", "по ОКТМО"],
      ["Периодичность: месячная"],
      ...rows,
    ];
    const workbook = await openWorkbook(fileOf("form.xlsx", xlsxOf([{name: "1", rows: head}])));
    return readFormHead(await workbook.read(workbook.sheets[0]!), [REGIONAL])!.okei;
  };
  assert.equal(await okeiOf(["Единица измерения: руб.", null, "по ОКЕИ"]), "383");
  assert.equal(await okeiOf(["Единица измерения: руб."], [null, null, "по ОКЕИ"]), "383");
  assert.equal(await okeiOf(["Единица измерения: тыс. руб."], [null, null, "по ОКЕИ"]), "");
  assert.equal(await okeiOf(["Единица измерения: руб.", null, "по ОКЕИ", "384"]), "384");
});

test("a federal form with the number of the general form and codes over several columns has the codes of other templates (FIX-roskazna-11) [roskazna.federal]", async () => {
  const title = "ОТЧЕТ ОБ ИСПОЛНЕНИИ ФЕДЕРАЛЬНОГО БЮДЖЕТА";
  const file = spread(title, [
    ["Доходы - всего", "010", "x", null, null, null, 100, 10],
    ["Налог на прибыль", "010", "101", "01000", "000000", "110", 30, 3],
    ["Код без нулей", "010", 1, "01000", "000000", "110", 20, 2],
  ]);
  assert.equal((await findParser([file]))?.name, "roskazna");
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
  assert.equal(await findParser([spread("ОТЧЕТ ОБ ИСПОЛНЕНИИ БЮДЖЕТА", [])]), null);
});

test("a table of which only half of the header is left, the words or the column numbers, is refused and not left out (FIX-roskazna-12) [roskazna.federal]", async () => {
  const title = "ОТЧЕТ ОБ ИСПОЛНЕНИИ ФЕДЕРАЛЬНОГО БЮДЖЕТА";
  const total = ["Доходы - всего", "010", "x", null, null, null, 100, 10];
  const second = (head: readonly FixtureCell[], numbers: readonly FixtureCell[]) => [
    head,
    numbers,
    ["Расходы - всего", "200", "x", null, null, null, 70, 7],
  ];
  const words = ["Наименование показателя", "Код строки", "Код расхода", null, null, null, "Исполнено", "Остаток"];
  const numbers = ["1", "2", "3", null, null, null, "4", "5"];
  for (const [head, row] of [
    [words, [null, ...numbers.slice(1)]],
    [[null, ...words.slice(1)], numbers],
  ] as const) {
    const sink = watchingSink();
    await roskazna.parse(
      [spread(title, [total, ...second(head, row)])],
      {...PLAIN_HINTS, publishedAt: "2032-02-10"},
      sink,
    );
    assert.match(sink.refused[0]!.reason, /half of a header/);
  }
});

test("the federal form of 2021 as it was published is read on all five sheets, with the classes of other years (FIX-roskazna-13) [roskazna.federal]", async () => {
  const file = fileOf("form.xlsx", publishedFormOf2021());
  assert.equal((await findParser([file]))?.name, "roskazna");
  const sink = watchingSink();
  const {metadata} = await roskazna.parse([file], PLAIN_HINTS, sink);
  assert.equal(metadata.dataset, "0507011");
  assert.deepEqual(
    new Set(sink.values.map(({series, period}) => `${series.frequency} ${period}`)),
    new Set(["M 2031-12-01"]),
  );
  const cells = sink.values.map(
    ({series: {indicator, classification, measure}, value}) => `${indicator} ${classification} ${measure} ${value}`,
  );
  const three = (indicator: string, classification: string, ...values: readonly number[]) =>
    ["approved", "executed", "unexecuted"].map(
      (measure, nth) => `${indicator} ${classification} ${measure} ${values[nth]}`,
    );
  assert.deepEqual(cells, [
    ...three("income", "010", 900, 25286366359677.64, -6521264681477.64),
    ...three("income", "10101000000000110", 0, 30.5, 0),
    "income_by_administrator 020 executed 7",
    "income_by_administrator 020-10807000010000110 executed 6",
    "income_by_administrator 021 executed 8",
    "income_by_administrator 010 executed 25286366359677.64",
    ...three("expenditure_by_agency", "200", 3, 2, 1),
    ...three("expenditure_by_agency", "020", 6, 5, 4),
    ...three("expenditure_by_agency", "020-0108-1600000000", 9, 8, 7),
    ...three("expenditure_by_agency", "020-0108-161D190000-244", 12, 11, 10),
    ...three("financing", "500", 15, 14, 13),
    ...three("financing", "520-01010000000000000", 18, 17).slice(0, 2),
    "expenditure 200 executed 21",
    "expenditure 0100 executed 20",
  ]);
  // A number that has lost its zeros, because no format shows them.
  assert.deepEqual(
    sink.refused.map(({sheet, cell}) => `${sheet} ${cell}`),
    ["Доходы с АП H8"],
  );
  // A town's report has the same title and another code.
  assert.equal(await findParser([fileOf("form.xlsx", publishedFormOf2021("45000000"))]), null);
});

test("a row whose code can't be read is refused with its cell: it is no series of its own, and not the total of its line [roskazna.federal]", async () => {
  const odd = ["NaN", "0x1F", "1e400", "1_000", "101010000000001100000", "5-"];
  for (const code of [...odd, 9007199254740992]) {
    const sink = watchingSink();
    const file = form([
      ["Доходы федерального бюджета - всего", "010", "x", 5],
      ["Налог на прибыль организаций", "010", code, 3],
      ["Налог на добавленную стоимость", "010", "10300000000000110", 2],
    ]);
    await roskazna.parse([file], {...PLAIN_HINTS, publishedAt: "2031-02-10"}, sink);
    assert.deepEqual(
      sink.values.map(({value}) => value),
      [5, 2],
      String(code),
    );
    assert.deepEqual(
      sink.refused.map(({cell, reason}) => [cell, reason]),
      [["D10", "is in a row without a code"]],
    );
  }
});

test("an amount in words of digits is not lost in a row without a code [roskazna.federal]", async () => {
  const sink = watchingSink();
  const rows = [
    ["Доходы федерального бюджета - всего", "010", "x", 5],
    ["Прочее", null, null, "25 286 366,64"],
    ["Руководитель", null, null, "(подпись)"],
  ];
  await roskazna.parse([form(rows)], {...PLAIN_HINTS, publishedAt: "2031-02-10"}, sink);
  assert.deepEqual(
    sink.refused.map(({cell}) => cell),
    ["D10"],
  );
});
