// What the age and the frequency of a series take from its relevance: of like matches the fresher and finer series comes first.
//
// Age is counted from the newest month of the whole index, and never from a clock: the same store gives the same order on every day.
import {type Day, lastDay, monthIndex} from "../../statistics/time/day.ts";
import type {Frequency} from "../../statistics/time/frequency.ts";
import type {DatasetSegment} from "../index/dataset-segment.ts";

/**
 * The share that a month of age takes, and the most that age takes: less than a word that is not asked for ("population, women"). It is the same
 * for all frequencies, so the year and the quarters of one dataset that end on one day are of one age, and the finer come first.
 */
const LOSS_OF_MONTH = 0.0012;
const MOST_LOSS = 0.15;

/** Points of a series for its frequency, if the question has a word of its name. */
const FREQUENCY_POINTS: Readonly<Record<Frequency, number>> = {D: 40, W: 24, M: 20, Q: 10, A: 0};

/** The most of `FREQUENCY_POINTS`. */
export const MOST_FREQUENCY_POINTS = 40;

/** What the series of a dataset keep of their relevance. */
export interface Recency {
  /** The share that a series of the frequency keeps, above 0 and at most 1. */
  readonly share: (frequency: string | null) => number;
  /** The largest share of any frequency. */
  readonly best: number;
}

const ALL_KEPT: Recency = {share: () => 1, best: 1};

/** @param newest of the index; null: age takes nothing, as for a question about a year */
export function recencyOf({frontiers}: Pick<DatasetSegment, "frontiers">, newest: number | null): Recency {
  if (newest === null || frontiers.length === 0) return ALL_KEPT;
  const shares = new Map<string | null, number>();
  for (const [frequency, last] of frontiers) shares.set(frequency, shareOf(frequency, last, newest));
  return {share: (frequency) => shares.get(frequency) ?? 1, best: Math.max(...shares.values())};
}

function shareOf(frequency: Frequency, last: Day, newest: number): number {
  const behind = Math.max(0, newest - monthIndex(lastDay(frequency, last)));
  return 1 - Math.min(MOST_LOSS, LOSS_OF_MONTH * behind);
}

/**
 * The number on which the order depends: the share of the relevance that the age leaves, and the points of the frequency.
 * @param isNamed whether the question has a word of the name of the class or of the indicator; without one, all series of a dataset that match
 * alike have one merit, so that they need not be read
 */
export function meritOf(relevance: number, frequency: string | null, recency: Recency, isNamed: boolean): number {
  if (!isNamed) return Math.round(relevance * recency.best);
  return Math.round(relevance * recency.share(frequency)) + (FREQUENCY_POINTS[frequency as Frequency] ?? 0);
}
