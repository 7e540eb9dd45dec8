// The classes of a dataset: the number of series of each, their latest period, and whether all of them are stalled.

import {seriesStatus} from "../status.ts";
import type {Day} from "../time/day.ts";
import type {Frequency} from "../time/frequency.ts";
import type {NamedCatalogue} from "./catalogue.ts";

export interface ClassSummary {
  readonly code: string;
  /** null: the class has no name. */
  readonly name: string | null;
  /** The latest of its series' last periods. */
  readonly lastPeriod: Day;
  /** All of its series are stalled. */
  readonly isStalled: boolean;
  readonly seriesCount: number;
}

/** Classes with at least one series, in the order of their codes; series without a class are not counted. */
export function summariseClasses(catalogue: NamedCatalogue): ClassSummary[] {
  const {classification, classNames, frequency, frontiers, lastPeriod} = catalogue;
  const last = new Float64Array(classification.codes.length).fill(Number.NEGATIVE_INFINITY);
  const counts = new Uint32Array(classification.codes.length);
  const active = new Uint8Array(classification.codes.length);
  for (let position = 0; position < catalogue.size; position++) {
    const place = classification.index[position]!;
    const own = frequency.codes[frequency.index[position]!] as Frequency;
    counts[place]!++;
    last[place] = Math.max(last[place]!, lastPeriod[position]!);
    if (active[place] === 0 && seriesStatus(lastPeriod[position]!, frontiers.get(own)!, own) === "active")
      active[place] = 1;
  }
  return Array.from(classification.codes, (code, place) => ({
    code: code!,
    name: classNames.at(place) ?? null,
    lastPeriod: last[place]!,
    isStalled: active[place] === 0,
    seriesCount: counts[place]!,
  })).filter(({code}) => code !== null);
}
