// The series of a stream that had a value on a past day: those with an estimate published on or before it.
//
// A catalogue does not know when a series was first published, so histories are read, and their number is bounded.

import type {Budget} from "../../../budget.ts";
import {keyAt} from "../../../statistics/catalogue/catalogue.ts";
import type {Day} from "../../../statistics/time/day.ts";
import {ALL_DAYS, createEntryReader} from "../observations/observation-entries.ts";
import type {SelectedSeries, SeriesStream} from "./series-stream.ts";

const AT_ONCE = 1024;

/** @param most histories to read; then the stream stops behind the last one */
export function keepKnown(stream: SeriesStream, asOf: Day, most: number, budget: Budget): SeriesStream {
  const reader = createEntryReader({range: ALL_DAYS, asOf}, budget);
  let stopped: string | null = null;
  let read = 0;
  return {
    *take(q, wanted) {
      const known: SelectedSeries[] = [];
      while (known.length < wanted && stopped === null) {
        const selected = yield* stream.take(q, Math.min(wanted - known.length, AT_ONCE));
        const last = selected.at(-1);
        if (last === undefined) break;
        for (const {source, position, count} of yield* reader.read(q, selected))
          if (count > 0) known.push({source, position});
        read += selected.length;
        if (read > most) stopped = keyAt(last.source.catalogue, last.position);
      }
      return known;
    },
    stoppedBehind: () => stopped ?? stream.stoppedBehind(),
  };
}
