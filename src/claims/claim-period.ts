// The period in the words of a claim: "in the first quarter of 2016", "5 March 2024", and the same in Russian.
//
// Times that name no single period (two years, nine months of a year) are unclear: the number belongs to a period that is not known, and a
// verdict about another one would be wrong.

import {isStopWord, plainWordsOf} from "../search/language/words.ts";
import {firstDay, ordinalAt, parsePeriod} from "../statistics/time/day.ts";
import {codeIn} from "./claim-phrases.ts";

export type ClaimPeriod = NonNullable<ReturnType<typeof parsePeriod>>;

export interface PeriodInWords {
  /** null: the words name none. */
  readonly period: ClaimPeriod | null;
  /** Whether they name a time that is no single period. */
  readonly isUnclear: boolean;
  /** Places of its words. */
  readonly taken: ReadonlySet<number>;
}

/** A period in digits or in words, as the site prints it in either language: "2018-Q1", "Q1 2018", "March 2025". null: anything else. */
export function readClaimPeriod(text: string): ClaimPeriod | null {
  const given = text.trim();
  const words = plainWordsOf(given);
  const {period, isUnclear, taken} = readPeriod(words);
  const isRead = !isUnclear && words.every((word, at) => taken.has(at) || isStopWord(word));
  return parsePeriod(given) ?? (isRead ? period : null);
}

/** Perhaps with the ending of an ordinal. */
const YEAR = /^((?:19|20)\d\d)\p{L}{0,2}$/u;
const SHORT_QUARTER = /^(?:q([1-4])|([1-4])q)$/;
const DAY = /^(?:[1-9]|[12]\d|3[01])(?:st|nd|rd|th)?$/;

export function readPeriod(words: readonly string[]): PeriodInWords {
  const taken = new Set<number>();
  const years = [...words.keys()].filter((at) => YEAR.test(words[at]!));
  const none: PeriodInWords = {period: null, isUnclear: false, taken};
  if (years.length === 0) return none;
  if (new Set(years.map((at) => YEAR.exec(words[at]!)![1])).size > 1) return {...none, isUnclear: true};
  const year = YEAR.exec(words[years[0]!]!)![1]!;
  for (const at of years) {
    taken.add(at);
    if (codeIn("year", words[at + 1]) !== null) taken.add(at + 1);
  }
  const of = (text: string): PeriodInWords => ({
    period: parsePeriod(text),
    isUnclear: parsePeriod(text) === null,
    taken,
  });
  const telling = [...words.keys()].filter((at) => !taken.has(at) && !isStopWord(words[at]!));
  const near = [
    ...telling
      .filter((at) => at < years[0]!)
      .slice(-BEFORE)
      .reverse(),
    ...telling.filter((at) => at > years[0]!).slice(0, 1),
  ];
  for (const at of near) {
    const word = words[at]!;
    const short = SHORT_QUARTER.exec(word);
    if (short !== null) return taking([at], of(`${year}-Q${short[1] ?? short[2]}`));
    const ordinal = codeIn("quarter", word) === null ? null : codeIn("ordinal", words[at - 1]);
    if (ordinal !== null) return taking([at - 1, at], of(`${year}-Q${ordinal}`));
    const month = at < years[0]! ? codeIn("month", word) : null;
    if (month !== null) {
      if (near.some((other) => other !== at && codeIn("month", words[other]) !== null))
        return {...none, isUnclear: true};
      const text = `${year}-${month.padStart(2, "0")}`;
      const day = [at - 1, at + 1].find((index) => DAY.test(words[index] ?? ""));
      if (day === undefined) return taking([at], of(text));
      return taking([at, day], of(`${text}-${words[day]!.replace(/\D/g, "").padStart(2, "0")}`));
    }
  }
  const isSpan = (at: number): boolean =>
    codeIn("half-year", words[at]) !== null ||
    (codeIn("part-of-year", words[at]) !== null &&
      (/^\d+$/.test(words[at - 1] ?? "") ||
        codeIn("ordinal", words[at - 1]) !== null ||
        codeIn("count", words[at - 1]) !== null));
  return {...of(year), isUnclear: near.some(isSpan)};

  function taking(indexes: readonly number[], found: PeriodInWords): PeriodInWords {
    for (const at of indexes) taken.add(at);
    return found;
  }
}

/** The month and the day may be this number of words before the year: "March 5, 2024". */
const BEFORE = 2;

/** Whether a period lies in another one: 2016-05 in 2016. */
export function isWithin(period: ClaimPeriod, other: ClaimPeriod): boolean {
  const rank = ["A", "Q", "M", "D"];
  if (rank.indexOf(period.frequency) < rank.indexOf(other.frequency)) return false;
  const first = period.frequency === "D" ? period.ordinal : firstDay(period.frequency, period.ordinal);
  return ordinalAt(other.frequency, first) === other.ordinal;
}
