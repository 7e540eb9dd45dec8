// The digest of what a dataset has: every series with all its estimates and withdrawals, in whatever order and under whatever numbers they are stored.
//
// A service and its mirror compute it from their own histories [pull.*]. A key, which no two series share, is part of each text. It finds what
// went wrong. It is no proof against a service that lies: that one gives the digest too.
import {type Day, dayText} from "../time/day.ts";
import {createJoinedHash} from "./joined-hash.ts";
import type {SeriesEvent} from "./series-events.ts";

/** An event of the feed with the first day of its period, by which other programs name it. */
export interface DatedEvent {
  readonly event: SeriesEvent;
  readonly first: Day;
}

export interface ContentDigest {
  /** Each series once. @param events all of it, by period and day */
  series(key: string, events: readonly DatedEvent[]): void;
  /** Hexadecimal. */
  end(): string;
}

export function createContentDigest(): ContentDigest {
  const joined = createJoinedHash();
  return {
    series(key, events) {
      let text = `${key}\n`;
      for (const {event, first} of events) text += lineOf(event, first);
      joined.add(text);
    },
    end: joined.end,
  };
}

/** Names of series and the moment of a load are no part of it: programs of two versions may name a class differently. */
function lineOf({kind, day, sequence, value, reason, isEstimate}: SeriesEvent, first: Day): string {
  const more = isEstimate === null ? (reason ?? "") : isEstimate;
  const release = sequence === 0 ? "" : `;${sequence}`;
  return `${dayText(first)};${day === null ? "" : dayText(day)};${kind};${value ?? ""};${more}${release}\n`;
}
