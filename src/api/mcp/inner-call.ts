// A request of this server to itself: through the same checks as one from outside, without a socket.
import type {FastifyInstance} from "fastify";
import {type ApiAnswer, answerSize, type CallMethod} from "./api-call.ts";

/** Who is asked for. */
export interface InnerClient {
  readonly ip: string;
  /** For links in the answer. */
  readonly host: string;
  /** The token of the client, or what stands for none (auth/access.ts). */
  readonly headers: Readonly<Record<string, string>>;
}

export async function askOwnServer(
  server: FastifyInstance,
  {ip, host, headers}: InnerClient,
  url: string,
  method: CallMethod,
): Promise<ApiAnswer> {
  const {
    statusCode,
    body,
    headers: sent,
  } = await server.inject({
    ...{method, url, remoteAddress: ip},
    headers: {...headers, host},
  });
  const header = (name: string): string | null => (sent[name] === undefined ? null : String(sent[name]));
  return {status: statusCode, body: readJson(body), ...answerSize(header)};
}

function readJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}
