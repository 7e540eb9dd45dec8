// Texts of several levels, such as codes and names of classes: "question~answer~group", "Question / Answer / Group".
//
// Tens of thousands of them have a few hundred levels. They come in an order in which each begins like the one before, so of most texts only
// the last level is looked up.

export interface LevelReader<T> {
  /** Of the text that was read last: what was made of each level. Those behind the number of its levels are of texts before it. */
  readonly found: readonly T[];
  /** @returns the number of its levels; a text without a mark has one, also an empty one */
  read(text: string): number;
}

/** @param make called once for each level, in the order of their first use */
export function createLevelReader<T>(mark: string, make: (level: string) => T): LevelReader<T> {
  const known = new Map<string, T>();
  const found: T[] = [];
  /** Of the text before: its beginnings up to behind each mark. */
  const beginnings: string[] = [];
  let marks = 0;

  function read(text: string): number {
    let shared = marks;
    while (shared > 0 && !text.startsWith(beginnings[shared - 1]!)) shared--;
    marks = shared;
    for (let from = shared === 0 ? 0 : beginnings[shared - 1]!.length; ; ) {
      const end = text.indexOf(mark, from);
      const level = end === -1 ? text.slice(from) : text.slice(from, end);
      let one = known.get(level);
      if (one === undefined) {
        one = make(level);
        known.set(level, one);
      }
      found[marks] = one;
      if (end === -1) return marks + 1;
      from = end + mark.length;
      beginnings[marks++] = text.slice(0, from);
    }
  }

  return {found, read};
}
