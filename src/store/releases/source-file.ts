// Archived source files, by SHA-256 of the plain bytes, in numbered chunks (sources engine).
//
// A file exists only when it is finished: the chunks of a load that died are not a file, and are overwritten when the file is loaded
// again. Chunks are stored as they are given; their writer packs them, outside of the transaction.
import type {Queries} from "../engines/differences.ts";
import {deleteRowsBy, selectRows, upsertRow} from "../rows.ts";
import {one, type Param, records, run, type Script, statement} from "../script.ts";

export interface SourceFileRecord {
  readonly sha256: string;
  /** Of the plain bytes. */
  readonly size: number;
  readonly chunks: number;
}

export function* hasSourceFile(q: Queries, sha256: string): Script<boolean> {
  return (yield* one(fileWith(q, {sha256}))) !== undefined;
}

/** Numbers count from 0. */
export function* writeSourceChunk(q: Queries, sha256: string, number: number, bytes: Uint8Array): Script<void> {
  yield* run(upsertChunk(q, {sha256, number, bytes}));
}

/** Declares the file complete; deletes further chunks of a load that cut it in another way. */
export function* finishSourceFile(q: Queries, sha256: string, size: number, chunks: number): Script<void> {
  yield* run(deleteChunks(q, {sha256, from: chunks}));
  yield* run(upsertFile(q, {sha256, size, chunks}));
}

export function* readSourceChunk(q: Queries, sha256: string, number: number): Script<Uint8Array | null> {
  return (yield* one(chunkWith(q, {sha256, number})))?.bytes ?? null;
}

export function* deleteSourceFile(q: Queries, sha256: string): Script<void> {
  yield* run(deleteFile(q, {sha256}));
  yield* run(deleteChunks(q, {sha256, from: 0}));
}

/** The finished files, ordered by SHA-256. */
export function listSourceFiles(q: Queries): Script<SourceFileRecord[]> {
  return records(everyFile(q, {}));
}

const fileWith = selectRows("source_file", ["chunks"], {sha256: "sha256"});

const everyFile = statement((q, _param: Param<object>) => q.db.selectFrom("source_file").selectAll().orderBy("sha256"));

const chunkWith = selectRows("source_chunk", ["bytes"], {sha256: "sha256", number: "number"});

const upsertChunk = upsertRow("source_chunk", ["sha256", "number"], ["bytes"]);

const upsertFile = upsertRow("source_file", ["sha256"], ["size", "chunks"]);

const deleteFile = deleteRowsBy("source_file", "sha256");

const deleteChunks = statement((q, param: Param<{sha256: string; from: number}>) =>
  q.db.deleteFrom("source_chunk").where("sha256", "=", param("sha256")).where("number", ">=", param("from")),
);
