// Clients that close their own side behind the request, as `nc -N` and some proxies do: they still read.
import assert from "node:assert/strict";
import {once} from "node:events";
import {type AddressInfo, connect} from "node:net";
import {test} from "node:test";
import {tokenFingerprint} from "../../src/access/account.ts";
import {findTokenOwner} from "../../src/store/accounts/token.ts";
import {readUsage} from "../../src/store/accounts/usage.ts";
import {HANG_MS} from "../../src/work/patience.fixture.ts";
import {type Api, readAnswer} from "./client.ts";
import {daily, MOSCOW, openWith} from "./packages.ts";

/** Sends the request and the end of all that will be sent, and reads until the server ends too. */
async function askAndClose(port: number, path: string, token: string, headers = ""): Promise<Buffer> {
  const socket = connect({port, host: "127.0.0.1", allowHalfOpen: true});
  socket.end(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nX-API-Key: ${token}\r\n${headers}\r\n`);
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  socket.destroy();
  return Buffer.concat(chunks);
}

/** Status, headers and body of the one answer, of which not a byte may be missing. */
function parse(bytes: Buffer) {
  const split = bytes.indexOf("\r\n\r\n");
  assert.ok(split > 0, `an answer of ${bytes.length} bytes`);
  const [top = "", ...lines] = bytes.subarray(0, split).toString("latin1").split("\r\n");
  const headers = Object.fromEntries(lines.map((line) => line.toLowerCase().split(": ", 2) as [string, string]));
  const body = bytes.subarray(split + 4);
  assert.equal(body.length, Number(headers["content-length"]), "bytes of the body");
  return readAnswer(Number(top.split(" ")[1]), headers, body);
}

async function usedBy(api: Api, token: string): Promise<number> {
  return api.store.accounts.read(function* (q) {
    const owner = yield* findTokenOwner(q, tokenFingerprint(token));
    return yield* readUsage(q, owner!.accountId, "2026-07");
  });
}

test("a client that closes its side after the request gets the whole answer, and is charged exactly for it [limits.half-closed]", {
  timeout: HANG_MS,
}, async (t) => {
  const api = await openWith(t, [daily([4_000, 4_000, 4_000])]);
  await api.server.listen({port: 0, host: "127.0.0.1"});
  const {port} = api.server.server.address() as AddressInfo;
  const key = (await api.get("/api/v1/data?dataset=daily&limit=1")).json.series[0].series_key;
  const token = await api.createToken("business");
  const answers = [
    {path: "/api/v1/data?dataset=daily", values: 12_000},
    {path: "/api/v1/data?dataset=daily", headers: "Accept-Encoding: gzip\r\n", values: 12_000},
    {path: `/api/v1/data?dataset=daily&format=csv&geo=${MOSCOW}`, values: 12_000},
    {path: `/api/v1/series/${key}/observations`, values: 500},
    {path: "/api/v1/odata/observations?$filter=dataset_code%20eq%20'daily'&$top=100", values: 100},
    {path: "/health", values: 0},
  ];
  let charged = 0;
  for (const {path, headers, values} of answers) {
    const whole = await fetch(`http://127.0.0.1:${port}${path}`, {headers: {"x-api-key": api.token}});
    const {status, text} = parse(await askAndClose(port, path, token, headers));
    assert.equal(status, 200, path);
    assert.ok(text === (await whole.text()), path);
    charged += values;
    assert.equal(await usedBy(api, token), charged, path);
  }
  // work for which others wait in line is given up: whether the client still reads can't be told
  const evidence = parse(await askAndClose(port, `/api/v1/series/${key}/evidence?period=1900-01-01`, token));
  assert.ok([200, 500].includes(evidence.status), String(evidence.status));
  assert.equal((await api.get(`/api/v1/series/${key}/evidence?period=1900-01-01`)).status, 200);
  // their connections are ended as well
  const left = (): Promise<number> =>
    new Promise((resolve, reject) =>
      api.server.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
    );
  api.server.server.closeIdleConnections();
  while ((await left()) > 0) await new Promise(setImmediate);
});

test("a GET with a broken body in chunks gets its one whole answer, and is charged exactly for it [limits.half-closed]", {
  timeout: HANG_MS,
}, async (t) => {
  const api = await openWith(t, [daily([100])]);
  await api.server.listen({port: 0, host: "127.0.0.1"});
  const {port} = api.server.server.address() as AddressInfo;
  const token = await api.createToken("business");
  const head = `GET /api/v1/data?dataset=daily HTTP/1.1\r\nHost: x\r\nX-API-Key: ${token}\r\nTransfer-Encoding: chunked\r\n\r\n`;
  for (const isAnsweredBefore of [false, true]) {
    const socket = connect({port, host: "127.0.0.1"});
    const chunks: Buffer[] = [];
    socket.on("data", (chunk: Buffer) => chunks.push(chunk));
    const ended = once(socket, "close");
    socket.write(isAnsweredBefore ? head : `${head}ZZZ\r\n`);
    await once(socket, "data");
    if (isAnsweredBefore) socket.write("ZZZ\r\n");
    await ended;
    assert.equal(parse(Buffer.concat(chunks)).status, 200);
  }
  assert.equal(await usedBy(api, token), 200);
});
