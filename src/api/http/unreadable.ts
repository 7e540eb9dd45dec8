// Answers to what is no request at all: a bad escape in the path, a header that is too long, bytes that are not HTTP.
//
// These never reach a route, a hook or even a reply, so the envelope is written by hand. To a reader each is 404 NOT_FOUND.
import {randomUUID} from "node:crypto";
import type {ServerResponse} from "node:http";
import type {Socket} from "node:net";
import type {FastifyReply, FastifyRequest} from "fastify";
import type {Emit} from "../../events.ts";
import {MINIMAL_JSON_TYPE} from "../../formats/odata/media-type.ts";
import {ApiError, errorBody, strictErrorBody} from "../errors.ts";
import {wantsStrictErrors} from "../odata/headers.ts";
import {EXPOSED_HEADERS, VARY} from "./cors.ts";

/** For an address that the router cannot decode; headers that the reply bears already go with it, before those given here. */
export function answerUnreadable(request: FastifyRequest, reply: FastifyReply, emit: Emit): void {
  const {headers, body} = notFound(emit, wantsStrictErrors(request));
  const borne = Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)]);
  reply.raw.writeHead(404, {...headers, ...Object.fromEntries(borne)}).end(body);
}

/** For what Node's parser gives up on; the connection ends with it. */
export function answerUnparsed(socket: Socket, emit: Emit): void {
  // As Node itself does: where an answer is already on its way, a second one in its midst would falsify it.
  const {_httpMessage: inFlight} = socket as Socket & {readonly _httpMessage?: ServerResponse | null};
  if (!socket.writable || inFlight) {
    socket.destroy();
    return;
  }
  const {headers, body} = notFound(emit, false);
  const lines = Object.entries({...headers, connection: "close"}).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 404 Not Found\r\n${lines.join("")}\r\n${body}`);
}

function notFound(emit: Emit, strict: boolean) {
  const requestId = randomUUID();
  emit({type: "request-unreadable", requestId});
  const error = new ApiError("NOT_FOUND", "the request cannot be read", {
    hint:
      "write all but plain Latin letters and digits percent-encoded (`curl -G --data-urlencode geo=…` does it), check the escapes " +
      "in the address, and that address and headers are not longer than 16 kB together",
  });
  const body = strict ? strictErrorBody(error, requestId) : errorBody(error, requestId);
  const headers: Record<string, string> = {
    "content-type": strict ? MINIMAL_JSON_TYPE : "application/json; charset=utf-8",
    "content-length": String(Buffer.byteLength(body)),
    "cache-control": "no-store",
    "x-request-id": requestId,
    "access-control-allow-origin": "*",
    "access-control-expose-headers": EXPOSED_HEADERS,
    vary: VARY,
  };
  return {headers, body};
}
