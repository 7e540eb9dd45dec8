// Where a line breaks: between two values that have a period without a value between them.
//
// By days between the first days of periods, so that pages can judge the same way. Daily series skip holidays, and weeks are
// counted by the source; only a longer pause is a gap there.
import type {Frequency} from "../../statistics/time/frequency.ts";

/** More days than these between two values are a gap. */
export const GAP_DAYS: Readonly<Record<Frequency, number>> = {D: 14, W: 13, M: 31, Q: 92, A: 366};
