// The line of a series as an SVG path. It breaks at a period without a value; a value between two gaps is a dot.
//
// Coordinates are rounded to tenths. If a line has more points than a screen has columns, each column keeps its first, lowest,
// highest and last point, so no peak is lost.
import type {Steps} from "../../work/pace.ts";

/** Points in the units of the drawing, in columns: tens of thousands of objects would hold the loop while garbage is collected. */
export interface PathPoints {
  count: number;
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** 1: the period before has no value, and the line breaks before the point. */
  readonly afterGap: Uint8Array;
}

/** Points of one step. */
export const POINTS_AT_ONCE = 10_000;

export function createPoints(room: number): PathPoints {
  return {count: 0, x: new Float64Array(room), y: new Float64Array(room), afterGap: new Uint8Array(room)};
}

/** Path data; empty if there are no points. @param isStepped a value goes on as it is until the next one */
export function* linePath(points: PathPoints, columns: number, width: number, isStepped = false): Steps<string> {
  const {count, x, y, afterGap} = points.count > columns * 4 ? yield* thinOut(points, columns, width) : points;
  let path = "";
  for (let at = 0; at < count; at++) {
    const isStart = at === 0 || afterGap[at] === 1;
    const isAlone = isStart && (at + 1 === count || afterGap[at + 1] === 1);
    if (at % POINTS_AT_ONCE === POINTS_AT_ONCE - 1) yield;
    // a line of length 0 with round ends is a dot
    const [across, down] = [tenth(x[at]!), tenth(y[at]!)];
    if (isStepped && !isStart) path += `H${across}V${down}`;
    else path += `${isStart ? "M" : "L"}${across} ${down}${isAlone ? "h0" : ""}`;
  }
  return path;
}

/** The single values in path data: they are drawn a second time, larger, so that they are visible. */
export function dotsOf(path: string): string {
  return (path.match(/M[^ML]+h0/g) ?? []).join("");
}

function* thinOut(points: PathPoints, columns: number, width: number): Steps<PathPoints> {
  const {count, x, y, afterGap} = points;
  const kept = createPoints(count);
  let [start, restAt] = [0, POINTS_AT_ONCE];
  const columnOf = (at: number): number => Math.floor((x[at]! / width) * columns);
  while (start < count) {
    let end = start + 1;
    const column = columnOf(start);
    while (end < count && columnOf(end) === column && afterGap[end] === 0) end++;
    let [low, high] = [start, start];
    for (let at = start; at < end; at++) {
      if (y[at]! < y[low]!) low = at;
      if (y[at]! > y[high]!) high = at;
    }
    const inOrder = [start, Math.min(low, high), Math.max(low, high), end - 1];
    for (const [index, at] of inOrder.entries()) if (at !== inOrder[index - 1]) keepPoint(kept, points, at);
    start = end;
    if (start < restAt) continue;
    restAt = start + POINTS_AT_ONCE;
    yield;
  }
  return kept;
}

function keepPoint(kept: PathPoints, {x, y, afterGap}: PathPoints, at: number): void {
  addPoint(kept, x[at]!, y[at]!, afterGap[at] === 1);
}

export function addPoint(points: PathPoints, x: number, y: number, afterGap: boolean): void {
  const at = points.count++;
  points.x[at] = x;
  points.y[at] = y;
  points.afterGap[at] = afterGap ? 1 : 0;
}

function tenth(number: number): number {
  return Math.round(number * 10) / 10;
}
