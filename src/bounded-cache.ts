// A least-recently-used cache with a limit in bytes.
//
// It knows no time. A key must name the state that its value was made from, so that an entry is never wrong, only unused.
export interface BoundedCache<V> {
  find(key: string): V | undefined;
  /** Keeps a value of this many bytes, unless it is larger than the whole cache. */
  keep(key: string, value: V, bytes: number): void;
}

export function createBoundedCache<V>(maxBytes: number): BoundedCache<V> {
  // A Map keeps the order of insertion, so the first entry is the least recently used.
  const held = new Map<string, {readonly value: V; readonly bytes: number}>();
  let total = 0;

  function drop(key: string): void {
    total -= held.get(key)?.bytes ?? 0;
    held.delete(key);
  }

  return {
    find(key) {
      const entry = held.get(key);
      if (entry === undefined) return undefined;
      held.delete(key);
      held.set(key, entry);
      return entry.value;
    },
    keep(key, value, bytes) {
      drop(key);
      if (bytes > maxBytes) return;
      held.set(key, {value, bytes});
      total += bytes;
      for (const oldest of held.keys()) {
        if (total <= maxBytes) break;
        drop(oldest);
      }
    },
  };
}

/**
 * Keeps only what was requested at least twice: single requests would evict entries that are requested again and again.
 * @param forKeeping makes the value to keep from the value given: use it if a value takes more memory than its content
 */
export function createRepeatCache<V>(
  maxBytes: number,
  forKeeping: (value: V) => V = (value) => value,
): BoundedCache<V> {
  const cache = createBoundedCache<V>(maxBytes);
  const missed = createMisses();
  return {
    find(key) {
      const value = cache.find(key);
      if (value === undefined) missed.add(key);
      return value;
    },
    keep(key, value, bytes) {
      if (bytes <= maxBytes && missed.isRepeated(key)) cache.keep(key, forKeeping(value), bytes);
    },
  };
}

/** Size of each of two generations: at least this many of the latest misses are remembered, and at most twice as many. */
const MISSES_REMEMBERED = 5000;

/** Which keys were missed recently, and which of them more than once. */
function createMisses(): {add(key: string): void; isRepeated(key: string): boolean} {
  let young = new Map<string, boolean>();
  let old = new Map<string, boolean>();
  return {
    add(key) {
      young.set(key, young.has(key) || old.has(key));
      if (young.size < MISSES_REMEMBERED) return;
      old = young;
      young = new Map();
    },
    isRepeated: (key) => young.get(key) ?? old.get(key) ?? false,
  };
}
