// The measured server: the usual command in a separate process.
import type {ChildProcess} from "node:child_process";
import {once} from "node:events";
import {type Agent, get, type IncomingHttpHeaders} from "node:http";
import {createInterface} from "node:readline";
import {fileURLToPath} from "node:url";
import type {BareAnswer} from "./bare-server.ts";
import type {Bench} from "./subject.ts";
import {BENCH_DAY} from "./warehouse.ts";
import {memoryOf, type WorkFolder} from "./work-folder.ts";

export interface MeasuredServer {
  readonly origin: string;
  /** performance.now() at the start of its process. */
  readonly startedAt: number;
  readonly pid: number;
  memory(): ReturnType<typeof memoryOf>;
  /** Most processor time in ms that the event loop took between two ticks since the last call; only with `watchLoop`. */
  held(): Promise<number>;
  stop(): Promise<void>;
}

export interface ServerOptions {
  readonly watchLoop?: boolean;
  /** A profile includes the start. */
  readonly profileStart?: boolean;
  /** The store is this database instead of the folder. */
  readonly databaseUrl?: string;
  /** One if absent. */
  readonly workers?: number;
  /** Further settings. */
  readonly environment?: Readonly<Record<string, string>>;
}

const COMMAND = fileURLToPath(new URL("../bin/ryad.js", import.meta.url));

/** Starts `ryad serve` over a data folder. */
export async function startServer(
  {work, profiles}: Pick<Bench, "work" | "profiles">,
  dataFolder: string,
  {watchLoop = false, profileStart = false, databaseUrl = "", workers = 1, environment = {}}: ServerOptions = {},
): Promise<MeasuredServer> {
  const profile = profiles.next("server");
  const startedAt = performance.now();
  const server = work.spawn(
    process.execPath,
    [
      ...(watchLoop ? ["--import", new URL("loop-watch.ts", import.meta.url).href] : []),
      ...profile.words,
      ...[COMMAND, "serve", "--data", dataFolder, "--port", "0"],
    ],
    {
      env: {
        ...process.env,
        RYAD_TODAY: BENCH_DAY,
        RYAD_LOG: "none",
        RYAD_WORKERS: String(workers),
        RYAD_DATABASE_URL: databaseUrl,
        ...environment,
      },
      stdio: ["ignore", "pipe", "inherit", ...(watchLoop ? (["ipc"] as const) : [])],
    },
  );
  const origin = await addressOf(server);
  if (!profileStart) profile.ready();
  return {
    origin,
    startedAt,
    pid: server.pid!,
    memory: () => memoryOf(server.pid!),
    async held() {
      server.send("held");
      const [{heldMs}] = await once(server, "message");
      return heldMs;
    },
    async stop() {
      const ended = once(server, "exit");
      server.kill("SIGTERM");
      await ended;
    },
  };
}

async function addressOf(server: ChildProcess): Promise<string> {
  for await (const line of createInterface(server.stdout!)) {
    const origin = /listening on (http:\/\/\S+)/.exec(line)?.[1];
    if (origin !== undefined) return origin;
  }
  throw new Error("the server ended before it listened");
}

/** Runs a server of the command while `use` runs. */
export async function withServer<T>(
  bench: Pick<Bench, "work" | "profiles">,
  dataFolder: string,
  options: ServerOptions,
  use: (server: MeasuredServer) => Promise<T>,
): Promise<T> {
  const server = await startServer(bench, dataFolder, options);
  try {
    return await use(server);
  } finally {
    await server.stop();
  }
}

/** A bare `node:http` server of one answer. */
export interface Bare {
  readonly origin: string;
  readonly pid: number;
  stop(): void;
}

/** @param processes on its port */
export async function startBare(work: WorkFolder, answer: BareAnswer, processes = 1): Promise<Bare> {
  const path = fileURLToPath(new URL("bare-server.ts", import.meta.url));
  const child = work.spawn(process.execPath, [path, String(processes)], {stdio: ["pipe", "pipe", "inherit"]});
  child.stdin!.end(JSON.stringify(answer));
  const [origin] = await once(createInterface(child.stdout!), "line");
  return {origin, pid: child.pid!, stop: () => void child.kill()};
}

export interface AnswerInChunks {
  /** The body in its coding. Joining its pieces takes time, which another client of the same process would wait. */
  readonly chunks: readonly Buffer[];
  /** From the request to the last byte. */
  readonly ms: number;
  readonly headerBytes: number;
}

/** @param expected the answer has to have this status and coding; a coding of null: any */
export function askInChunks(
  agent: Agent,
  url: string,
  headers: IncomingHttpHeaders,
  {coding, status}: {readonly coding: string | null; readonly status: number},
): Promise<AnswerInChunks> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    get(url, {agent, headers}, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        const ms = performance.now() - began;
        const given = response.headers["content-encoding"] ?? "identity";
        if (response.statusCode !== status || (coding !== null && given !== coding))
          reject(new Error(`${url} was answered with ${response.statusCode} in ${given}`));
        else resolve({chunks, ms, headerBytes: response.rawHeaders.join(": ").length});
      });
    }).on("error", reject);
  });
}

export interface TimedAnswer {
  /** In its coding. */
  readonly body: Buffer;
  /** From the request to the last byte. */
  readonly ms: number;
  /** Bytes of the body in its coding, and of its headers. */
  readonly transferred: number;
}

/** @param coding the answer has to have this one; null: any */
export async function ask(
  agent: Agent,
  url: string,
  headers: IncomingHttpHeaders,
  coding: string | null = null,
): Promise<TimedAnswer> {
  const {chunks, ms, headerBytes} = await askInChunks(agent, url, headers, {coding, status: 200});
  const body = Buffer.concat(chunks);
  return {body, ms, transferred: body.length + headerBytes};
}
