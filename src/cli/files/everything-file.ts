// The file of everything of a dataset: the items of `GET /api/v1/changes?cursor=start`, one in a line, in the order of the other files [files.*].
//
// A program that applies its lines like a page of changes has the same as an export, with the ends and reasons of withdrawals. It goes on from
// the cursor of the manifest. The digest in the manifest is computed in the same pass, from the same events.

import {createContentDigest, type DatedEvent} from "../../statistics/changes/content-digest.ts";
import {seriesEvents} from "../../statistics/changes/series-events.ts";
import type {Estimates} from "../../statistics/history/estimates.ts";
import type {PeriodTable} from "../../statistics/time/day.ts";
import {type ItemSource, seriesItem, valueItem} from "../../store/changes/change-items.ts";
import type {FollowedSeries} from "../../store/changes/followed-series.ts";

/** A series as the feed of changes tells it. */
export interface SeriesToFile {
  readonly described: FollowedSeries;
  readonly history: Estimates;
  /** Dates every period of the history. */
  readonly calendar: PeriodTable;
}

export interface EverythingFile {
  series(content: SeriesToFile): void;
  /** Completes the file. @returns the digest of the content, and how many items have a value */
  end(): {readonly digest: string; readonly values: number};
}

/** Letters that are handed on together. */
const LONG = 1 << 18;

/** @param take gets the bytes of the lines */
export function createEverythingFile(take: (bytes: Uint8Array) => void, source: ItemSource): EverythingFile {
  const digest = createContentDigest();
  let [text, values] = ["", 0];
  const add = (item: string): void => {
    text += `${item}\n`;
    if (text.length < LONG) return;
    take(Buffer.from(text));
    text = "";
  };
  return {
    series({described, history, calendar}) {
      const {key} = described;
      add(seriesItem(source, "series_added", described, true));
      const events = datedEvents(history, calendar);
      for (const {event} of events) {
        add(valueItem(source, key, event, calendar));
        if (event.value !== null) values++;
      }
      digest.series(key, events);
    },
    end() {
      take(Buffer.from(text));
      text = "";
      return {digest: digest.end(), values};
    },
  };
}

/** All events of a history, whose calendar dates every period. */
export function datedEvents(history: Estimates, {days, base}: PeriodTable): DatedEvent[] {
  return Array.from(seriesEvents(history, null, null), (event) => ({event, first: days[event.period - base]!}));
}
