// The state of a dataset today, by which pages and messages call it: fresh, silent (later than its rhythm, or than an announced day), overdue
// (later than its term), ended, archival, or unknown.
//
// Silence is told before the term [status.sla] ends, and only where past releases have a rhythm. "Silent" and "ended" are no words of the api: there
// such a dataset is fresh or overdue.
import {type DatasetStatus, datasetStatus, type FrequencySpan} from "./status.ts";
import {type Day, dayOf, monthIndex} from "./time/day.ts";
import type {Frequency} from "./time/frequency.ts";
import type {ReleaseRhythm} from "./time/release-rhythm.ts";

export type Silence = "silent" | "overdue" | "ended";

export type FreshnessState = Silence | Exclude<DatasetStatus["status"], "overdue">;

export interface DatedState {
  readonly state: FreshnessState;
  /** The first day of the state; of silence the day on which a release was expected. null: the state has no beginning. */
  readonly since: Day | null;
  /** Months; 0 unless it is overdue or has ended. */
  readonly overdueBy: number;
}

/** Months beyond the term after which a dataset has ended: three of its own periods, and at least three months. */
export const ENDED_AFTER_MONTHS: Record<Frequency, number> = {D: 3, W: 3, M: 3, Q: 9, A: 36};

/** Days that an announced release may be late. */
export const ANNOUNCED_LATE_DAYS = 2;

export interface OwnPace {
  readonly spans: readonly FrequencySpan[];
  readonly archival: boolean;
  readonly rhythm: ReleaseRhythm | null;
  readonly announced: readonly Day[];
  /** Day of the newest release; null: there is none. */
  readonly published: Day | null;
}

/** The only rule by which pages name the state of a dataset. */
export function stateOf({spans, archival, rhythm, announced, published}: OwnPace, today: Day): DatedState {
  const {status, frequency, overdueBy} = datasetStatus(spans, archival, today);
  if (status === "overdue") {
    const ended = ENDED_AFTER_MONTHS[frequency!];
    const month = monthIndex(today) - overdueBy + 1;
    return overdueBy > ended
      ? {state: "ended", since: firstOfMonth(month + ended), overdueBy}
      : {state: "overdue", since: firstOfMonth(month), overdueBy};
  }
  if (status === "archival") return {state: status, since: null, overdueBy};
  const missed = announced.find((day) => (published === null || day > published) && day + ANNOUNCED_LATE_DAYS < today);
  if (missed !== undefined) return {state: "silent", since: missed, overdueBy};
  if (rhythm !== null && today >= rhythm.silentFrom) return {state: "silent", since: rhythm.expected, overdueBy};
  return {state: status, since: null, overdueBy};
}

/** null: it is archival, or nothing is late. */
export function silenceOf(pace: OwnPace, today: Day): Silence | null {
  const {state} = stateOf(pace, today);
  return state === "silent" || state === "overdue" || state === "ended" ? state : null;
}

function firstOfMonth(month: number): Day {
  return dayOf(Math.floor(month / 12), (month % 12) + 1, 1);
}
