// Draws n values of each parser, for another reader of the files to confirm.
//
// Each value gets a rank by a seed, and the smallest ranks of a parser are kept. So the draw is the same every time, for any number of values.
import {statSync} from "node:fs";
import {join} from "node:path";
import type {Origin} from "../src/load/source.ts";

export const SEED = 20_261_122;

export interface Draw {
  /** Takes the next value and draws it or not. */
  consider(parser: string, path: string, value: number, origin: Origin | undefined): void;
  /** The drawn values as lines of JSON, grouped by file: the other reader keeps only one file open. */
  lines(): string[];
}

interface Drawn {
  readonly rank: number;
  readonly path: string;
  readonly line: string;
}

/** @param most largest number of values for each parser */
export function createDraw(most: number): Draw {
  const drawn = new Map<string, Drawn[]>();
  /** By parser: a value is drawn if its rank is below this. */
  const limits = new Map<string, number>();
  let state = SEED;

  /** A step of a linear congruential generator. */
  function nextRank(): number {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state;
  }

  function keepSmallest(parser: string, kept: Drawn[]): void {
    kept.sort((a, b) => a.rank - b.rank);
    kept.length = Math.min(kept.length, most);
    if (kept.length === most) limits.set(parser, kept.at(-1)!.rank);
  }

  return {
    consider(parser, path, value, origin) {
      const rank = nextRank();
      if (origin === undefined || rank >= (limits.get(parser) ?? Infinity)) return;
      const kept = drawn.get(parser) ?? [];
      drawn.set(parser, kept);
      kept.push({rank, ...described(parser, path, value, origin)});
      if (kept.length >= most * 2) keepSmallest(parser, kept);
    },
    lines() {
      for (const [parser, kept] of drawn) keepSmallest(parser, kept);
      return [...drawn.values()]
        .flat()
        .sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : a.rank - b.rank))
        .map(({line}) => line);
    },
  };
}

function described(parser: string, path: string, value: number, origin: Origin): Omit<Drawn, "rank"> {
  const {locator, raw, steps} = origin.explain();
  const {sheet, cell, line, column, element} = locator;
  const at = statSync(path).isDirectory() ? join(path, locator.file) : path;
  return {
    path: at,
    line: JSON.stringify({parser, path: at, sheet, cell, line, column, element, raw, value, steps}),
  };
}
