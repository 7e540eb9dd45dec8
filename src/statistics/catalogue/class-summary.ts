// The classes of a dataset: the number of series of each, their latest period, and whether all of them are stalled.
//
// Series are in the order of their classes, so some classes are a range of positions: a dataset may have a million classes.
import {firstAtLeast} from "../order/binary-search.ts";
import {seriesStatus} from "../status.ts";
import type {Day} from "../time/day.ts";
import type {Frequency} from "../time/frequency.ts";
import type {Catalogue} from "./catalogue.ts";

export interface ClassSummary {
  readonly code: string;
  /** Of the class among classification.codes. */
  readonly index: number;
  /** The latest of its series' last periods. */
  readonly lastPeriod: Day;
  /** All of its series are stalled. */
  readonly isStalled: boolean;
  readonly seriesCount: number;
}

/** Series that are looked at in one step. */
const AT_ONCE = 20_000;

/**
 * The classes with indexes from `from` to before `to`, in the order of their codes; series without a class are not counted. The catalogue
 * has all of their series, and may lack others.
 */
export function* summariseClasses(
  catalogue: Catalogue,
  from = 0,
  to = catalogue.classification.codes.length,
): Generator<undefined, ClassSummary[]> {
  const {classification, frequency, frontiers, lastPeriod, size} = catalogue;
  const {codes, index} = classification;
  const last = new Float64Array(to - from).fill(Number.NEGATIVE_INFINITY);
  const counts = new Uint32Array(to - from);
  const active = new Uint8Array(to - from);
  const end = firstAtLeast(index, to, 0, size);
  for (let position = firstAtLeast(index, from, 0, size); position < end; position++) {
    const at = index[position]! - from;
    const own = frequency.codes[frequency.index[position]!] as Frequency;
    counts[at]!++;
    last[at] = Math.max(last[at]!, lastPeriod[position]!);
    if (active[at] === 0 && seriesStatus(lastPeriod[position]!, frontiers.get(own)!, own) === "active") active[at] = 1;
    if (position % AT_ONCE === AT_ONCE - 1) yield;
  }
  const summaries: ClassSummary[] = [];
  for (let position = from; position < to; position++) {
    const [code, at] = [codes.at(position)!, position - from];
    if (code === null) continue;
    summaries.push({
      code,
      index: position,
      lastPeriod: last[at]!,
      isStalled: active[at] === 0,
      seriesCount: counts[at]!,
    });
  }
  return summaries;
}
