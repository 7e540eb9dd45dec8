// The server that Prometheus scrapes: GET /metrics and nothing else, on an address of its own, never under that of the service.
//
// It asks for no token, so it belongs on an address that readers do not reach: 127.0.0.1 unless the settings say otherwise.
import {createServer, type IncomingMessage, type Server, type ServerResponse} from "node:http";
import type {Emit} from "../../events.ts";

export const METRICS_PATH = "/metrics";
const TEXT_FORM = "text/plain; version=0.0.4; charset=utf-8";
const PLAIN = "text/plain; charset=utf-8";

/** `scrape` gives the text; `emit` is told when it fails. The server does not listen yet. */
export function buildMetricsServer(scrape: () => Promise<string>, emit: Emit): Server {
  return createServer((request, response) => {
    answer(request, response, scrape).catch((error: Error) => {
      emit({type: "scrape-failed", error});
      send(response, 500, PLAIN, "the metrics could not be read\n");
    });
  });
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  scrape: () => Promise<string>,
): Promise<void> {
  const [path] = (request.url ?? "").split("?");
  if (path !== METRICS_PATH) return send(response, 404, PLAIN, `there is only ${METRICS_PATH} here\n`);
  if (request.method !== "GET" && request.method !== "HEAD") {
    response.setHeader("allow", "GET, HEAD");
    return send(response, 405, PLAIN, "metrics are read with GET\n");
  }
  send(response, 200, TEXT_FORM, await scrape());
}

/** Node leaves the body out of the answer to a HEAD. */
function send(response: ServerResponse, status: number, type: string, text: string): void {
  response.writeHead(status, {
    "content-type": type,
    "content-length": Buffer.byteLength(text),
    "cache-control": "no-store",
  });
  response.end(text);
}
