// The meaning of a column of a Treasury form: plan or execution, the level of budgets, roubles or per cent.
//
// Levels are found by their words, because templates differ: ten columns until 2015, thirteen since.

export interface ColumnMeaning {
  readonly measure: string;
  /** null: a form without levels. */
  readonly level: string | null;
  readonly percent: boolean;
}

/** null: the words are unknown. */
export function columnMeaning([top = "", ...below]: readonly string[]): ColumnMeaning | null {
  const measure = MEASURES.find(([words]) => words.test(top))?.[1];
  if (measure === undefined) return null;
  const percent = measure.startsWith("percent");
  if (measure === "total") return {measure: "received", level: "total", percent};
  const [words] = below;
  if (words === undefined) return {measure, level: null, percent};
  const level = levelOf(words);
  return level === null ? null : {measure, level, percent};
}

const MEASURES: readonly (readonly [RegExp, string])[] = [
  [/^Процент исполнения/i, "percent"],
  [/^Исполнено/i, "executed"],
  [/^Неисполненные назначения/i, "unexecuted"],
  [/^Утвержденные бюджетные назначения/i, "approved"],
  // Both headers name the schedule; only the header of the law begins with these words.
  [/сводной бюджетной росписи?/i, "schedule"],
  [/сводной бюджетной росписью/i, "schedule"],
  [/^(?:Бюджетные ассигнования|Плановые показатели).*федеральным законом/i, "law"],
  [/^Поступления/i, "received"],
  [/^ИТОГО/i, "total"],
];

export const MEASURE_NAMES: Readonly<Record<string, string>> = {
  executed: "исполнено",
  approved: "утвержденные бюджетные назначения",
  unexecuted: "неисполненные назначения",
  law: "утверждено федеральным законом о бюджете",
  schedule: "утверждено сводной бюджетной росписью с учетом изменений",
  percent: "процент исполнения сводной росписи",
  received: "поступления (таблица консолидируемых расчетов)",
};

/** Matched to the words without blanks and hyphens, in small letters; longest first. */
const LEVELS: readonly (readonly [RegExp, string])[] = [
  [/^суммыподлежащиеисключению.*внебюджетногофонда$/, "excluded_with_fund"],
  [/^суммыподлежащиеисключению.*субъектароссийскойфедерации$/, "excluded"],
  [/^консолидированныйбюджет.*внебюджетногофонда$/, "consolidated_with_fund"],
  [/^консолидированныйбюджетсубъектароссийскойфедерации$/, "consolidated"],
  [/^бюджетсубъектароссийскойфедерации$/, "subject"],
  [/^бюджетывнутригородскихмуниципальныхобразованийгородовфедеральногозначения/, "intracity"],
  [/^бюджетыгородскихокруговсвнутригородскимделением$/, "divided_urban_okrug"],
  [/^бюджетымуниципальныхокруговгородскихокругов/, "okrug"],
  [/^бюджетыгородскихокругов$/, "urban_okrug"],
  [/^бюджетывнутригородскихрайонов$/, "city_district"],
  [/^бюджетымуниципальныхрайонов$/, "municipal_district"],
  [/^бюджетыгородскихисельскихпоселений$/, "settlement"],
  [/^бюджетыгородскихпоселений$/, "urban_settlement"],
  [/^бюджетысельскихпоселений$/, "rural_settlement"],
  [/^бюджеттерриториальногогосударственноговнебюджетногофонда$/, "fund"],
];

export const LEVEL_NAMES: Readonly<Record<string, string>> = {
  excluded_with_fund: "суммы, подлежащие исключению в рамках консолидированного бюджета субъекта РФ и бюджета фонда",
  excluded: "суммы, подлежащие исключению в рамках консолидированного бюджета субъекта РФ",
  consolidated_with_fund: "консолидированный бюджет субъекта РФ и территориального внебюджетного фонда",
  consolidated: "консолидированный бюджет субъекта РФ",
  subject: "бюджет субъекта РФ",
  intracity: "бюджеты внутригородских муниципальных образований городов федерального значения",
  divided_urban_okrug: "бюджеты городских округов с внутригородским делением",
  okrug: "бюджеты муниципальных и городских округов",
  urban_okrug: "бюджеты городских округов",
  city_district: "бюджеты внутригородских районов",
  municipal_district: "бюджеты муниципальных районов",
  settlement: "бюджеты городских и сельских поселений",
  urban_settlement: "бюджеты городских поселений",
  rural_settlement: "бюджеты сельских поселений",
  fund: "бюджет территориального государственного внебюджетного фонда",
  total: "итого",
};

function levelOf(words: string): string | null {
  const plain = words
    .toLowerCase()
    .replaceAll("ё", "е")
    .replace(/[^а-я]/g, "");
  return LEVELS.find(([pattern]) => pattern.test(plain))?.[1] ?? null;
}
