// A client in a process of its own: it sends requests in turn over one connection, and tells how long each answer took.
//
// A client that shares its process with another one, or with the bench, would wait for them and not for the server. It reads into the same
// memory again and again: with `node:http` its garbage takes nearly as much of the processors as the server, which then waits for them. The
// process stays for several rounds, so its start and the compilation of its code are in none of them but the first.
import {once} from "node:events";
import {connect, type Socket} from "node:net";
import {setTimeout as pause} from "node:timers/promises";
import {fileURLToPath} from "node:url";
import type {WorkFolder} from "./work-folder.ts";

/** One round of requests. */
export interface Asks {
  readonly origin: string;
  readonly paths: readonly string[];
  /** Each is used this often, then the next one. */
  readonly tokens: readonly string[];
  readonly usesEach: number;
  /** Every answer has to have it. */
  readonly coding: string;
  /** Of an answer that the client has: a 304 is expected. */
  readonly etag?: string;
  /** ms after each answer */
  readonly pauseMs?: number;
  /** The paths are requested again and again until `stop`. */
  readonly isEndless?: boolean;
}

export interface Client {
  /** The time of each answer in ms, from the request to the last byte. */
  ask(asks: Asks): Promise<number[]>;
  /** Ends an endless round. */
  stop(): void;
  end(): void;
}

const PROGRAM = fileURLToPath(import.meta.url);

export async function startClient(work: WorkFolder): Promise<Client> {
  const child = work.spawn(process.execPath, [PROGRAM], {stdio: ["ignore", "inherit", "inherit", "ipc"]});
  const ended = once(child, "exit").then(() => Promise.reject(new Error("a client of the bench ended")));
  ended.catch(() => {});
  const next = async (): Promise<unknown> => (await Promise.race([once(child, "message"), ended]))[0];
  await next();
  return {
    async ask(asks) {
      child.send(asks);
      return (await next()) as number[];
    },
    stop: () => void child.send("stop"),
    end: () => child.disconnect(),
  };
}

if (process.argv[1] === PROGRAM) {
  const state = {isOver: false};
  process.on("disconnect", () => process.exit());
  process.on("message", async (said: Asks | "stop") => {
    state.isOver = said === "stop";
    if (said !== "stop") process.send!(await askAll(said, () => state.isOver));
  });
  process.send!("ready");
}

async function askAll(asks: Asks, isOver: () => boolean): Promise<number[]> {
  const {origin, paths, tokens, usesEach, coding, etag, pauseMs, isEndless = false} = asks;
  const {host, ask, end} = openConnection(origin);
  const held = etag === undefined ? "" : `If-None-Match: ${etag}\r\n`;
  const expected = `HTTP/1.1 ${etag === undefined ? 200 : 304} in ${coding}`;
  const times: number[] = [];
  for (let nth = 0; isEndless ? !isOver() : nth < paths.length; nth++) {
    const token = tokens[Math.floor(nth / usesEach) % tokens.length]!;
    const path = paths[nth % paths.length]!;
    const began = performance.now();
    const given = await ask(
      `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nX-API-Key: ${token}\r\nAccept-Encoding: ${coding}\r\n${held}\r\n`,
    );
    times.push(performance.now() - began);
    if (given !== expected) throw new Error(`${path} was answered with ${given}`);
    if (pauseMs !== undefined) await pause(pauseMs);
  }
  end();
  return times;
}

const READ_BYTES = 1 << 20;

/** A connection for one request after the other; `ask` gives status and coding of an answer when its last byte has come. */
function openConnection(origin: string): {host: string; ask(request: string): Promise<string>; end(): void} {
  const {host, hostname, port} = new URL(origin);
  const answer = {head: "", isHead: true, bytesLeft: 0, given: "", done: (_given: string): void => {}};

  function read(count: number, buffer: Uint8Array): boolean {
    let bytes = count;
    if (answer.isHead) {
      answer.head += Buffer.from(buffer.buffer, 0, count).toString("latin1");
      const end = answer.head.indexOf("\r\n\r\n");
      if (end < 0) return true;
      bytes = answer.head.length - end - 4;
      takeHead(answer.head.slice(0, end));
    }
    answer.bytesLeft -= bytes;
    if (answer.bytesLeft === 0) {
      Object.assign(answer, {isHead: true, head: ""});
      answer.done(answer.given);
    }
    return true;
  }

  function takeHead(head: string): void {
    const field = (name: string): string | undefined => new RegExp(`^${name}: *(.*?)\r?$`, "im").exec(head)?.[1];
    answer.isHead = false;
    answer.bytesLeft = Number(field("content-length") ?? 0);
    answer.given = `${head.slice(0, "HTTP/1.1 200".length)} in ${field("content-encoding") ?? "identity"}`;
  }

  const onread = {buffer: Buffer.allocUnsafeSlow(READ_BYTES), callback: read};
  const socket: Socket = connect({host: hostname, port: Number(port), onread});
  socket.setNoDelay(true);
  return {
    host,
    async ask(request) {
      const {promise, resolve, reject} = Promise.withResolvers<string>();
      answer.done = resolve;
      const fail = (): void => reject(new Error("the server closed the connection"));
      socket.once("close", fail).write(request);
      return promise.finally(() => socket.off("close", fail));
    },
    end: () => void socket.destroy(),
  };
}
