// The names of a dataset as numbers of the pieces of text that they share, and of their levels. Equal names are one.
//
// A level of a name has the pieces that it had in the first name, so it is cut into pieces once.
import {createNumbers} from "../../statistics/levels/numbers.ts";
import {createLevelReader} from "../../statistics/levels/text-levels.ts";
import {createPieces} from "./pieces.ts";

/** Names as pieces (pieces.ts). */
export interface SplitNames {
  readonly pieces: readonly string[];
  /** By place: the number of the name plus one; 0: none. */
  readonly nameAt: Uint32Array;
  /** The pieces of name k are `numbers[starts[k]]` to `numbers[starts[k + 1]]`. */
  readonly starts: Uint32Array;
  readonly numbers: Uint32Array;
  readonly levels: NameLevels;
}

export interface NameLevels {
  /** Each level once. */
  readonly list: readonly string[];
  /** The levels of name k are `numbers[starts[k]]` to `numbers[starts[k + 1]]`. */
  readonly starts: Uint32Array;
  readonly numbers: Uint32Array;
  /** Of level k: where its pieces begin and end among the pieces of names. */
  readonly ranges: Uint32Array;
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
  const [levelStarts, levelNumbers, ranges] = [createNumbers(), createNumbers(), createNumbers()];
  const list: string[] = [];
  const {read, found} = createLevelReader(NAME_MARK, (level) => list.push(level) - 1);
  /** Of the mark; -1: no name had one yet. */
  let markPiece = -1;
  const addMark = (): void => {
    if (markPiece >= 0) numbers.push(markPiece);
    else pieces.read(NAME_MARK.trim(), numbers);
    markPiece = numbers.all()[numbers.length() - 1]!;
  };
  const addLevel = (level: number): void => {
    if (2 * level === ranges.length()) {
      ranges.push(numbers.length());
      pieces.read(list[level]!, numbers);
      ranges.push(numbers.length());
      return;
    }
    numbers.repeat(ranges.all()[2 * level]!, ranges.all()[2 * level + 1]!);
  };
  starts.push(0);
  levelStarts.push(0);
  let place = -1;
  for (const name of names) {
    if (++place % NAMES_AT_ONCE === NAMES_AT_ONCE - 1) yield;
    if (name === null) continue;
    let number = known.get(name);
    if (number === undefined) {
      number = known.size + 1;
      known.set(name, number);
      const count = read(name);
      for (let at = 0; at < count; at++) {
        if (at > 0) addMark();
        addLevel(found[at]!);
        levelNumbers.push(found[at]!);
      }
      starts.push(numbers.length());
      levelStarts.push(levelNumbers.length());
    }
    nameAt[place] = number;
  }
  const levels = {list, starts: levelStarts.finish(), numbers: levelNumbers.finish(), ranges: ranges.finish()};
  return {pieces: pieces.list, nameAt, starts: starts.finish(), numbers: numbers.finish(), levels};
}
