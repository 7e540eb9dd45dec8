// Sends a page, a file or a redirect, with its security headers and its tag.
//
// There is no 'unsafe-inline': styles and scripts are files, and SVG drawings use attributes instead of styles. The referrer is
// limited to the site but not removed: without it, browsers send no Origin with a form, and a forged form would look the same.
import {createHash} from "node:crypto";
import type {FastifyReply, FastifyRequest} from "fastify";
import {bytesOfParts} from "../../formats/body-parts.ts";
import {BodyStream} from "../../work/body-stream.ts";
import type {Steps} from "../../work/pace.ts";
import {Html} from "../html/html.ts";
import type {Visit} from "../visit/visit.ts";
import {drawDocument} from "./layout.ts";
import type {Answer, File} from "./page.ts";

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
].join("; ");

const COMMON = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), browsing-topics=()",
  "cross-origin-opener-policy": "same-origin",
} as const;

/** Of a document. */
export const UNFRAMED = {
  ...COMMON,
  "content-security-policy": `${POLICY}; frame-ancestors 'none'`,
  "x-frame-options": "DENY",
  "cross-origin-resource-policy": "same-origin",
} as const;

const FRAMED = {
  ...COMMON,
  "content-security-policy": `${POLICY}; frame-ancestors *`,
  "cross-origin-resource-policy": "cross-origin",
} as const;

/** Of a script or a stylesheet, which is no document: the other rules are those of its page, and sixteen files repeat each of them. */
export const ASSET_HEADERS = {
  "x-content-type-options": "nosniff",
  "cross-origin-resource-policy": "same-origin",
} as const;

/** The request headers on which an answer depends. */
const VARY = "Accept-Language, Cookie, Accept-Encoding";
const HTML_TYPE = "text/html; charset=utf-8";
const ASK_AGAIN = "private, no-cache";

/** @param framed other sites may show the page in a frame */
export async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  visit: Visit,
  answer: Answer,
  framed: boolean,
): Promise<FastifyReply> {
  reply.headers(framed ? FRAMED : UNFRAMED).header("vary", VARY);
  if (answer.kind === "redirect") return reply.header("cache-control", "no-store").redirect(answer.to, 303);
  if (answer.kind === "file") {
    // `?lang=` of a file is only for that file; a shared cache must not hand its cookie to others. No cache keeps the answer to a form, and its
    // cookie may be that of a sign-in.
    if (request.method !== "POST") reply.removeHeader("set-cookie");
    if (answer.headers !== undefined) reply.headers(answer.headers);
    // Addresses in a file and in a picture have the host of this request: a shared cache would hand the host of one reader to all.
    const isOfHost = visit.site.settings.publicUrl === null;
    const kept = answer.kept ?? ASK_AGAIN;
    return sendBody(
      request,
      reply.code(answer.status ?? 200).type(answer.type),
      visit,
      answer.body,
      isOfHost ? kept.replace("public", "private") : kept,
    );
  }
  if (answer.retryAfter !== undefined) reply.header("retry-after", String(answer.retryAfter));
  const kept = answer.kept === "never" || answer.status >= 400 ? "no-store" : ASK_AGAIN;
  return sendBody(request, reply.code(answer.status).type(HTML_TYPE), visit, drawDocument(visit, answer), kept);
}

async function sendBody(
  request: FastifyRequest,
  reply: FastifyReply,
  visit: Visit,
  body: File["body"] | Html,
  kept: string,
): Promise<FastifyReply> {
  reply.header("cache-control", kept);
  const texts = typeof body === "string" ? [body] : body instanceof Html ? body.parts : null;
  const parts = texts === null ? [body as Buffer | Buffer[]].flat() : await visit.withRests(partsOf(texts));
  if (kept !== "no-store") {
    const etag = `W/"${(await visit.withRests(digestOf(parts))).slice(0, 22)}"`;
    reply.header("etag", etag);
    if (holds(request, etag)) return reply.code(304).send();
  }
  if (parts.length <= 1) return reply.send(parts[0] ?? "");
  return reply.header("content-length", bytesOfParts(parts)).send(new BodyStream(parts));
}

/** Letters, or bytes, of a body that are turned into bytes, or hashed, in one step. */
const CHUNK = 1 << 18;

function* partsOf(texts: readonly string[]): Steps<Buffer[]> {
  const parts: Buffer[] = [];
  for (const text of texts)
    for (let at = 0; at < text.length; ) {
      let end = at + CHUNK;
      // a letter of two halves stays whole
      if (/[\uDC00-\uDFFF]/.test(text.charAt(end))) end++;
      parts.push(Buffer.from(text.slice(at, end)));
      at = end;
      yield;
    }
  return parts;
}

function* digestOf(parts: readonly Buffer[]): Steps<string> {
  const digest = createHash("sha256");
  for (const part of parts)
    for (let at = 0; at < part.length; at += CHUNK) {
      digest.update(part.subarray(at, at + CHUNK));
      yield;
    }
  return digest.digest("base64url");
}

export function holds(request: FastifyRequest, etag: string): boolean {
  const given = request.headers["if-none-match"];
  const plain = (text: string): string => text.trim().replace(/^W\//, "");
  return given?.split(",").some((one) => plain(one) === plain(etag)) === true;
}
