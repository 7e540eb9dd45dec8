// A subject of `npm run trust`: one kind of attack on the whole program, with a seed, a size and a verdict for each try.
//
// A subject never stops at its first failure: it counts, and a failure names the seed and the number by which it is repeated.

/** The size of a run: a number of tries, the default of a few minutes, or the full run from which the page of results is made. */
export interface TrustOptions {
  readonly seed: number;
  /** The number of tries, as asked; null: the subject's own. */
  readonly count: number | null;
  readonly full: boolean;
  /** Only parts with one of these words in their name; empty: all. */
  readonly words: readonly string[];
  readonly say: (line: string) => void;
}

export interface TrustReport {
  readonly tried: number;
  /** Each with what repeats it. */
  readonly failures: readonly string[];
  /** Rows of a table, all with the same columns. */
  readonly rows: readonly Readonly<Record<string, string | number>>[];
}

export interface Subject {
  readonly name: string;
  /** A sentence for the page. */
  readonly about: string;
  run(options: TrustOptions): Promise<TrustReport>;
}

/** A report with the day and the size of its run: what trust/results.json keeps of each subject. */
export interface KeptReport extends TrustReport {
  readonly name: string;
  readonly about: string;
  readonly day: string;
  readonly seed: number;
  readonly seconds: number;
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The seed of one part of a run: another part, or another number of tries, does not change it. */
export function seedOf(seed: number, ...parts: readonly (string | number)[]): number {
  let mixed = seed | 0;
  for (const character of parts.join("\0")) mixed = Math.imul(mixed ^ character.codePointAt(0)!, 0x01000193);
  return mixed;
}
