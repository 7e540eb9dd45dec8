// What parsers did to a text, in the visitor's language. Parsers say it in English; a step that is not known here stays so.
import type {Language} from "../../../words/language.ts";

const RUSSIAN: readonly (readonly [RegExp, string])[] = [
  [/^read from text$/, "прочитано из текста"],
  [/^a superscript dropped$/, "надстрочный знак отброшен"],
  [/^a footnote mark dropped$/, "знак сноски отброшен"],
  [/^the footnote mark (.+) dropped$/, "знак сноски $1 отброшен"],
  [/^blanks between thousands taken out$/, "пробелы между тысячами убраны"],
  [/^divided by the nominal (.+)$/, "разделено на номинал $1"],
  [/^times 100, as its format shows per cent$/, "умножено на 100: формат ячейки показывает проценты"],
  [/^times 100: the table is in per cent$/, "умножено на 100: таблица в процентах"],
  [
    /^rounded to (\d+) decimals, as its format shows$/,
    "знаков после запятой оставлено $1, как показывает формат ячейки",
  ],
  [/^of (.+), as footnote (.+) says$/, "за период «$1», как сказано в сноске $2"],
  [/^of the time that its footnote names$/, "за период, который назван в сноске"],
];

export function stepWords(step: string, language: Language): string {
  if (language === "en") return step;
  const known = RUSSIAN.find(([pattern]) => pattern.test(step));
  return known ? step.replace(known[0], known[1]) : step;
}
