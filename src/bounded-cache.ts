// A cache bounded by the bytes it holds: what was used last stays, what was not used for longest goes first.
//
// Nothing here knows time. A key must name the state it was made from, so that an entry is never wrong, only unused.
export interface BoundedCache<V> {
  find(key: string): V | undefined;
  /** Keeps a value of so many bytes; one larger than the whole cache is not kept. */
  keep(key: string, value: V, bytes: number): void;
}

export function createBoundedCache<V>(maxBytes: number): BoundedCache<V> {
  // A Map keeps the order of insertion, so the entry that stands first is the one unused for longest.
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
 * Keeps only what was looked for at least twice: what is asked for once would push out what is asked for again and again.
 * @param forKeeping what is held in place of a value, made only when it is: for one that lives in more memory than it fills
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

/** Each of two generations: at least so many of the latest misses are remembered, and at most twice as many. */
const MISSES_REMEMBERED = 5000;

/** Which keys were missed lately, and which of them more than once. */
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
