// The server under measurement: the command itself, in a process of its own.
import {spawn} from "node:child_process";
import {once} from "node:events";
import {readFile} from "node:fs/promises";
import {createInterface} from "node:readline";
import {fileURLToPath} from "node:url";
import {BENCH_DAY} from "./warehouse.ts";

export interface MeasuredServer {
  readonly origin: string;
  /** from the start of the process to the line that says it listens, ms */
  readonly startMs: number;
  /** resident memory, bytes */
  memory(): Promise<number>;
  stop(): Promise<void>;
}

export async function startServer(dataFolder: string, nodeOptions: readonly string[] = []): Promise<MeasuredServer> {
  const main = fileURLToPath(new URL("../src/cli/main.ts", import.meta.url));
  const started = performance.now();
  const server = spawn(process.execPath, [...nodeOptions, main, "serve", "--data", dataFolder, "--port", "0"], {
    env: {...process.env, RYAD_TODAY: BENCH_DAY, RYAD_LOG: "none"},
    stdio: ["ignore", "pipe", "inherit"],
  });
  for await (const line of createInterface(server.stdout!)) {
    const origin = /listening on (http:\/\/\S+)/.exec(line)?.[1];
    if (!origin) continue;
    return {
      origin,
      startMs: performance.now() - started,
      async memory() {
        const status = await readFile(`/proc/${server.pid}/status`, "utf8");
        return Number(/VmRSS:\s+(\d+) kB/.exec(status)![1]) * 1024;
      },
      async stop() {
        server.kill("SIGTERM");
        await once(server, "exit");
      },
    };
  }
  throw new Error("the server ended before it listened");
}
