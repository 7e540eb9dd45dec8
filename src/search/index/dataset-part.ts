// What is indexed of one dataset: its families, the words under which each is found, and its concepts (made by index-dataset.ts).
//
// A family is all series that differ only by territory. A part is made once for each state of a dataset and never changed.
import type {Catalogue} from "../../statistics/catalogue/catalogue.ts";
import type {Postings} from "./postings.ts";
import type {SeriesCounts, SeriesSets} from "./series-set.ts";

export interface IndexedIndicator {
  readonly code: string;
  readonly label: string;
  readonly concept: string;
  readonly description: string | null;
  readonly synonyms: readonly string[];
  /** Day and moment of the release that named it; null where none did. */
  readonly namedOn: string | null;
  readonly namedAt: string | null;
}

export interface IndexedUnit {
  readonly code: string;
  readonly name: string | null;
  readonly okei: string | null;
}

/** A dataset in one state. */
export interface IndexedDataset {
  readonly id: number;
  readonly provider: string;
  readonly code: string;
  readonly name: string;
  readonly changedBy: string;
  readonly catalogue: Catalogue;
  /** Those that a package describes; the others are known by their codes. */
  readonly indicators: readonly IndexedIndicator[];
  readonly units: readonly IndexedUnit[];
}

/** Codes of one dimension, and for every family which of them it has. */
export interface FamilyColumn {
  readonly codes: readonly (string | null)[];
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

export interface DatasetPart extends Readonly<Record<(typeof FAMILY_DIMENSIONS)[number], FamilyColumn>> {
  readonly id: number;
  readonly provider: string;
  readonly code: string;
  readonly name: string;
  readonly changedBy: string;
  /** Number of families. */
  readonly size: number;
  /** Parallel to classification.codes. */
  readonly classNames: readonly (string | null)[];
  /** Parallel to indicator.codes. */
  readonly indicatorLabels: readonly string[];
  /** By which most titles of families can be put in order. */
  readonly titleKeys: Float64Array;
  /** All families by kind (`kindOf`), those of one in the order of their titles. */
  readonly byTitle: Uint32Array;
  /** Where the families of each kind begin, and where those of the last end. */
  readonly kindStarts: readonly number[];
  /** Words of the whole name, parallel to the codes; 0: no name. */
  readonly classLengths: Uint16Array;
  readonly labelLengths: Uint16Array;
  /** 1: the class is all there is, not a part of it. Parallel to classification.codes. */
  readonly wholeClasses: Uint8Array;
  /** 1: seasonally adjusted (adjusted.ts). Parallel to indicator.codes. */
  readonly adjustedLabels: Uint8Array;
  readonly sets: SeriesSets;
  readonly counts: SeriesCounts;
  /** Set of each family. */
  readonly setOf: Uint32Array;
  readonly postings: Postings;
  /** Parallel to indicator.codes, as is the number of series of each. */
  readonly concepts: readonly IndexedIndicator[];
  readonly seriesOfConcept: Uint32Array;
  readonly conceptPostings: Postings;
}

/** The code of one dimension of a family; null where it lacks the dimension. */
export function codeOf({codes, index}: FamilyColumn, family: number): string | null {
  return codes[index[family]!] ?? null;
}

/** Kinds that a question which is not about the names of families tells apart all the same. */
export const KINDS = 4;

/** A class that is all there is, or a part of it; figures as they were published, or adjusted. */
export function kindOf(
  part: Pick<DatasetPart, "classification" | "indicator" | "wholeClasses" | "adjustedLabels">,
  family: number,
): number {
  const isWhole = part.wholeClasses[part.classification.index[family]!] === 1;
  return (isWhole ? 0 : 1) + 2 * part.adjustedLabels[part.indicator.index[family]!]!;
}
