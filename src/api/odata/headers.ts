// What makes a request one of the OData channel, and what holds there for every answer, errors and refusals of the token included.
import type {FastifyReply, FastifyRequest} from "fastify";
import {readsODataStrictly} from "../../formats/odata/media-type.ts";
import {VARY} from "../http/cors.ts";

export const ODATA_ROOT = "/api/v1/odata";

/** Spreadsheets' dialogs know a user and a password, and no other way to send a token. */
export const BASIC_CHALLENGE = 'Basic realm="Ryad", charset="UTF-8"';

/** By the address alone, so that it also holds where no route was found. */
export function isOData(request: FastifyRequest): boolean {
  const {url = ""} = request.raw;
  return url.startsWith(ODATA_ROOT) && /^(?:[/?#]|$)/.test(url.slice(ODATA_ROOT.length));
}

/** Headers of every answer of the channel. The version stands there once: a reader gives up on two. */
export function speakOData(reply: FastifyReply): void {
  reply.header("odata-version", "4.0").header("vary", `${VARY}, Accept, Prefer`);
}

export function wantsStrictErrors(request: FastifyRequest): boolean {
  return isOData(request) && readsODataStrictly(request.headers.accept);
}
