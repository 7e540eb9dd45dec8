// The Bank of Russia's key rate by day, and the rate beside inflation and its target by month.
//
// The daily table skips weekends and holidays, and so does the series. Neither file gives its day of publication. The day of its last
// line, or the last requested day, is used instead.
import {readFileSync} from "node:fs";
import {join} from "node:path";
import {addPackage, publishedNumber, type SampleFiles, UNITS} from "./package-files.ts";
import {cellText, findSheet, readWorkbook} from "./workbook.ts";

const DAILY = "cbr/site_xlsx/keyrate.xlsx";
const MONTHLY = "cbr/keyrate_inflation_2013-2026.csv";
/** In earlier years the available table is a day late if an extraordinary decision of the bank took effect at once (for example on 28 February 2022). */
const DAILY_SINCE = "2024";
/** The last requested day of the monthly table. */
const MONTHLY_PUBLISHED_AT = "2026-02-12";

const KEY_RATE = {
  code: "key_rate",
  label: "Ключевая ставка Банка России",
  concept: "key-rate",
  description: "Процент годовых, под который Банк России даёт и берёт деньги на неделю.",
  synonyms: ["ставка ЦБ", "процентная ставка", "денежно-кредитная политика"],
};

export async function addBankRates(files: SampleFiles, facts: string): Promise<void> {
  await addDaily(files, facts);
  addMonthly(files, facts);
}

async function addDaily(files: SampleFiles, facts: string): Promise<void> {
  const sheet = findSheet(await readWorkbook(join(facts, DAILY)), "Лист1");
  const rows: string[][] = [];
  for (const row of sheet.rows.keys()) {
    if (row === 1) continue;
    const [day, month, year = ""] = cellText(sheet, row, 1).split(".");
    if (year < DAILY_SINCE) continue;
    rows.push(["key_rate", "643", `${year}-${month}-${day}`, decimal(cellText(sheet, row, 2))]);
  }
  rows.sort(([, , one = ""], [, , other = ""]) => (one < other ? -1 : 1));
  addPackage(files, {
    folder: "key_rate",
    metadata: {
      provider: "cbr",
      dataset: "key_rate",
      name: "Ключевая ставка Банка России, по рабочим дням",
      freq: "D",
      revised: false,
      archival: true,
      published_at: rows.at(-1)?.[2],
      source_file: "keyrate.xlsx",
      source_url: "https://www.cbr.ru/hd_base/KeyRate/",
      indicators: [KEY_RATE],
      units: [UNITS.percent],
      methodology: {
        coverage: "Рабочие дни с января 2024 года по 13 марта 2026 года",
        exclusions: "Выходные и праздники",
        classifier: null,
        text: "Процентов годовых. День публикации таблицы — её последний день.",
      },
      related: [neighbour("key_rate_inflation", "Та же ставка на конец месяца рядом с инфляцией.")],
    },
    columns: ["indicator", "geo", "period", "value"],
    rows,
  });
}

function addMonthly(files: SampleFiles, facts: string): void {
  const text = new TextDecoder("windows-1251").decode(readFileSync(join(facts, MONTHLY)));
  const [header, ...lines] = text.trim().split(/\r?\n/);
  if (header !== "Дата;Ставка;Инфляция;Цель") throw new Error(`${MONTHLY} is laid out otherwise`);
  const rows: string[][] = [];
  for (const line of lines.reverse()) {
    const [firstDay = "", ...cells] = line.split(";");
    const period = `${firstDay.slice(6)}-${firstDay.slice(3, 5)}`;
    for (const [index, [indicator, transformation]] of MONTHLY_COLUMNS.entries())
      rows.push([indicator, transformation, "643", period, decimal(cells[index] ?? "")]);
  }
  addPackage(files, {
    folder: "key_rate_inflation",
    metadata: {
      provider: "cbr",
      dataset: "key_rate_inflation",
      name: "Инфляция и ключевая ставка Банка России, по месяцам",
      freq: "M",
      revised: false,
      archival: true,
      published_at: MONTHLY_PUBLISHED_AT,
      source_file: "INF_F17_09_2013_T12_02_2026.csv",
      source_url: "https://www.cbr.ru/hd_base/infl/",
      indicators: [
        KEY_RATE,
        {
          code: "inflation",
          label: "Инфляция за двенадцать месяцев",
          concept: "inflation",
          description: "На сколько процентов выросли потребительские цены за год.",
          synonyms: ["рост цен", "ИПЦ", "годовая инфляция"],
        },
        {
          code: "inflation_target",
          label: "Цель по инфляции",
          concept: "inflation-target",
          description: "Инфляция, которой добивается Банк России.",
          synonyms: ["таргет"],
        },
      ],
      units: [UNITS.percent],
      methodology: {
        coverage: "Российская Федерация, с сентября 2013 года",
        exclusions: null,
        classifier: null,
        text: "Ставка на конец месяца; инфляция к тому же месяцу прошлого года. День публикации — день, по который таблица запрошена.",
      },
      related: [
        neighbour("key_rate", "Ставка по рабочим дням."),
        {...neighbour("cpi_monthly", "Индексы, из которых складывается инфляция."), provider: "rosstat_files"},
      ],
    },
    columns: ["indicator", "transformation", "geo", "period", "value"],
    rows,
  });
}

const MONTHLY_COLUMNS = [
  ["key_rate", "level"],
  ["inflation", "growth_yoy"],
  ["inflation_target", "level"],
] as const;

function decimal(text: string): string {
  if (!/^\d+(,\d+)?$/.test(text)) throw new Error(`not a number: "${text}"`);
  return publishedNumber(Number(text.replace(",", ".")), 2);
}

function neighbour(dataset: string, note: string) {
  return {provider: "cbr", dataset, relation: "neighbour", splice: false, note};
}
