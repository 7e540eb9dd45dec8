// Numbers for repeated texts, found by their bytes: no string is made of a cell that was read before.
//
// A hash table with open addressing; ids count from 0 in the order of adding.

export interface ByteDictionary {
  /** The id of bytes[start, end), or -1. */
  find(bytes: Uint8Array, start: number, end: number): number;
  /** Gives the next id to bytes that `find` has just not found. */
  add(bytes: Uint8Array, start: number, end: number): number;
}

export function createByteDictionary(): ByteDictionary {
  let indexes = new Int32Array(256).fill(-1);
  let hashes = new Int32Array(128);
  let starts = new Int32Array(129);
  let stored = new Uint8Array(4096);
  let count = 0;

  function grow(): void {
    hashes = enlarged(hashes, hashes.length * 2);
    starts = enlarged(starts, hashes.length + 1);
    indexes = new Int32Array(hashes.length * 2).fill(-1);
    for (let id = 0; id < count; id++) indexes[freeIndex(hashes[id]!)] = id;
  }

  function freeIndex(hash: number): number {
    const mask = indexes.length - 1;
    let index = hash & mask;
    while (indexes[index] !== -1) index = (index + 1) & mask;
    return index;
  }

  return {
    find(bytes, start, end) {
      const hash = hashOf(bytes, start, end);
      const mask = indexes.length - 1;
      for (let index = hash & mask; ; index = (index + 1) & mask) {
        const id = indexes[index]!;
        if (id === -1) return -1;
        if (hashes[id] !== hash) continue;
        let at = starts[id]!;
        if (starts[id + 1]! - at !== end - start) continue;
        let from = start;
        while (from < end && stored[at] === bytes[from]) {
          at++;
          from++;
        }
        if (from === end) return id;
      }
    },
    add(bytes, start, end) {
      if (count === hashes.length) grow();
      const from = starts[count]!;
      const to = from + end - start;
      if (to > stored.length) stored = enlarged(stored, Math.max(to, stored.length * 2));
      stored.set(bytes.subarray(start, end), from);
      const hash = hashOf(bytes, start, end);
      hashes[count] = hash;
      starts[count + 1] = to;
      indexes[freeIndex(hash)] = count;
      return count++;
    },
  };
}

/** A copy with more room. */
export function enlarged<T extends Uint8Array | Int32Array>(column: T, length: number): T {
  const larger = new (column.constructor as new (length: number) => T)(length);
  larger.set(column);
  return larger;
}

function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5 | 0;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ bytes[at]!, 0x01000193);
  return hash ^ (hash >>> 15);
}
