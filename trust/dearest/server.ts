// A server of one process that is measured: its token, its answers unread, and how long its thread works without a pause.
import {spawn} from "node:child_process";
import {once} from "node:events";
import {get, type IncomingMessage} from "node:http";
import {createInterface} from "node:readline";
import {fileURLToPath} from "node:url";

/** The work of the server since the last look, in milliseconds. */
export interface Work {
  /** The longest that its thread worked and let no timer run (watch-thread.ts). */
  readonly held: number;
  /** Of the processor, by all of its threads. */
  readonly spent: number;
}

/** An answer to a request; its body is not read. */
export interface PageQuery {
  readonly status: number;
  /** Whether values of the month were taken. */
  readonly isCharged: boolean;
  /** Length of the body, as sent. */
  readonly bytes: number;
}

export interface Server {
  get(path: string): Promise<{readonly text: string}>;
  /** Leaves the body unread by this process: its own work would delay the probes. */
  ask(path: string, headers?: Readonly<Record<string, string>>): Promise<PageQuery>;
  work(): Promise<Work>;
  stop(): Promise<void>;
}

const COMMAND = fileURLToPath(new URL("../../bin/ryad.js", import.meta.url));
const WATCH = new URL("watch-thread.ts", import.meta.url).href;

export async function startServer(dataFolder: string, databaseUrl: string): Promise<Server> {
  const env = {
    ...process.env,
    RYAD_DATABASE_URL: databaseUrl,
    RYAD_LOG: "none",
    RYAD_WORKERS: "1",
    RYAD_TODAY: "2026-07-01",
    RYAD_TRUST_PROXY: "127.0.0.1",
  };
  const tokens = [await makeToken(env, dataFolder, 0)];
  const server = spawn(process.execPath, ["--import", WATCH, COMMAND, "serve", "--data", dataFolder, "--port", "0"], {
    env,
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  let origin = "";
  for await (const line of createInterface(server.stdout!)) {
    origin = /listening on (http:\/\/\S+)/.exec(line)?.[1] ?? "";
    if (origin !== "") break;
  }
  const authorization = (): string => `Bearer ${tokens.at(-1)}`;
  let query = 0;
  return {
    get: async (path) => ({
      text: await (await fetch(origin + path, {headers: {authorization: authorization()}})).text(),
    }),
    async ask(path, headers = {}) {
      // Each from an address of its own, and at a full minute from a new account: a wait would be a time without work.
      const address = `10.${(++query >> 16) & 255}.${(query >> 8) & 255}.${query & 255}`;
      for (;;) {
        const common = {authorization: authorization(), "x-forwarded-for": address, "accept-encoding": "identity"};
        const sent = {...common, ...headers};
        const {promise, resolve, reject} = Promise.withResolvers<IncomingMessage>();
        get(origin + path, {headers: sent}, resolve).on("error", reject);
        const answer = await promise;
        // a long list is written while it is sent, and its head does not tell its length
        const {socket} = answer;
        const before = socket.bytesRead;
        answer.resume();
        await once(answer, "close");
        if (answer.statusCode !== 429)
          return {
            status: answer.statusCode!,
            // a refusal as too big names the number of values and charges none
            isCharged: answer.statusCode! < 400 && Number(answer.headers["x-values"] ?? 0) > 0,
            bytes: Number(answer.headers["content-length"] ?? socket.bytesRead - before),
          };
        tokens.push(await makeToken(env, dataFolder, tokens.length));
      }
    },
    async work() {
      server.send("work");
      const [work] = await once(server, "message");
      return work;
    },
    async stop() {
      const ended = once(server, "exit");
      server.kill("SIGTERM");
      await ended;
    },
  };
}

async function makeToken(env: NodeJS.ProcessEnv, dataFolder: string, number: number): Promise<string> {
  const words = ["token", "create", "--email", `owner${number}@example.org`, "--plan", "owner", "--data", dataFolder];
  const making = spawn(process.execPath, [COMMAND, ...words], {env, stdio: ["ignore", "pipe", "inherit"]});
  let token = "";
  for await (const line of createInterface(making.stdout)) token = line.trim();
  return token;
}
