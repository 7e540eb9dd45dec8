// Sends listed requests over a connection, one after the other, exactly as they are written: nothing is corrected, followed or hidden.
import {hash} from "node:crypto";
import {Agent, type IncomingMessage, request as openRequest} from "node:http";
import {brotliDecompressSync, gunzipSync, zstdDecompressSync} from "node:zlib";
import {type KeptAnswer, keepAnswer} from "./kept-answer.ts";
import {type ListedRequest, wireRequest} from "./request-list.ts";
import type {ServedCopy} from "./served-copy.ts";
import {hasWordedTag, withoutWording} from "./wording.ts";

const TIMED = ["x-ratelimit-remaining-minute", "x-ratelimit-reset-minute", "retry-after"];
const MORE = ["allow", "content-encoding", "location", "vary", "www-authenticate"];

const TEXT = /^text\/|^application\/(?:json|xml|[\w.]+\+xml)|^image\/svg/;

/** A moment, and a random identifier. */
const OF_LOADS = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z|[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g;

const UNPACK: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  gzip: gunzipSync,
  br: brotliDecompressSync,
  zstd: zstdDecompressSync,
};

/** @param isBuilt the store was made for these requests: what is random or a time of its loads becomes one mark */
export async function askOverHttp(
  {port, tokens}: ServedCopy,
  requests: readonly ListedRequest[],
  isBuilt: boolean,
): Promise<KeptAnswer[]> {
  const agent = new Agent({keepAlive: true, maxSockets: 1});
  const answers: KeptAnswer[] = [];
  let etag = "";
  try {
    for (const [at, request] of requests.entries()) {
      const token = tokens.get(request.account);
      if (token === undefined) throw new Error(`there is no account ${request.account}`);
      const {address, headers} = wireRequest(request, token, etag);
      const from = {"x-forwarded-for": `10.0.${at >> 8}.${at & 255}`};
      const {method} = request;
      const [message, bytes] = await ask({agent, port, method, path: address, headers: {...headers, ...from}});
      etag = message.headers.etag ?? "";
      answers.push(keep(address, message, bytes, isBuilt));
    }
  } finally {
    agent.destroy();
  }
  return answers;
}

type PageQuery = {readonly agent: Agent; port: number; method: string; path: string; headers: Record<string, string>};

function ask(query: PageQuery): Promise<[IncomingMessage, Buffer]> {
  return new Promise((resolve, reject) => {
    const request = openRequest({host: "127.0.0.1", ...query}, (message) => {
      const chunks: Buffer[] = [];
      message.on("data", (chunk: Buffer) => chunks.push(chunk));
      message.on("end", () => resolve([message, Buffer.concat(chunks)]));
      message.on("error", reject);
    });
    request.on("error", reject);
    request.end();
  });
}

/** Of a body that is not text, only the hash is kept. */
function keep(address: string, message: IncomingMessage, packed: Buffer, isBuilt: boolean): KeptAnswer {
  const {statusCode, headers} = message;
  const coding = headers["content-encoding"];
  const bytes = packed.length === 0 || coding === undefined ? packed : UNPACK[coding]!(packed);
  const type = headers["content-type"] ?? "";
  const isText = type === "" || TEXT.test(type);
  const body = isText ? withoutWording(address, type, bytes.toString()) : hash("sha256", bytes);
  const masked = isBuilt || hasWordedTag(address) ? [...TIMED, "etag"] : TIMED;
  return keepAnswer(statusCode!, headers, isBuilt ? body.replace(OF_LOADS, "*") : body, masked, MORE);
}
