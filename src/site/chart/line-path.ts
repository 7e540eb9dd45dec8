// The line of a series as an SVG path. It breaks at a period without a value; a value between two gaps is a dot.
//
// Coordinates are rounded to tenths. If a line has more points than a screen has columns, each column keeps its first, lowest,
// highest and last point, so no peak is lost.
import type {Steps} from "../../work/pace.ts";

/** A point in the units of the drawing; the line breaks before it if the period before has no value. */
export interface ChartPoint {
  readonly x: number;
  readonly y: number;
  readonly afterGap: boolean;
}

/** Points of one step. */
export const POINTS_AT_ONCE = 10_000;

/** Path data; empty if there are no points. */
export function* linePath(points: readonly ChartPoint[], columns: number, width: number): Steps<string> {
  const kept = points.length > columns * 4 ? yield* thinOut(points, columns, width) : points;
  let path = "";
  for (const [at, {x, y, afterGap}] of kept.entries()) {
    const isStart = at === 0 || afterGap;
    const isAutocommitted = isStart && (kept[at + 1]?.afterGap ?? true);
    if (at % POINTS_AT_ONCE === POINTS_AT_ONCE - 1) yield;
    // a line of length 0 with round ends is a dot
    path += `${isStart ? "M" : "L"}${tenth(x)} ${tenth(y)}${isAutocommitted ? "h0" : ""}`;
  }
  return path;
}

/** The single values in path data: they are drawn a second time, larger, so that they are visible. */
export function dotsOf(path: string): string {
  return (path.match(/M[^ML]+h0/g) ?? []).join("");
}

function* thinOut(points: readonly ChartPoint[], columns: number, width: number): Steps<ChartPoint[]> {
  const kept: ChartPoint[] = [];
  let [start, restAt] = [0, POINTS_AT_ONCE];
  const columnOf = (position: ChartPoint): number => Math.floor((position.x / width) * columns);
  while (start < points.length) {
    let end = start + 1;
    const column = columnOf(points[start]!);
    while (end < points.length && columnOf(points[end]!) === column && !points[end]!.afterGap) end++;
    let [low, high] = [start, start];
    for (let at = start; at < end; at++) {
      if (points[at]!.y < points[low]!.y) low = at;
      if (points[at]!.y > points[high]!.y) high = at;
    }
    for (const at of [...new Set([start, low, high, end - 1])].sort((one, other) => one - other))
      kept.push(points[at]!);
    start = end;
    if (start < restAt) continue;
    restAt = start + POINTS_AT_ONCE;
    yield;
  }
  return kept;
}

function tenth(number: number): number {
  return Math.round(number * 10) / 10;
}
