// Events that may explain why a line turns: changes of taxes, of methods, of base years, decisions of authorities, and decisions on the key
// rate, each with its source.
//
// They are not breaks of a series: the values on both sides are what the publisher gave. They are drawn only if a reader asks for them.
import {listOf, partsOf, unlessEmpty} from "./reference.ts";

export const EVENT_KINDS = ["tax", "method", "base", "decision", "rate"] as const;
export type MarkedKind = (typeof EVENT_KINDS)[number];

export interface DeclaredEvent {
  /** ISO 3166-1 alpha-2: it is about series of this country. */
  readonly country: string;
  readonly kind: MarkedKind;
  /** The first day on which it counts, YYYY-MM-DD. */
  readonly day: string;
  readonly names: Readonly<Record<"ru" | "en", string>>;
  /** For the line in a chart; null: it has no name there. */
  readonly short: Readonly<Record<"ru" | "en", string | null>>;
  /** Phrases as those of topics: it is about series whose names have one of them; empty: about all of the country. */
  readonly phrases: readonly string[];
  /** The address of the law, the announcement, or the publisher's own table of that day. */
  readonly source: string;
}

/** Ascending by day. */
export const readEvents = listOf<DeclaredEvent>("events.csv", (cells) => {
  const [country, kind, day, ru, en, shortRu, shortEn, words, source] = cells;
  return {
    ...{country, kind: kind as MarkedKind, day, source},
    names: {ru, en},
    short: {ru: unlessEmpty(shortRu), en: unlessEmpty(shortEn)},
    phrases: partsOf(words),
  };
});
