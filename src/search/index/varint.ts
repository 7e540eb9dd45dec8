// Whole numbers as bytes: seven bits in each, the lowest first; all but the last byte of a number have the highest bit.

export interface Bytes {
  length(): number;
  put(number: number): void;
  finish(): Uint8Array;
}

export function createBytes(): Bytes {
  let bytes = new Uint8Array(1024);
  let length = 0;
  return {
    length: () => length,
    put(number) {
      if (length + MOST_BYTES > bytes.length) {
        const longer = new Uint8Array(2 * bytes.length);
        longer.set(bytes);
        bytes = longer;
      }
      let left = number;
      for (; left >= 128; left >>>= 7) bytes[length++] = (left & 127) | 128;
      bytes[length++] = left;
    },
    finish: () => bytes.slice(0, length),
  };
}

/** Of a number below 2 ** 32. */
const MOST_BYTES = 5;

export interface VarintCursor {
  readonly bytes: Uint8Array;
  at: number;
}

export function takeNumber(cursor: VarintCursor): number {
  const {bytes} = cursor;
  let byte = bytes[cursor.at++]!;
  if (byte < 128) return byte;
  let number = byte & 127;
  for (let shift = 7; byte >= 128; shift += 7) {
    byte = bytes[cursor.at++]!;
    number |= (byte & 127) << shift;
  }
  return number;
}
