// Observations as they come from a parser: four columns of equal length, up to a number of rows that fits the memory limit.
//
// Rows are never moved to sort them: they are visited series by series through an order of row numbers, and sources that come
// series by series need not even that.

export interface Rows {
  count: number;
  readonly capacity: number;
  series: Uint32Array;
  period: Int32Array;
  value: Float64Array;
  /** Running line number over all files of the release. */
  line: Uint32Array;
}

/** Columns of a row (20), its place in the order (4), and its period and value once more in the result (12). */
const BYTES_A_ROW = 36;
/** A small release, of which a replay may read hundreds, asks for little memory. */
const FIRST_ROWS = 2048;

/** Columns that together with what is made of them take about `memoryLimit` bytes; at least one row fits. */
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

/** Makes room for more rows, in large steps: memory that is not written to costs nothing yet. Only when `count` has reached the columns' length and not yet the capacity. */
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

export interface SeriesOrder {
  /** The rows of series s are order[starts[s]] … order[starts[s + 1] - 1], as they came. */
  readonly starts: Uint32Array;
  /** null: the rows stand in this order already. */
  readonly order: Uint32Array | null;
}

/** Rows by series: a counting sort, linear and stable. */
export function orderBySeries(rows: Rows, seriesCount: number): SeriesOrder {
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
