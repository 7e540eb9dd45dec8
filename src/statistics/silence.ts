// A dataset that does not come: silent (later than its rhythm, or than an announced day), overdue (later than its term), or ended.
//
// Silence is told before the term of SPEC ends, and only where past releases have a rhythm. "Ended" is no word of the api: there such a
// dataset stays overdue.
import {type DatasetStatus, datasetStatus, type FrequencySpan} from "./status.ts";
import type {Day} from "./time/day.ts";
import type {Frequency} from "./time/frequency.ts";
import type {ReleaseRhythm} from "./time/release-rhythm.ts";

export type Silence = "silent" | "overdue" | "ended";

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

/** null: it is archival, or nothing is late. */
export function silenceOf({spans, archival, rhythm, announced, published}: OwnPace, today: Day): Silence | null {
  const {status, frequency, overdueBy} = datasetStatus(spans, archival, today);
  if (archival) return null;
  if (status === "overdue") return isEnded({frequency, overdueBy}) ? "ended" : "overdue";
  const isMissed = announced.some(
    (day) => (published === null || day > published) && day + ANNOUNCED_LATE_DAYS < today,
  );
  return isMissed || (rhythm !== null && today >= rhythm.silentFrom) ? "silent" : null;
}

/** Whether a dataset is so late that nobody waits for it. */
export function isEnded({frequency, overdueBy}: Pick<DatasetStatus, "frequency" | "overdueBy">): boolean {
  return frequency !== null && overdueBy > ENDED_AFTER_MONTHS[frequency];
}
