// A cache with a limit in bytes: entries that were used since the last look at them are passed over once when room is made.
//
// It knows no time. A key must name the state that its value was made from, so that an entry is never wrong, only unused.
export interface BoundedCache<V> {
  find(key: string): V | undefined;
  /** Keeps a value of this many bytes, unless it is larger than the whole cache. */
  keep(key: string, value: V, bytes: number): void;
}

interface Entry<V> {
  readonly hash: number;
  readonly key: string;
  readonly value: V;
  readonly bytes: number;
  isUsed: boolean;
  older: Entry<V>;
  newer: Entry<V>;
}

export function createBoundedCache<V>(maxBytes: number): BoundedCache<V> {
  // Keys are numbers, because V8 makes each text unique that a Map is asked for; of two entries with one number the later stays. A Map keeps
  // the places of deleted entries, and a search for its oldest one walks over them: so the order is a ring of its own.
  const entries = new Map<number, Entry<V>>();
  const ring = {} as Pick<Entry<V>, "older" | "newer"> as Entry<V>;
  ring.older = ring.newer = ring;
  let total = 0;

  function putLast(entry: Entry<V>): void {
    entry.older = ring.older;
    entry.newer = ring;
    ring.older.newer = entry;
    ring.older = entry;
  }

  function takeOut({older, newer}: Entry<V>): void {
    older.newer = newer;
    newer.older = older;
  }

  function drop(entry: Entry<V>): void {
    takeOut(entry);
    entries.delete(entry.hash);
    total -= entry.bytes;
  }

  return {
    find(key) {
      const entry = entries.get(hashOf(key) | 0);
      if (entry?.key !== key) return undefined;
      // A use only marks its entry: to move it would cost more than the search.
      entry.isUsed = true;
      return entry.value;
    },
    keep(key, value, bytes) {
      const hash = hashOf(key) | 0;
      const before = entries.get(hash);
      if (before !== undefined) drop(before);
      if (bytes > maxBytes) return;
      // Entries that are passed over come last, and are met again if all were used.
      while (total + bytes > maxBytes && ring.newer !== ring) {
        const oldest = ring.newer;
        if (oldest.isUsed) {
          takeOut(oldest);
          putLast(oldest);
          oldest.isUsed = false;
        } else drop(oldest);
      }
      const entry = {hash, key, value, bytes, isUsed: false, older: ring, newer: ring};
      putLast(entry);
      entries.set(hash, entry);
      total += bytes;
    },
  };
}

/** The entries of one kind in a cache that several kinds share. */
export function cacheOfKind<V>(cache: BoundedCache<unknown>, kind: string): BoundedCache<V> {
  return {
    find: (key) => cache.find(`${kind} ${key}`) as V | undefined,
    keep: (key, value, bytes) => cache.keep(`${kind} ${key}`, value, bytes),
  };
}

/**
 * Keeps only what was requested at least twice: single requests would evict entries that are requested again and again.
 * @param forKeeping makes the value to keep from the value given, now or later: use it if a value takes more memory than its content
 */
export function createRepeatCache<V>(
  maxBytes: number,
  forKeeping: (value: V, then: (kept: V) => void) => void = (value, then) => then(value),
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
      if (bytes > maxBytes || !missed.isRepeated(key)) return;
      forKeeping(value, (own) => cache.keep(key, own, bytes));
    },
  };
}

/** A bounded cache of values that were read from a store: all are forgotten when the state of the store has changed. */
export interface StateCache<V> {
  find(key: string): V | undefined;
  /** The state now, to be asked before a value is read; null: unknown, and nothing is found or kept. */
  state(): number | null;
  /** Keeps the value unless the state has changed since it was read. @param since the last known state, if not given */
  keep(key: string, value: V, bytes: number, since?: number | null): void;
  forget(): void;
}

export function createStateCache<V>(maxBytes: number, readState: () => number | null): StateCache<V> {
  let cache = createBoundedCache<V>(maxBytes);
  let known: number | null = null;

  function forget(): void {
    cache = createBoundedCache<V>(maxBytes);
  }

  function state(): number | null {
    const now = readState();
    if (now !== null && now !== known) {
      forget();
      known = now;
    }
    return now;
  }

  return {
    find: (key) => (state() === null ? undefined : cache.find(key)),
    state,
    keep(key, value, bytes, since = known) {
      if (since !== null && since === known) cache.keep(key, value, bytes);
    },
    forget,
  };
}

/** Places for misses, a power of two: a miss takes the place of an earlier one. */
const MISSES_REMEMBERED = 2 ** 14;

/**
 * Which keys were missed recently, and which of them more than once. A key is remembered by 32 bits: if two are taken for one, a value is
 * only kept a request early.
 */
function createMisses(): {add(key: string): void; isRepeated(key: string): boolean} {
  const hashes = new Uint32Array(MISSES_REMEMBERED);
  const repeated = new Uint8Array(MISSES_REMEMBERED);
  return {
    add(key) {
      const hash = hashOf(key);
      const index = hash % MISSES_REMEMBERED;
      repeated[index] = hashes[index] === hash ? 1 : 0;
      hashes[index] = hash;
    },
    isRepeated(key) {
      const hash = hashOf(key);
      return hashes[hash % MISSES_REMEMBERED] === hash && repeated[hash % MISSES_REMEMBERED] === 1;
    },
  };
}

/** FNV-1a, with its high bits mixed into the low ones, which choose the place. */
function hashOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}
