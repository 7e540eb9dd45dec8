// The slots of the segments that have each term. Most terms are in one segment, and then are a number in flat memory.
import {createNumbers} from "../../statistics/levels/numbers.ts";
import {firstWhere} from "../../statistics/order/binary-search.ts";

export interface TermSlots {
  add(term: number, slot: number): void;
  remove(term: number, slot: number): void;
  /** Ascending. */
  of(term: number): readonly number[];
  has(term: number): boolean;
  /** Number of terms that had a slot and have none. */
  dead(): number;
}

/** What a term has: never a slot, none any more, several, or one: ONE plus its number. */
const [NEVER, NONE, SEVERAL, ONE] = [0, 1, 2, 3];
const NO_SLOTS: readonly number[] = [];

export function createTermSlots(): TermSlots {
  const states = createNumbers();
  const several = new Map<number, number[]>();
  let dead = 0;

  const stateOf = (term: number): number => (term < states.length() ? states.at(term) : NEVER);

  return {
    add(term, slot) {
      while (states.length() <= term) states.push(NEVER);
      const state = states.at(term);
      if (state === NONE) dead--;
      if (state === NEVER || state === NONE) states.set(term, ONE + slot);
      else if (state === SEVERAL) {
        const slots = several.get(term)!;
        const at = firstWhere(slots.length, (index) => slots[index]! >= slot);
        if (slots[at] !== slot) slots.splice(at, 0, slot);
      } else if (state !== ONE + slot) {
        several.set(term, state - ONE < slot ? [state - ONE, slot] : [slot, state - ONE]);
        states.set(term, SEVERAL);
      }
    },
    remove(term, slot) {
      const state = stateOf(term);
      if (state === ONE + slot) {
        states.set(term, NONE);
        dead++;
      } else if (state === SEVERAL) {
        const left = several.get(term)!.filter((one) => one !== slot);
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
      return state < ONE ? NO_SLOTS : [state - ONE];
    },
    has: (term) => stateOf(term) > NONE,
    dead: () => dead,
  };
}
