// The points of a word that matches, by the quality of the match and the field.
import {FIELD} from "../index/postings.ts";
import type {Quality} from "../query/word-query.ts";

export interface FieldWeight {
  /** 0 to 100. */
  readonly points: number;
  /** 1: the word is one of the head or of the label. */
  readonly head: 0 | 1;
  readonly label: 0 | 1;
}

/** @param field a value of FIELD */
export function weightOf(quality: Quality, field: number): FieldWeight {
  return WEIGHTS[quality * FIELDS + field]!;
}

const FIELDS = Object.keys(FIELD).length;

/** In the order of QUALITY and FIELD. */
const WEIGHTS: readonly FieldWeight[] = [
  [100, 100, 100, 74, 80, 60, 50],
  [93, 93, 93, 71, 75, 56, 47],
  [72, 72, 72, 60, 56, 44, 38],
  [40, 40, 36, 34, 34, 24, 20],
].flatMap((row) =>
  row.map((points, field) => ({
    points,
    head: field === FIELD.head ? 1 : 0,
    label: field === FIELD.label ? 1 : 0,
  })),
);

/** The points of a word of a name that matches exactly. */
export const EXACT_POINTS = 100;

/** The most points of a corrected word. Any other match with the name of a territory has more. */
export const CORRECTED_POINTS = 40;
