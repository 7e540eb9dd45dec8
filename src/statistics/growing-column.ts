// Numbers whose count is not known before the last one.

type Numbers = Int32Array<ArrayBufferLike> | Float64Array<ArrayBufferLike>;

export class GrowingColumn<T extends Numbers> {
  length = 0;
  private numbers: T;

  /** @param numbers memory for the first ones, at least for one */
  constructor(numbers: T) {
    this.numbers = numbers;
  }

  push(number: number): void {
    this.makeRoom(1);
    this.numbers[this.length++] = number;
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

export const wholeNumbers = (): GrowingColumn<Int32Array> => new GrowingColumn<Int32Array>(new Int32Array(64));
export const doubles = (): GrowingColumn<Float64Array> => new GrowingColumn<Float64Array>(new Float64Array(64));
