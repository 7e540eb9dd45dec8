// Sends a part of an open file, and gives back the values of what has not left this process when its client goes away.
//
// Bytes that the system has taken count as sent: it may hold some megabytes that the client never reads. The client may be gone before the
// first byte, during the charge: then no event follows any more, and all is given back. The response of a request that waits behind another
// one of its connection does not close with it, so the connection is watched too.
import type {FileHandle} from "node:fs/promises";
import type {FastifyReply, FastifyRequest} from "fastify";
import type {RouteContext} from "../server-context.ts";
import {type ByteRange, valuesOfPart} from "./range.ts";

const CHUNK_BYTES = 1 << 17;

/** Nobody can get the answer any more. */
export function hasClientLeft(request: FastifyRequest, {raw}: FastifyReply): boolean {
  return raw.destroyed || raw.closed || request.raw.socket.destroyed;
}

/** @param handle of the file; closed at the end */
export async function sendPart(
  {settledCharges, emit}: RouteContext,
  request: FastifyRequest,
  reply: FastifyReply,
  handle: FileHandle,
  {from, to}: ByteRange,
): Promise<FastifyReply> {
  const {raw} = reply;
  /** @param sent bytes of the part that left this process */
  const giveBackBeyond = (sent: number): void => {
    const {charge} = request;
    if (charge === null) return;
    const values = charge.values - valuesOfPart(charge.values, sent, to - from);
    if (values <= 0) return;
    settledCharges.giveBack({...charge, values}).catch((error: Error) => emit({type: "store-failed", error}));
  };
  if (hasClientLeft(request, reply)) {
    await handle.close();
    giveBackBeyond(0);
    return reply.send();
  }
  const stream = handle.createReadStream({start: from, end: to - 1, highWaterMark: CHUNK_BYTES});
  let [read, taken, isOver] = [0, 0, false];
  // At the close nothing tells any more what waits in this process.
  const note = (): void => {
    taken = Math.max(taken, read - raw.writableLength);
  };
  stream.on("data", (chunk) => {
    note();
    read += chunk.length;
  });
  raw.on("drain", note);
  const {socket} = request.raw;
  const end = (isWhole: boolean): void => {
    if (isOver) return;
    isOver = true;
    socket.off("close", onClose);
    stream.destroy();
    if (!isWhole) giveBackBeyond(taken);
  };
  const onClose = (): void => end(false);
  raw.once("finish", () => end(true)).once("close", onClose);
  socket.once("close", onClose);
  request.stages?.end("write");
  return reply.send(stream);
}
