// The period of a number as its subject allows: the last one in which its series are published, the one before for "after 5 %", and the period
// that the next sentence goes on about.
import {firstDay, lastDay, ordinalAt} from "../../../statistics/time/day.ts";
import type {ClaimPeriod} from "../claim-period.ts";
import {codeIn, phraseAt} from "../claim-phrases.ts";
import type {Portion} from "./portions.ts";
import type {Subject} from "./subject.ts";

/** The periods that a number may be of which stands behind "after" or "from", or is told as that of the week before. */
export function earlierPeriods(
  {clause, position}: Portion,
  known: ClaimPeriod | null,
  isOwnTime: boolean,
): readonly ClaimPeriod[] {
  if (known === null) return [];
  const days = [7, 6, 8, 5, 9].map((steps): ClaimPeriod => ({frequency: "D", ordinal: known.ordinal - steps}));
  const isWeek = clause.words.some(
    (word, at) => codeIn("ago", word) !== null && phraseAt(clause.words, at - 1)?.meaning === "wow",
  );
  if (isWeek) return known.frequency === "D" ? days : [];
  const before = [1, 2].map((steps) => clause.words[position - steps]);
  const isBefore =
    codeIn("before-other", before[0]) !== null ||
    (codeIn("before-other", before[1]) !== null &&
      ["about", "bound", "article"].some((list) => codeIn(list, before[0]) !== null));
  if (!isBefore || isOwnTime) return [];
  if (known.frequency === "D") return days;
  const perYear = known.frequency === "M" ? 12 : known.frequency === "Q" ? 4 : 1;
  return [...new Set([1, perYear])].map((steps) => ({...known, ordinal: known.ordinal - steps}));
}

/** The first period in which series of the subject may be published; if there is none, the first. */
export function fittingPeriod(periods: readonly (ClaimPeriod | null)[], {frequencies}: Subject): ClaimPeriod | null {
  const isOf = (one: ClaimPeriod | null): boolean =>
    one !== null &&
    [...frequencies].some(
      (frequency) =>
        frequency === one.frequency ||
        (one.frequency === "D" &&
          (frequency === "W" || firstDay(frequency, ordinalAt(frequency, one.ordinal)) === one.ordinal)),
    );
  return periods.find(isOf) ?? periods[0] ?? null;
}

/**
 * "Grew by 1.5 % in 2017 after 0.2 % in 2016", "in 2009, with a fall of 11 % in the second quarter": what follows is about the first, or about
 * a later one. null: there is none.
 */
export function mainPeriod([first, ...others]: readonly ClaimPeriod[]): ClaimPeriod | null {
  return first === undefined ? null : others.reduce((one, other) => (isLater(other, one) ? other : one), first);
}

function isLater(other: ClaimPeriod, one: ClaimPeriod): boolean {
  return firstDay(other.frequency, other.ordinal) > lastDay(one.frequency, firstDay(one.frequency, one.ordinal));
}
