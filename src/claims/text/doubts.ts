// What the words around a number say that a series does not: a part of its time, the end of a year for a stock of 1 January, a wider territory.
//
// A draft leaves such words out, since they name no series. So they are read here from the text itself.
import {readQuantities} from "../../reference/reference.ts";
import {plainWordsOf} from "../../search/language/words.ts";
import {dayText, firstDay, ordinalAt} from "../../statistics/time/day.ts";
import type {ClaimPeriod} from "../claim-period.ts";
import {codeIn} from "../claim-phrases.ts";
import {PEOPLE} from "../draft/number-words.ts";
import {claimUnitOf} from "../find-meant.ts";
import type {JudgedSeries} from "../judge-series.ts";

/** A year or a month may be this number of words behind the word for its part. */
const NEAR = 3;
const YEAR = /^(?:19|20)\d\d$/;
const LAST_DAY_OF_YEAR = "-12-31";

/** "At the beginning of December", where the value is of the whole month. A stock of 1 January is of the beginning of its year. */
export function isOfPartOfTime(words: readonly string[], judged: JudgedSeries): boolean {
  const {frequency} = judged.found.series;
  if (frequency === "D") return false;
  const isPart = (at: number): boolean => {
    const isEarly = codeIn("early", words[at]) !== null && !isStockOfYear(judged);
    if (!isEarly && codeIn("midway", words[at]) === null) return false;
    return codeIn("since", words[at - 1]) === null && isBeforeTime(words, at, frequency !== "A");
  };
  return words.some((_, at) => isPart(at));
}

/** "At the end of 2020", "on 31 December": of a stock that is dated 1 January, and whose title does not name the end of the year. */
export function isYearEndOfStock(words: readonly string[], period: ClaimPeriod | null, judged: JudgedSeries): boolean {
  if (!isStockOfYear(judged)) return false;
  const isLastDay = period?.frequency === "D" && dayText(period.ordinal).endsWith(LAST_DAY_OF_YEAR);
  return isLastDay || words.some((word, at) => codeIn("year-close", word) !== null && isBeforeTime(words, at));
}

/** "The product on 31 December": what flows through a year or a month has no value on a day. */
export function isFlowOnDay(period: ClaimPeriod | null, {found: {dataset, series}}: JudgedSeries): boolean {
  if (period?.frequency !== "D" || series.frequency === "D" || series.frequency === "W") return false;
  const fits = (wanted: string | null, own: string | null): boolean => wanted === null || wanted === own;
  return readQuantities().some(
    (one) =>
      one.quantity === "flow" &&
      one.dataset === `${dataset.provider}/${dataset.code}` &&
      fits(one.indicator, series.indicator) &&
      fits(one.transformation, series.transformation),
  );
}

/** "On 1 December the rate was": the value of the month that begins then does not tell of that day. A stock of 1 January does. */
export function isDayOfLonger(stated: ClaimPeriod | null, judged: JudgedSeries): boolean {
  const {frequency} = judged.found.series;
  if (stated?.frequency !== "D" || frequency === "D" || frequency === "W" || isStockOfYear(judged)) return false;
  // the last day of a year names the year
  return firstDay(frequency, ordinalAt(frequency, stated.ordinal)) === stated.ordinal;
}

/** People are counted on 1 January, unless the title says otherwise. */
function isStockOfYear({found: {series}}: JudgedSeries): boolean {
  const unit = claimUnitOf(series.unit, series.unitLabel?.name ?? null);
  const title = plainWordsOf(`${series.indicatorLabel ?? ""} ${series.className ?? ""}`);
  const isOfEnd = title.some((word) => codeIn("year-close", word) !== null || codeIn("mean", word) !== null);
  return series.frequency === "A" && unit !== null && unit.plain === PEOPLE().plain && !isOfEnd;
}

/** "A mean number of people": a stock has none. */
export function isMeanOfStock(words: readonly string[], judged: JudgedSeries): boolean {
  return isStockOfYear(judged) && words.some((word) => codeIn("mean", word) !== null);
}

/** @param isOfMonth a year does not count: "early in 2017, in the first quarter" */
function isBeforeTime(words: readonly string[], at: number, isOfMonth = false): boolean {
  const behind = words.slice(at + 1, at + 1 + NEAR);
  if (behind.some((word) => codeIn("month", word) !== null || codeIn("whole-month", word) !== null)) return true;
  return !isOfMonth && behind.some((word) => YEAR.test(word));
}

/** "Moscow and its region": a name of the claim's territory, joined with what lies around it. @param named words of the claim */
export function isOfWiderTerritory(words: readonly string[], named: readonly string[]): boolean {
  return words.some((word, at) => {
    if (codeIn("joined", word) === null || !named.includes(words[at - 1] ?? "")) return false;
    const next = ["possessive", "article"].some((list) => codeIn(list, words[at + 1]) !== null) ? at + 2 : at + 1;
    const isKind = ["some-territory", "territory-kind"].some((list) => codeIn(list, words[next]) !== null);
    return isKind || codeIn("around", words[next]) !== null;
  });
}
