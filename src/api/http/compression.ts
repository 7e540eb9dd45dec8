// Content codings: the one that a client prefers, the codecs, and a hook that packs a body if its route did not pack it.
//
// The smallest bodies go plain, unless the client refuses that. A client that accepts none of our codings gets the plain body: there is no
// error code for this. A small body is packed at once: the way to a thread of the pool and back takes two to eight times as long as its codec.
// Larger ones are packed on these threads. Each codec has its fastest level: on a slice that already saves nine tenths.
import {pipeline, type Readable, type Transform} from "node:stream";
import {promisify} from "node:util";
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  createBrotliCompress,
  createGzip,
  createZstdCompress,
  gzip,
  gzipSync,
  zstdCompress,
  zstdCompressSync,
} from "node:zlib";
import type {FastifyReply, FastifyRequest} from "fastify";
import {type BodyMemory, ensureRoom} from "../../formats/body-bytes.ts";
import {BodyStream} from "../../work/body-stream.ts";
import {createPace} from "../../work/pace.ts";

/** Below this a packed body is hardly smaller than its packet. */
export const MIN_PACKED_BYTES = 1024;

export interface CodingChoice {
  /** The coding that the client prefers; null: none. */
  readonly coding: Coding | null;
  /** The client refuses a plain body. */
  readonly plainRefused: boolean;
}

/** Reads an Accept-Encoding header (RFC 9110, 12.5.3); of codings with equal weight, our order decides. */
export function chooseCoding(acceptEncoding: string | undefined): CodingChoice {
  if (acceptEncoding === undefined) return PLAIN;
  const weights = readWeights(acceptEncoding);
  const any = weights.get("*");
  let best: {coding: Coding; weight: number} | null = null;
  for (const coding of CODINGS) {
    const named = weights.get(coding) ?? (coding === "gzip" ? weights.get("x-gzip") : undefined);
    // A bare "*" does not say that the client knows zstd; every client knows gzip.
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

/** An onSend hook: packs the body in a coding that the client accepts, and names it in the headers. */
export const packOnSend: SendHook = (request, reply, payload, done) => {
  const accepted = request.headers["accept-encoding"];
  if (accepted !== undefined && payload instanceof BodyStream && !isPacked(reply)) {
    const {coding} = chooseCoding(accepted);
    if (coding === null) return done(null, payload);
    reply.header("content-encoding", coding).removeHeader("content-length");
    return done(null, packedStream(payload, coding));
  }
  const isBody = typeof payload === "string" || Buffer.isBuffer(payload);
  if (accepted === undefined || !isBody || isPacked(reply)) return done(null, payload);
  const coding = codingOf(chooseCoding(accepted), Buffer.byteLength(payload));
  if (coding === null) return done(null, payload);
  packFor(reply, typeof payload === "string" ? Buffer.from(payload) : payload, coding).then(
    (packed) => done(null, packed),
    done,
  );
};

async function packFor(reply: FastifyReply, body: Buffer, coding: Coding): Promise<Buffer> {
  const packed = await packBody(body, coding);
  reply.header("content-encoding", coding);
  reply.removeHeader("content-length");
  return packed;
}

/** The coding of a body of this length; null: it goes plain. */
function codingOf({coding, plainRefused}: CodingChoice, length: number): Coding | null {
  return length === 0 || (length < MIN_PACKED_BYTES && !plainRefused) ? null : coding;
}

/** The body has a coding already, or its media type is compressed by itself. */
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

/** In the order of our preference: zstd is the fastest here, gzip the slowest. */
export const CODINGS = ["zstd", "br", "gzip"] as const;
export type Coding = (typeof CODINGS)[number];

/** Gives at each pause the text since the last pause, or null if the body comes whole; at the end the rest. */
export type Writing = Generator<Buffer | null, Buffer>;

/** Writes a body that comes whole; other requests are answered at each pause. */
export async function finishWriting(writing: Writing): Promise<Buffer> {
  const began = performance.now();
  let step = writing.next();
  if (step.done) return step.value;
  const pace = createPace("reader", began);
  for (; !step.done; step = writing.next()) if (pace.isOver()) await pace.letOthersIn();
  return step.value;
}

/** Measured in a server that answers sixteen clients: at 21 kB the pool costs half as much again, at 60 kB a quarter less. */
export const PACKED_AT_ONCE_BYTES = 32 << 10;

/** Packs a body: at once, or on a thread of the pool if it is larger than PACKED_AT_ONCE_BYTES. */
export function packBody(body: Buffer, coding: Coding): Buffer | Promise<Buffer> {
  const {now, later} = PACKERS[coding];
  return body.length <= PACKED_AT_ONCE_BYTES ? now(body) : later(body);
}

/**
 * Packs a body while it is written in chunks: a thread of the pool packs one chunk while the next is written. Calls `packed` with each
 * packed chunk. The packed body is in memory that is used again, as a plain one (formats/body-bytes.ts).
 */
export async function packChunks(
  memory: BodyMemory,
  writing: Writing,
  coding: Coding,
  packed: (chunk: Buffer) => void,
): Promise<Buffer> {
  const packer = STREAMS[coding]();
  const arena = memory.borrow(PACKED_BYTES);
  let length = 0;
  const failed = new Promise<never>((_, reject) => packer.once("error", reject));
  failed.catch(() => {});
  const ended = new Promise<void>((resolve) => packer.once("end", resolve));
  packer.on("data", (chunk: Buffer) => {
    ensureRoom(arena, length, chunk.length);
    length += chunk.copy(arena.bytes, length);
  });
  const pack = (chunk: Buffer): Promise<void> =>
    new Promise((resolve) => {
      packer.write(chunk, () => {
        packed(chunk);
        resolve();
      });
    });
  try {
    let before: Promise<void> = Promise.resolve();
    for (let step = writing.next(); ; step = writing.next()) {
      await Promise.race([before, failed]);
      if (step.value !== null) before = pack(step.value);
      if (step.done) break;
    }
    packer.end();
    await Promise.race([ended, failed]);
    return arena.memory.finish(arena, length);
  } finally {
    packer.destroy();
  }
}

/** Packs a body that is sent while it is made. If it breaks off, so does the packed one. */
export function packedStream(plain: Readable, coding: Coding): Readable {
  return pipeline(plain, STREAMS[coding](), () => {});
}

const zstd = promisify(zstdCompress);
const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/**
 * Text repeats within a few rows of an answer. A codec with a window of 128 kB stays in the processor's cache: it takes two thirds of
 * the time that its usual window takes, and finds as much.
 */
const WINDOW_BITS = 17;
const ZSTD = {
  [constants.ZSTD_c_compressionLevel]: 1,
  [constants.ZSTD_c_windowLog]: WINDOW_BITS,
  [constants.ZSTD_c_hashLog]: 12,
};
const BROTLI = {[constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS};

/** Most packed answers are smaller than this. */
const PACKED_BYTES = 600_000;
/** A packed chunk is smaller than this. */
const STREAM_CHUNK_BYTES = 256 << 10;
const STREAMS: Record<Coding, () => Transform> = {
  zstd: () => createZstdCompress({chunkSize: STREAM_CHUNK_BYTES, params: ZSTD}),
  br: () => createBrotliCompress({chunkSize: STREAM_CHUNK_BYTES, params: BROTLI}),
  gzip: () => createGzip({chunkSize: STREAM_CHUNK_BYTES, level: 1}),
};

/** Output buffer of a codec: each time it is full costs a round trip to the pool's thread. */
const LEAST_CHUNK_BYTES = 16 << 10;
const chunkSize = (body: Buffer): number => Math.max(LEAST_CHUNK_BYTES, body.length >> 3);

const gzipOptions = (body: Buffer) => ({level: 1, chunkSize: chunkSize(body)});
const zstdOptions = (body: Buffer) => ({chunkSize: chunkSize(body), params: ZSTD});
const brotliOptions = (body: Buffer) => ({
  chunkSize: chunkSize(body),
  params: {...BROTLI, [constants.BROTLI_PARAM_SIZE_HINT]: body.length},
});

interface Packer {
  now(body: Buffer): Buffer;
  /** On a thread of the pool. */
  later(body: Buffer): Promise<Buffer>;
}

const PACKERS: Record<Coding, Packer> = {
  zstd: {
    now: (body) => zstdCompressSync(body, zstdOptions(body)),
    later: (body) => zstd(body, zstdOptions(body)),
  },
  br: {
    now: (body) => brotliCompressSync(body, brotliOptions(body)),
    later: (body) => brotli(body, brotliOptions(body)),
  },
  gzip: {now: (body) => gzipSync(body, gzipOptions(body)), later: (body) => gzipped(body, gzipOptions(body))},
};
