// The class of a line by its place among the lines of a chart: six colours, then the same colours with dashes.
const COLOURS = 6;

/** @param at from 0 */
export function lineClass(at: number): string {
  return `line-${(at % COLOURS) + 1}${at < COLOURS ? "" : " dashed"}`;
}
