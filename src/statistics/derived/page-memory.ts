// One piece of memory for the derived values of a page: hundreds of results of some hundred values each.
//
// It is a stack: what steps write lies above what is kept, and only the kept results stay. All of it is invalid once the memory is given back.
import type {ColumnsMemory, SeriesColumns} from "./columns.ts";

export interface PageMemory extends ColumnsMemory {
  /** Moves a result to what is kept, and forgets everything above. */
  keep(columns: SeriesColumns): SeriesColumns;
  /** Forgets everything that is not kept. */
  forget(): void;
}

export interface PageMemories {
  /** @param capacity in values; a result for which there is no room has arrays of its own */
  borrow(capacity: number): PageMemory;
  giveBack(memory: PageMemory): void;
}

/** Two megabytes: for a page of the largest answer and the steps on its last series. */
const KEPT_VALUES = 130_000;

/** Keeps one memory for the next page. */
export function createPageMemories(): PageMemories {
  let free: SizedMemory | null = null;
  return {
    borrow(capacity) {
      const found = free !== null && free.capacity >= capacity ? free : createPageMemory(capacity);
      if (found === free) free = null;
      return found;
    },
    giveBack(memory) {
      const given = memory as SizedMemory;
      given.clear();
      if (given.capacity <= KEPT_VALUES && given.capacity >= (free?.capacity ?? 0)) free = given;
    },
  };
}

interface SizedMemory extends PageMemory {
  readonly capacity: number;
  clear(): void;
}

function createPageMemory(capacity: number): SizedMemory {
  const all = {period: new Int32Array(capacity), value: new Float64Array(capacity), asOf: new Int32Array(capacity)};
  const {period, value, asOf} = all;
  let [kept, top] = [0, 0];
  return {
    capacity,
    take(most) {
      if (top + most > capacity)
        return {period: new Int32Array(most), value: new Float64Array(most), asOf: new Int32Array(most)};
      const [from, to] = [top, top + most];
      top = to;
      return {period: period.subarray(from, to), value: value.subarray(from, to), asOf: asOf.subarray(from, to)};
    },
    keep(columns) {
      if (columns.period.buffer !== period.buffer) {
        top = kept;
        return columns;
      }
      const [from, to] = [kept, kept + columns.count];
      const start = columns.period.byteOffset / Int32Array.BYTES_PER_ELEMENT;
      if (start !== from) for (const one of [period, value, asOf]) one.copyWithin(from, start, start + columns.count);
      [kept, top] = [to, to];
      const own = {period: period.subarray(from, to), value: value.subarray(from, to), asOf: asOf.subarray(from, to)};
      return {...columns, ...own};
    },
    forget() {
      top = kept;
    },
    clear() {
      [kept, top] = [0, 0];
    },
  };
}
