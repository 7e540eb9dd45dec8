// A list of whole numbers that grows: four bytes each, and nothing for the garbage collector to look at. An array of a million numbers is
// twice as large, and is looked through at each collection.

export interface Numbers {
  /** @returns the length */
  push(number: number): number;
  at(index: number): number;
  /** @param index of a number that was pushed */
  set(index: number, number: number): void;
  length(): number;
  finish(): Uint32Array<ArrayBuffer>;
}

export function createNumbers(): Numbers {
  let numbers = new Uint32Array(256);
  let length = 0;
  const grow = (): void => {
    const longer = new Uint32Array(2 * numbers.length);
    longer.set(numbers);
    numbers = longer;
  };
  return {
    push(number) {
      if (length === numbers.length) grow();
      numbers[length++] = number;
      return length;
    },
    at: (index) => numbers[index]!,
    set(index, number) {
      numbers[index] = number;
    },
    length: () => length,
    finish: () => numbers.slice(0, length),
  };
}
