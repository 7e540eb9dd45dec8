// Stocks at 1 January that wait until it is known whether their indicator has other dates too (FIX-fedstat-11).
//
// Four numbers a value, whatever the file's size; what they belong to is an index of the caller's.

export interface PendingStocks {
  readonly count: number;
  wait(owner: number, year: number, value: number, line: number): void;
  /** Hands out all in the order they came, and forgets them. */
  release(take: (owner: number, year: number, value: number, line: number) => void): void;
}

export function createPendingStocks(): PendingStocks {
  let count = 0;
  let owners = new Int32Array(1024);
  let years = new Int16Array(1024);
  let values = new Float64Array(1024);
  let lines = new Int32Array(1024);
  return {
    get count() {
      return count;
    },
    wait(owner, year, value, line) {
      if (count === owners.length) {
        owners = grown(owners, new Int32Array(count * 2));
        years = grown(years, new Int16Array(count * 2));
        values = grown(values, new Float64Array(count * 2));
        lines = grown(lines, new Int32Array(count * 2));
      }
      owners[count] = owner;
      years[count] = year;
      values[count] = value;
      lines[count++] = line;
    },
    release(take) {
      for (let at = 0; at < count; at++) take(owners[at]!, years[at]!, values[at]!, lines[at]!);
      count = 0;
    },
  };
}

function grown<T extends Int32Array | Int16Array | Float64Array>(full: T, larger: T): T {
  larger.set(full);
  return larger;
}
