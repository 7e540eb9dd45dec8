// A release's metadata as JSON text: days are written YYYY-MM-DD, as everywhere in the tables, and read back as numbers.
//
// The members are those of ReleaseMetadata; any other text was not written here and is an error.

import type {ReleaseMetadata} from "../../statistics/release/release.ts";
import {type Day, dayText, parseDay, type StatedDay} from "../../statistics/time/day.ts";
import type {PriceWeek} from "../../statistics/time/week.ts";

export function metadataJson(metadata: ReleaseMetadata): string {
  return JSON.stringify({
    ...metadata,
    publishedAt: dayText(metadata.publishedAt),
    nextRelease: optionalDayText(metadata.nextRelease),
    weeks: metadata.weeks?.map((week) => ({...week, day: dayText(week.day)})) ?? null,
  });
}

export function parseMetadata(json: string): ReleaseMetadata {
  const written = JSON.parse(json) as WrittenMetadata;
  return {
    ...written,
    publishedAt: storedDay(written.publishedAt),
    nextRelease: optionalDay(written.nextRelease),
    weeks: written.weeks?.map((week) => ({...week, day: storedDay(week.day)})) ?? null,
  };
}

/** A day of a table. Any other text means a damaged store. */
export function storedDay(text: string): StatedDay {
  const day = parseDay(text);
  if (day === null) throw new Error(`the store has ${JSON.stringify(text)} instead of a day`);
  return day;
}

export function optionalDay(text: string | null): StatedDay | null {
  return text === null ? null : storedDay(text);
}

export function optionalDayText(day: Day | null): string | null {
  return day === null ? null : dayText(day);
}

type WrittenMetadata = Omit<ReleaseMetadata, "publishedAt" | "nextRelease" | "weeks"> & {
  readonly publishedAt: string;
  readonly nextRelease: string | null;
  readonly weeks: readonly (Omit<PriceWeek, "day"> & {readonly day: string})[] | null;
};
