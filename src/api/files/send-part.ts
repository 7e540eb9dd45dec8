// Sends a part of an open file, and gives back the values of what the client did not get.
//
// A download of hours breaks and goes on by a range: who pays for each byte once pays for the file once. What the system has taken counts as sent.
import type {FileHandle} from "node:fs/promises";
import type {FastifyReply, FastifyRequest} from "fastify";
import type {RouteParts} from "../server-parts.ts";
import {type ByteRange, valuesOfPart} from "./range.ts";

const CHUNK_BYTES = 1 << 17;

export function sendPart(
  {settledCharges, emit}: RouteParts,
  request: FastifyRequest,
  reply: FastifyReply,
  handle: FileHandle,
  {from, to}: ByteRange,
): FastifyReply {
  const {raw} = reply;
  const stream = handle.createReadStream({start: from, end: to - 1, highWaterMark: CHUNK_BYTES});
  let [read, isWhole] = [0, false];
  stream.on("data", (chunk) => {
    read += chunk.length;
  });
  raw.once("finish", () => {
    isWhole = true;
  });
  raw.once("close", () => {
    stream.destroy();
    const {charge} = request;
    if (isWhole || charge === null) return;
    // What waits in the process has not left it.
    const sent = Math.max(0, read - raw.writableLength);
    const values = charge.values - valuesOfPart(charge.values, sent, to - from);
    if (values <= 0) return;
    settledCharges.giveBack({...charge, values}).catch((error: Error) => emit({type: "store-failed", error}));
  });
  request.stages?.end("write");
  return reply.send(stream);
}
