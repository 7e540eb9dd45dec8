// A long list whose rows are made when they are asked for, from columns.
//
// A daily series has tens of thousands of values. As objects that live together they would be copied at each collection of garbage, and the
// loop stands still meanwhile for up to 20 ms. A row that is read and forgotten costs nothing of that kind. Short lists are plain arrays.

/** What an array has too. */
export interface RowList<T> extends Iterable<T> {
  readonly length: number;
  /** A negative index counts from the end. */
  at(index: number): T | undefined;
  slice(from?: number, to?: number): RowList<T>;
  find(isWanted: (row: T) => boolean): T | undefined;
  findLast(isWanted: (row: T) => boolean): T | undefined;
  findIndex(isWanted: (row: T) => boolean): number;
  findLastIndex(isWanted: (row: T) => boolean): number;
  some(isWanted: (row: T) => boolean): boolean;
}

/** @param rowAt makes the row at an index from 0 to length − 1 */
export function rowsOfColumns<T>(length: number, rowAt: (index: number) => T): RowList<T> {
  return new ColumnRows(length, rowAt);
}

class ColumnRows<T> implements RowList<T> {
  readonly length: number;
  readonly #rowAt: (index: number) => T;

  constructor(length: number, rowAt: (index: number) => T) {
    this.length = length;
    this.#rowAt = rowAt;
  }

  *[Symbol.iterator](): Generator<T> {
    for (let index = 0; index < this.length; index++) yield this.#rowAt(index);
  }

  at(index: number): T | undefined {
    const own = index < 0 ? this.length + index : index;
    return own >= 0 && own < this.length ? this.#rowAt(own) : undefined;
  }

  slice(from = 0, to = this.length): RowList<T> {
    const first = indexWithin(from, this.length);
    return new ColumnRows(Math.max(0, indexWithin(to, this.length) - first), (index) => this.#rowAt(first + index));
  }

  find(isWanted: (row: T) => boolean): T | undefined {
    return this.at(this.#indexOr(this.findIndex(isWanted)));
  }

  findLast(isWanted: (row: T) => boolean): T | undefined {
    return this.at(this.#indexOr(this.findLastIndex(isWanted)));
  }

  findIndex(isWanted: (row: T) => boolean): number {
    for (let index = 0; index < this.length; index++) if (isWanted(this.#rowAt(index))) return index;
    return -1;
  }

  findLastIndex(isWanted: (row: T) => boolean): number {
    for (let index = this.length - 1; index >= 0; index--) if (isWanted(this.#rowAt(index))) return index;
    return -1;
  }

  some(isWanted: (row: T) => boolean): boolean {
    return this.findIndex(isWanted) !== -1;
  }

  /** −1 means "none" here, and "the last" to `at`. */
  #indexOr(index: number): number {
    return index === -1 ? this.length : index;
  }
}

function indexWithin(index: number, length: number): number {
  return Math.min(length, Math.max(0, index < 0 ? length + index : index));
}
