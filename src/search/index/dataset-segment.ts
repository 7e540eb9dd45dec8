// A segment of the index: families of one dataset, their postings, and their concepts (made by index-dataset.ts).
//
// A family is the series that differ only by territory. A segment belongs to one state of a dataset and never changes. Most datasets are one
// segment. A large one may have deltas: segments of series that came later, with new families, and new territories of families of other segments.
import type {Texts, WholeCatalogue} from "../../statistics/catalogue/catalogue.ts";
import type {Territory} from "../../statistics/territory.ts";
import type {Day} from "../../statistics/time/day.ts";
import type {Frequency} from "../../statistics/time/frequency.ts";
import type {Widths} from "../stored/columns.ts";
import type {StoredSegment} from "../stored/reading.ts";
import type {Postings, StoredPostings} from "./postings.ts";
import type {SeriesCounts, SeriesSets, SetLists} from "./series-set.ts";
import type {SplitNames} from "./split-names.ts";

export interface IndexedIndicator {
  readonly code: string;
  readonly label: string;
  readonly concept: string;
  readonly description: string | null;
  readonly synonyms: readonly string[];
  /** Day and moment of the release that gave the label; null if no release did. */
  readonly namedOn: string | null;
  readonly namedAt: string | null;
}

export interface IndexedUnit {
  readonly code: string;
  readonly name: string | null;
  readonly okei: string | null;
}

/** What a dataset is called. */
export interface DatasetHead {
  readonly id: number;
  readonly provider: string;
  readonly code: string;
  readonly name: string;
  readonly changedBy: string;
  /** Indicators that a package describes. The others have only their codes. */
  readonly indicators: readonly IndexedIndicator[];
}

/** One state of a dataset. */
export interface IndexedDataset extends DatasetHead {
  /** Words for the provider, beside its code. */
  readonly providerWords: string;
  /** The English name of a published name; null: there is none. */
  readonly english?: (name: string) => string | null;
  readonly catalogue: WholeCatalogue;
  readonly units: readonly IndexedUnit[];
}

/** The codes of one dimension, and the index of each family's code among them. */
export interface FamilyColumn {
  readonly codes: Texts;
  readonly index: Uint16Array | Uint32Array;
}

export const FAMILY_DIMENSIONS = [
  "classification",
  "indicator",
  "measure",
  "transformation",
  "unit",
  "frequency",
] as const;

/** Those whose codes are in memory: a dataset may have a class for every series. */
export const CODED_DIMENSIONS = FAMILY_DIMENSIONS.filter((dimension) => dimension !== "classification");
export type IndexedDimension = (typeof CODED_DIMENSIONS)[number];

export type FamilyColumns = Readonly<Record<(typeof FAMILY_DIMENSIONS)[number], FamilyColumn>>;

/** All that a segment is made of, numbered for itself (stored/segment-code.ts). */
export interface SegmentContent extends FamilyColumns {
  /** Parallel to classification.codes. */
  readonly classNames: Texts;
  readonly names: SplitNames;
  /** Parallel to indicator.codes. */
  readonly indicatorLabels: readonly string[];
  /** All families, ordered by kind (`familyKind`) and then by title. */
  readonly byTitle: Uint32Array;
  /** Families of kind k are `byTitle[kindStarts[k]]` to `byTitle[kindStarts[k + 1]]`. */
  readonly kindStarts: readonly number[];
  /** The index of each family's title among all of the segment. */
  readonly titleRanks: Uint32Array;
  /** The number of words in each name (titles.ts), parallel to the codes; 0: no name. */
  readonly classLengths: Uint16Array;
  readonly labelLengths: Uint16Array;
  /** 1: the class is the total of the dataset. Parallel to classification.codes. */
  readonly wholeClasses: Uint8Array;
  /** Bits of the kinds that the name of the indicator or of the dataset tells (code-words.ts). Parallel to indicator.codes. */
  readonly labelKinds: Uint8Array;
  /** 1: the class is an answer to a question, or a crossing of three or more dimensions. Parallel to classification.codes. */
  readonly crossedClasses: Uint8Array;
  /** The words of the postings; their terms are indexes in this list. */
  readonly words: readonly string[];
  readonly postings: Postings;
  readonly territories: readonly Territory[];
  readonly lists: SetLists;
}

/** What stays in memory of a segment, numbered for itself: it can be bound to any index (bind-segment.ts). */
export interface OpenSegment {
  readonly stored: StoredSegment;
  readonly size: number;
  readonly widths: Widths;
  readonly codes: Readonly<Record<IndexedDimension, readonly (string | null)[]>>;
  readonly classCount: number;
  readonly hasNoClass: boolean;
  /** The first code of each section of classes. */
  readonly firstCodes: readonly string[];
  readonly indicatorLabels: readonly string[];
  readonly labelLengths: readonly number[];
  readonly kindStarts: readonly number[];
  readonly territories: readonly Territory[];
  /** The words of the postings; their terms are indexes in this list. */
  readonly words: readonly string[];
  readonly postings: StoredPostings;
  /** Of the sets: the number of families of each, and their lists (series-set.ts). */
  readonly familiesOfSet: Uint32Array;
  readonly starts: Uint32Array;
  readonly indexes: Uint32Array;
  readonly seriesOfIndicator: Uint32Array;
}

/** What the columns and names of a segment are read with. */
export type SegmentColumns = Omit<
  OpenSegment,
  "words" | "territories" | "familiesOfSet" | "starts" | "indexes" | "seriesOfIndicator"
>;

/** The first day of the latest period of a dataset at each of its frequencies. */
export type FrontierList = readonly (readonly [frequency: Frequency, last: Day])[];

/** A segment in an index: what stays in memory of it. Its columns, names and postings are read where a question needs them. */
export interface DatasetSegment extends SegmentColumns {
  readonly id: number;
  readonly provider: string;
  readonly code: string;
  readonly name: string;
  readonly changedBy: string;
  /** Number of families. */
  readonly size: number;
  /** The number of classes in all segments of the dataset. */
  readonly classesOfDataset: number;
  readonly frontiers: FrontierList;
  readonly sets: SeriesSets;
  readonly counts: SeriesCounts;
  /** Parallel to codes.indicator, like `seriesOfConcept`. */
  readonly concepts: readonly IndexedIndicator[];
  readonly seriesOfConcept: Uint32Array;
  readonly conceptPostings: Postings;
}

/** With more classes each is a line of an account; with fewer, each may be a series that people know. */
export const MANY_CLASSES = 512;

/** Whether the dataset is a survey or a form with many lines: it has many classes, or most of its classes cross dimensions or answer questions. */
export function isOfLines({classesOfDataset, kindStarts, size}: DatasetSegment): boolean {
  const crossed = kindStarts[KINDS]! - kindStarts[KINDS / 2]!;
  return classesOfDataset > MANY_CLASSES || crossed > size / 2;
}

/** The code of a family in one dimension; null if it lacks the dimension. */
export function codeOf({codes, index}: FamilyColumn, family: number): string | null {
  return codes.at(index[family]!) ?? null;
}

/** Number of kinds. Families of one kind get equal points from words that are not in their names. */
export const KINDS = 32;

/** The kind of a family: the class is a total or a segment, the kinds of the indicator, the class is crossed or not. */
export function familyKind(
  segment: Pick<SegmentContent, "classification" | "indicator" | "wholeClasses" | "labelKinds" | "crossedClasses">,
  family: number,
): number {
  const index = segment.classification.index[family]!;
  const isWhole = segment.wholeClasses[index] === 1;
  return (
    (isWhole ? 0 : 1) + 2 * segment.labelKinds[segment.indicator.index[family]!]! + 16 * segment.crossedClasses[index]!
  );
}

/** What a kind says: the class is the total of the dataset; bits of the kinds of the indicator; the class is crossed. */
export function readKind(kind: number): {
  readonly isWhole: boolean;
  readonly labelKinds: number;
  readonly isCrossed: boolean;
} {
  return {isWhole: (kind & 1) === 0, labelKinds: (kind >> 1) & 7, isCrossed: (kind & 16) !== 0};
}
