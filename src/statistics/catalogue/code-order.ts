// The order of codes: by Unicode code points, null before any code (CONTRACT 2 "Codes sort by code points").
//
// JavaScript's own `<` compares UTF-16 units, which puts a character beyond U+FFFF before U+E000…U+FFFF;
// PostgreSQL's "C" collation and SQLite compare UTF-8 bytes, which is code-point order, as here.

/** Compares two codes by code points; null comes before every code. Negative, zero or positive. */
export function compareCodes(left: string | null, right: string | null): number {
  if (left === right) return 0;
  if (left === null) return -1;
  if (right === null) return 1;
  const shorter = Math.min(left.length, right.length);
  let at = 0;
  while (at < shorter && left.charCodeAt(at) === right.charCodeAt(at)) at++;
  if (at === shorter) return left.length - right.length;
  // The first difference may be the second half of a pair: then the characters begin one unit before.
  const start = at > 0 && isHighSurrogate(left.charCodeAt(at - 1)) ? at - 1 : at;
  const difference = (left.codePointAt(start) as number) - (right.codePointAt(start) as number);
  return difference === 0 ? (left.codePointAt(at) as number) - (right.codePointAt(at) as number) : difference;
}

/** Place of a code in a list sorted by compareCodes, or -1 when it is not there. */
export function findCode(sorted: readonly (string | null)[], code: string): number {
  let low = 0;
  let high = sorted.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const compared = compareCodes(sorted[middle] as string | null, code);
    if (compared === 0) return middle;
    if (compared < 0) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
