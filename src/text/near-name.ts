// The known names that a wrong name was probably meant to be: the one near enough, the nearest at any distance, or the nearest few for a hint.

/** The known name nearest to `name` if it is close enough to be a typing error or the same words joined differently; else null. */
export function findNearName(name: string, known: readonly string[]): string | null {
  const plain = plainName(name);
  let nearest: string | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const one of known) {
    const distance = editDistance(plain, plainName(one));
    if (distance < least && distance <= (Math.min(plain.length, one.length) < 5 ? 1 : 2)) {
      nearest = one;
      least = distance;
    }
  }
  return nearest;
}

/** The nearest known name at any distance, the first of equals; null if there are none. Only the first 1,000 are compared. */
export function findNearestName(name: string, known: Iterable<string>): string | null {
  const plain = plainName(name);
  let nearest: string | null = null;
  let least = Number.POSITIVE_INFINITY;
  let looked = 0;
  for (const one of known) {
    if (++looked > MOST_LOOKED_AT) break;
    const other = plainName(one);
    if (Math.abs(other.length - plain.length) >= least) continue;
    const distance = editDistance(plain, other);
    if (distance >= least) continue;
    nearest = one;
    least = distance;
  }
  return nearest;
}

/** Further names are not compared. */
export const MOST_LOOKED_AT = 1_000;

/** At most `most` of them, the nearest first: those that a third of the letters, at most four, separate from the text. */
export function nearestTexts(text: string, known: Iterable<string>, most: number): string[] {
  const wanted = text.toLowerCase();
  const limit = Math.min(4, Math.ceil(wanted.length / 3));
  const found: {readonly one: string; readonly distance: number}[] = [];
  for (const one of known) {
    if (Math.abs(one.length - wanted.length) > limit) continue;
    const distance = editDistance(wanted, one.toLowerCase());
    if (distance <= limit) found.push({one, distance});
  }
  return found
    .sort((left, right) => left.distance - right.distance || (left.one < right.one ? -1 : 1))
    .slice(0, most)
    .map(({one}) => one);
}

/** Whether the names are equal but for case, blanks, `_` and `-`, or one slip away from each other. Short names need to be equal. */
export function isSlipOf(name: string, known: string): boolean {
  const [plain, other] = [plainName(name), plainName(known)];
  return plain === other || (Math.min(plain.length, other.length) > 2 && editDistance(plain, other) === 1);
}

/** Without case, blanks, `_` and `-`; at most 40 characters. */
export function plainName(name: string): string {
  return name
    .toLowerCase()
    .replace(/[\s_-]/g, "")
    .slice(0, 40);
}

/** Letters inserted, deleted, replaced or swapped with their neighbour. */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({length: b.length + 1}, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let least = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, beforeLast[j - 2]! + 1);
      row.push(least);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length]!;
}
