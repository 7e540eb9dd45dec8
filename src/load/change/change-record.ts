// What a change of a dataset tells its followers [changes.*]: noted while histories are replayed, and stored by the same transaction.
//
// Only places are noted, not values: a first load notes that its series are new, in a few bytes for all of them.

import {ADDED, REDATED, RENAMED, touchedPeriods} from "../../statistics/changes/touched.ts";
import {createTouchedWriter, encodeGone, withoutSeries} from "../../statistics/changes/touched-code.ts";
import type {Estimates} from "../../statistics/history/estimates.ts";
import type {Redescribed} from "./redescribed.ts";

export interface ChangeRecord {
  /** Notes a series whose packed history differs. The numbers ascend. @param before null: the series is new; after null: it is gone */
  note(
    series: {readonly number: number; readonly key: string},
    before: Estimates | null,
    after: Estimates | null,
  ): void;
  /** The blobs to be stored; nothing can be noted afterwards. */
  blobs(redescribed: Redescribed): Uint8Array[];
}

export function createChangeRecord(): ChangeRecord {
  const writer = createTouchedWriter();
  const gone: string[] = [];
  return {
    note({number, key}, before, after) {
      if (after === null) {
        if (before !== null) gone.push(key);
      } else if (before === null) writer.add(number, ADDED);
      else {
        const periods = touchedPeriods(before, after);
        if (periods.length > 0) writer.add(number, {isDescribed: false, periods});
      }
    },
    blobs: (redescribed) => blobsOfChange({gone, touched: writer.end()}, redescribed),
  };
}

/**
 * What is stored of a change.
 * @param touched blobs of series with new or other periods
 * @param added numbers of series that are new with this change, whose description is told anyway
 */
export function blobsOfChange(
  {gone, touched}: {readonly gone: readonly string[]; readonly touched: readonly Uint8Array[]},
  {renamed, redated}: Redescribed,
  added: ReadonlySet<number> = new Set(),
): Uint8Array[] {
  const described = createTouchedWriter();
  const isStored = (number: number): boolean => !added.has(number);
  const again = new Set([...redated].filter(isStored));
  for (const number of [...new Set([...renamed, ...redated])].filter(isStored).sort((a, b) => a - b))
    described.add(number, again.has(number) ? REDATED : RENAMED);
  return [...encodeGone(gone), ...described.end(), ...withoutSeries(touched, again)];
}
