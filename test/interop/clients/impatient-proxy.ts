// A proxy before the service that answers some requests itself, as nginx or a gateway does: refusals with their seconds, a bad gateway.
//
// It counts what arrives: a client that sends a request twice would be charged twice.
import {once} from "node:events";
import {createServer} from "node:http";
import type {AddressInfo} from "node:net";
import type {TestContext} from "node:test";

export interface ImpatientProxy {
  readonly origin: string;
  /** Requests so far, by path. */
  readonly asked: ReadonlyMap<string, number>;
}

interface OwnAnswer {
  readonly status: number;
  /** Requests of the path that get this answer; the rest goes to the service. */
  readonly times: number;
  readonly retryAfter?: string;
}

/** The service's own words about its minute, so that a client can show them. */
const ENVELOPE = JSON.stringify({error: {code: "RATE_LIMITED", message: "20 requests a minute", hint: "wait"}});

/** @param answers by the beginning of the path behind `/api/v1/` */
export async function startImpatientProxy(
  t: TestContext,
  origin: string,
  answers: Readonly<Record<string, OwnAnswer>>,
): Promise<ImpatientProxy> {
  const asked = new Map<string, number>();
  const server = createServer(async ({url = "", headers, method = "GET"}, reply) => {
    const path = new URL(url, origin).pathname.replace("/api/v1/", "");
    const count = method === "OPTIONS" ? 0 : (asked.get(path) ?? 0) + 1;
    if (method !== "OPTIONS") asked.set(path, count);
    const own = answers[path];
    if (own !== undefined && method !== "OPTIONS" && count <= own.times) {
      const retry = own.retryAfter === undefined ? {} : {"Retry-After": own.retryAfter};
      reply.writeHead(own.status, {...retry, "Access-Control-Allow-Origin": "*", ...EXPOSED});
      return reply.end(own.status === 429 ? ENVELOPE : "<html>bad gateway</html>");
    }
    const {authorization = ""} = headers;
    const answer = await fetch(origin + url, {method, headers: {authorization, "accept-encoding": "identity"}});
    const passed = [...answer.headers].filter(([name]) => !/^(connection|keep-alive|transfer-encoding)$/.test(name));
    reply.writeHead(answer.status, Object.fromEntries(passed));
    return reply.end(Buffer.from(await answer.arrayBuffer()));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => server.close().closeAllConnections());
  return {origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked};
}

const EXPOSED = {"Access-Control-Expose-Headers": "Retry-After"};
