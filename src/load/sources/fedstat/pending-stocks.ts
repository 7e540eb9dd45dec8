// Stocks at 1 January that wait until it is known whether their indicator has other dates too (FIX-fedstat-11).
//
// Four numbers a value, whatever the file's size; what they belong to is an index of the caller's.

export interface PendingStocks {
  readonly count: number;
  /** Those that come next stand in this file. */
  startFile(name: string): void;
  wait(owner: number, year: number, value: number, line: number): void;
  /** Hands out all in the order they came, telling each file before those of it, and forgets them. */
  release(
    startFile: (name: string) => void,
    take: (owner: number, year: number, value: number, line: number) => void,
  ): void;
}

export function createPendingStocks(): PendingStocks {
  let count = 0;
  let owners = new Int32Array(1024);
  let years = new Int16Array(1024);
  let values = new Float64Array(1024);
  let lines = new Int32Array(1024);
  /** Each file with the number that waited when it began. */
  let files: {readonly name: string; readonly from: number}[] = [];
  return {
    get count() {
      return count;
    },
    startFile(name) {
      files.push({name, from: count});
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
    release(startFile, take) {
      for (const [place, {name, from}] of files.entries()) {
        const end = files[place + 1]?.from ?? count;
        if (end > from) startFile(name);
        for (let at = from; at < end; at++) take(owners[at]!, years[at]!, values[at]!, lines[at]!);
      }
      count = 0;
      files = files.slice(-1).map(({name}) => ({name, from: 0}));
    },
  };
}

function grown<T extends Int32Array | Int16Array | Float64Array>(full: T, larger: T): T {
  larger.set(full);
  return larger;
}
