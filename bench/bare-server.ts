// A bare `node:http` server: the same bytes under the same headers to every request, as the least that a server in Node can cost.
//
// It is given the answer as JSON on its standard input, and names its port on its standard output. If it also packs, it answers a tag with a 304,
// and packs the body for each other request as our server does: on a thread of the pool.
import {createServer, type RequestListener} from "node:http";
import {json} from "node:stream/consumers";
import {CODINGS, packBody} from "../src/api/http/compression.ts";

export interface BareAnswer {
  /** Name and value in turns. */
  readonly headers: readonly string[];
  readonly body: string;
  readonly packs?: boolean;
}

const {headers, body, packs = false} = (await json(process.stdin)) as BareAnswer;
const bytes = Buffer.from(body);
const answer: RequestListener = (_request, response) => {
  response.writeHead(200, headers as string[]);
  response.end(bytes);
};
const packAnswer: RequestListener = async (request, response) => {
  if (request.headers["if-none-match"] !== undefined) return void response.writeHead(304).end();
  const coding = CODINGS.find((one) => one === request.headers["accept-encoding"]);
  const sent = coding === undefined ? bytes : await packBody(bytes, coding);
  response.writeHead(200, {"Content-Length": sent.length, "Content-Encoding": coding ?? "identity"}).end(sent);
};
const server = createServer(packs ? packAnswer : answer);
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (typeof address === "object" && address !== null) console.log(`http://127.0.0.1:${address.port}`);
});
