// The names of a dataset as numbers of the levels that they share, and the levels as numbers of pieces of text. Equal names are one.
import {createNumbers} from "../../statistics/levels/numbers.ts";
import {createLevelReader} from "../../statistics/levels/text-levels.ts";
import {createPieces} from "./pieces.ts";

export interface SplitNames {
  /** By place: the number of the name plus one; 0: none. */
  readonly nameAt: Uint32Array;
  /** The levels of name k are `numbers[starts[k]]` to `numbers[starts[k + 1]]`. */
  readonly starts: Uint32Array;
  readonly numbers: Uint32Array;
  readonly levels: Levels;
}

/** Each level once, as it is and as pieces (pieces.ts). */
export interface Levels {
  readonly list: readonly string[];
  readonly pieces: readonly string[];
  /** The pieces of level k are `numbers[starts[k]]` to `numbers[starts[k + 1]]`. */
  readonly starts: Uint32Array;
  readonly numbers: Uint32Array;
}

/** Separates the levels in the name of a class. */
export const NAME_MARK = " / ";

/** Names that are split in one step. */
const NAMES_AT_ONCE = 200;

export function* splitNames(names: Iterable<string | null>, size: number): Generator<undefined, SplitNames> {
  const pieces = createPieces();
  const known = new Map<string, number>();
  const nameAt = new Uint32Array(size);
  const [starts, numbers] = [createNumbers(), createNumbers()];
  const [pieceStarts, pieceNumbers] = [createNumbers(), createNumbers()];
  const list: string[] = [];
  const {read, found} = createLevelReader(NAME_MARK, (level) => {
    pieces.read(level, pieceNumbers);
    pieceStarts.push(pieceNumbers.length());
    return list.push(level) - 1;
  });
  starts.push(0);
  pieceStarts.push(0);
  let place = -1;
  for (const name of names) {
    if (++place % NAMES_AT_ONCE === NAMES_AT_ONCE - 1) yield;
    if (name === null) continue;
    let number = known.get(name);
    if (number === undefined) {
      number = known.size + 1;
      known.set(name, number);
      const count = read(name);
      for (let at = 0; at < count; at++) numbers.push(found[at]!);
      starts.push(numbers.length());
    }
    nameAt[place] = number;
  }
  const levels = {list, pieces: pieces.list, starts: pieceStarts.finish(), numbers: pieceNumbers.finish()};
  return {nameAt, starts: starts.finish(), numbers: numbers.finish(), levels};
}
