// A slip of the pen in the words of a period: the words that were meant, for a proposal that a person sees.
//
// Each month of the text may be wrong by one or two letters or by its case, and the corrected text has to be a period. A load never corrects.
import {findNearName} from "../../text/near-name.ts";
import {MONTHS, MONTHS_OF, parsePeriodWords} from "./period-words.ts";

const LONGEST = 40;

/** "январь-сенртярь" → "январь-сентябрь"; null: the text is a period, or no slip of one. */
export function meantPeriod(text: string): string | null {
  const words = text.replace(/\s+/g, " ").trim().toLowerCase().replaceAll("ё", "е");
  if (words.length > LONGEST || !/[а-я]/.test(words) || parsePeriodWords(words) !== null) return null;
  const stock = /^на 1 ([а-я]+)$/.exec(words);
  if (stock !== null) return corrected([stock[1]!], MONTHS_OF, ([month]) => `на 1 ${month}`);
  const months = words.split(/ ?[-–—] ?/);
  return months.length > 2 ? null : corrected(months, MONTHS, (all) => all.join("-"));
}

function corrected(
  months: readonly string[],
  names: readonly string[],
  join: (months: readonly string[]) => string,
): string | null {
  const meant = months.map((month) => (names.includes(month) ? month : nearMonth(month, names)));
  if (meant.some((month) => month === null)) return null;
  const text = join(meant as string[]);
  return parsePeriodWords(text) === null ? null : text;
}

/** The month in the other case, or the only one that is one or two letters away. */
function nearMonth(word: string, names: readonly string[]): string | null {
  const others = names === MONTHS ? MONTHS_OF : MONTHS;
  const inOtherCase = others.indexOf(word);
  if (inOtherCase >= 0) return names[inOtherCase]!;
  const near = names.filter((name) => findNearName(word, [name]) !== null);
  return near.length === 1 ? near[0]! : null;
}
