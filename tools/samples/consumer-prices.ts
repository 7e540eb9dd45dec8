// Consumer prices of Russia by month, from the publisher's workbooks ipc_mes: a chain of releases, each with its new months.
//
// The last row of a sheet says "December". Until the year is over it shows the month of release against last December, with a
// footnote mark glued to the value. It is used only for years that have their December.
import {join} from "node:path";
import {addPackage, dayInWords, publishedNumber, type SampleFiles, UNITS} from "./package-files.ts";
import {cellText, findSheet, readWorkbook, type Sheet} from "./workbook.ts";

const FOLDER = "rosstat_files/cpi_monthly_vintages";
const WORKBOOKS = [
  "Ipc_mes_2022-11",
  ...["2025-06", "2025-07", "2025-09", "2025-10", "2025-11", "2025-12", "2026-01", "2026-02", "2026-03"].map(
    (month) => `ipc_mes_${month}`,
  ),
];
/** The day of the publisher's table of May 2026, which followed the last table here. */
const NEXT_RELEASE = "2026-05-15";

const KINDS = [
  {sheet: "01", code: "total", name: "Все товары и услуги"},
  {sheet: "02", code: "food", name: "Продовольственные товары"},
  {sheet: "03", code: "non_food", name: "Непродовольственные товары"},
  {sheet: "04", code: "services", name: "Услуги"},
] as const;

interface IndexValue {
  readonly kind: string;
  readonly measure: "prev_month" | "prev_december";
  readonly frequency: "M" | "A";
  readonly period: string;
  readonly value: string;
}

export async function addConsumerPrices(files: SampleFiles, facts: string): Promise<void> {
  const known = new Map<string, string>();
  const releases: {day: string; values: IndexValue[]}[] = [];
  for (const name of WORKBOOKS) {
    const sheets = await readWorkbook(join(facts, FOLDER, `${name}.xlsx`));
    const values = KINDS.flatMap(({sheet, code}) => [...readKind(findSheet(sheets, sheet), code)]);
    const fresh = values.filter(({kind, measure, period, value}) => {
      const key = `${kind} ${measure} ${period}`;
      const before = known.get(key);
      known.set(key, value);
      // The publisher does not revise these values; if it did, this sample would have to say "revised".
      if (before !== undefined && before !== value) throw new Error(`${name}: ${key} was ${before} and is ${value}`);
      return before === undefined;
    });
    releases.push({day: dayOfPublication(sheets), values: fresh});
  }
  for (const [index, {day, values}] of releases.entries()) {
    addPackage(files, {
      folder: `cpi_monthly/${day}`,
      metadata: {
        ...CODE,
        published_at: day,
        next_release: releases[index + 1]?.day ?? NEXT_RELEASE,
        source_file: "ipc_mes.xlsx",
        source_url: "https://rosstat.gov.ru/statistics/price",
        units: [UNITS.percent],
        ...(index === 0 ? DESCRIPTION : {partial: true}),
      },
      columns: ["indicator", "class", "measure", "freq", "geo", "period", "value"],
      rows: values.map(({kind, measure, frequency, period, value}) => [
        "cpi",
        kind,
        measure,
        frequency,
        "643",
        period,
        value,
      ]),
    });
  }
}

/** Years run across from column B in row 4, months down from row 6; row 19 is against the December before. */
function* readKind(sheet: Sheet, kind: string): Generator<IndexValue> {
  if (!/предыдущего месяца/.test(cellText(sheet, 5, 1)) || !/декабр/.test(cellText(sheet, 18, 1)))
    throw new Error(`sheet ${sheet.name} is laid out otherwise`);
  for (const [column, {number: year}] of sheet.rows.get(4) ?? []) {
    if (year === null || column < 2) continue;
    for (let month = 1; month <= 12; month++) {
      const cell = sheet.rows.get(5 + month)?.get(column);
      if (cell === undefined) continue;
      if (cell.number === null) throw new Error(`sheet ${sheet.name}: month ${month} of ${year} is "${cell.text}"`);
      const period = `${year}-${String(month).padStart(2, "0")}`;
      yield {kind, measure: "prev_month", frequency: "M", period, value: publishedNumber(cell.number, 2)};
    }
    // After the end of a year the cell is December's value, even with a footnote, which then says so.
    const december = sheet.rows.get(19)?.get(column);
    if (december === undefined || !sheet.rows.get(17)?.has(column)) continue;
    const value = publishedNumber(december.number ?? Number(december.text.replace(",", ".")), 2);
    yield {kind, measure: "prev_december", frequency: "A", period: String(year), value};
  }
}

function dayOfPublication(sheets: readonly Sheet[]): string {
  const contents = findSheet(sheets, "Содержание");
  const texts = [...contents.rows.values()].flatMap((cells) => [...cells.values()].map(({text}) => text));
  return dayInWords(texts[texts.findIndex((text) => text.startsWith("Обновлено")) + 1] ?? "");
}

const CODE = {
  provider: "rosstat_files",
  dataset: "cpi_monthly",
  name: "Индексы потребительских цен на товары и услуги по Российской Федерации",
  revised: false,
};

const DESCRIPTION = {
  indicators: [
    {
      code: "cpi",
      label: "Индекс потребительских цен",
      concept: "cpi",
      description:
        "Во сколько раз, в процентах, изменилась стоимость набора товаров и услуг; 100 — цены не изменились.",
      synonyms: ["инфляция", "ИПЦ", "рост цен", "потребительские цены"],
    },
  ],
  classes: KINDS.map(({code, name}) => ({code, name})),
  methodology: {
    coverage:
      "Российская Федерация; по сноске источника — без учёта Донецкой и Луганской Народных Республик, Запорожской и Херсонской областей",
    exclusions: null,
    classifier: null,
    text: "measure=prev_month: к предыдущему месяцу, помесячно; measure=prev_december: декабрь к декабрю предыдущего года, за полные годы. Индекс за любой отрезок — произведение месячных. Опубликованные индексы не пересматриваются.",
  },
  notes: [
    {
      text: "Здесь те выпуски таблицы, что были под рукой: 9 декабря 2022 г. и с 11 июля 2025 г. Месяцы между ними стоят под днём первого выпуска, в котором они есть.",
    },
    {text: "Индексы 1991–1994 годов в сотни и тысячи процентов — настоящие, не ошибка."},
  ],
  related: [
    {
      provider: "rosstat_files",
      dataset: "cpi_weekly",
      relation: "neighbour",
      splice: false,
      note: "Недельные индексы по отдельным товарам: другой набор и другой способ расчёта.",
    },
    {
      provider: "cbr",
      dataset: "key_rate_inflation",
      relation: "neighbour",
      splice: false,
      note: "Инфляция за двенадцать месяцев рядом с ключевой ставкой.",
    },
  ],
};
