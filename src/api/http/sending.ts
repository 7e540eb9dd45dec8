// Bodies on their way: a short text or table is sent with its length, a long one while it is written. Writing rests, so that others are
// answered. The lent memory of a body is given back when the body has left (formats/body-bytes.ts).
import {Readable} from "node:stream";
import type {FastifyReply, FastifyRequest} from "fastify";
import {ANSWER_LIMITS} from "../../access/account.ts";
import type {BodyMemory} from "../../formats/body-bytes.ts";
import {createPace} from "../../work/pace.ts";
import {chooseCoding, packedStream} from "./compression.ts";

/** Bytes that are sent at once. */
const CHUNK = 1 << 17;

/** Texts are short, and become bytes at once: what lives while others are answered is a few buffers, whose bytes no collection copies. */
async function* inChunks(texts: Generator<string>): AsyncGenerator<Buffer> {
  const pace = createPace();
  let [chunk, at] = [Buffer.allocUnsafeSlow(CHUNK), 0];
  for (const text of texts) {
    const room = 3 * text.length;
    if (at + room > chunk.length) {
      if (at > 0) yield chunk.subarray(0, at);
      [chunk, at] = [Buffer.allocUnsafeSlow(Math.max(CHUNK, room)), 0];
    }
    at += chunk.write(text, at);
    if (pace.isOver()) await pace.letOthersIn();
  }
  if (at > 0) yield chunk.subarray(0, at);
}

export async function sendTexts(
  request: FastifyRequest,
  reply: FastifyReply,
  texts: Generator<string>,
): Promise<FastifyReply> {
  const chunks = inChunks(texts);
  const first = await chunks.next();
  const second = await chunks.next();
  if (second.done) return reply.send(first.value ?? "");
  async function* joined(): AsyncGenerator<Buffer> {
    yield first.value!;
    yield second.value!;
    yield* chunks;
  }
  return sendStream(request, reply, joined());
}

/** The memory of a body is lent again when the body has left. A body of no lent memory stays as it is. */
export function returnWhenSent(memory: BodyMemory, {raw}: FastifyReply, body: Buffer | null | undefined): void {
  if (body && memory.isLent(body)) raw.once("finish", () => memory.giveBack(body));
}

/**
 * A message with at most the values of a slice is sent as one body with its length, a longer one in chunks.
 *
 * @param write makes the message: with the number of values as one chunk at the end, with null in several chunks. It yields null to rest.
 */
export async function sendCsv(
  memory: BodyMemory,
  request: FastifyRequest,
  reply: FastifyReply,
  values: number,
  write: (values: number | null) => Generator<Buffer | null>,
): Promise<FastifyReply> {
  if (values > ANSWER_LIMITS.sliceValues.maximum) return sendStream(request, reply, withRests(write(null)));
  const {value: body} = await withRests(write(values)).next();
  returnWhenSent(memory, reply, body ?? null);
  request.stages?.end("write");
  return reply.send(body);
}

async function* withRests(chunks: Generator<Buffer | null>): AsyncGenerator<Buffer> {
  const pace = createPace();
  for (const chunk of chunks) {
    if (chunk !== null) yield chunk;
    if (pace.isOver()) await pace.letOthersIn();
  }
}

/** @param length of the plain body; null: it is not known */
export function sendStream(
  request: FastifyRequest,
  reply: FastifyReply,
  chunks: AsyncGenerator<Buffer>,
  length: number | null = null,
): FastifyReply {
  const {coding} = chooseCoding(request.headers["accept-encoding"]);
  if (coding !== null) reply.header("content-encoding", coding);
  else if (length !== null) reply.header("content-length", length);
  if (request.method === "HEAD") return reply.send();
  const plain = Readable.from(chunks, {objectMode: false});
  return reply.send(coding === null ? plain : packedStream(plain, coding));
}
