// Times in a question: "2016", "за 2016 год", "март 2024", "Q1 2016", "2014-2016". They say which values a reader wants, not which series.
//
// Only a year makes a time: a month or a quarter without one may be the frequency.
import type {QueryPart} from "./words.ts";

export interface Timeless {
  /** The tokens of the question without its times; empty: it has nothing else. */
  readonly parts: readonly QueryPart[];
  /** The last year that it names. */
  readonly year: number;
}

/** null: the question names no year. */
export function withoutTimes(parts: readonly QueryPart[]): Timeless | null {
  const years = parts.map(({words}) => yearOf(words));
  const named = years.filter((year) => year !== null);
  if (named.length === 0) return null;
  const isTime = parts.map((_, at) => years[at] !== null);
  for (const at of parts.keys()) {
    const word = parts[at]!.words.join(" ");
    const [before, after] = [years[at - 1] ?? null, years[at + 1] ?? null];
    if (before !== null && YEAR_WORDS.has(word)) isTime[at] = true;
    if (after !== null && PARTS.test(word)) {
      isTime[at] = true;
      // "1 квартал 2016"
      if (QUARTER.test(word) && /^(?:[1-4]|i{1,3}|iv)$/.test(parts[at - 1]?.words.join(" ") ?? ""))
        isTime[at - 1] = true;
    }
  }
  return {parts: parts.filter((_, at) => !isTime[at]), year: named.at(-1)!};
}

const YEAR = /^((?:19|20)\d\d)(?:гг?|й|го)?$/;

/** The last year of a token that consists of years ("2016", "2014-2016", "2016г"); null: it has other words. */
function yearOf(words: readonly string[]): number | null {
  const found = words.map((word) => YEAR.exec(word)?.[1]);
  const last = found.at(-1);
  return last === undefined || found.includes(undefined) ? null : Number(last);
}

const YEAR_WORDS: ReadonlySet<string> = new Set("г гг год года году годы годах year years".split(" "));
const QUARTER = /^(?:квартал\S*|кв|quarter)$/;
const PARTS =
  /^(?:январ|феврал|март|апрел|ма[йея]$|июн|июл|август|сентябр|октябр|ноябр|декабр|january|february|march|april|may$|june|july|august|september|october|november|december|q[1-4]$|квартал|кв$|quarter)/;
