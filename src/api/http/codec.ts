// The packing of bodies by the codecs of Node, on threads of its pool: whole, or piece by piece while the body is being written.
//
// The fastest level of each codec is taken on purpose: on a slice it saves nine tenths already.
import type {Transform} from "node:stream";
import {promisify} from "node:util";
import {
  brotliCompress,
  constants,
  createBrotliCompress,
  createGzip,
  createZstdCompress,
  gzip,
  zstdCompress,
} from "node:zlib";

/** In the order in which we would rather write them: zstd is the fastest here, gzip the slowest. */
export const CODINGS = ["zstd", "br", "gzip"] as const;
export type Coding = (typeof CODINGS)[number];

/** Gives at each pause the text since the last pause, or null where the body comes whole; at the end the rest. */
export type Writing = Generator<Buffer | null, Buffer>;

/** Writes a body that comes whole, and lets others be answered at each pause. */
export async function finishWriting(writing: Writing): Promise<Buffer> {
  let step = writing.next();
  while (!step.done) {
    await new Promise((resolve) => setImmediate(resolve));
    step = writing.next();
  }
  return step.value;
}

/** Packs a body; runs on a thread of the pool. */
export async function packBody(body: Buffer, coding: Coding): Promise<Buffer> {
  return PACKERS[coding](body);
}

/** Packs a body while it is being written in pieces: a thread of the pool packs one while the next is made. `packed` is told of each piece behind it. */
export async function packPieces(writing: Writing, coding: Coding, packed: (piece: Buffer) => void): Promise<Buffer> {
  const packer = STREAMS[coding]();
  const chunks: Buffer[] = [];
  const failed = new Promise<never>((_, reject) => packer.once("error", reject));
  failed.catch(() => {});
  const ended = new Promise<void>((resolve) => packer.once("end", resolve));
  packer.on("data", (chunk: Buffer) => chunks.push(chunk));
  const pack = (piece: Buffer): Promise<void> =>
    new Promise((resolve) => {
      packer.write(piece, () => {
        packed(piece);
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
    return Buffer.concat(chunks);
  } finally {
    packer.destroy();
  }
}

const zstd = promisify(zstdCompress);
const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/**
 * What repeats in an answer stands a few rows before. A codec that looks back 128 kB and no farther stays in the processor's cache: it
 * takes two thirds of the time of its usual window, and finds as much.
 */
const WINDOW_BITS = 17;
const ZSTD = {
  [constants.ZSTD_c_compressionLevel]: 1,
  [constants.ZSTD_c_windowLog]: WINDOW_BITS,
  [constants.ZSTD_c_hashLog]: 12,
};
const BROTLI = {[constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS};

/** Of a stream: a piece is packed to less. */
const STREAM_CHUNK_BYTES = 256 << 10;
const STREAMS: Record<Coding, () => Transform> = {
  zstd: () => createZstdCompress({chunkSize: STREAM_CHUNK_BYTES, params: ZSTD}),
  br: () => createBrotliCompress({chunkSize: STREAM_CHUNK_BYTES, params: BROTLI}),
  gzip: () => createGzip({chunkSize: STREAM_CHUNK_BYTES, level: 1}),
};

/** Bytes that a codec writes before it comes back for more room: each time costs a way to the pool's thread and back. */
const LEAST_CHUNK_BYTES = 16 << 10;
const chunkSize = (body: Buffer): number => Math.max(LEAST_CHUNK_BYTES, body.length >> 3);

const PACKERS: Record<Coding, (body: Buffer) => Promise<Buffer>> = {
  zstd: (body) => zstd(body, {chunkSize: chunkSize(body), params: ZSTD}),
  br: (body) =>
    brotli(body, {
      chunkSize: chunkSize(body),
      params: {...BROTLI, [constants.BROTLI_PARAM_SIZE_HINT]: body.length},
    }),
  gzip: (body) => gzipped(body, {level: 1, chunkSize: chunkSize(body)}),
};
