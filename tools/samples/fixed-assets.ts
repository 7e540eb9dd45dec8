// Fixed assets by region at the end of the year. The publisher's workbook has two tables that are not comparable: 2000–2016, and from 2017
// on by economic activity.
//
// From 2022 on a footnote excludes four territories from the country's figures, so these figures belong to the second country series.
import {join} from "node:path";
import {matchTerritoryName} from "../../src/country/ru/territory-matcher.ts";
import {parseDay} from "../../src/statistics/time/day.ts";
import {addPackage, publishedNumber, type SampleFiles, UNITS} from "./package-files.ts";
import {cellText, findSheet, readWorkbook, type Sheet} from "./workbook.ts";

const WORKBOOK = "rosstat_files/misc/remaining_balance_data.xlsx";
const ALL = "643";
const WITHOUT_NEW_SUBJECTS = "643004.АГ";

/** Sections of OKVED2 by the source's names; the others are excluded to keep the sample small. */
const ACTIVITIES: readonly (readonly [code: string, name: string])[] = [
  ["total", "Всего по обследуемым видам экономической деятельности"],
  ["A", "Сельское, лесное хозяйство, охота, рыболовство и рыбоводство"],
  ["B", "Добыча полезных ископаемых"],
  ["C", "Обрабатывающие производства"],
  ["D", "Обеспечение электрической энергией, газом и паром; кондиционирование воздуха"],
  ["H", "Транспортировка и хранение"],
];

export async function addFixedAssets(files: SampleFiles, facts: string): Promise<void> {
  const sheets = await readWorkbook(join(facts, WORKBOOK));
  const publishedAt = updatedOn(findSheet(sheets, "Содержание"));
  addEarlier(files, findSheet(sheets, "1"), publishedAt);
  addPresent(files, findSheet(sheets, "2"), publishedAt);
}

/** Years in row 3 over single columns, territories from row 4 on. */
function addEarlier(files: SampleFiles, sheet: Sheet, publishedAt: string): void {
  const rows: string[][] = [];
  for (const [row, cells] of sheet.rows) {
    if (row < 4) continue;
    const code = territoryCode(cellText(sheet, row, 1), publishedAt);
    for (const [column, {number: year}] of sheet.rows.get(3) ?? []) {
      const value = valueAt(sheet, row, column);
      if (value !== null) rows.push(["fixed_assets", code, String(year), value]);
      if (value !== null && cells.size < 2) throw new Error(`row ${row} is laid out otherwise`);
    }
  }
  addPackage(files, {
    folder: "fixed_assets_2000_2016",
    metadata: {
      ...described(publishedAt),
      dataset: "fixed_assets_2000_2016",
      name: "Наличие основных фондов по остаточной балансовой стоимости на конец года, 2000–2016",
      archival: true,
      related: [
        eraOf("fixed_assets", "Продолжение с 2017 года, по видам деятельности; источник даёт его отдельной таблицей."),
      ],
    },
    columns: ["indicator", "geo", "period", "value"],
    rows,
  });
}

/** Years in row 3 over twenty columns each, their activities in row 4, territories from row 5 on; a year may have a footnote mark. */
function addPresent(files: SampleFiles, sheet: Sheet, publishedAt: string): void {
  const columns: {column: number; year: string; isNarrowed: boolean; activity: string}[] = [];
  let year = "";
  let isNarrowed = false;
  for (const [column, {text: activity}] of sheet.rows.get(4) ?? []) {
    const yearCell = sheet.rows.get(3)?.get(column);
    if (yearCell) [year, isNarrowed] = [yearCell.text.slice(0, 4), yearCell.hasSuperscript];
    const code = ACTIVITIES.find(([, name]) => name === activity.trim())?.[0];
    if (code !== undefined) columns.push({column, year, isNarrowed, activity: code});
  }
  const rows: string[][] = [];
  for (const row of sheet.rows.keys()) {
    const name = cellText(sheet, row, 1);
    if (row < 5 || !sheet.rows.get(row)?.has(2)) continue;
    const code = territoryCode(name, publishedAt);
    for (const {column, year, isNarrowed, activity} of columns) {
      const value = valueAt(sheet, row, column);
      const geo = code === ALL && isNarrowed ? WITHOUT_NEW_SUBJECTS : code;
      if (value !== null) rows.push(["fixed_assets", activity, geo, year, value]);
    }
  }
  addPackage(files, {
    folder: "fixed_assets",
    metadata: {
      ...described(publishedAt),
      dataset: "fixed_assets",
      name: "Наличие основных фондов по остаточной балансовой стоимости на конец года, по видам деятельности",
      classes: ACTIVITIES.map(([code, name]) => ({code, name})),
      notes: [
        {
          text: "За 2022–2024 годы источник даёт страну без Донецкой и Луганской Народных Республик, Запорожской и Херсонской областей: эти значения стоят под кодом 643004.АГ, прежние под 643.",
        },
        {
          text: "Все виды деятельности, в том числе те, которых здесь нет. В 2019 году «всего» почти удвоилось, а виды деятельности нет; причину источник не называет.",
          class: "total",
          from: "2019",
        },
      ],
      related: [eraOf("fixed_assets_2000_2016", "Прежний ряд, 2000–2016 годы; источник даёт его отдельной таблицей.")],
    },
    columns: ["indicator", "class", "geo", "period", "value"],
    rows,
  });
}

function territoryCode(name: string, publishedAt: string): string {
  const territory = matchTerritoryName(name, parseDay(publishedAt));
  if (territory === null) throw new Error(`which territory is "${name}"?`);
  return territory.code;
}

function valueAt(sheet: Sheet, row: number, column: number): string | null {
  const cell = sheet.rows.get(row)?.get(column);
  if (cell === undefined || ["", "-", "…", "..."].includes(cell.text.trim())) return null;
  if (cell.number === null) throw new Error(`sheet ${sheet.name}, row ${row}, column ${column}: "${cell.text}"`);
  return publishedNumber(cell.number, 3);
}

function updatedOn(contents: Sheet): string {
  for (const cells of contents.rows.values()) {
    for (const {text} of cells.values()) {
      const [, day, month, year] = /Обновлено: (\d\d)\.(\d\d)\.(\d{4})/.exec(text) ?? [];
      if (year !== undefined) return `${year}-${month}-${day}`;
    }
  }
  throw new Error("the workbook does not say when it was updated");
}

function described(publishedAt: string) {
  return {
    provider: "rosstat_files",
    freq: "A",
    published_at: publishedAt,
    source_file: "remaining_balance_data.xlsx",
    source_url: null,
    indicators: [
      {
        code: "fixed_assets",
        label: "Основные фонды по остаточной балансовой стоимости",
        concept: "fixed-assets",
        description:
          "Стоимость зданий, машин и другого долго служащего имущества организаций на конец года, за вычетом износа.",
        synonyms: ["основные средства", "основной капитал"],
      },
    ],
    units: [UNITS.millionRubles],
    methodology: {
      coverage: "Полный круг организаций; страна, федеральные округа и регионы",
      exclusions: null,
      classifier: null,
      text: "На конец года, в миллионах рублей.",
    },
  };
}

function eraOf(dataset: string, note: string) {
  return {provider: "rosstat_files", dataset, relation: "era", splice: false, note};
}
