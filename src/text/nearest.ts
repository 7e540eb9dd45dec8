// The known texts nearest to a mistyped one, for hints.

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

/** Letters that are added, dropped or changed. */
function editDistance(one: string, other: string): number {
  let row = Array.from({length: other.length + 1}, (_, at) => at);
  for (let at = 0; at < one.length; at++) {
    const next = [at + 1];
    for (let to = 0; to < other.length; to++) {
      const changed = row[to]! + (one[at] === other[to] ? 0 : 1);
      next.push(Math.min(changed, row[to + 1]! + 1, next[to]! + 1));
    }
    row = next;
  }
  return row[other.length]!;
}
