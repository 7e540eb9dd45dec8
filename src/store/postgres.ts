// The scale-out engine: PostgreSQL 15 or later, through a pool of connections.
//
// A read script is one REPEATABLE READ transaction, so all its statements see one state. A write script waits for its turn where
// the embedded engine would too (`oneWriter`): what it reads can't be changed by another before it commits.
import {hostname} from "node:os";
import pg from "pg";
import {Refusal} from "../refusal.ts";
import {postgresQueries} from "./engines.ts";
import {playOne, playRead, playWrite} from "./postgres-script.ts";
import type {Engine} from "./script.ts";

export interface PostgresPart {
  /** Lock that writers of this part of the store take in turn; null: they run side by side, and every statement settles its own rows. */
  readonly oneWriter: number | null;
}

const CONNECTIONS = 10;
const CONNECT_SECONDS = 10;
const WRITER_SECONDS = 60;
const LOCK_NOT_AVAILABLE = "55P03";

export function openPool(databaseUrl: string): pg.Pool {
  const {readers} = postgresQueries.differences;
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: CONNECTIONS,
    application_name: `ryad on ${hostname()}, process ${process.pid}`,
    // Questions are sent without waiting for the answers to those before them (postgres-script.ts).
    pipeline: true,
    connectionTimeoutMillis: CONNECT_SECONDS * 1000,
    types: {
      getTypeParser: ((type: number, format?: "text" | "binary") =>
        readers.get(type) ?? pg.types.getTypeParser(type, format as "text")) as typeof pg.types.getTypeParser,
    },
  });
  // A connection that breaks while it rests is replaced by the pool; without a listener it would end the process.
  pool.on("error", () => {});
  return pool;
}

/** An engine over a pool that others may share; closing the pool is the opener's. */
export function openPostgres(pool: pg.Pool, part: PostgresPart): Engine {
  const begin =
    part.oneWriter === null
      ? "begin"
      : `begin; set local lock_timeout = '${WRITER_SECONDS}s'; select pg_advisory_xact_lock(${part.oneWriter})`;
  const explaining = async <T>(played: Promise<T>): Promise<T> => {
    try {
      return await played;
    } catch (error) {
      throw explained(error);
    }
  };
  return {
    name: "postgres",
    differences: postgresQueries.differences,
    read: (script) => explaining(playRead(pool, "begin isolation level repeatable read, read only", script)),
    readOne: (script) => explaining(playOne(pool, script)),
    write: (script) => explaining(playWrite(pool, begin, script)),
    changes: () => null,
    stateRead: () => null,
    close: async () => {},
  };
}

function explained(error: unknown): unknown {
  if ((error as {code?: string}).code !== LOCK_NOT_AVAILABLE) return error;
  return new Refusal(
    `the store is being written by another process, for more than ${WRITER_SECONDS} seconds`,
    "try again when the other load or command is done",
  );
}
