// A bare `node:http` server: the same bytes under the same headers to every request, as the least that a server in Node can cost.
//
// It is given the answer as JSON on its standard input, and names its port on its standard output. If it also packs, it answers a tag with a 304,
// and packs the body for each other request as our server does: on a thread of the pool. A number of processes above 1 shares the
// port as the workers of a service do: a parent accepts the connections, and each stays with one process.
import cluster from "node:cluster";
import {once} from "node:events";
import {createServer, type RequestListener} from "node:http";
import type {AddressInfo} from "node:net";
import {json} from "node:stream/consumers";
import {CODINGS, packBody} from "../src/api/http/compression.ts";

export interface BareAnswer {
  /** Name and value in turns. */
  readonly headers: readonly string[];
  readonly body: string;
  readonly packs?: boolean;
}

const processes = Number(process.argv[2] ?? 1);
if (!cluster.isPrimary) process.once("message", listen);
else if (processes > 1) await share((await json(process.stdin)) as BareAnswer);
else listen((await json(process.stdin)) as BareAnswer);

function listen({headers, body, packs = false}: BareAnswer): void {
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
    if (cluster.isPrimary) say(server.address() as AddressInfo);
  });
}

async function share(answer: BareAnswer): Promise<void> {
  const started = Array.from({length: processes}, async () => {
    const worker = cluster.fork();
    worker.send(answer);
    const [address] = await once(worker, "listening");
    return address as AddressInfo;
  });
  const [address] = await Promise.all(started);
  say(address!);
}

function say({port}: Pick<AddressInfo, "port">): void {
  console.log(`http://127.0.0.1:${port}`);
}
