// Numbers whose count is not known before the last one: a few bytes each, and nothing for the garbage collector to look at. An array of a
// million numbers is twice as large, and is looked through at each collection.

type Numbers = Uint32Array<ArrayBufferLike> | Int32Array<ArrayBufferLike> | Float64Array<ArrayBufferLike>;

export class GrowingColumn<T extends Numbers> {
  length = 0;
  private numbers: T;

  /** @param numbers memory for the first ones, at least for one */
  constructor(numbers: T) {
    this.numbers = numbers;
  }

  /** @returns the length */
  push(number: number): number {
    this.makeRoom(1);
    this.numbers[this.length++] = number;
    return this.length;
  }

  /** Adds the first `count` numbers of others. */
  append(others: T, count: number): void {
    this.makeRoom(count);
    this.numbers.set(others.subarray(0, count), this.length);
    this.length += count;
  }

  at(index: number): number {
    return this.numbers[index]!;
  }

  /** @param index of a number that was added */
  set(index: number, number: number): void {
    this.numbers[index] = number;
  }

  /** All numbers, in memory of their own. */
  finish(): T {
    return this.numbers.slice(0, this.length) as T;
  }

  /** Valid until a number is added. */
  part(begin: number, end: number): T {
    return this.numbers.subarray(begin, end) as T;
  }

  private makeRoom(count: number): void {
    if (this.length + count <= this.numbers.length) return;
    const capacity = Math.max(2 * this.numbers.length, this.length + count);
    const grown = new (this.numbers.constructor as new (length: number) => T)(capacity);
    grown.set(this.numbers);
    this.numbers = grown;
  }
}

export type UnsignedNumbers = GrowingColumn<Uint32Array<ArrayBuffer>>;
export const unsignedNumbers = (): UnsignedNumbers => new GrowingColumn(new Uint32Array(256));
export const wholeNumbers = (): GrowingColumn<Int32Array> => new GrowingColumn<Int32Array>(new Int32Array(64));
export const doubles = (): GrowingColumn<Float64Array> => new GrowingColumn<Float64Array>(new Float64Array(64));
