// Migrations of the sources: the archived files of publishers, in pieces.
//
// Released steps stay as they are; the list only grows.
import type {Queries} from "../../engines/differences.ts";
import type {Script} from "../../script.ts";
import type {Migration} from "../migration.ts";
import {createTable} from "./table.ts";

export const SOURCES_MIGRATIONS: readonly Migration[] = [createSources];

function* createSources(q: Queries): Script<void> {
  yield* createTable(q, "source_file", {
    columns: {sha256: "text", size: "bigint", chunks: "integer"},
    key: ["sha256"],
    clustered: true,
  });
  yield* createTable(q, "source_chunk", {
    columns: {sha256: "text", number: "integer", bytes: "bytes"},
    key: ["sha256", "number"],
  });
}
