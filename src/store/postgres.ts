// The scale-out engine: PostgreSQL 15 or later, through a pool of connections.
//
// A read script is one REPEATABLE READ transaction, so all its statements see one state. A write script waits for its turn where
// the embedded engine would too (`oneWriter`): what it reads can't be changed by another before it commits.
import pg from "pg";
import {Refusal} from "../refusal.ts";
import {postgresQueries, type Queries} from "./engines.ts";
import {type Batch, type Engine, isAlone, type Row, type Script, type Statement, wentOn} from "./script.ts";

export interface PostgresPart {
  /** Lock that writers of this part of the store take in turn; null: they run side by side, and every statement settles its own rows. */
  readonly oneWriter: number | null;
}

const CONNECTIONS = 10;
const CONNECT_SECONDS = 10;
const WRITER_SECONDS = 60;
const ROWS_AT_ONCE = 1000;
const LOCK_NOT_AVAILABLE = "55P03";
/** The row of parameters of an insert, which may stand there many times. */
const VALUES = / values \((\$\d+(?:, \$\d+)*)\)/;

export function openPool(databaseUrl: string): pg.Pool {
  const {readers} = postgresQueries.differences;
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: CONNECTIONS,
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
      ? ["begin"]
      : ["begin", `set local lock_timeout = '${WRITER_SECONDS}s'`, `select pg_advisory_xact_lock(${part.oneWriter})`];
  return {
    name: "postgres",
    differences: postgresQueries.differences,
    read: (script) => transaction(pool, ["begin isolation level repeatable read, read only"], script),
    readOne: (script) => single(pool, script),
    write: (script) => transaction(pool, begin, script),
    changes: () => null,
    close: async () => {},
  };
}

async function transaction<T>(pool: pg.Pool, begin: readonly string[], start: (q: Queries) => Script<T>): Promise<T> {
  const client = await pool.connect();
  const script = start(postgresQueries);
  let broken: Error | undefined;
  try {
    for (const text of begin) await client.query(text);
    let next = script.next();
    let isFirst = true;
    while (!next.done) {
      const step: Statement | Batch = next.value;
      next = script.next(await perform(client, step));
      if (!next.done && isAlone(step) && isFirst) throw wentOn(step);
      isFirst = false;
    }
    await client.query("commit");
    return next.value;
  } catch (error) {
    script.return(undefined as T);
    await client.query("rollback").catch((failure: Error) => {
      broken = failure;
    });
    throw explained(error);
  } finally {
    client.release(broken);
  }
}

/** One statement is a snapshot in itself. */
async function single<T>(pool: pg.Pool, start: (q: Queries) => Script<T>): Promise<T> {
  try {
    const script = start(postgresQueries);
    const first = script.next();
    if (first.done) return first.value;
    const next = script.next(await perform(pool, first.value));
    if (next.done) return next.value;
    throw wentOn(first.value);
  } catch (error) {
    throw explained(error);
  }
}

async function perform(client: pg.PoolClient | pg.Pool, step: Statement | Batch): Promise<readonly Row[]> {
  if ("parameters" in step) {
    const answer = await client.query<Row>(named(step.sql, step.parameters));
    return answer.rows;
  }
  const many = VALUES.exec(step.sql);
  const columns = step.sql.match(/\$\d+/g)?.length ?? 0;
  if (many === null || many[1]!.split(", ").length !== columns) {
    for (const row of step.rows) await client.query(named(step.sql, row));
    return [];
  }
  const atOnce = Math.min(ROWS_AT_ONCE, Math.floor(postgresQueries.differences.maxParameters / columns));
  for (const rows of inGroups(step.rows, atOnce)) {
    const text = step.sql.replace(VALUES, () => ` values ${tuples(rows.length, columns)}`);
    await client.query(rows.length === atOnce ? named(text, rows.flat()) : {text, values: rows.flat()});
  }
  return [];
}

const names = new Map<string, string>();

/** A statement that the connection prepares once and knows by name ever after. */
function named(text: string, values: readonly unknown[]): pg.QueryConfig {
  let name = names.get(text);
  if (name === undefined) {
    name = `ryad_${names.size + 1}`;
    names.set(text, name);
  }
  return {name, text, values: values as unknown[]};
}

function tuples(rows: number, columns: number): string {
  const list: string[] = [];
  for (let row = 0; row < rows; row++) {
    const numbers = Array.from({length: columns}, (_, column) => `$${row * columns + column + 1}`);
    list.push(`(${numbers.join(", ")})`);
  }
  return list.join(", ");
}

function* inGroups<T>(rows: Iterable<T>, size: number): Iterable<T[]> {
  let group: T[] = [];
  for (const row of rows) {
    group.push(row);
    if (group.length < size) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}

function explained(error: unknown): unknown {
  if ((error as {code?: string}).code !== LOCK_NOT_AVAILABLE) return error;
  return new Refusal(
    `the store is being written by another process, for more than ${WRITER_SECONDS} seconds`,
    "try again when the other load or command is done",
  );
}
