// Connections to PostgreSQL: taken for one piece of work each, and given up when they break or take too long.
//
// Whatever keeps a connection from answering is a StoreOutage, and soon: who waits for a free one waits seconds, not for ever. A
// server that turns out to be read-only (another took its place) makes all its connections suspect: they are made anew.
import {hostname} from "node:os";
import pg from "pg";
import {StoreOutage} from "../../outage.ts";
import {postgresQueries} from "../differences.ts";

export interface PoolOptions {
  readonly url: string;
  /** Most connections at a time. */
  readonly connections: number;
  /** How long a connection may be held by one piece of work before it is cut; null: as long as it needs. */
  readonly workSeconds: number | null;
}

export interface Pool {
  readonly workSeconds: number | null;
  connect(): Promise<pg.PoolClient>;
  /** One statement on any connection. */
  query<R extends pg.QueryResultRow>(question: pg.QueryConfig): Promise<pg.QueryResult<R>>;
  end(): Promise<void>;
  isEnded(): boolean;
  /** What to throw for an error of a query: a StoreOutage where waiting helps, else the error itself. */
  explain(error: unknown): unknown;
}

/** A connection is had, free or new, within so many seconds or not at all. */
export const CONNECT_SECONDS = 3;

export function openPool(options: PoolOptions): Pool {
  let pool = createPool(options);
  let isEnded = false;

  function renew(): void {
    if (isEnded) return;
    const old = pool;
    pool = createPool(options);
    void old.end().catch(() => {});
  }

  return {
    workSeconds: options.workSeconds,
    connect: () => pool.connect(),
    query: (question) => pool.query(question),
    async end() {
      isEnded = true;
      await pool.end();
    },
    isEnded: () => isEnded,
    explain(error) {
      if (isReadOnly(error)) renew();
      return !(error instanceof StoreOutage) && isOutage(error) ? new StoreOutage(error) : error;
    },
  };
}

/** Classes and codes of SQLSTATE (PostgreSQL, appendix A) that pass by waiting, or by asking the server that took over. */
const OUTAGE_STATES = /^(?:08|53|57P|58|57014$|40001$|40P01$|25006$)/;
/** What the client says when there is no answer of the server to quote. */
const CUT_OFF = /^(?:Connection terminated|Client has encountered|Client was closed|timeout e|Cannot use a pool)/;

/** Whether waiting helps: the connection broke, or the server refuses for now. */
export function isOutage(error: unknown): boolean {
  if (error instanceof StoreOutage) return true;
  if (error instanceof pg.DatabaseError) return OUTAGE_STATES.test(error.code ?? "");
  return (
    error instanceof Error && ("syscall" in error || error instanceof AggregateError || CUT_OFF.test(error.message))
  );
}

/** Whether the server may have done what it was asked and only its answer is missing. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof pg.DatabaseError ? (error.code ?? "").startsWith("57P") : isOutage(error);
}

const READ_ONLY_TRANSACTION = "25006";

function isReadOnly(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === READ_ONLY_TRANSACTION;
}

function createPool({url, connections, workSeconds}: PoolOptions): pg.Pool {
  const {readers} = postgresQueries.differences;
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    application_name: `ryad on ${hostname()}, process ${process.pid}`,
    // Questions are sent without waiting for the answers to those before them (postgres-script.ts).
    pipeline: true,
    connectionTimeoutMillis: CONNECT_SECONDS * 1000,
    keepAlive: true,
    types: {
      getTypeParser: ((type: number, format?: "text" | "binary") =>
        readers.get(type) ?? pg.types.getTypeParser(type, format as "text")) as typeof pg.types.getTypeParser,
    },
  });
  // A connection that breaks while it rests is replaced by the pool, and one that breaks at work rejects what was asked of it;
  // an error that nobody listens to would end the process.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  if (workSeconds !== null) cutAfter(pool, workSeconds);
  return pool;
}

/** Cuts a connection that is held for too long: what it waits for fails, and the pool makes another. */
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
