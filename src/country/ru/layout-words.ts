// Russian words that tell what a line, a column or a sheet is in a table that nobody described.
//
// A word that is missing here is asked or refused by the proposal; a word that is wrong here makes a wrong proposal, which a person sees.
import type {Frequency} from "../../statistics/time/frequency.ts";
import type {ColumnEnding, LayoutWords} from "../country.ts";

export const LAYOUT_WORDS: LayoutWords = {
  navigation: /^\s*(?:к содержанию|содержание:?|таблица \d+[.:]?)\s*$/i,
  continued: /^\(?продолжение(?: таблицы)?\)?[\s.]*(?:табл\.? ?[\d.]+)?$/i,
  updated: /обновлен[оа]?:?|дата последнего (?:размещения|обновления)[а-я ]*|дата (?:публикации|выпуска):?/i,
  table: /^таблица \d+(?=[.:]?$)/i,
  wholeCountry: /(?:по|в) российской федерации|^российская федерация$/i,
  growth: /индекс|темп|прирост|рост(?:а|у|ом)?(?![а-я])|динамик|изменени/i,
  noShare: /индекс|медиан|руб(?:л|\.)|пункт|балл|средн(?:ее|яя|ий) |оценка |ожидания /i,
  month: /^(?:month|месяц|номер месяца)$/i,
  quarter: /^(?:quarter|qtr|квартал|номер квартала)$/i,
  total: /^\s*(?:всего|итого|в целом)(?![а-я])/i,
  ending,
};

const MULTIPLES: Readonly<Record<string, string>> = {th: "тысяча", mln: "миллион", bln: "миллиард", trln: "триллион"};
/** Names of one unit, and of many. */
const UNITS: Readonly<Record<string, readonly [string, string]>> = {
  rub: ["рубль", "рублей"],
  usd: ["доллар США", "долларов США"],
  t: ["тонна", "тонн"],
  tkm: ["тонно-километр", "тонно-километров"],
  m2: ["квадратный метр", "квадратных метров"],
  kwh: ["киловатт-час", "киловатт-часов"],
  pct: ["процент", "процентов"],
};
const BASES: Readonly<Record<string, (frequency: Frequency | null) => string | null>> = {
  yoy: () => "в % к соответствующему периоду предыдущего года",
  rog: (frequency) =>
    ({M: "в % к предыдущему месяцу", Q: "в % к предыдущему кварталу", A: "в % к предыдущему году"})[
      String(frequency)
    ] ?? null,
};

/** An index is near 100: a rate of growth under the same ending is asked. */
function ending(name: string, frequency: Frequency | null, middle: number | null): ColumnEnding | null {
  const parts = /_(?:(th|mln|bln|trln)_)?([a-z]+\d?)$/.exec(name);
  if (parts === null) return null;
  const [end, multiple, word] = parts;
  const base = multiple === undefined ? BASES[word!]?.(frequency) : undefined;
  if (base != null) return middle !== null && middle > 50 && middle < 200 ? {end, base} : null;
  const unit = UNITS[word!];
  if (unit === undefined) return null;
  return {end, unit: multiple === undefined ? unit[0] : `${MULTIPLES[multiple]} ${unit[1]}`};
}
