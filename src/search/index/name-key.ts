// The beginning of a name as a number, so that most names are put in order without a look at their letters.
//
// Keys that differ order their names, by code points, and neither name is the beginning of the other; keys that are equal, or are no
// number, say nothing.

/** Of the first three letters; NaN for a shorter name. */
export function nameKey(name: string): number {
  if (name.length < LETTERS) return Number.NaN;
  let key = 0;
  for (let at = 0; at < LETTERS; at++) key = key * 0x10000 + inOrder(name.charCodeAt(at));
  return key;
}

const LETTERS = 3;

/** Halves of letters beyond U+FFFF come after U+E000 to U+FFFF, as the letters themselves do. */
function inOrder(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}
