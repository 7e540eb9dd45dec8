// A server as its operator sees it: the line when ready, one server per folder, and the end on a signal.
import assert from "node:assert/strict";
import {once} from "node:events";
import {chmod, stat} from "node:fs/promises";
import {get, type IncomingMessage} from "node:http";
import {connect} from "node:net";
import {join} from "node:path";
import {test} from "node:test";
import {setTimeout as wait} from "node:timers/promises";
import {buildServer} from "../src/api/server.ts";
import {createEvidenceDesk} from "../src/load/evidence/reader-queue.ts";
import {createCatalogueCache} from "../src/store/series/catalogue-cache.ts";
import {createAccountService, servedStore} from "../src/store/served-store.ts";
import {until} from "../src/work/patience.fixture.ts";
import {createToken, ryad, serve, spawnRyad} from "./command.ts";
import {heldFetch} from "./held-fetch.ts";
import {writeLargePackage} from "./large-package.ts";
import {temporaryFolder, temporaryStore} from "./warehouse.ts";

test("the server says in one line where it listens, and takes its address from the call [serve.ready-line serve.settings]", async (t) => {
  const server = await serve(t, await temporaryFolder(t));
  assert.match(server.origin, /^http:\/\/127\.0\.0\.1:\d+$/);
  assert.equal((await heldFetch(`${server.origin}/health`)).status, 200);
  const {port} = new URL(server.origin);
  const taken = await ryad(["serve", "--data", await temporaryFolder(t), "--port", port]);
  assert.equal(taken.code, 1);
  assert.match(taken.stderr, new RegExp(`port ${port} of 127\\.0\\.0\\.1 is taken`));
});

/** Preloaded: at its end a process says which modules of Node and of packages it loaded. */
const TELL_MODULES = `import {createRequire} from "node:module";
process.once("exit", () => {
  const packages = Object.keys(createRequire(${JSON.stringify(import.meta.url)}).cache);
  process.stderr.write([...process.moduleLoadList, ...packages].filter((name) => /undici|node_modules/.test(name)).join("\\n"));
});`;

test("a server without a mail server and metrics starts without a client of mail or of HTTP, a register of metrics, or compilers of schemas [command.own-code]", async (t) => {
  const preload = `--import=data:text/javascript,${encodeURIComponent(TELL_MODULES)}`;
  const child = spawnRyad(["serve", "--data", await temporaryFolder(t), "--port", "0"], {NODE_OPTIONS: preload});
  let told = "";
  child.stderr!.setEncoding("utf8").on("data", (text: string) => {
    told += text;
  });
  await once(child.stdout!, "data");
  child.kill("SIGTERM");
  await once(child, "close");
  assert.match(told, /node_modules\/fastify\//);
  assert.doesNotMatch(told, /undici|node_modules\/(?:nodemailer|ajv|prom-client)\//);
});

test("a server corrects permissions of account files that other users can read, and its log names the files [store.private-files]", {
  skip: process.platform === "win32" ? "modes of files are POSIX" : false,
}, async (t) => {
  const data = await temporaryFolder(t);
  await createToken(data, "free");
  await chmod(join(data, "accounts.db"), 0o644);
  const child = spawnRyad(["serve", "--data", data, "--port", "0"], {RYAD_LOG: "info"});
  let log = "";
  child.stderr!.setEncoding("utf8").on("data", (text: string) => {
    log += text;
  });
  await once(child.stdout!, "data");
  child.kill("SIGTERM");
  await once(child, "close");
  assert.match(log, /"type":"files-closed","files":\["accounts\.db"\]/);
  assert.equal((await stat(join(data, "accounts.db"))).mode & 0o777, 0o600);
});

test("a second server on the folder exits 1 and names RYAD_DATABASE_URL; a killed one leaves no lock [serve.lock]", async (t) => {
  const data = await temporaryFolder(t);
  const first = await serve(t, data);
  const second = await ryad(["serve", "--data", data, "--port", "0"]);
  assert.equal(second.code, 1);
  assert.match(second.stderr, /RYAD_DATABASE_URL/);
  first.process.kill("SIGKILL");
  await once(first.process, "exit");
  const third = await serve(t, data);
  assert.equal((await heldFetch(`${third.origin}/health`)).status, 200);
});

test("after SIGTERM a slow client gets the whole largest answer, no new connection is accepted, and the exit code is 0 [serve.sigterm]", async (t) => {
  const data = await temporaryFolder(t);
  const size = {classes: 5, months: 300};
  const large = await writeLargePackage(join(await temporaryFolder(t), "large"), {
    ...size,
    publishedAt: "2025-01-10",
    shift: 0,
  });
  assert.equal((await ryad(["load", large, "--data", data])).code, 0);
  const token = await createToken(data, "owner");
  const server = await serve(t, data);
  const path = "/api/v1/data?dataset=large&limit=200&end=2024-12";
  const [answer] = (await once(
    get(server.origin + path, {headers: {"x-api-key": token}, agent: false}),
    "response",
  )) as [IncomingMessage];
  answer.pause();
  const ended = once(server.process, "exit");
  server.process.kill("SIGTERM");
  // not at once again: every connection delays the end
  while (await isTaken(Number(new URL(server.origin).port))) await wait(300);
  let text = "";
  for await (const chunk of answer.setEncoding("utf8")) text += chunk;
  assert.equal((JSON.parse(text) as {observation_count: number}).observation_count, 60_000);
  assert.deepEqual(await ended, [0, null]);
});

test("from SIGTERM on /ready is 503, until no connection is accepted [serve.ready]", async (t) => {
  const data = await temporaryFolder(t);
  // a server may get the signal before the next request arrives; then another server may show it
  for (let servers = 0; servers < 20; servers++) {
    const server = await serve(t, data);
    const ready = `${server.origin}/ready`;
    assert.equal((await heldFetch(ready)).status, 200);
    server.process.kill("SIGTERM");
    const statuses = await untilRefused(ready);
    assert.deepEqual(statuses.toSorted(), statuses, "never ready again");
    if (statuses.includes(503)) return;
  }
  assert.fail("/ready was never 503");
});

test("24 clients whose requests were sent before SIGTERM get 24 whole answers of 60,000 values, and the exit code is 0 [serve.sigterm-waiting]", async (t) => {
  const data = await temporaryFolder(t);
  const size = {classes: 5, months: 300, publishedAt: "2025-01-10", shift: 0};
  const prices = await writeLargePackage(join(await temporaryFolder(t), "large"), size);
  assert.equal((await ryad(["load", prices, "--data", data])).code, 0);
  const token = await createToken(data, "owner");
  const path = "/api/v1/data?dataset=large&limit=200&end=2024-12";
  for (const begun of [0, 8]) {
    const server = await serve(t, data);
    const clients = Array.from({length: 24}, () => sendRequest(Number(new URL(server.origin).port), path, token));
    await Promise.all(clients.map(({sent}) => sent));
    await until(`${begun} answers have begun`, () => clients.filter((client) => client.hasBegun()).length >= begun);
    const ended = once(server.process, "exit");
    server.process.kill("SIGTERM");
    const answers = await Promise.all(clients.map(({answer}) => answer));
    const different = [...new Set(answers)];
    assert.equal(different.length, 1, `SIGTERM when ${begun} answers had begun`);
    assert.equal((JSON.parse(different[0]!) as {observation_count: number}).observation_count, 60_000);
    assert.deepEqual(await ended, [0, null]);
  }
});

/** A request over a connection of its own: when its bytes have left, and the body of its answer as far as it came. */
function sendRequest(port: number, path: string, token: string) {
  const socket = connect(port, "127.0.0.1");
  const sent = new Promise((resolve) =>
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${token}\r\n\r\n`, resolve),
  );
  let text = "";
  socket.setEncoding("utf8").on("data", (fragment: string) => {
    text += fragment;
  });
  socket.on("error", () => {});
  const answer = once(socket, "close").then(() => text.slice(text.indexOf("\r\n\r\n") + 4) || "{}");
  return {sent, answer, hasBegun: () => text !== ""};
}

test("SIGUSR1 and SIGUSR2 open no debugger and end no server [serve.user-signals]", {
  skip: process.platform === "win32" ? "needs POSIX signals" : false,
}, async (t) => {
  const server = await serve(t, await temporaryFolder(t));
  let said = "";
  server.process.stderr!.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  for (const signal of ["SIGUSR1", "SIGUSR2", "SIGUSR1", "SIGUSR2"] as const) {
    server.process.kill(signal);
    assert.equal((await heldFetch(`${server.origin}/health`)).status, 200, signal);
  }
  server.process.kill("SIGTERM");
  assert.deepEqual(await once(server.process, "close"), [0, null]);
  assert.equal(said, "");
});

test("SIGINT ends an idle server at once, and no token is in its log [serve.sigterm auth.token-masked]", async (t) => {
  const data = await temporaryFolder(t);
  const token = await createToken(data, "free");
  const child = spawnRyad(["serve", "--data", data, "--port", "0"], {RYAD_LOG: "info"});
  t.after(() => child.kill("SIGKILL"));
  let log = "";
  child.stderr!.setEncoding("utf8").on("data", (text: string) => {
    log += text;
  });
  const [line] = (await once(child.stdout!.setEncoding("utf8"), "data")) as [string];
  const origin = /listening on (\S+)/.exec(line)?.[1] ?? "";
  await (
    await heldFetch(`${origin}/api/v1/data?dataset=x&token=${token}`, {headers: {authorization: `Bearer ${token}`}})
  ).text();
  await (await heldFetch(`${origin}/api/v1/${token}`, {headers: {"x-api-key": token}})).text();
  child.kill("SIGINT");
  const [code] = (await once(child, "close")) as [number];
  assert.equal(code, 0);
  assert.match(log, /"type":"request-finished".*"route":"\/api\/v1\/data"/);
  assert.doesNotMatch(log, new RegExp(token.slice(9)));
});

test("/health is ok without a token, and /ready is 503 when the server is about to stop or the store no longer answers [serve.health serve.ready]", async (t) => {
  const {store} = await temporaryStore(t);
  const settings = {
    publicUrl: null,
    trustProxy: [],
    today: null,
    unsentMemory: 256,
    country: "ru",
    modelCalls: 20,
    sdmxAgency: "RYAD",
    files: "plans" as const,
  };
  const catalogues = createCatalogueCache(2 ** 25, () => {});
  const context = {
    store: servedStore(
      store,
      createAccountService(store, () => {}),
    ),
    catalogues,
    settings,
    now: () => new Date(),
    emit: () => {},
  };
  let isStopping = false;
  const server = buildServer({...context, evidence: createEvidenceDesk(store), isStopping: () => isStopping});
  const ask = async (url: string) => server.inject({method: "GET", url});
  const ready = await ask("/ready");
  assert.deepEqual([ready.statusCode, ready.json()], [200, {status: "ok"}]);
  isStopping = true;
  const ending = await ask("/ready");
  assert.deepEqual([ending.statusCode, ending.headers["retry-after"]], [503, "5"]);
  isStopping = false;
  assert.equal((await ask("/ready")).statusCode, 200);
  await store.close();
  assert.equal((await ask("/ready")).statusCode, 503);
  const health = await ask("/health");
  assert.deepEqual([health.statusCode, health.json()], [200, {status: "ok"}]);
  await server.close();
});

async function isTaken(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  return once(socket, "connect")
    .then(
      () => true,
      () => false,
    )
    .finally(() => socket.destroy());
}

/** Asks until no connection is taken any more, with a pause after each answer; gives the statuses of the answers. */
async function untilRefused(url: string): Promise<number[]> {
  const statuses: number[] = [];
  for (;;) {
    const answer = await heldFetch(url).catch(() => null);
    if (answer === null) return statuses;
    statuses.push(answer.status);
    await wait(20);
  }
}
