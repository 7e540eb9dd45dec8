// Places of series by their keys. Keys are hashes, so their last characters say where a place is in the table; a Map would compute a hash
// of each text, and the engine would keep each text once more.

export interface KeyTable {
  /** The place that the key was added with; -1: it was not added. */
  indexOf(key: string): number;
  /** Adds the key, or replaces its place: a whole number from 0 on. */
  set(key: string, index: number): void;
}

/** @param size how many keys there will be at most */
export function createKeyTable(size: number): KeyTable {
  const mask = 2 ** Math.ceil(Math.log2(2 * size + 2)) - 1;
  /** The number of a key plus one; 0: none. At least half are 0. */
  const slots = new Uint32Array(mask + 1);
  const keys: string[] = [];
  const indexes = new Uint32Array(size);

  /** The slot of the key, or the empty one where it belongs. */
  function slotOf(key: string): number {
    let hash = 0;
    for (let at = Math.max(0, key.length - HASHED); at < key.length; at++)
      hash = Math.imul(hash, 36) + key.charCodeAt(at);
    let slot = (hash ^ (hash >>> 15)) & mask;
    while (slots[slot] !== 0 && keys[slots[slot]! - 1] !== key) slot = (slot + 1) & mask;
    return slot;
  }

  return {
    indexOf(key) {
      const number = slots[slotOf(key)]!;
      return number === 0 ? -1 : indexes[number - 1]!;
    },
    set(key, index) {
      const slot = slotOf(key);
      if (slots[slot] === 0) {
        if (keys.length === size) throw new RangeError(`a table for ${size} keys gets another one`);
        slots[slot] = keys.push(key);
      }
      indexes[slots[slot]! - 1] = index;
    },
  };
}

/** The characters of a key that tell its slot. */
const HASHED = 7;
