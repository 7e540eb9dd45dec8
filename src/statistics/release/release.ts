// A release's metadata: everything that a parser reports about one publication of a dataset, except its values.
//
// This is the tidy package's dataset.json in memory. null instead of a list means that the release does not contain it, so the older list
// does not change; an empty list replaces the older one.

import type {Quantity} from "../derived/quantity.ts";
import type {Territory} from "../territory.ts";
import type {Day, StatedDay} from "../time/day.ts";
import type {Frequency} from "../time/frequency.ts";
import type {PriceWeek} from "../time/week.ts";

export interface ReleaseMetadata {
  readonly provider: string;
  readonly dataset: string;
  readonly name: string;
  readonly publishedAt: StatedDay;
  /**
   * true: its lists describe only the series in it, and are added to the older lists instead of replacing them. false: the package says that
   * it has every series of its dataset; it is held if it lacks a series of the previous package that also said so.
   */
  readonly partial?: boolean;
  /** The licence of the data: an identifier of SPDX, or an address. */
  readonly licence?: string;
  /** The country whose lists of territories apply: ISO 3166 alpha-2, or `none` if the codes are the release's own; absent: RU. */
  readonly country?: string;
  /** As declared; null: it follows from the periods. */
  readonly frequency: Frequency | null;
  /** Whether the source revises values of this dataset. */
  readonly revised: boolean;
  /** A closed era. */
  readonly archival: boolean;
  readonly nextRelease: StatedDay | null;
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
  /** English names by the published name, each name once, in the order of the names; absent: the release gives none. */
  readonly english?: readonly EnglishName[];
  /** Only in the metadata of a dataset: the labels that its newest lists lack (former-labels.ts). */
  readonly former?: FormerLabels;
}

/** A name of the dataset, an indicator, a class, a unit or a territory, and the same in English. */
export type EnglishName = readonly [published: string, english: string];

/** Labels of codes that only older lists have. */
export interface FormerLabels {
  readonly indicators: readonly IndicatorLabel[];
  readonly classes: readonly ClassLabel[];
  readonly units: readonly UnitLabel[];
}

export interface IndicatorLabel {
  readonly code: string;
  readonly label: string;
  /** null means `provider-dataset-indicator`. */
  readonly concept: string | null;
  readonly description: string | null;
  readonly synonyms: readonly string[];
  /** What its values measure, where the package says so. */
  readonly quantity?: Quantity | null;
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
  /** The first and the last period of an event, written as in the package; absent: the note is about no certain time. */
  readonly span?: readonly [from: string, to: string];
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
 * A declared change of class code: `to` continues the history of `from` from `period` on, which is written as in the package.
 * If both codes are equal, it is a break inside the series of that class: another currency, another unit of account.
 */
export interface ContinuityBreak {
  readonly from: string;
  readonly to: string;
  readonly period: string;
  readonly note: string | null;
}

/** One indicator of a catalogue; null: this form of catalogue does not have the fact. */
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

/** The same, with the day of the catalogue. */
export interface DatedListing extends ListedIndicator {
  readonly day: Day;
}

/** Given by the command for facts that the file lacks; the archive is parsed again with the same hints. */
export interface ReleaseHints {
  readonly provider: string | null;
  readonly dataset: string | null;
  /** YYYY-MM-DD */
  readonly publishedAt: string | null;
  /** ISO 3166, for a file without territories; absent in releases of files that name theirs. */
  readonly territory?: string | null;
}
