// The line of a series as an SVG path: it breaks where a period has no value, and a value between two gaps is a dot.
//
// Places are whole tenths. Where a line has more points than a screen has columns, each column keeps its first, lowest, highest and
// last point, so that no peak is lost.

/** A point in the units of the drawing; null where the period before it has no value: the line breaks there. */
export interface Place {
  readonly x: number;
  readonly y: number;
  readonly afterGap: boolean;
}

/** Path data; empty when there is nothing to draw. */
export function linePath(places: readonly Place[], columns: number, width: number): string {
  const kept = places.length > columns * 4 ? thinOut(places, columns, width) : places;
  let path = "";
  for (const [at, {x, y, afterGap}] of kept.entries()) {
    const isStart = at === 0 || afterGap;
    const isAlone = isStart && (kept[at + 1]?.afterGap ?? true);
    // a line of no length is drawn as a dot by its round ends
    path += `${isStart ? "M" : "L"}${tenth(x)} ${tenth(y)}${isAlone ? "h0" : ""}`;
  }
  return path;
}

/** Of path data the values that stand alone, to be drawn once more so large that they are seen; empty when there are none. */
export function dotsOf(path: string): string {
  return (path.match(/M[^ML]+h0/g) ?? []).join("");
}

function thinOut(places: readonly Place[], columns: number, width: number): Place[] {
  const kept: Place[] = [];
  let start = 0;
  const columnOf = (place: Place): number => Math.floor((place.x / width) * columns);
  while (start < places.length) {
    let end = start + 1;
    const column = columnOf(places[start]!);
    while (end < places.length && columnOf(places[end]!) === column && !places[end]!.afterGap) end++;
    let [low, high] = [start, start];
    for (let at = start; at < end; at++) {
      if (places[at]!.y < places[low]!.y) low = at;
      if (places[at]!.y > places[high]!.y) high = at;
    }
    for (const at of [...new Set([start, low, high, end - 1])].sort((one, other) => one - other))
      kept.push(places[at]!);
    start = end;
  }
  return kept;
}

function tenth(number: number): number {
  return Math.round(number * 10) / 10;
}
