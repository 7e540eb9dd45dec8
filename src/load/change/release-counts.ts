// How many estimates of each release stand: the difference that a load or a withdrawal makes to the counts of all releases.
//
// The counts of an earlier release can change too: a later release of the same day takes its estimates' place, and a late
// release turns a "new" value of a later one into a revision. So counts are moved by differences, never written outright.
import type {Estimates, Stamp} from "../../statistics/history/estimates.ts";
import {tally} from "../../statistics/history/tally.ts";

export interface TallyChange {
  newValues: number;
  revisedValues: number;
}

/** Changes by stamp, as "day/sequence". */
export type TallyBook = Map<string, TallyChange>;

export function stampName(stamp: Stamp): string {
  return `${stamp.day}/${stamp.sequence}`;
}

/** Adds (sign +1) or takes away (-1) what a history says of its releases. */
export function addTally(book: TallyBook, estimates: Estimates | null, sign: 1 | -1): void {
  if (!estimates) return;
  for (const release of tally(estimates)) {
    const name = stampName(release);
    let change = book.get(name);
    if (!change) {
      change = {newValues: 0, revisedValues: 0};
      book.set(name, change);
    }
    change.newValues += sign * release.newValues;
    change.revisedValues += sign * release.revisedValues;
  }
}
