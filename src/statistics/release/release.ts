// A release's metadata: everything that a parser reports about one publication of a dataset except its values.
//
// This is the tidy package's dataset.json in memory. null in place of a list means that the release does not contain it and
// the older list stays; an empty list replaces the older one.

import type {Territory} from "../territory.ts";
import type {Day} from "../time/day.ts";
import type {Frequency} from "../time/frequency.ts";
import type {PriceWeek} from "../time/week.ts";

export interface ReleaseMetadata {
  readonly provider: string;
  readonly dataset: string;
  readonly name: string;
  readonly publishedAt: Day;
  /**
   * true: its lists describe only the series in it, and are added to the older lists instead of replacing them. false: a package that says
   * it has every series of its dataset; one without a series of the package before it, which said so too, is held.
   */
  readonly partial?: boolean;
  /** Under which the publisher gives its data: an identifier of SPDX, or an address. */
  readonly licence?: string;
  /** Whose lists of territories apply: ISO 3166 alpha-2, or `none` where the codes are the release's own; absent: RU. */
  readonly country?: string;
  /** As declared; null where it follows from the periods. */
  readonly frequency: Frequency | null;
  /** Whether the source revises values of this dataset. */
  readonly revised: boolean;
  /** A closed era. */
  readonly archival: boolean;
  readonly nextRelease: Day | null;
  readonly sourceFile: string | null;
  readonly sourceUrl: string | null;
  readonly indicators: readonly IndicatorLabel[] | null;
  readonly classes: readonly ClassLabel[] | null;
  readonly units: readonly UnitLabel[] | null;
  readonly territories: readonly Territory[] | null;
  readonly methodology: Methodology | null;
  readonly notes: readonly Note[] | null;
  readonly related: readonly Relation[] | null;
  readonly continuity: readonly ContinuityBreak[] | null;
  readonly weeks: readonly PriceWeek[] | null;
}

export interface IndicatorLabel {
  readonly code: string;
  readonly label: string;
  /** null means `provider-dataset-indicator`. */
  readonly concept: string | null;
  readonly description: string | null;
  readonly synonyms: readonly string[];
}

export interface ClassLabel {
  readonly code: string;
  readonly name: string;
  readonly note: string | null;
}

export interface UnitLabel {
  readonly code: string;
  readonly name: string;
  readonly okei: string | null;
  /** The number of plain units in one of these: 1000 for thousands. */
  readonly mult: number;
}

/** Methodology of the whole dataset. */
export interface Methodology {
  readonly coverage: string | null;
  readonly exclusions: string | null;
  readonly classifier: string | null;
  readonly text: string | null;
}

/** About one class, or about the dataset when `classification` is null. */
export interface Note {
  readonly text: string;
  readonly classification: string | null;
}

/** Another era of the same data, or a neighbour. `splice` false: the two must not be joined. */
export interface Relation {
  readonly provider: string;
  readonly dataset: string;
  readonly relation: "era" | "neighbour";
  readonly splice: boolean;
  readonly note: string | null;
}

/**
 * A declared change of class code: the history of `from` goes on under `to` from `period` on, written as the package wrote it.
 * With one code for both it is a break inside the series of that class: another currency, another unit of account.
 */
export interface ContinuityBreak {
  readonly from: string;
  readonly to: string;
  readonly period: string;
  readonly note: string | null;
}

/** One indicator of a catalogue; null where the catalogue's form does not tell. */
export interface ListedIndicator {
  /** The dataset's code. */
  readonly code: string;
  readonly name: string | null;
  readonly agency: string | null;
  /** Headings from the widest to the narrowest, one list for each place of the indicator in the tree. */
  readonly topics: readonly (readonly string[])[] | null;
  /** Marked as no longer kept. */
  readonly excluded: boolean | null;
}

/** The same, as one catalogue of that day said it. */
export interface DatedListing extends ListedIndicator {
  readonly day: Day;
}
