// A request with two `Host` fields is refused, as RFC 9112 (3.2) demands: a proxy before this server may have read the other one.
import type {IncomingMessage, RequestListener, Server} from "node:http";
import type {Emit} from "../../service/events.ts";
import {ApiError} from "../errors.ts";
import {refuseUnread} from "../faults.ts";

/** Judges each request before the listener that the server has now. */
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
