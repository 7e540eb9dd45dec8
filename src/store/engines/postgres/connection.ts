// Connections to PostgreSQL: taken for one piece of work each, and closed when they break or take too long.
//
// Whatever keeps a connection from answering is a StoreOutage within seconds, also for callers that wait for a free connection. A pool that
// can't open another connection waits for one that it has. A server that turns out to be read-only was replaced by another one: then all
// connections are opened again.
import {createHash} from "node:crypto";
import {hostname} from "node:os";
import pg from "pg";
import {Refusal} from "../../../refusal.ts";
import {StoreOutage} from "../../outage.ts";
import {postgresQueries} from "../differences.ts";

export interface PoolOptions {
  readonly url: string;
  /** Most connections at a time. */
  readonly connections: number;
  /** How long one piece of work may hold a connection before it is cut; null: as long as it needs. */
  readonly workSeconds: number | null;
}

export interface Pool {
  readonly workSeconds: number | null;
  connect(): Promise<pg.PoolClient>;
  /** One statement on any connection. */
  query<R extends pg.QueryResultRow>(question: pg.QueryConfig): Promise<pg.QueryResult<R>>;
  end(): Promise<void>;
  isEnded(): boolean;
  /** The error to throw for an error of a query: a StoreOutage where waiting helps, else the error itself. */
  explain(error: unknown): unknown;
}

/** A free or new connection comes within this time or not at all. */
export const CONNECT_SECONDS = 3;

/** A pool that was refused a connection tries to open more after this time. */
const GROW_AGAIN_MS = 1000;

export function openPool(options: PoolOptions): Pool {
  let pool = createPool(options);
  let isEnded = false;

  function renew(): void {
    if (isEnded) return;
    const old = pool;
    pool = createPool(options);
    void old.end().catch(() => {});
  }

  /** pg's pool fails a caller whose new connection is refused, though another connection may be free in a moment: this one waits for that. */
  async function connect(): Promise<pg.PoolClient> {
    const end = performance.now() + CONNECT_SECONDS * 1000;
    let refusal: unknown = null;
    for (;;) {
      const asked = pool;
      try {
        return await asked.connect();
      } catch (error) {
        refusal ??= error;
        if (asked.totalCount === 0 || asked.ending || performance.now() >= end) throw refusal;
        keepSize(asked, options.connections);
      }
    }
  }

  return {
    workSeconds: options.workSeconds,
    connect,
    async query(question) {
      const client = await connect();
      try {
        const answer = await client.query(question);
        client.release();
        return answer as never;
      } catch (error) {
        client.release(error as Error);
        throw error;
      }
    },
    async end() {
      isEnded = true;
      await pool.end();
    },
    isEnded: () => isEnded,
    explain(error) {
      if (isReadOnly(error)) renew();
      if (isOfPooler(error)) return poolerRefusal(error as Error);
      return !(error instanceof StoreOutage) && isOutage(error) ? new StoreOutage(error) : error;
    },
  };
}

/** Classes and codes of SQLSTATE (PostgreSQL, appendix A) that end by waiting, or with the server that took over. */
const OUTAGE_STATES = /^(?:08|53|57P|58|57014$|40001$|40P01$|25006$)/;
/** Messages of the client when the server gave no answer. */
const CUT_OFF = /^(?:Connection terminated|Client has encountered|Client was closed|timeout e|Cannot use a pool)/;

/** Whether waiting helps: the connection broke, or the server refuses temporarily. */
export function isOutage(error: unknown): boolean {
  if (error instanceof StoreOutage) return true;
  if (error instanceof pg.DatabaseError) return OUTAGE_STATES.test(error.code ?? "");
  return (
    error instanceof Error && ("syscall" in error || error instanceof AggregateError || CUT_OFF.test(error.message))
  );
}

/** Whether the server may have done its work and only the answer is missing. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof pg.DatabaseError ? (error.code ?? "").startsWith("57P") : isOutage(error);
}

const READ_ONLY_TRANSACTION = "25006";

function isReadOnly(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === READ_ONLY_TRANSACTION;
}

/** SQLSTATE of a statement whose name is in use, and of one that the connection does not know. */
const MIXED_STATEMENTS = ["42P05", "26000"];

/** Our connections never prepare a statement twice or forget one, so a pooler has replaced the connection. */
function isOfPooler(error: unknown): boolean {
  return error instanceof pg.DatabaseError && MIXED_STATEMENTS.includes(error.code ?? "");
}

function poolerRefusal({message}: Error): Refusal {
  return new Refusal(
    `a pooler between this program and PostgreSQL mixes up prepared statements (${message})`,
    "PgBouncer in transaction mode must be 1.21 or newer with max_prepared_statements = 200; an older one needs pool_mode = session",
  );
}

/** For a short time the pool opens no further connection, so that callers wait for one of the existing ones. */
function keepSize(pool: pg.Pool, connections: number): void {
  pool.options.max = pool.totalCount;
  setTimeout(() => {
    pool.options.max = connections;
  }, GROW_AGAIN_MS).unref();
}

function createPool({url, connections, workSeconds}: PoolOptions): pg.Pool {
  const {readers} = postgresQueries.differences;
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    // One stays open, because a database without free connections would not give another one.
    min: 1,
    application_name: `ryad on ${hostname()}, process ${process.pid}`,
    // Statements are sent without waiting for the answers to earlier ones (script.ts).
    pipeline: true,
    connectionTimeoutMillis: CONNECT_SECONDS * 1000,
    keepAlive: true,
    types: {
      getTypeParser: ((type: number, format?: "text" | "binary") =>
        readers.get(type) ?? pg.types.getTypeParser(type, format as "text")) as typeof pg.types.getTypeParser,
    },
  });
  // The pool replaces an idle connection that breaks, and a broken connection at work rejects its statements; an error without a
  // listener would end the process.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  if (workSeconds !== null) cutAfter(pool, workSeconds);
  return pool;
}

/** Cuts a connection that is held for too long: its statements fail, and the pool opens another. */
function cutAfter(pool: pg.Pool, seconds: number): void {
  const timers = new Map<pg.PoolClient, NodeJS.Timeout>();
  pool.on("acquire", (client) => {
    const cut = (): void =>
      void client.connection.stream.destroy(new StoreOutage(`no answer within ${seconds} seconds`));
    timers.set(client, setTimeout(cut, seconds * 1000));
  });
  pool.on("release", (_error, client) => {
    clearTimeout(timers.get(client));
    timers.delete(client);
  });
}

const names = new Map<string, string>();

/**
 * A statement that a connection prepares once and then knows by its name. The name is made from the text: if a pooler gives a process the
 * connection of another process, a name never runs another statement.
 */
export function prepared(text: string, values: readonly unknown[]): pg.QueryConfig {
  let name = names.get(text);
  if (name === undefined) {
    name = `ryad_${createHash("sha256").update(text).digest("hex").slice(0, 32)}`;
    names.set(text, name);
  }
  return {name, text, values: values as unknown[]};
}

/** Statements that were sent without waiting: keeps the first failure, which is the cause of the later ones. */
export interface Underway {
  add(answer: Promise<unknown>): void;
  readonly failure: {readonly error: unknown} | null;
}

export function createUnderway(): Underway {
  let failure: Underway["failure"] = null;
  return {
    add(answer) {
      answer.catch((error: unknown) => {
        failure ??= {error};
      });
    },
    get failure() {
      return failure;
    },
  };
}
