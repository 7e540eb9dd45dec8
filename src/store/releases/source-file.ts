// Archived source files, by SHA-256 of the plain bytes, in numbered pieces (sources engine).
//
// A file is there only when it is finished: pieces of a load that died are no file, and are written over when it comes again.
// Pieces are kept as they are given; whoever writes them packs them, outside of the transaction.
import type {Queries} from "../engines/differences.ts";
import type {NewRow} from "../schema/tables.ts";
import {all, excluded, one, run, type Script, statement, type Take, takeAll} from "../script.ts";

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

/** Declares the file complete; pieces beyond it, left by a load that cut it otherwise, go. */
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
export function* listSourceFiles(q: Queries): Script<SourceFileRecord[]> {
  return (yield* all(everyFile(q, {}))).map(({sha256, size, chunks}) => ({sha256, size, chunks}));
}

const fileWith = statement((q, take: Take<{sha256: string}>) =>
  q.db.selectFrom("source_file").select("chunks").where("sha256", "=", take("sha256")),
);

const everyFile = statement((q, _take: Take<object>) => q.db.selectFrom("source_file").selectAll().orderBy("sha256"));

const chunkWith = statement((q, take: Take<{sha256: string; number: number}>) =>
  q.db
    .selectFrom("source_chunk")
    .select("bytes")
    .where("sha256", "=", take("sha256"))
    .where("number", "=", take("number")),
);

const upsertChunk = statement((q, take: Take<NewRow<"source_chunk">>) =>
  q.db
    .insertInto("source_chunk")
    .values(takeAll(take, ["sha256", "number", "bytes"]))
    .onConflict((conflict) => conflict.columns(["sha256", "number"]).doUpdateSet(excluded(["bytes"]))),
);

const upsertFile = statement((q, take: Take<NewRow<"source_file">>) =>
  q.db
    .insertInto("source_file")
    .values(takeAll(take, ["sha256", "size", "chunks"]))
    .onConflict((conflict) => conflict.column("sha256").doUpdateSet(excluded(["size", "chunks"]))),
);

const deleteFile = statement((q, take: Take<{sha256: string}>) =>
  q.db.deleteFrom("source_file").where("sha256", "=", take("sha256")),
);

const deleteChunks = statement((q, take: Take<{sha256: string; from: number}>) =>
  q.db.deleteFrom("source_chunk").where("sha256", "=", take("sha256")).where("number", ">=", take("from")),
);
