// The numbers of the segments that have each term. Most terms are in one segment, and then are a number in flat memory.
import {unsignedNumbers} from "../../statistics/growing-column.ts";
import {firstWhere} from "../../statistics/order/binary-search.ts";

export interface TermSegments {
  add(term: number, segmentNumber: number): void;
  remove(term: number, segmentNumber: number): void;
  /** Ascending. */
  of(term: number): readonly number[];
  has(term: number): boolean;
  /** Number of terms that were in a segment and are in none. */
  dead(): number;
}

/** What a term has: never a segment, none any more, several, or one: ONE plus its number. */
const [NEVER, NONE, SEVERAL, ONE] = [0, 1, 2, 3];
const NO_SEGMENTS: readonly number[] = [];

export function createTermSegments(): TermSegments {
  const states = unsignedNumbers();
  const several = new Map<number, number[]>();
  let dead = 0;

  const stateOf = (term: number): number => (term < states.length ? states.at(term) : NEVER);

  return {
    add(term, segmentNumber) {
      while (states.length <= term) states.push(NEVER);
      const state = states.at(term);
      if (state === NONE) dead--;
      if (state === NEVER || state === NONE) states.set(term, ONE + segmentNumber);
      else if (state === SEVERAL) {
        const segmentNumbers = several.get(term)!;
        const at = firstWhere(segmentNumbers.length, (index) => segmentNumbers[index]! >= segmentNumber);
        if (segmentNumbers[at] !== segmentNumber) segmentNumbers.splice(at, 0, segmentNumber);
      } else if (state !== ONE + segmentNumber) {
        several.set(term, state - ONE < segmentNumber ? [state - ONE, segmentNumber] : [segmentNumber, state - ONE]);
        states.set(term, SEVERAL);
      }
    },
    remove(term, segmentNumber) {
      const state = stateOf(term);
      if (state === ONE + segmentNumber) {
        states.set(term, NONE);
        dead++;
      } else if (state === SEVERAL) {
        const left = several.get(term)!.filter((one) => one !== segmentNumber);
        if (left.length > 1) several.set(term, left);
        else {
          several.delete(term);
          states.set(term, ONE + left[0]!);
        }
      }
    },
    of(term) {
      const state = stateOf(term);
      if (state === SEVERAL) return several.get(term)!;
      return state < ONE ? NO_SEGMENTS : [state - ONE];
    },
    has: (term) => stateOf(term) > NONE,
    dead: () => dead,
  };
}
