// Words of families by levels: tens of thousands of names and codes have a few hundred levels, so the families of each level are collected
// first, and its words are added once for each range of them, not once for each name.
//
// Fields come one after another, in the order of FIELD, as the words of a name or a code would.
import {FIELD, longerCopy, type Posted, type PostingsDraft} from "./postings.ts";

export interface LevelRanges {
  /** A range of families that have the level. Ranges ascend. */
  add(level: number, from: number, to: number): void;
  /** Adds the words of each level that was added. */
  post(draft: PostingsDraft, wordsOf: (level: number) => readonly Posted[]): Generator<undefined, void>;
}

export function createLevelRanges(): LevelRanges {
  /** Three numbers for each range: its level, its first family, and the family behind its last. */
  let log = new Uint32Array(1024);
  let end = 0;
  /** By level: the offset in the log behind its last range; 0: it has none. */
  let lastOf = new Uint32Array(256);

  return {
    add(level, from, to) {
      if (level >= lastOf.length) lastOf = longerCopy(lastOf, 2 * level);
      const last = lastOf[level]!;
      if (last > 0 && from <= log[last - 1]!) {
        log[last - 1] = Math.max(log[last - 1]!, to);
        return;
      }
      if (end + 3 > log.length) log = longerCopy(log, 2 * log.length);
      log[end] = level;
      log[end + 1] = from;
      log[end + 2] = to;
      end += 3;
      lastOf[level] = end;
    },
    *post(draft, wordsOf) {
      const known: (readonly Posted[])[] = [];
      for (const field of Object.values(FIELD)) {
        for (let range = 0; range < end; range += 3) {
          if (range % (3 * RANGES_AT_ONCE) === 0) yield;
          const level = log[range]!;
          known[level] ??= wordsOf(level);
          const posted = known[level];
          for (let at = 0; at < posted.length; at++) {
            if (posted[at]![1] !== field) continue;
            const words = posted[at]![0];
            for (let word = 0; word < words.length; word++)
              draft.add(words[word]!, log[range + 1]!, log[range + 2]!, field);
          }
        }
      }
    },
  };
}

const RANGES_AT_ONCE = 5000;
