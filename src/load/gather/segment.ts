// The observations of one series while they are put in order: sorted by period, each period once.
//
// The same value twice is one observation. Different values for one period contradict each other; nobody can tell which is
// right, so none of them stays.

export interface Segment {
  count: number;
  period: Int32Array;
  value: Float64Array;
  line: Uint32Array;
  /** Sorted rows go here, then the two sets of columns change places. */
  spare: {period: Int32Array; value: Float64Array; line: Uint32Array};
  keys: Float64Array;
}

/** Told of the rows (from, to) of a segment that give one period different values. */
export type OnContradiction = (segment: Segment, from: number, to: number) => void;

export function createSegment(): Segment {
  const columns = () => ({period: new Int32Array(0), value: new Float64Array(0), line: new Uint32Array(0)});
  return {count: 0, ...columns(), spare: columns(), keys: new Float64Array(0)};
}

/** Makes room for `length` rows; those that are there stay. */
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
 * Sorts the rows by period and leaves one per period. Rows that contradict each other are told and left out; without
 * `onContradiction` they all stay, since the run they are in may not hold all of them.
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

/** Stable. Period and place are packed into one double, so that the engine's own sort of numbers does the work. */
function sortByPeriod(segment: Segment): void {
  const {period, value, line, spare, count} = segment;
  let least = period[0]!;
  let most = least;
  for (let row = 1; row < count; row++) {
    least = Math.min(least, period[row]!);
    most = Math.max(most, period[row]!);
  }
  if ((most - least + 1) * count > Number.MAX_SAFE_INTEGER)
    throw new RangeError("periods lie too far apart to be sorted");
  const keys = segment.keys.subarray(0, count);
  for (let row = 0; row < count; row++) keys[row] = (period[row]! - least) * count + row;
  keys.sort();
  for (let place = 0; place < count; place++) {
    const row = keys[place]! % count;
    spare.period[place] = period[row]!;
    spare.value[place] = value[row]!;
    spare.line[place] = line[row]!;
  }
  Object.assign(segment, spare, {spare: {period, value, line}});
}
