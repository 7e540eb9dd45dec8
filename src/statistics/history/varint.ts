// Varints: numbers in groups of seven bits, the lowest first, the top bit set on all but the last byte.
//
// These are for headers and runs, up to 2^53; values, the hot column, have loops of their own in value-column.ts.

export interface Cursor {
  at: number;
}

/** Past the end it reads zeros, so it always ends; the caller's lengths and checksum tell damage. */
export function readVarint(bytes: Uint8Array, cursor: Cursor): number {
  const first = bytes[cursor.at++]!;
  if (first < 128) return first;
  let value = first & 127;
  let scale = 128;
  for (let group = 1; group < 8; group++) {
    const byte = bytes[cursor.at++]!;
    value += (byte & 127) * scale;
    if (!(byte >= 128)) break;
    scale *= 128;
  }
  return value || 0;
}

/** Writes a non-negative integer below 2^53 and gives the place after it. */
export function writeVarint(bytes: Uint8Array, at: number, value: number): number {
  if (value < 128) {
    bytes[at] = value;
    return at + 1;
  }
  let rest = value;
  let next = at;
  while (rest >= 128) {
    bytes[next++] = (rest % 128) + 128;
    rest = Math.floor(rest / 128);
  }
  bytes[next++] = rest;
  return next;
}

/** 0, -1, 1, -2, 2 … become 0, 1, 2, 3, 4 …, exactly while the magnitude is below 2^52. */
export function zigzag(value: number): number {
  return value < 0 ? -2 * value - 1 : 2 * value;
}

export function unzigzag(value: number): number {
  return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
}
