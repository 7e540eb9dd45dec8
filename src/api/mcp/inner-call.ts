// A request of this server to itself: through the same checks as one from outside, without a socket.
import type {FastifyInstance} from "fastify";
import type {ApiAnswer} from "./api-call.ts";

/** Who is asked for. */
export interface InnerClient {
  readonly ip: string;
  /** For links in the answer. */
  readonly host: string;
  /** The token of the client, or what stands for none (auth/access.ts). */
  readonly headers: Readonly<Record<string, string>>;
}

/** The answer, and the values that it gives. */
export interface InnerAnswer extends ApiAnswer {
  readonly values: number;
}

export async function askOwnServer(
  server: FastifyInstance,
  {ip, host, headers}: InnerClient,
  url: string,
): Promise<InnerAnswer> {
  const {
    statusCode,
    body,
    headers: sent,
  } = await server.inject({
    ...{method: "GET", url, remoteAddress: ip},
    headers: {...headers, host},
  });
  return {status: statusCode, body: readJson(body), values: Number(sent["x-values"] ?? 0)};
}

function readJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}
