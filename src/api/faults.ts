// Answers to requests that fail outside of a route's own refusals: internal failures, and requests that cannot be read at all (a bad escape
// in the path, a header that is too long, bytes that are not HTTP).
//
// The log gets the full error; the client only gets the request id. A request that cannot be read never reaches a route, a hook or a
// Fastify reply, so its envelope is written here; the client gets 404 NOT_FOUND.
import {randomUUID} from "node:crypto";
import type {IncomingMessage, RequestListener, Server, ServerResponse} from "node:http";
import type {Socket} from "node:net";
import type {FastifyError, FastifyReply, FastifyRequest} from "fastify";
import {MINIMAL_JSON_TYPE} from "../formats/odata/media-type.ts";
import type {Emit} from "../service/events.ts";
import {StoreOutage} from "../store/outage.ts";
import {Busy} from "../work/busy.ts";
import {type ChargeContext, giveBack} from "./auth/charge.ts";
import {ApiError, errorBody, InvalidParameters, strictErrorBody} from "./errors.ts";
import {EXPOSED_HEADERS, VARY, wantsStrictErrors} from "./http/headers.ts";
import {routeOf} from "./http/request-log.ts";

/** For a path that the router cannot decode. Headers that the reply already has are sent too and override those given here. */
export function answerUnreadable(request: FastifyRequest, reply: FastifyReply, emit: Emit): void {
  const {headers, body} = notFound(emit, wantsStrictErrors(request));
  const present = Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)]);
  reply.raw.writeHead(404, {...headers, ...Object.fromEntries(present)}).end(body);
}

/** Fields of a socket that Node keeps for itself: the answer that is due, and the request that is being read. */
type ParsedSocket = Socket & {
  readonly _httpMessage?: ServerResponse | null;
  readonly parser?: {readonly incoming?: IncomingMessage | null} | null;
};

/** For bytes that Node's parser cannot read, in the head of a request or in a body in chunks; closes the connection. */
export function answerUnparsed(socket: Socket, emit: Emit): void {
  const {_httpMessage: inFlight, parser} = socket as ParsedSocket;
  if (inFlight && inFlight.req.method === "GET") {
    // No route reads the body of a GET. Its answer is charged, so it is sent whole, and is the last of the connection.
    if (inFlight.shouldKeepAlive) inFlight.once("finish", () => socket.destroySoon());
    inFlight.shouldKeepAlive = false;
    return;
  }
  // A second answer would corrupt the one that is being sent, or count as that of the next request.
  if (!socket.writable || inFlight || parser?.incoming?.complete === false) {
    socket.destroySoon();
    return;
  }
  const {headers, body} = notFound(emit, false);
  const lines = Object.entries({...headers, connection: "close"}).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 404 Not Found\r\n${lines.join("")}\r\n${body}`);
}

function notFound(emit: Emit, strict: boolean) {
  const error = new ApiError("NOT_FOUND", "the request cannot be read", {
    hint:
      "write all but plain Latin letters and digits percent-encoded (`curl -G --data-urlencode geo=…` does it), check the escapes " +
      "in the address, and that address and headers are not longer than 16 kB together",
  });
  return refuseUnread(emit, error, strict);
}

/** The answer to a request that reaches no route. */
function refuseUnread(emit: Emit, error: ApiError, strict: boolean) {
  const requestId = randomUUID();
  emit({type: "request-unreadable", requestId});
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

/**
 * Judges each request before the listener that the server has now. One with two `Host` fields is refused, as RFC 9112 (3.2) demands: a proxy
 * before this server may have read the other one.
 */
export function refuseTwoHosts(server: Server, emit: Emit): void {
  const listener = server.listeners("request")[0] as RequestListener;
  server.removeListener("request", listener).on("request", (request, response) => {
    if (!hasTwoHosts(request)) return listener(request, response);
    const error = new ApiError("BAD_REQUEST", "the request has more than one Host field", {
      hint: "send one Host field, with the name of this server",
    });
    const {headers, body} = refuseUnread(emit, error, false);
    response.writeHead(error.status, {...headers, connection: "close"}).end(body);
  });
}

/** Node keeps the first of them and says nothing of the others. */
function hasTwoHosts({rawHeaders}: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!;
    if (name.length === 4 && name.toLowerCase() === "host") hosts++;
  }
  return hosts > 1;
}

/** The error that the client gets for a thrown error. Whatever fails behind a charge gives it back. */
export async function explainFault(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
  context: ChargeContext & {readonly emit: Emit},
): Promise<ApiError | InvalidParameters> {
  const {emit} = context;
  if (error instanceof InvalidParameters) return error;
  if (error instanceof ApiError) {
    await returnCharge();
    return error;
  }
  if (error instanceof Busy) {
    await returnCharge();
    return new ApiError("INTERNAL", error.message, {retryAfter: error.retryAfter, hint: BUSY_HINT});
  }
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new ApiError("NOT_FOUND", "the request cannot be read");
  }
  request.storeIsOut = error instanceof StoreOutage;
  emit({type: "request-failed", requestId: request.id, route: routeOf(request), error});
  await returnCharge();
  return new ApiError("INTERNAL", "the service failed to answer", {retryAfter: RETRY_SECONDS});

  /** A charge that cannot be given back because the store is out must not hide the failure itself. */
  async function returnCharge(): Promise<void> {
    await giveBack(context, request, reply).catch((fault: Error) => emit({type: "store-failed", error: fault}));
  }
}

const BUSY_HINT = "ask again after the seconds named in Retry-After";
/** By then an unreachable store has usually returned. */
const RETRY_SECONDS = 5;
