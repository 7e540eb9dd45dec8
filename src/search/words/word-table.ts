// Distinct words with numbers, in flat memory: of a Map of 200,000 words each collection of garbage looks at every one.
//
// A hash table with open addressing, in shards that grow alone: no addition takes long. Numbers count from 0 in the order of adding.
import {unsignedNumbers} from "../../statistics/growing-column.ts";

export interface WordTable {
  size(): number;
  /** The number of the word. A new word is added. */
  add(word: string): number;
  find(word: string): number | undefined;
  wordAt(number: number): string;
  startsWith(number: number, beginning: string): boolean;
}

/** UTF-16 units of a chunk. A word begins within one; a longer word has a chunk of its own. */
const CHUNK = 1 << 16;
const SHARDS = 64;
const FIRST_SLOTS = 16;

interface Shard {
  /** The number of a word plus one; 0: none. At least half are 0. */
  slots: Uint32Array;
  count: number;
}

export function createWordTable(): WordTable {
  const hashes = unsignedNumbers();
  /** By number: the offset of its length, which is before its units. */
  const starts = unsignedNumbers();
  const chunks: Uint16Array[] = [];
  let used = CHUNK;
  const shards = Array.from({length: SHARDS}, (): Shard => ({slots: new Uint32Array(FIRST_SLOTS), count: 0}));

  function isAt(number: number, word: string, isWhole: boolean): boolean {
    const start = starts.at(number);
    const chunk = chunks[Math.floor(start / CHUNK)]!;
    const from = start % CHUNK;
    const length = chunk[from]!;
    if (isWhole ? length !== word.length : length < word.length) return false;
    for (let at = 0; at < word.length; at++) if (chunk[from + 1 + at] !== word.charCodeAt(at)) return false;
    return true;
  }

  /** The slot of the word, or the empty one where it belongs. */
  function slotOf({slots}: Shard, hash: number, word: string): number {
    const mask = slots.length - 1;
    let slot = (hash >>> 6) & mask;
    for (; slots[slot] !== 0; slot = (slot + 1) & mask) {
      const number = slots[slot]! - 1;
      if (hashes.at(number) === hash && isAt(number, word, true)) break;
    }
    return slot;
  }

  function grow(shard: Shard): void {
    const {slots: before} = shard;
    const slots = new Uint32Array(2 * before.length);
    for (const entry of before) {
      if (entry === 0) continue;
      let slot = (hashes.at(entry - 1) >>> 6) & (slots.length - 1);
      while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1);
      slots[slot] = entry;
    }
    shard.slots = slots;
  }

  function keep(word: string): void {
    if (word.length > MOST_UNITS) throw new RangeError(`a word has ${word.length} letters`);
    if (used + word.length + 1 > CHUNK) {
      chunks.push(new Uint16Array(Math.max(CHUNK, word.length + 1)));
      used = 0;
    }
    const chunk = chunks.at(-1)!;
    starts.push((chunks.length - 1) * CHUNK + used);
    chunk[used++] = word.length;
    for (let at = 0; at < word.length; at++) chunk[used++] = word.charCodeAt(at);
  }

  return {
    size: () => starts.length,
    add(word) {
      const hash = hashOf(word);
      const shard = shards[hash % SHARDS]!;
      if (2 * shard.count >= shard.slots.length) grow(shard);
      const slot = slotOf(shard, hash, word);
      if (shard.slots[slot] !== 0) return shard.slots[slot]! - 1;
      keep(word);
      shard.count++;
      shard.slots[slot] = hashes.push(hash);
      return starts.length - 1;
    },
    find(word) {
      const hash = hashOf(word);
      const shard = shards[hash % SHARDS]!;
      const entry = shard.slots[slotOf(shard, hash, word)]!;
      return entry === 0 ? undefined : entry - 1;
    },
    wordAt(number) {
      const start = starts.at(number);
      const chunk = chunks[Math.floor(start / CHUNK)]!;
      const from = (start % CHUNK) + 1;
      return String.fromCharCode(...chunk.subarray(from, from + chunk[from - 1]!));
    },
    startsWith: (number, beginning) => isAt(number, beginning, false),
  };
}

/** A length is one unit. */
const MOST_UNITS = 0xffff;

function hashOf(word: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}
