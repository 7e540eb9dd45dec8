// The names of a dataset as numbers of the pieces of text that they share. Equal names are one.
import {createNumbers} from "./numbers.ts";
import {createPieces} from "./pieces.ts";

/** Names as pieces (pieces.ts). */
export interface SplitNames {
  readonly pieces: readonly string[];
  /** By place: the number of the name plus one; 0: none. */
  readonly nameAt: Uint32Array;
  /** The pieces of name k are `numbers[starts[k]]` to `numbers[starts[k + 1]]`. */
  readonly starts: Uint32Array;
  readonly numbers: Uint32Array;
}

/** Names that are split in one step. */
const NAMES_AT_ONCE = 200;

export function* splitNames(names: Iterable<string | null>, size: number): Generator<undefined, SplitNames> {
  const pieces = createPieces();
  const known = new Map<string, number>();
  const nameAt = new Uint32Array(size);
  const [starts, numbers] = [createNumbers(), createNumbers()];
  starts.push(0);
  let place = -1;
  for (const name of names) {
    if (++place % NAMES_AT_ONCE === NAMES_AT_ONCE - 1) yield;
    if (name === null) continue;
    let number = known.get(name);
    if (number === undefined) {
      number = known.size + 1;
      known.set(name, number);
      pieces.read(name, numbers);
      starts.push(numbers.length());
    }
    nameAt[place] = number;
  }
  return {pieces: pieces.list, nameAt, starts: starts.finish(), numbers: numbers.finish()};
}
