// The Excel export of EMISS: two sheets, names instead of codes, and its own traps.
import assert from "node:assert/strict";
import {createReadStream, existsSync, statSync} from "node:fs";
import {fileURLToPath} from "node:url";
import {Refusal} from "../../../service/refusal.ts";
import {dayText} from "../../../statistics/time/day.ts";
import {test} from "../../input/publisher-test.fixture.ts";
import type {SourceFile} from "../../source.ts";
import {type FixtureSheet, xlsxOf} from "../../workbook/workbook.fixture.ts";
import {fixtureFile, NO_HINTS, recordingSink} from "../fedstat/emiss-message.fixture.ts";
import {fedstatExcel} from "./source.ts";

const shared = new URL("../../../../../shared/data/fedstat/excel/", import.meta.url);
const skip = existsSync(shared) ? false : "needs ../shared/data";

const PASSPORT: FixtureSheet = {
  name: "Паспорт",
  rows: [
    ["Показатель"],
    [],
    ["Единицы измерения: ", "* рубль"],
    ["Последнее обновление данных: ", "20.01.2026"],
    ["Методологические пояснения: ", "Как  считают&nbsp;это"],
    ["Комментарий: ", "-"],
    ["Ответственный: ", "Иванова А.А. - (495) 000-00-00"],
  ],
};

function workbook(rows: FixtureSheet["rows"], merges: string[] = ["A3:A4"]): Uint8Array {
  return xlsxOf([{name: "Данные", rows, merges}, PASSPORT]);
}

async function read(name: string, bytes: Uint8Array, hints = NO_HINTS) {
  const file = fixtureFile(name, bytes);
  assert.ok(await fedstatExcel.recognises([file]));
  const sink = recordingSink();
  return {sink, metadata: (await fedstatExcel.parse([file], hints, sink)).metadata};
}

const ROWS: FixtureSheet["rows"] = [
  ["Стоимость набора (на конец месяца) (рубль)"],
  [],
  [null, "2025", "2025", "2026"],
  [null, "ноябрь", "декабрь", "январь"],
  ["Российская Федерация", 10.5, 11, null],
  ["    Центральный федеральный округ", 9, null, 9.5],
  ["        Город Москва столица Российской Федерации город федерального значения", 12, 12, 12],
];

test("territories are names, years are texts, blanks are not values, the passport gives the day (FIX-fedstat-24) [emiss.excel]", async () => {
  const {sink, metadata} = await read("99002_набор.xlsx", workbook(ROWS));
  assert.deepEqual(
    [metadata.provider, metadata.dataset, metadata.name, dayText(metadata.publishedAt)],
    ["fedstat", "99002", "Стоимость набора (на конец месяца)", "2026-01-20"],
  );
  assert.deepEqual(
    sink.observed.map(({series, period, value}) => [series.territory, period, value]),
    [
      ["643", 2025 * 12 + 10, 10.5],
      ["643", 2025 * 12 + 11, 11],
      ["030", 2025 * 12 + 10, 9],
      ["030", 2026 * 12, 9.5],
      ["45000000000", 2025 * 12 + 10, 12],
      ["45000000000", 2025 * 12 + 11, 12],
      ["45000000000", 2026 * 12, 12],
    ],
  );
  assert.deepEqual(sink.refused, []);
  assert.deepEqual(metadata.units, [{code: "рубль", name: "рубль", okei: "383", mult: 1}]);
});

test("the name of a reformed district means the district at the time of each value, unless another row names one era with its years (FIX-fedstat-31) [emiss.excel]", async () => {
  const of = async (...names: string[]) => {
    const {sink} = await read(
      "99002.xlsx",
      workbook([
        ...ROWS.slice(0, 2),
        [null, 2009, 2016, 2017, 2018, 2018, 2025],
        [null, ...["декабрь", "январь", "декабрь", "октябрь", "ноябрь", "декабрь"]],
        ["Российская Федерация", 1, 2, 3, 4, 5, 6],
        ...names.map((name) => [`    ${name}`, 1, 2, 3, 4, 5, 6]),
      ]),
    );
    const codes = names.map((_, index) =>
      sink.observed.slice(6 * (index + 1), 6 * (index + 2)).map(({series}) => series.territory),
    );
    return {codes, sink};
  };
  const plain = await of("Сибирский федеральный округ", "Дальневосточный федеральный округ", "Южный федеральный округ");
  assert.deepEqual(plain.codes, [
    ["035", "035", "035", "035", "041", "041"],
    ["036", "036", "036", "036", "042", "042"],
    ["032", "037", "040", "040", "040", "040"],
  ]);
  assert.deepEqual(plain.sink.refused, []);
  // EMISS gives earlier figures for the districts of today.
  const old = await of("Сибирский федеральный округ", "Сибирский федеральный округ (до 03.11.2018)");
  assert.deepEqual([...new Set(old.codes[0])], ["041"]);
  assert.deepEqual([...new Set(old.codes[1])], ["035"]);
  const today = await of("Сибирский федеральный округ (с 03.11.2018)", "Сибирский федеральный округ");
  assert.deepEqual([...new Set(today.codes[0])], ["041"]);
  assert.deepEqual(today.codes[1], ["035", "035", "035", "035", "035"]);
  assert.deepEqual(
    today.sink.refused.map(({cell, kind, reason}) => [cell, kind, reason]),
    [["G7", "territory", "is from a time when this territory did not exist"]],
  );
});

test("a state on the first day of a year belongs to the district of that day, a year to the district at its end (FIX-fedstat-31) [emiss.excel]", async () => {
  const of = async (words: string | null) => {
    const header =
      words === null
        ? [[null, 2018, 2019]]
        : [
            [null, 2018, 2019],
            [null, words, words],
          ];
    const merges = words === null ? [] : ["A3:A4"];
    const rows = [...ROWS.slice(0, 2), ...header, ["Сибирский федеральный округ", 1, 2]];
    const {sink} = await read("99002.xlsx", workbook(rows, merges));
    return sink.observed.map(({series}) => [series.frequency, series.territory]);
  };
  assert.deepEqual(await of("на 1 января"), [
    ["A", "035"],
    ["A", "041"],
  ]);
  assert.deepEqual(await of(null), [
    ["A", "041"],
    ["A", "041"],
  ]);
});

test("persons responsible are not read (FIX-fedstat-16) [emiss.excel]", async () => {
  const {metadata} = await read("99002_набор.xlsx", workbook(ROWS));
  assert.equal(metadata.methodology?.text, "Как считают это");
  assert.doesNotMatch(JSON.stringify(metadata), /Иванова|495/);
});

test("an unknown territory and an unknown month are refused with sheet and cell [emiss.excel]", async () => {
  const rows = [
    ...ROWS.slice(0, 3),
    [null, "ноябрь", "декабрь", "смутень"],
    ...ROWS.slice(4),
    ["    Беловодье", 1, 2, 3],
  ];
  const {sink} = await read("99002.xlsx", workbook(rows));
  assert.deepEqual(
    sink.refused.map(({sheet, cell, reason, text}) => [sheet, cell, reason, text]),
    [
      ["Данные", "D6", "unknown words for a period", "смутень"],
      ["Данные", "D7", "unknown words for a period", "смутень"],
      ["Данные", "A8", "unknown territory", "Беловодье"],
    ],
  );
});

test("the number of the indicator comes from the file's name or the command, and is never guessed (FIX-fedstat-17) [emiss.excel]", async () => {
  const bytes = workbook(ROWS);
  await assert.rejects(read("набор.xlsx", bytes), (error: Refusal) =>
    /does not say which EMISS indicator/.test(error.message),
  );
  assert.equal((await read("набор.xlsx", bytes, {...NO_HINTS, dataset: "fedstat/99003"})).metadata.dataset, "99003");
  await assert.rejects(read("99002.xlsx", bytes, {...NO_HINTS, dataset: "99003"}), Refusal);
});

test("a real export: 96 territories, three months, kind of indicator as measure (FIX-fedstat-18, FIX-fedstat-19) [emiss.excel]", {
  skip,
}, async () => {
  const path = fileURLToPath(new URL("31074_cpi_regions_2023-04.xls", shared));
  const file: SourceFile = {
    name: "31074_cpi_regions_2023-04.xls",
    size: statSync(path).size,
    open: () => createReadStream(path),
  };
  const sink = recordingSink();
  const {metadata} = await fedstatExcel.parse([file], NO_HINTS, sink);
  assert.deepEqual([metadata.dataset, dayText(metadata.publishedAt), metadata.revised], ["31074", "2023-04-12", false]);
  assert.deepEqual([sink.refused.length, sink.seriesSeen.length, sink.observed.length], [0, 96, 288]);
  const value = (territory: string, month: number) =>
    sink.observed.find(({series, period}) => series.territory === territory && period === 2023 * 12 + month - 1)?.value;
  // Checked by eye: the country in January and March, Belgorod in March, Chukotka in February.
  assert.deepEqual(
    [value("643", 1), value("643", 3), value("14000000000", 3), value("77000000000", 2)],
    [111.77, 103.51, 105.32, 106.51],
  );
  assert.equal(sink.seriesSeen[0]!.measure, "k_sootvetstvuyuschemu_periodu_predyduschego_goda");
  assert.doesNotMatch(JSON.stringify(metadata), /gershov/i);
});
