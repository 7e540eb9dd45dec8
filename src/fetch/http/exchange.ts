// One request over HTTP, with its redirects, as a file on the disk and the facts of the answer.
//
// Redirects are followed here and not by the library, because each address on the way is judged. An answer is whole or it is a failure:
// the length that the server named is compared, and a limit of bytes counts what is unpacked.
import {createHash} from "node:crypto";
import {createWriteStream} from "node:fs";
import {Transform} from "node:stream";
import {pipeline} from "node:stream/promises";
import {createBrotliDecompress, createGunzip, createInflate, createZstdDecompress} from "node:zlib";
import {type Dispatcher, request} from "undici";
import {BY_COMMAND, FetchProblem} from "../fetch-problem.ts";
import {connectionProblem} from "./connection-problem.ts";
import type {Connections} from "./connections.ts";
import {refuseStatus} from "./status-problem.ts";

/** A body that is sent, with its media type. */
export interface FormPost {
  readonly body: string;
  readonly type: string;
}

export interface WebRequest {
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  /** A form; absent: GET. */
  readonly post?: FormPost | undefined;
  /** The path of the new file. */
  readonly file: string;
  readonly limits: {readonly bytes: number; readonly seconds: number};
  /** Cookies by name, sent to the host of `address` and renewed by its answers. */
  readonly cookies?: Map<string, string>;
  /** Bytes received, and those that the server named. */
  readonly onProgress?: (done: number, total: number) => void;
}

export interface WebAnswer {
  /** 200, or 304 without a file. */
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Where the file came from, after all redirects. */
  readonly address: string;
  /** Where a redirect that says "for ever" leads; null: there was none. */
  readonly movedTo: string | null;
  readonly bytes: number;
  readonly sha256: string;
}

const MOST_REDIRECTS = 10;
const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];

/** @throws FetchProblem */
export async function exchange(connections: Connections, wanted: WebRequest): Promise<WebAnswer> {
  let [address, post] = [wanted.address, wanted.post];
  let movedTo: string | null = null;
  const signal = AbortSignal.timeout(wanted.limits.seconds * 1000);
  for (const seen = new Set<string>(); ; ) {
    const url = new URL(address);
    await refuseAddress(connections, url, address === wanted.address ? null : wanted.address);
    if (seen.has(address) || seen.size > MOST_REDIRECTS)
      throw new FetchProblem("refused", `${wanted.address} is a loop of redirects`, {hint: BY_COMMAND});
    seen.add(address);
    const answer = await send(connections, url, {...wanted, post}, signal);
    const {statusCode: status} = answer;
    const headers = plainHeaders(answer.headers);
    takeCookies(answer.headers["set-cookie"], wanted.cookies);
    const target = headers["location"];
    if (!REDIRECTS.includes(status) || target === undefined) {
      const facts = {status, headers, address, movedTo};
      if (status !== 200 && status !== 304) {
        await answer.body.dump().catch(() => {});
        refuseStatus(address, facts);
      }
      return {...facts, ...(await save(answer.body, wanted, facts))};
    }
    await answer.body.dump().catch(() => {});
    address = URL.parse(target, url)?.href ?? target;
    if (status === 301 || status === 308) movedTo = address;
    if (status === 303 || (status < 303 && post !== undefined)) post = undefined;
  }
}

async function refuseAddress(connections: Connections, url: URL, from: string | null): Promise<void> {
  const lead = from === null ? "" : `${from} leads to `;
  if (url.protocol !== "http:" && url.protocol !== "https:")
    throw new FetchProblem("refused", `${lead}${url.href}, which is no address of a web server`);
  if (from?.startsWith("https:") && url.protocol === "http:")
    throw new FetchProblem("refused", `${lead}${url.href}, which is not encrypted`, {
      hint: "if the publisher has no other address, write this one in sources.yaml",
    });
  if (await connections.isForbidden(url)) throw privateProblem(lead + url.href);
}

function privateProblem(what: string): FetchProblem {
  return new FetchProblem("refused", `${what}: a private address, to which neither a redirect nor a link may lead`, {
    hint: "if it is a server of your own network, write its address in sources.yaml",
  });
}

async function send(
  {dispatcher}: Connections,
  url: URL,
  {headers, post, cookies, address, limits}: WebRequest,
  signal: AbortSignal,
): Promise<Dispatcher.ResponseData> {
  const isOwn = url.host === new URL(address).host;
  const cookie = isOwn && cookies ? [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") : "";
  try {
    return await request(url, {
      dispatcher,
      signal,
      method: post === undefined ? "GET" : "POST",
      headers: {
        accept: "*/*",
        "accept-encoding": "gzip, deflate, br",
        ...headers,
        ...(cookie === "" ? {} : {cookie}),
        ...(post === undefined ? {} : {"content-type": post.type}),
      },
      ...(post === undefined ? {} : {body: post.body}),
    });
  } catch (error) {
    throw connectionProblem(url, error, limits.seconds);
  }
}

/** Writes the unpacked body. A server that sends more than the limit is cut off. */
async function save(
  body: Dispatcher.ResponseData["body"],
  {file, limits, onProgress}: WebRequest,
  {status, headers, address}: Pick<WebAnswer, "status" | "headers" | "address">,
): Promise<{readonly bytes: number; readonly sha256: string}> {
  const digest = createHash("sha256");
  let bytes = 0;
  const count = new Transform({
    transform(chunk: Buffer, _, done) {
      bytes += chunk.length;
      digest.update(chunk);
      const total = Number(headers["content-length"] ?? Number.NaN);
      if (total > 0) onProgress?.(Math.min(bytes, total), total);
      if (bytes <= limits.bytes) return done(null, chunk);
      const hint = "raise `limits: {bytes: …}` of the source if its files are that large";
      done(new FetchProblem("refused", `${address} sends more than ${limits.bytes} bytes`, {hint}));
    },
  });
  try {
    const target = createWriteStream(file, {mode: 0o600});
    const unpack = status === 304 ? null : decoder(headers["content-encoding"] ?? "");
    if (unpack === null) await pipeline(body, count, target);
    else await pipeline(body, unpack, count, target);
    return {bytes, sha256: digest.digest("hex")};
  } catch (error) {
    const problem = error instanceof FetchProblem ? error : connectionProblem(new URL(address), error, limits.seconds);
    throw new FetchProblem(problem.outcome, problem.message, {...problem, answer: {status, headers, bytes}});
  }
}

function decoder(coding: string): Transform | null {
  switch (coding.trim().toLowerCase()) {
    case "gzip":
    case "x-gzip":
      return createGunzip();
    case "deflate":
      return createInflate();
    case "br":
      return createBrotliDecompress();
    case "zstd":
      return createZstdDecompress();
    default:
      return null;
  }
}

function plainHeaders(headers: Dispatcher.ResponseData["headers"]): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || name === "set-cookie" ? [] : [[name, Array.isArray(value) ? value.join(", ") : value]],
    ),
  );
}

function takeCookies(given: string | string[] | undefined, cookies: Map<string, string> | undefined): void {
  for (const one of given === undefined ? [] : [given].flat()) {
    const [, name, value] = /^\s*([^=;]+)=([^;]*)/.exec(one) ?? [];
    if (name !== undefined) cookies?.set(name.trim(), value!.trim());
  }
}
