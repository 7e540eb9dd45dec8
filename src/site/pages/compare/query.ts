// The address of a comparison: its series in order, words typed for a further one.
//
// A series is its key, or KEY~STEPS: values computed from that series alone. So one series may be there twice, as published and computed.
// KEY~published is the series as published where `derive=` asks for steps of all.
import type {Visit} from "../../visit/visit.ts";
import {dayQuery, readVintage} from "../series/query.ts";

/** The regions of a country fit. */
export const MOST_SERIES = 100;
/** Beyond these each series gets a small chart of its own, unless the address says `charts=one`. */
export const MOST_TOGETHER = 6;
/** More lines in one chart cannot be told apart. */
export const MOST_IN_ONE = 12;

/** The steps of a series that stays as published. */
export const PUBLISHED = "published";

/** One item of `series=`. */
export interface ComparedEntry {
  /** As the address has it. */
  readonly text: string;
  readonly key: string;
  /** null: those of all. */
  readonly steps: string | null;
}

/** The items of `series=a,b` and of `add=`, which may be the address of a page or words; each once. */
export function entriesChosen(query: URLSearchParams): ComparedEntry[] {
  const given = query.getAll("series").flatMap((text) => text.split(","));
  const added = keyIn(query.get("add") ?? "");
  const entries = [...given.map(entryOf), ...(added === null ? [] : [entryOf(added)])];
  return [...new Map(entries.map((entry) => [entry.text, entry])).values()].filter(({key}) => key !== "");
}

/** Whether each of so many series has a small chart. */
export function hasSmallCharts({query}: Pick<Visit, "query">, series: number): boolean {
  return series > (query.get("charts") === "one" ? MOST_IN_ONE : MOST_TOGETHER);
}

/** The value of `series=` for an address of the same series. */
export function seriesChosen(query: URLSearchParams): string {
  return entriesChosen(query)
    .map(({text}) => text)
    .join(",");
}

function entryOf(text: string): ComparedEntry {
  const [named = "", ...behind] = text.trim().split("~");
  const key = keyIn(named) ?? named;
  const steps = behind.join("~").trim();
  return steps === "" ? {text: key, key, steps: null} : {text: `${key}~${steps}`, key, steps};
}

/** The words of `add=` if it is neither a key nor the address of a page; empty: none. */
export function wordsTyped(query: URLSearchParams): string {
  const added = (query.get("add") ?? "").trim();
  return keyIn(added) === null ? added.slice(0, 200) : "";
}

/** The key, or the key in the address of a page. */
function keyIn(text: string): string | null {
  return /(?:^|\/series\/)([0-9a-z]{16})(?![0-9a-z])/.exec(text.trim())?.[1] ?? null;
}

/** The query of a comparison, in one order: for its picture, its frame and its values. */
export function comparisonQuery({query}: Pick<Visit, "query">): Readonly<Record<string, string | null>> {
  const kept = ["as", "base", "years", "derive", "scales", "charts", "events"].map(
    (name) => [name, query.get(name)] as const,
  );
  // a day that can't be read is none: the page shows the latest values, and so do its pictures
  const as_of = dayQuery(readVintage(query.get("as_of")).asOf);
  return {series: seriesChosen(query), as_of, ...Object.fromEntries(kept)};
}

/** As how many files a comparison counts against the limit of an address: many series are no way around it, and no second ones. */
export function filesCounted({query}: Pick<Visit, "query">): number {
  const entries = entriesChosen(query).slice(0, MOST_SERIES);
  const steps = [query.get("derive") ?? "", ...entries.map((entry) => entry.steps ?? "")].join("|");
  const beside = new Set([...steps.matchAll(/:([0-9a-z]{16})(?![0-9a-z])/g)].map(([, key]) => key));
  return Math.max(1, Math.ceil((entries.length + beside.size) / MOST_TOGETHER));
}
