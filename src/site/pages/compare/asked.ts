// What an address of the comparison asks for: series by key, in order, and how to show them.
import {PageFault} from "../../frame/page.ts";
import type {Visit} from "../../frame/visit.ts";
import {readSeries, type SeriesView} from "../series/read-series.ts";

export const MOST_SERIES = 6;

export interface Compared {
  readonly views: readonly SeriesView[];
  /** Keys that no series has. */
  readonly unknown: readonly string[];
  /** More were asked for than can be shown. */
  readonly isCut: boolean;
}

/** Keys of `series=a,b` and of `add=`, which may be the address of a page; each once. */
export function keysAsked(query: URLSearchParams): string[] {
  const given = [...query.getAll("series").flatMap((text) => text.split(",")), query.get("add") ?? ""];
  const keys = given.map((text) => /(?:\/series\/)([0-9a-z]{16})\b/.exec(text)?.[1] ?? text.trim());
  return [...new Set(keys.filter((key) => key !== ""))];
}

export async function readCompared({site, query}: Visit): Promise<Compared> {
  const keys = keysAsked(query);
  const views: SeriesView[] = [];
  const unknown: string[] = [];
  for (const key of keys.slice(0, MOST_SERIES)) {
    try {
      views.push(await readSeries(site, key, null));
    } catch (error) {
      if (!(error instanceof PageFault)) throw error;
      unknown.push(key.slice(0, 40));
    }
  }
  return {views, unknown, isCut: keys.length > MOST_SERIES};
}
