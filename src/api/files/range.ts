// The part of a file that a request asks for (RFC 9110, 14): one range, or the whole file.
//
// Several ranges in one request are refused: the whole file in their place, which the RFC allows, would be charged whole.

export interface ByteRange {
  readonly from: number;
  /** Excluded. */
  readonly to: number;
}

/**
 * null: the whole file, because no range is asked for, or in a unit or a form that nobody knows. "refused": it begins behind the end, or there are
 * several.
 * @param header of Range; @param size bytes of the file
 */
export function readByteRange(header: string | undefined, size: number): ByteRange | "refused" | null {
  const given = /^\s*bytes\s*=(.*)$/i.exec(header ?? "")?.[1]?.trim();
  if (given === undefined) return null;
  if (given.includes(",")) return "refused";
  const match = /^(\d*)\s*-\s*(\d*)$/.exec(given);
  if (match === null || (match[1] === "" && match[2] === "")) return null;
  const [first, last] = [match[1]!, match[2]!];
  if (first === "") {
    const from = Math.max(0, size - Number(last));
    return from < size ? {from, to: size} : "refused";
  }
  const from = Number(first);
  if (last !== "" && Number(last) < from) return null;
  const to = last === "" ? size : Math.min(size, Number(last) + 1);
  return from < size ? {from, to} : "refused";
}

/**
 * The values of a part of a file: its share of the rows, rounded up, so that the parts of a file never cost more than one value each beyond the file, and
 * the whole file its rows.
 */
export function valuesOfPart(rows: number, bytes: number, size: number): number {
  if (bytes >= size) return rows;
  return bytes <= 0 ? 0 : Number((BigInt(rows) * BigInt(bytes) + BigInt(size) - 1n) / BigInt(size));
}

/** Whether the header of If-Range allows a range: it has the tag of the file. A date never does, because files have none. */
export function allowsRange(ifRange: string | undefined, etag: string): boolean {
  return ifRange === undefined || ifRange.trim() === etag;
}
