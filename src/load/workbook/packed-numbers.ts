// The numbers of one sheet in flat columns: most cells of a large workbook are numbers, and an object for each would be most of its memory.
//
// The digits are kept as they are in the file, because a double does not tell how its cell was written; their text is made when it is asked
// for. So a cell from here is only a view: it is made at each call, and two of the same place are two objects.
import {Buffer} from "node:buffer";

export interface PackedNumbers {
  /** Of the number that is added next. */
  readonly count: number;
  /** @param text of the number, ASCII alone */
  add(number: number, format: string, text: string): void;
  /** A cell of a sheet (sheet.ts). */
  cell(index: number): PackedNumber;
}

const FIRST_NUMBERS = 256;
const FIRST_BYTES = 4096;

interface Columns {
  count: number;
  numbers: Float64Array;
  /** The ends of the digits in `bytes`. */
  ends: Uint32Array;
  bytes: Buffer;
  readonly formats: string[];
}

export function createPackedNumbers(): PackedNumbers {
  const columns: Columns = {
    count: 0,
    numbers: new Float64Array(FIRST_NUMBERS),
    ends: new Uint32Array(FIRST_NUMBERS),
    bytes: Buffer.alloc(FIRST_BYTES),
    formats: [],
  };
  return {
    get count() {
      return columns.count;
    },
    add(number, format, text) {
      const index = columns.count++;
      if (index === columns.numbers.length) growNumbers(columns);
      const start = index === 0 ? 0 : columns.ends[index - 1]!;
      const end = start + text.length;
      if (end > columns.bytes.length) growBytes(columns, end);
      const {bytes} = columns;
      for (let at = 0; at < text.length; at++) bytes[start + at] = text.charCodeAt(at);
      columns.numbers[index] = number;
      columns.ends[index] = end;
      columns.formats.push(format);
    },
    cell: (index) => new PackedNumber(columns, index),
  };
}

function growNumbers(columns: Columns): void {
  const {numbers, ends} = columns;
  columns.numbers = new Float64Array(numbers.length * 2);
  columns.numbers.set(numbers);
  columns.ends = new Uint32Array(ends.length * 2);
  columns.ends.set(ends);
}

function growBytes(columns: Columns, needed: number): void {
  const {bytes} = columns;
  columns.bytes = Buffer.alloc(Math.max(bytes.length * 2, needed));
  bytes.copy(columns.bytes);
}

class PackedNumber {
  readonly #columns: Columns;
  readonly #place: number;

  constructor(columns: Columns, index: number) {
    this.#columns = columns;
    this.#place = index;
  }

  get kind(): "number" {
    return "number";
  }

  get text(): string {
    const {ends, bytes} = this.#columns;
    return bytes.toString("latin1", this.#place === 0 ? 0 : ends[this.#place - 1]!, ends[this.#place]!);
  }

  get plain(): string {
    return this.text;
  }

  get number(): number {
    return this.#columns.numbers[this.#place]!;
  }

  get format(): string {
    return this.#columns.formats[this.#place]!;
  }
}
