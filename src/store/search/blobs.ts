// The rows of what is stored of a dataset for search: blob 0 is the manifest (manifest.ts), the others are the blocks of its segment.
import type {Queries} from "../engines/differences.ts";
import {upsertRow} from "../rows.ts";
import {all, inBinary, one, type Param, run, type Script, statement} from "../script.ts";

/** null: there is none. */
export function* readSegmentBlob(q: Queries, id: number, number: number): Script<Uint8Array | null> {
  const row = yield* one(inBinary(blobOf(q, {id, number}), {bytes: "bytes"}));
  return row === undefined ? null : ownBytes(row.bytes);
}

/** Those that there are, by number. */
export function* readSegmentBlobs(q: Queries, id: number, numbers: readonly number[]): Script<Map<number, Uint8Array>> {
  const found = new Map<number, Uint8Array>();
  if (numbers.length === 1) {
    const blob = yield* readSegmentBlob(q, id, numbers[0]!);
    if (blob !== null) found.set(numbers[0]!, blob);
    return found;
  }
  const rows = yield* all(someBlobs(q, {id, numbers: q.differences.numberList(numbers)}));
  for (const {number, bytes} of rows) found.set(number, ownBytes(bytes));
  return found;
}

export function* listBlobs(q: Queries, id: number): Script<number[]> {
  return (yield* all(numbersOf(q, {id}))).map(({number}) => number);
}

export function* writeBlob(q: Queries, id: number, number: number, bytes: Uint8Array): Script<void> {
  yield* run(upsert(q, {dataset_id: id, number, bytes}));
}

export function* deleteBlobsBehind(q: Queries, id: number, last: number): Script<void> {
  yield* run(deleteBehind(q, {id, last}));
}

/** In a buffer of their own: columns of numbers are read in place, and a part of a large buffer would keep all of it. */
function ownBytes(bytes: Uint8Array): Uint8Array {
  return bytes.byteOffset === 0 && bytes.buffer.byteLength === bytes.length ? bytes : Uint8Array.from(bytes);
}

const numbersOf = statement((q, param: Param<{id: number}>) =>
  q.db.selectFrom("search_piece").select("number").where("dataset_id", "=", param("id")),
);

const blobOf = statement((q, param: Param<{id: number; number: number}>) =>
  q.db
    .selectFrom("search_piece")
    .select("bytes")
    .where("dataset_id", "=", param("id"))
    .where("number", "=", param("number")),
);

const someBlobs = statement((q, param: Param<{id: number; numbers: unknown}>) =>
  q.db
    .selectFrom("search_piece")
    .select(["number", "bytes"])
    .where("dataset_id", "=", param("id"))
    .where(q.differences.isIn("number", param("numbers"))),
);

const upsert = upsertRow("search_piece", ["dataset_id", "number"], ["bytes"]);

const deleteBehind = statement((q, param: Param<{id: number; last: number}>) =>
  q.db.deleteFrom("search_piece").where("dataset_id", "=", param("id")).where("number", ">", param("last")),
);
