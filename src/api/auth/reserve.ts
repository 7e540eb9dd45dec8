// The stage before the charge: an answer of many values takes its room in memory, and a large one waits for its turn to be written.
//
// An answer without a body takes none. A file that is streamed is never whole in memory, so its route has no such stage.
import type {FastifyReply, FastifyRequest} from "fastify";
import {neededPart} from "../http/headers.ts";
import {CLIENT_GONE} from "../http/request-log.ts";
import {LARGE_VALUES, type WriteSlots} from "../http/write-slots.ts";
import {COUNTED_VALUES, type UnsentBytes} from "./unsent-bytes.ts";

/**
 * Waits for a slot, and reserves room among the bytes that have not left (unsent-bytes.ts). Throws Busy where too many of other answers
 * have not.
 * @returns false if the client left meanwhile: the reply is over
 */
export async function reserveAnswer(
  {slots, unsent}: {readonly slots: WriteSlots; readonly unsent: UnsentBytes},
  request: FastifyRequest,
  reply: FastifyReply,
  values: number,
): Promise<boolean> {
  if (neededPart(request) !== "body") return true;
  if (values > LARGE_VALUES) {
    if (!(await slots.acquire(reply.raw))) {
      reply.code(CLIENT_GONE).send();
      return false;
    }
    request.stages?.end("wait");
  }
  if (values >= COUNTED_VALUES) unsent.reserve(reply, values);
  return true;
}
