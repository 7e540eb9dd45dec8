// Values that are a thousand times their neighbours: a unit mistaken, a footnote glued to a number, a point lost.
//
// A value must exceed both neighbours where it has two: where the publisher changes its unit for good, one value is told, not all
// that follow.

/** This many times the larger neighbour, or more. */
export const LEAP_FACTOR = 1000;

/** Neighbours are NaN where there are none. Beside zeros alone nothing can be said. */
export function isLeap(value: number, before: number, after: number): boolean {
  const larger = Math.max(Math.abs(before) || 0, Math.abs(after) || 0);
  return larger > 0 && Math.abs(value) >= larger * LEAP_FACTOR;
}
