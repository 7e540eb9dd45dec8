// A bare `node:http` server: the same bytes under the same headers to every request, as the least that a server in Node can cost.
//
// It is given the answer as JSON on its standard input, and names its port on its standard output.
import {createServer} from "node:http";
import {json} from "node:stream/consumers";

export interface BareAnswer {
  /** Name and value in turns. */
  readonly headers: readonly string[];
  readonly body: string;
}

const {headers, body} = (await json(process.stdin)) as BareAnswer;
const bytes = Buffer.from(body);
const server = createServer((_request, response) => {
  response.writeHead(200, headers as string[]);
  response.end(bytes);
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (typeof address === "object" && address !== null) console.log(`http://127.0.0.1:${address.port}`);
});
