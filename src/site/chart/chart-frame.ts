// The frame of a chart: the days and the value scale of all its lines.
//
// A few outliers don't set the scale: they are beyond its edge, and the chart says how many they are (client/outliers.ts).

import {sortNumbers} from "../../statistics/order/number-order.ts";
import type {RowList} from "../../statistics/row-list.ts";
import type {Day} from "../../statistics/time/day.ts";
import {atOnce, type Steps} from "../../work/pace.ts";
import {clippingOf, finite} from "../client/outliers.ts";
import {type Scale, valueScale} from "./axes.ts";
import type {ChartLine, Point} from "./chart-line.ts";
import {POINTS_AT_ONCE} from "./line-path.ts";

/** The days and the value scale of a chart. */
export interface Frame {
  readonly first: Day;
  readonly last: Day;
  readonly scale: Scale;
  /** Values beyond the edges of the scale, because they would flatten the line (client/outliers.ts). */
  readonly beyond: number;
}

/** Days on both sides of a single period: enough for marks at months, since marks at days would suggest daily values. */
const ROOM_OF_ONE = 200;

/** Value marks that a small chart has room for. */
const SMALL_MARKS = 2;

/** null if no line has a value. */
export function frameOf(lines: readonly ChartLine[]): Frame | null {
  return atOnce(frameInSteps(lines));
}

/** @param small for a small chart: few value marks, and no value beyond an edge, since there is no room to say so */
export function* frameInSteps(lines: readonly ChartLine[], small = false): Steps<Frame | null> {
  if (lines.every(({points}) => points.length === 0)) return null;
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const valuesOfLines: number[][] = [];
  for (const {points} of lines) {
    const values = yield* valuesOf(points);
    valuesOfLines.push(values);
    for (const value of values) {
      if (!Number.isFinite(value)) continue;
      if (value < low) low = value;
      if (value > high) high = value;
    }
    yield;
  }
  const [least, most] = small ? [low, high] : yield* edgesOf(lines, valuesOfLines, low, high);
  let beyond = 0;
  for (const values of valuesOfLines) {
    for (const value of values) if (value < least || value > most) beyond++;
    yield;
  }
  return {...spanOf(lines), scale: valueScale([least, most], small ? SMALL_MARKS : undefined), beyond};
}

function* valuesOf(points: RowList<Point>): Steps<number[]> {
  const values: number[] = [];
  for (const {value} of points) if (values.push(value) % POINTS_AT_ONCE === 0) yield;
  return values;
}

/** The days of all lines; points ascend by day. A single period gets room on both sides. */
export function spanOf(lines: readonly ChartLine[]): Pick<Frame, "first" | "last"> {
  const drawn = lines.filter(({points}) => points.length > 0);
  const first = Math.min(...drawn.map(({points}) => points.at(0)!.day));
  const last = Math.max(...drawn.map(({points}) => points.at(-1)!.day));
  return first === last ? {first: first - ROOM_OF_ONE, last: last + ROOM_OF_ONE} : {first, last};
}

/** Several lines are cut only if all values need a scale this many times as high. */
const FLATTENED = 3;

/** The lowest and the highest value in sight. Outliers of one line may be values of another, so the edges are around all lines without theirs. */
function* edgesOf(
  lines: readonly ChartLine[],
  valuesOfLines: readonly (readonly number[])[],
  low: number,
  high: number,
): Steps<readonly [number, number]> {
  const clippings: ReturnType<typeof clippingOf>[] = [];
  for (const [at, {points, since}] of lines.entries()) {
    const index = since === undefined ? 0 : points.findIndex(({day}) => day >= since);
    yield;
    const counted = new Float64Array(finite(valuesOfLines[at]!.slice(Math.max(0, index))));
    clippings.push(clippingOf(valuesOfLines[at]!, index, yield* sortNumbers(counted)));
    yield;
  }
  if (clippings.every((one) => one === null)) return [low, high];
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const [at, values] of valuesOfLines.entries()) {
    yield;
    const clipping = clippings[at];
    const own = clipping ? [clipping.low, clipping.high] : values;
    for (const value of own)
      if (Number.isFinite(value)) [least, most] = [Math.min(least, value), Math.max(most, value)];
  }
  return lines.length === 1 || high - low >= FLATTENED * (most - least) ? [least, most] : [low, high];
}
