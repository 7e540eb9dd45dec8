// Content codings: which one a client would rather have, and a hook that packs what was not packed while it was written.
//
// Small bodies go plain, unless the client refuses that. Where a client accepts nothing we have, it gets the plain body: there is no
// error code for this.
import type {FastifyReply, FastifyRequest} from "fastify";
import {createRepeatCache} from "../../bounded-cache.ts";
import type {Emit} from "../../events.ts";
import {CODINGS, type Coding, packBody} from "./codec.ts";

/** Below this a packed body is hardly smaller than its packet. */
export const MIN_PACKED_BYTES = 1024;

export interface CodingChoice {
  /** The coding the client likes best; null for none. */
  readonly coding: Coding | null;
  /** The client will not take a plain body. */
  readonly plainRefused: boolean;
}

/** Reads an Accept-Encoding header (RFC 9110, 12.5.3); of codings liked equally ours come first. */
export function chooseCoding(acceptEncoding: string | undefined): CodingChoice {
  if (acceptEncoding === undefined) return PLAIN;
  const weights = readWeights(acceptEncoding);
  const any = weights.get("*");
  let best: {coding: Coding; weight: number} | null = null;
  for (const coding of CODINGS) {
    const named = weights.get(coding) ?? (coding === "gzip" ? weights.get("x-gzip") : undefined);
    // A bare "*" does not say that the client knows zstd; gzip everybody knows.
    const weight = named ?? (coding === "gzip" ? any : undefined) ?? 0;
    if (weight > (best?.weight ?? 0)) best = {coding, weight};
  }
  const plain = weights.get("identity") ?? (any === 0 ? 0 : null);
  const plainRefused = plain === 0 && best !== null;
  if (best !== null && plain !== null && plain > best.weight) return PLAIN;
  return {coding: best?.coding ?? null, plainRefused};
}

const PLAIN: CodingChoice = {coding: null, plainRefused: false};

type SendHook = (
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  done: (error: Error | null, payload?: unknown) => void,
) => void;

/**
 * An onSend hook: packs the body as the client accepts and says so in the headers. Packed bodies of answers that are asked for
 * again are kept, by their ETag, up to so many bytes.
 */
export function createPacking(keptBytes: number, emit: Emit): SendHook {
  const kept = createRepeatCache<Buffer>(keptBytes);

  async function pack(reply: FastifyReply, payload: string | Buffer, coding: Coding): Promise<Buffer> {
    const etag = reply.getHeader("etag");
    const key = `${coding} ${etag}`;
    let packed = etag === undefined ? undefined : kept.find(key);
    if (etag !== undefined) emit({type: "cache-asked", cache: "packed", hit: packed !== undefined});
    if (packed === undefined) {
      packed = await packBody(typeof payload === "string" ? Buffer.from(payload) : payload, coding);
      if (etag !== undefined) kept.keep(key, packed, packed.length);
    }
    reply.header("content-encoding", coding);
    reply.removeHeader("content-length");
    return packed;
  }

  return (request, reply, payload, done) => {
    const accepted = request.headers["accept-encoding"];
    const isBody = typeof payload === "string" || Buffer.isBuffer(payload);
    if (accepted === undefined || !isBody || isPacked(reply)) return done(null, payload);
    const {coding, plainRefused} = chooseCoding(accepted);
    const length = Buffer.byteLength(payload);
    if (coding === null || length === 0 || (length < MIN_PACKED_BYTES && !plainRefused)) return done(null, payload);
    pack(reply, payload, coding).then((packed) => done(null, packed), done);
  };
}

/** A body in a coding, or of a kind that is packed by itself. */
function isPacked(reply: FastifyReply): boolean {
  return reply.hasHeader("content-encoding") || PACKED_TYPES.test(String(reply.getHeader("content-type")));
}

const PACKED_TYPES = /^image\/png|^application\/vnd\.openxmlformats/;

/** Coding → weight 0 … 1; a weight that cannot be read counts as 0. */
function readWeights(header: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const part of header.split(",")) {
    const [name = "", ...options] = part.split(";").map((text) => text.trim().toLowerCase());
    if (name === "") continue;
    const weight = options.find((option) => /^q\s*=/.test(option));
    const number = weight === undefined ? 1 : Number(weight.slice(weight.indexOf("=") + 1));
    weights.set(name, number >= 0 && number <= 1 ? number : 0);
  }
  return weights;
}
