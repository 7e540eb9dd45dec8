// The observations of a release in memory: rows in four columns, visited series by series as segments that are sorted by period.
//
// Rows are not moved: they are visited in a sorted order of row numbers, which is not needed if the source gives its series one after
// another. In a segment the same value twice is one observation. Different values for one period contradict each other, and none is used.

export interface Rows {
  count: number;
  readonly capacity: number;
  series: Uint32Array;
  period: Int32Array;
  value: Float64Array;
  /** The line number, counted over all files of the release. */
  line: Uint32Array;
}

/** Columns of a row (20), its place in the order (4), and its period and value again in the result (12). */
const BYTES_A_ROW = 36;
/** A small release gets little memory: a replay may read hundreds of them. */
const FIRST_ROWS = 2048;

/** Columns that take about `memoryLimit` bytes together with the result made of them; at least one row fits. */
export function createRows(memoryLimit: number): Rows {
  const capacity = Math.max(1, Math.min(Math.floor(memoryLimit / BYTES_A_ROW), 2 ** 31 - 1));
  const length = Math.min(FIRST_ROWS, capacity);
  return {
    count: 0,
    capacity,
    series: new Uint32Array(length),
    period: new Int32Array(length),
    value: new Float64Array(length),
    line: new Uint32Array(length),
  };
}

/**
 * Makes room for more rows, in large steps, because memory that was never written costs nothing. Only if `count` has reached the length of
 * the columns but not the capacity.
 */
export function growRows(rows: Rows): void {
  const length = Math.min(rows.series.length * 8, rows.capacity);
  const {series, period, value, line} = rows;
  rows.series = new Uint32Array(length);
  rows.series.set(series);
  rows.period = new Int32Array(length);
  rows.period.set(period);
  rows.value = new Float64Array(length);
  rows.value.set(value);
  rows.line = new Uint32Array(length);
  rows.line.set(line);
}

/** Gives the memory back. */
export function emptyRows(rows: Rows): void {
  rows.count = 0;
  rows.series = new Uint32Array(0);
  rows.period = new Int32Array(0);
  rows.value = new Float64Array(0);
  rows.line = new Uint32Array(0);
}

interface SeriesOrder {
  /** The rows of series s are order[starts[s]] … order[starts[s + 1] - 1], in their order of arrival. */
  readonly starts: Uint32Array;
  /** null: the rows are in this order already. */
  readonly order: Uint32Array | null;
}

/** Rows by series: a counting sort, linear and stable. */
function orderBySeries(rows: Rows, seriesCount: number): SeriesOrder {
  const {series, count} = rows;
  const starts = new Uint32Array(seriesCount + 1);
  let inOrder = true;
  for (let row = 0, before = 0; row < count; row++) {
    const one = series[row]!;
    if (one < before) inOrder = false;
    before = one;
    starts[one + 1]!++;
  }
  for (let one = 0; one < seriesCount; one++) starts[one + 1]! += starts[one]!;
  if (inOrder) return {starts, order: null};
  const order = new Uint32Array(count);
  const next = starts.slice();
  for (let row = 0; row < count; row++) order[next[series[row]!]!++] = row;
  return {starts, order};
}

/** Visits the rows series by series; the segment is reused for the next series. */
export function forEachSegment(
  rows: Rows,
  seriesCount: number,
  onSegment: (series: number, segment: Segment) => void,
): void {
  const {starts, order} = orderBySeries(rows, seriesCount);
  const segment = createSegment();
  for (let series = 0; series < seriesCount; series++) {
    const start = starts[series]!;
    const count = starts[series + 1]! - start;
    if (count === 0) continue;
    reserveSegment(segment, count);
    segment.count = count;
    if (order === null) {
      copyElements(rows.period, start, count, segment.period, 0);
      copyElements(rows.value, start, count, segment.value, 0);
      copyElements(rows.line, start, count, segment.line, 0);
    } else {
      for (let index = 0; index < count; index++) {
        const row = order[start + index]!;
        segment.period[index] = rows.period[row]!;
        segment.value[index] = rows.value[row]!;
        segment.line[index] = rows.line[row]!;
      }
    }
    onSegment(series, segment);
  }
}

/** Up to this many rows are copied one by one: a view of an array costs more than a short series. */
export const SHORT = 16;

export function copyElements<T extends Int32Array | Uint32Array | Float64Array>(
  from: T,
  start: number,
  count: number,
  to: T,
  at: number,
): void {
  if (count > SHORT) to.set(from.subarray(start, start + count), at);
  else for (let index = 0; index < count; index++) to[at + index] = from[start + index]!;
}

export interface Segment {
  count: number;
  period: Int32Array;
  value: Float64Array;
  line: Uint32Array;
  /** Sorted rows go here, then the two sets of columns are swapped. */
  spare: {period: Int32Array; value: Float64Array; line: Uint32Array};
  keys: Float64Array;
}

/** Called with the rows from … to - 1 of a segment that give one period different values. */
export type OnContradiction = (segment: Segment, from: number, to: number) => void;

export function createSegment(): Segment {
  const columns = () => ({period: new Int32Array(0), value: new Float64Array(0), line: new Uint32Array(0)});
  return {count: 0, ...columns(), spare: columns(), keys: new Float64Array(0)};
}

/** Makes room for `length` rows and keeps the present ones. */
export function reserveSegment(segment: Segment, length: number): void {
  if (segment.period.length >= length) return;
  const room = Math.max(length, segment.period.length * 2, 256);
  const {period, value, line} = segment;
  const columns = () => ({period: new Int32Array(room), value: new Float64Array(room), line: new Uint32Array(room)});
  Object.assign(segment, columns(), {spare: columns(), keys: new Float64Array(room)});
  segment.period.set(period);
  segment.value.set(value);
  segment.line.set(line);
}

/**
 * Sorts the rows by period and leaves one per period. Contradicting rows are reported and left out; without `onContradiction` they are all
 * kept, because the part may not have all rows of the period.
 */
export function settleSegment(segment: Segment, onContradiction: OnContradiction | null): void {
  if (isAscending(segment)) return;
  if (isDescending(segment)) reverse(segment);
  else sortByPeriod(segment);
  const {period, value, line} = segment;
  let kept = 0;
  for (let from = 0, to = 0; from < segment.count; from = to) {
    let agree = true;
    for (to = from + 1; to < segment.count && period[to] === period[from]; to++)
      if (value[to] !== value[from]) agree = false;
    if (!agree && onContradiction) {
      onContradiction(segment, from, to);
      continue;
    }
    const last = agree ? from + 1 : to;
    for (let row = from; row < last; row++, kept++) {
      period[kept] = period[row]!;
      value[kept] = value[row]!;
      line[kept] = line[row]!;
    }
  }
  segment.count = kept;
}

function isAscending({period, count}: Segment): boolean {
  for (let row = 1; row < count; row++) if (period[row]! <= period[row - 1]!) return false;
  return true;
}

function isDescending({period, count}: Segment): boolean {
  for (let row = 1; row < count; row++) if (period[row]! >= period[row - 1]!) return false;
  return true;
}

function reverse({period, value, line, count}: Segment): void {
  period.subarray(0, count).reverse();
  value.subarray(0, count).reverse();
  line.subarray(0, count).reverse();
}

/** Stable. Period and place are packed into one double, so that the native sort of numbers can be used. */
function sortByPeriod(segment: Segment): void {
  const {period, value, line, spare, count} = segment;
  let least = period[0]!;
  let most = least;
  for (let row = 1; row < count; row++) {
    least = Math.min(least, period[row]!);
    most = Math.max(most, period[row]!);
  }
  if ((most - least + 1) * count > Number.MAX_SAFE_INTEGER)
    throw new RangeError("the periods are too far apart to be sorted");
  const keys = segment.keys.subarray(0, count);
  for (let row = 0; row < count; row++) keys[row] = (period[row]! - least) * count + row;
  keys.sort();
  for (let index = 0; index < count; index++) {
    const row = keys[index]! % count;
    spare.period[index] = period[row]!;
    spare.value[index] = value[row]!;
    spare.line[index] = line[row]!;
  }
  Object.assign(segment, spare, {spare: {period, value, line}});
}
