// Weekly price indices of some goods, from the publisher's workbook nedel_ipc: one sheet a year, a column for each registration day.
//
// The first column of a year compares with the end of the previous year, all others with the previous registration: two measures.
// The columns are in the order of the source's own weeks, so the number of a week is the number of its column.
import {join} from "node:path";
import {addPackage, dayInWords, publishedNumber, type SampleFiles, UNITS} from "./package-files.ts";
import {type Cell, cellText, findSheet, readWorkbook, type Sheet} from "./workbook.ts";

const WORKBOOK = "rosstat_files/cpi_weekly/nedel_ipc_2023.xlsx";
const YEARS = [2022, 2023, 2024];
const HEADER_ROW = 4;

/** Codes are ours, because the source has none. Names are the source's and include the unit of sale. */
const GOODS: readonly (readonly [code: string, name: string])[] = [
  ["beef", "Говядина (кроме бескостного мяса), кг"],
  ["chicken", "Куры охлажденные и мороженые, кг"],
  ["fish", "Рыба мороженая неразделанная, кг"],
  ["butter", "Масло сливочное, кг"],
  ["sunflower_oil", "Масло подсолнечное, л"],
  ["milk", "Молоко питьевое цельное пастеризованное 2,5-3,2% жирности, л"],
  ["cheese_rennet", "Сыры сычужные твердые и мягкие, кг"],
  ["cheese", "Сыры твердые, полутвердые и мягкие, кг"],
  ["eggs", "Яйца куриные, 10 шт."],
  ["sugar", "Сахар-песок, кг"],
  ["soft_candy", "Конфеты мягкие, глазированные шоколадом, кг"],
  ["tea", "Чай черный байховый, кг"],
  ["bread", "Хлеб и булочные изделия из пшеничной муки различных сортов, кг"],
  ["rice", "Рис шлифованный, кг"],
  ["buckwheat", "Крупа гречневая-ядрица, кг"],
  ["potatoes", "Картофель, кг"],
  ["cabbage", "Капуста белокочанная свежая, кг"],
  ["onions", "Лук репчатый, кг"],
  ["cucumbers", "Огурцы свежие, кг"],
  ["tomatoes", "Помидоры свежие, кг"],
  ["apples", "Яблоки, кг"],
  ["bananas", "Бананы, кг"],
  ["vodka_40", "Водка крепостью 40% об.спирта и выше, л"],
  ["vodka", "Водка, л"],
  ["smartphone", "Смартфон, шт."],
  ["car_domestic", "Легковой автомобиль отечественный новый, шт."],
  ["diesel", "Дизельное топливо, л"],
  ["petrol_92", "Бензин автомобильный марки АИ-92, л"],
  ["petrol_95", "Бензин автомобильный марки АИ-95, л"],
  ["trip_turkey", "Поездка на отдых в Турцию, поездка"],
  ["haircut_men", "Стрижка модельная в мужском зале, стрижка"],
  ["bus", "Проезд в городском автобусе, поездка"],
  ["cold_water", "Водоснабжение холодное, м3"],
  ["electricity", "Услуги по снабжению электроэнергией"],
];

/** Goods that the source dropped after 2022. */
const LEFT: ReadonlySet<string> = new Set(["cheese_rennet", "soft_candy", "vodka_40", "trip_turkey"]);
const LEFT_NOTE = "Под этим названием источник давал товар только в 2022 году.";

export async function addWeeklyPrices(files: SampleFiles, facts: string): Promise<void> {
  const sheets = await readWorkbook(join(facts, WORKBOOK));
  const weeks: {year: number; week: number; date: string}[] = [];
  const rows: string[][] = [];
  const seen = new Set<string>();
  for (const year of YEARS) {
    const sheet = findSheet(sheets, String(year));
    const header = [...(sheet.rows.get(HEADER_ROW) ?? [])].filter(([column]) => column > 1);
    for (const [column, {text}] of header)
      weeks.push({year, week: column - 1, date: dayInWords(`${text.replace(/\*/g, "")} ${year}`)});
    for (const [row, cells] of sheet.rows) {
      const code = row > HEADER_ROW ? GOODS.find(([, name]) => name === cells.get(1)?.text.trim())?.[0] : undefined;
      if (code === undefined) continue;
      seen.add(code);
      for (const [column] of header) {
        const value = weekValue(cells.get(column), sheet, row, column);
        if (value === null) continue;
        const measure = measureOf(sheet, column);
        rows.push(["price", code, measure, "643", `${year}-W${String(column - 1).padStart(2, "0")}`, value]);
      }
    }
  }
  const lost = GOODS.filter(([code]) => !seen.has(code));
  if (lost.length > 0) throw new Error(`not in the workbook: ${lost.map(([, name]) => name).join("; ")}`);
  const contents = findSheet(sheets, "Содержание");
  addPackage(files, {
    folder: "cpi_weekly",
    metadata: {...metadata(dayInWords(cellText(contents, 12, 2))), weeks},
    columns: ["indicator", "class", "measure", "geo", "week", "value"],
    rows,
  });
}

/** The mark ** in a header means that its column compares with the end of the previous year; only first columns have it. */
function measureOf(sheet: Sheet, column: number): string {
  const isMarked = cellText(sheet, HEADER_ROW, column).endsWith("**");
  if (isMarked !== (column === 2))
    throw new Error(`sheet ${sheet.name}: column ${column} has another base than thought`);
  return isMarked ? "prev_year_end" : "prev_date";
}

function weekValue(cell: Cell | undefined, sheet: Sheet, row: number, column: number): string | null {
  if (cell === undefined || cell.text.trim() === "…") return null;
  if (cell.number === null) throw new Error(`sheet ${sheet.name}, row ${row}, column ${column}: "${cell.text}"`);
  return publishedNumber(cell.number, 2);
}

function metadata(publishedAt: string) {
  const renamed = "С 2023 года источник даёт товар под другим названием.";
  return {
    provider: "rosstat_files",
    dataset: "cpi_weekly",
    name: "Индексы потребительских цен на отдельные товары и услуги, по неделям",
    freq: "W",
    revised: false,
    archival: true,
    published_at: publishedAt,
    source_file: "nedel_ipc_2023.xlsx",
    source_url: "https://rosstat.gov.ru/statistics/price",
    indicators: [
      {
        code: "price",
        label: "Недельный индекс цен",
        concept: "cpi",
        description: "Цена товара или услуги в день регистрации в процентах к прошлой регистрации.",
        synonyms: ["инфляция", "недельная инфляция", "рост цен"],
      },
    ],
    classes: GOODS.map(([code, name]) => ({code, name, ...(LEFT.has(code) ? {note: LEFT_NOTE} : {})})),
    units: [UNITS.percent],
    methodology: {
      coverage: "Российская Федерация без Донецкой и Луганской Народных Республик, Запорожской и Херсонской областей",
      exclusions: `Здесь ${GOODS.length} товаров и услуг из всех, что наблюдает источник`,
      classifier: "Названия источника; коды присвоены здесь",
      text: "measure=prev_date: к предыдущей дате регистрации; measure=prev_year_end: к концу предыдущего года, первая неделя каждого года. Период — день регистрации цен; недели не всегда через семь дней.",
    },
    notes: [
      {
        text: "Первая неделя года сравнивается с концом прошлого года и потому стоит отдельным рядом: в нём одно значение в год, и к осени он считается остановившимся.",
      },
      {text: "За часть недель 2022 года источник ставит «…»: цены не наблюдались.", class: "trip_turkey"},
      {text: "Единицы продажи в названии у источника нет.", class: "electricity"},
    ],
    related: [
      {
        provider: "rosstat_files",
        dataset: "cpi_monthly",
        relation: "neighbour",
        splice: false,
        note: "Месячные индексы по полному набору товаров и услуг; недельные в них не складываются.",
      },
    ],
    continuity: [
      {from: "vodka_40", to: "vodka", period: "2023-01-09", note: renamed},
      {from: "cheese_rennet", to: "cheese", period: "2023-01-09", note: renamed},
    ],
  };
}
