// Rows as PostgreSQL's COPY writes them in binary: decoded for a reader, encoded for a load.
//
// The format names neither columns nor types: both sides must know them. Integers are big-endian; an 8-byte integer that is not exact as a
// number is an error, never rounded.

import type {BinaryColumns, BinaryType} from "../../script.ts";

const SIGNATURE = Buffer.from("PGCOPY\n\xff\r\n\0", "latin1");
/** Signature, flags, length of the extension. */
const HEADER_BYTES = SIGNATURE.length + 8;
const TWO_TO_32 = 2 ** 32;

/** The rows of a whole answer. Bytes are views on it. */
export function decodeBinaryRows(answer: Buffer, columns: BinaryColumns): Record<string, unknown>[] {
  const names = Object.keys(columns);
  const types = Object.values(columns);
  if (answer.length < HEADER_BYTES + 2 || answer.compare(SIGNATURE, 0, SIGNATURE.length, 0, SIGNATURE.length) !== 0) {
    throw new Error("the database's binary answer has another form");
  }
  let at = HEADER_BYTES + answer.readUInt32BE(SIGNATURE.length + 4);
  const rows: Record<string, unknown>[] = [];
  for (;;) {
    const fields = answer.readInt16BE(at);
    at += 2;
    if (fields === -1) return rows;
    if (fields !== names.length) throw new Error(`a binary row has ${fields} columns instead of ${names.length}`);
    const row: Record<string, unknown> = {};
    for (let index = 0; index < fields; index++) {
      const length = answer.readInt32BE(at);
      at += 4;
      row[names[index]!] = length === -1 ? null : decodeValue(answer, at, length, types[index]!);
      if (length > 0) at += length;
    }
    rows.push(row);
  }
}

function decodeValue(answer: Buffer, at: number, length: number, type: BinaryType): unknown {
  switch (type) {
    case "bytes":
      return new Uint8Array(answer.buffer, answer.byteOffset + at, length);
    case "text":
      return answer.toString("utf8", at, at + length);
    case "integer":
      return answer.readInt32BE(at);
    case "real":
      return answer.readDoubleBE(at);
    case "bigint":
      return readSafe(answer, at);
  }
}

function readSafe(answer: Buffer, at: number): number {
  const number = answer.readInt32BE(at) * TWO_TO_32 + answer.readUInt32BE(at + 4);
  if (!Number.isSafeInteger(number)) {
    throw new RangeError(`${answer.readBigInt64BE(at)} is not an integer that a number can represent exactly`);
  }
  return number;
}

/** Bytes collected before they are sent. */
const CHUNK_BYTES = 256 * 1024;

/** The rows as chunks of a COPY, each value of the type of its column. */
export function* encodeBinaryRows(
  rows: Iterable<readonly unknown[]>,
  types: readonly BinaryType[],
): Generator<Buffer, void, void> {
  let blob = Buffer.allocUnsafe(CHUNK_BYTES);
  let at = SIGNATURE.copy(blob);
  at = blob.writeUInt32BE(0, at);
  at = blob.writeUInt32BE(0, at);
  for (const row of rows) {
    const room = roomFor(row);
    if (at + room > blob.length) {
      if (at > 0) yield blob.subarray(0, at);
      blob = Buffer.allocUnsafe(Math.max(CHUNK_BYTES, room));
      at = 0;
    }
    at = blob.writeInt16BE(types.length, at);
    for (const [index, type] of types.entries()) at = encodeValue(blob, at, row[index], type);
  }
  yield blob.subarray(0, at);
  yield Buffer.from([0xff, 0xff]);
}

/** At least as many bytes as the row takes. */
function roomFor(row: readonly unknown[]): number {
  let room = 2;
  for (const value of row) {
    room += 12;
    if (typeof value === "string") room += value.length * 3;
    else if (value instanceof Uint8Array) room += value.length;
  }
  return room;
}

function encodeValue(blob: Buffer, at: number, value: unknown, type: BinaryType): number {
  if (value === null || value === undefined) return blob.writeInt32BE(-1, at);
  const start = at + 4;
  const end = start + writeValue(blob, start, value, type);
  blob.writeInt32BE(end - start, at);
  return end;
}

/** Returns the number of bytes written. */
function writeValue(blob: Buffer, at: number, value: unknown, type: BinaryType): number {
  if (type === "text" && typeof value === "string") return blob.write(value, at, "utf8");
  if (type === "bytes" && value instanceof Uint8Array) {
    blob.set(value, at);
    return value.length;
  }
  if (type === "real" && typeof value === "number") return blob.writeDoubleBE(value, at) - at;
  if (type === "integer" && isWithin(value, -(2 ** 31), 2 ** 31 - 1)) return blob.writeInt32BE(value, at) - at;
  if (type === "bigint" && isWithin(value, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)) {
    const high = Math.floor(value / TWO_TO_32);
    blob.writeInt32BE(high, at);
    return blob.writeUInt32BE(value - high * TWO_TO_32, at + 4) - at;
  }
  throw new RangeError(
    `${typeof value === "object" ? "an object" : String(value)} does not fit a column of type ${type}`,
  );
}

function isWithin(value: unknown, least: number, most: number): value is number {
  return Number.isInteger(value) && (value as number) >= least && (value as number) <= most;
}
