// How strong a word is by how it is met and in which field.
import {FIELD} from "../index/postings.ts";
import {QUALITY, type Quality} from "../query/question.ts";

/** @param field in which it stands, of FIELD */
export function strengthOf(quality: Quality, field: number): Strength {
  return STRENGTHS[quality * FIELDS + field]!;
}

const FIELDS = Object.keys(FIELD).length;

/** 0 to 100, and whether the word is one of the head or of the label. */
export interface Strength {
  readonly points: number;
  readonly head: 0 | 1;
  readonly label: 0 | 1;
}

/** In the order of QUALITY and FIELD. */
const STRENGTHS: readonly Strength[] = Object.entries({
  exact: [100, 100, 100, 74, 80, 60, 50],
  form: [93, 93, 93, 71, 75, 56, 47],
  synonym: [72, 72, 72, 60, 56, 44, 38],
  corrected: [40, 40, 36, 34, 34, 24, 20],
} satisfies Record<keyof typeof QUALITY, readonly number[]>)
  .sort(([one], [other]) => QUALITY[one as keyof typeof QUALITY] - QUALITY[other as keyof typeof QUALITY])
  .flatMap(([, row]) =>
    row.map((points, field) => ({
      points,
      head: field === FIELD.head ? 1 : 0,
      label: field === FIELD.label ? 1 : 0,
    })),
  );

/** A word of a name that is met as it is written. */
export const EXACT = 100;

/** A word is at most so strong when it is met only with a letter put right; any other way makes it stronger where territories are named. */
export const CORRECTED = 40;
