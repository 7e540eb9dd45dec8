// Connections to PostgreSQL: each is used for one piece of work, and is closed if it breaks or the work takes too long.
//
// Every reason why a connection does not answer is a StoreOutage within seconds, also for callers that wait for a free connection. A pool that
// can't open another connection waits for one that it has. A server that turns out to be read-only was replaced by another one: then all
// connections are opened again.
import {createHash} from "node:crypto";
import type {Socket} from "node:net";
import {hostname} from "node:os";
import pg from "pg";
import {StoreOutage} from "../../outage.ts";
import {postgresQueries} from "../differences.ts";
import {isDiskFull, isOutage, isReadOnly, setupRefusal} from "./failures.ts";

export interface PoolOptions {
  readonly url: string;
  /** Most connections at a time. */
  readonly connections: number;
  /** How long one piece of work may hold a connection before it is cut; null: as long as it needs. */
  readonly workSeconds: number | null;
  /** How long a connection may be opened, or be silent when asked, before it is cut; no limit of its own when absent. */
  readonly silentSeconds?: number;
}

export interface Pool {
  readonly workSeconds: number | null;
  connect(): Promise<pg.PoolClient>;
  /** One statement on any connection. */
  query<R extends pg.QueryResultRow>(question: pg.QueryConfig): Promise<pg.QueryResult<R>>;
  end(): Promise<void>;
  /** Cuts all connections: their work fails at once. */
  cut(): void;
  isEnded(): boolean;
  /** The error to throw for an error of a query: a StoreOutage where waiting helps, else the error itself. */
  explain(error: unknown): unknown;
}

/** A free or new connection comes within this time or not at all. */
export const CONNECT_SECONDS = 3;
/** For a command: nobody waits for its answer, and its own start may take seconds on a busy machine. */
export const COMMAND_CONNECT_SECONDS = 10;

/** A timer may end this much before its time by the clock: a connection that took all of its time is not tried again. */
const EARLY_MS = 20;

/** A pool that was refused a connection tries to open more after this time. */
const GROW_AGAIN_MS = 1000;

export function openPool(options: PoolOptions): Pool {
  const {workSeconds, silentSeconds} = options;
  const connectSeconds = silentSeconds ?? (workSeconds === null ? COMMAND_CONNECT_SECONDS : CONNECT_SECONDS);
  const isPatient = workSeconds === null && silentSeconds === undefined;
  const open = new Set<pg.PoolClient>();
  let pool = createPool(options, connectSeconds, open);
  let isEnded = false;

  function renew(): void {
    if (isEnded) return;
    const old = pool;
    pool = createPool(options, connectSeconds, open);
    void old.end().catch(() => {});
  }

  /**
   * pg's pool fails a caller whose new connection is refused, though another connection may be free in a moment: this one waits for that. Work
   * without a limit may have all connections for any time, so a caller without one waits as long as there is an open connection.
   */
  async function connect(): Promise<pg.PoolClient> {
    const end = performance.now() + connectSeconds * 1000 - EARLY_MS;
    const isLate = () => performance.now() >= end && (!isPatient || open.size === 0);
    let refusal: unknown = null;
    for (;;) {
      const query = pool;
      try {
        return await query.connect();
      } catch (error) {
        refusal ??= error;
        if (query.totalCount === 0 || query.ending || isLate()) throw refusal;
        keepSize(query, options.connections);
      }
    }
  }

  return {
    workSeconds,
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
    cut() {
      for (const client of open) client.connection.stream.destroy(new StoreOutage("its connections were cut"));
    },
    isEnded: () => isEnded,
    explain(error) {
      if (isReadOnly(error)) renew();
      if (isOutage(error))
        return error instanceof StoreOutage ? error : new StoreOutage(error, null, isDiskFull(error));
      return setupRefusal(error) ?? error;
    },
  };
}

/** For a short time the pool opens no further connection, so that callers wait for one of the existing ones. */
function keepSize(pool: pg.Pool, connections: number): void {
  pool.options.max = pool.totalCount;
  setTimeout(() => {
    pool.options.max = connections;
  }, GROW_AGAIN_MS).unref();
}

function createPool(
  {url, connections, workSeconds, silentSeconds}: PoolOptions,
  connectSeconds: number,
  open: Set<pg.PoolClient>,
): pg.Pool {
  const {readers} = postgresQueries.differences;
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    // One stays open, because a database without free connections would not give another one.
    min: 1,
    application_name: `ryad on ${hostname()}, process ${process.pid}`,
    // Statements are sent without waiting for the answers to earlier ones (script.ts).
    pipeline: true,
    connectionTimeoutMillis: connectSeconds * 1000,
    keepAlive: true,
    types: {
      getTypeParser: ((type: number, format?: "text" | "binary") =>
        readers.get(type) ?? pg.types.getTypeParser(type, format as "text")) as typeof pg.types.getTypeParser,
    },
  });
  // The pool replaces an idle connection that breaks, and a broken connection at work rejects its statements; an error without a
  // listener would end the process.
  pool.on("error", () => {});
  pool.on("connect", (client) => {
    open.add(client);
    client.on("error", () => {});
    client.on("end", () => open.delete(client));
    if (silentSeconds !== undefined) cutWhenSilent(client, silentSeconds);
  });
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

const LOOKS = 5;

/** Cuts a connection that is asked and sends no byte. Looks are counted, not time: while this process is busy it looks at nothing. */
function cutWhenSilent(client: pg.PoolClient, seconds: number): void {
  const stream = client.connection.stream as Socket;
  let [query, heard, silent] = [stream.bytesWritten, stream.bytesRead, 0];
  // All that was asked is answered.
  client.on("drain", () => {
    query = stream.bytesWritten;
  });
  const countSilence = (): void => {
    const isSilent = stream.bytesWritten > query && stream.bytesRead === heard;
    heard = stream.bytesRead;
    silent = isSilent ? silent + 1 : 0;
    if (silent === LOOKS) stream.destroy(new StoreOutage(`no answer for ${seconds} s`));
  };
  const looking = setInterval(countSilence, (seconds * 1000) / LOOKS).unref();
  client.on("end", () => clearInterval(looking));
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
