// The client for TypeScript, from the package that npm packs of it: under the machine's own Node and ours, under a compiler, and in a browser on
// another origin.
import assert from "node:assert/strict";
import {execFile, spawnSync} from "node:child_process";
import {once} from "node:events";
import {cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync} from "node:fs";
import {readFile} from "node:fs/promises";
import {createServer} from "node:http";
import type {AddressInfo} from "node:net";
import {tmpdir} from "node:os";
import {delimiter, join} from "node:path";
import {after, type TestContext, test} from "node:test";
import {promisify} from "node:util";
import {NEEDS_CHROMIUM, openBrowser} from "../../chromium.ts";
import {OLD_NODES} from "../../old-nodes.ts";
import {type Json, type Live, startLive} from "../live.ts";
import {run} from "../tools.ts";
import {writeClientTypes} from "./client-types.ts";
import {startImpatientProxy} from "./impatient-proxy.ts";
import {exampleOf} from "./readme.ts";

const PROJECT = join(import.meta.dirname, "../../..");
const SOURCES = join(PROJECT, "clients/typescript");
const TYPES = join(SOURCES, "src/answers.ts");
const KEY = "z7w59v18z36wzfeo";
/** The machine's own, and the one that this project brings along. */
const NODES = [...OLD_NODES, process.execPath];
const skip = spawnSync("npm", ["--version"]).status !== 0 && "needs npm";

/** The same lines run in Node and in a browser; they write `found`. */
const QUESTIONS = `
const ryad = new Ryad(url, {token});
const [wide] = await ryad.series(["${KEY}"], {last: 3});
const rows = await ryad.data("cpi_weekly", {geo: "all", limit: 2});
const [first, updates] = [[], []];
for await (const one of ryad.estimates("gdp", {geo: "country", which: "first", limit: 1})) first.push(one.value);
for await (const one of ryad.updates("2018-01-01", {limit: 5})) updates.push(one.dataset_code);
let pages = 0;
for await (const page of ryad.pages("cpi_weekly", {geo: "all", limit: 2})) pages += page.series.length > 0 ? 1 : 0;
const refusal = await ryad.data("nope").catch((error) => error);
const wrong = await ryad.search("x", {limit: 999}).catch((error) => error);
const found = {
  values: wide.values, title: wide.title, unit: rows[0].unit, pages, first, updates: updates.length,
  rows: rows.map(({series_key, period, value}) => [series_key, period, value]),
  refused: [refusal instanceof RyadError, refusal.status, refusal.code], wrong: wrong.message,
  known: (await ryad.data("gdp", {geo: "country", freq: ["A"], as_of: "2016-04-30"})).map(({value}) => value),
  best: (await ryad.search("инфляция за двенадцать месяцев"))[0].series_key,
  verdict: (await ryad.verify("5.59", {series: "${KEY}", period: "2025-12"})).verdict,
  estimates: (await ryad.vintages("ycowe7zbqp9rhk93")).length,
  datasets: (await ryad.datasets()).length, catalogue: (await ryad.catalogue("gdp")).length,
  releases: (await ryad.evidence("${KEY}")).releases.length, cell: (await ryad.evidence("${KEY}", "2025-12-01")).releases[0].raw,
};`;

const folder = mkdtempSync(join(tmpdir(), "ryad-package-"));
after(() => rmSync(folder, {recursive: true, force: true}));
let installed: Promise<string> | null = null;

/** One package serves all tests of the file. */
function installOnce(): Promise<string> {
  installed ??= install();
  return installed;
}

/** Packs the client as npm publishes it, and installs the package. */
async function install(): Promise<string> {
  const env = {...process.env, PATH: `${join(PROJECT, "node_modules/.bin")}${delimiter}${process.env["PATH"]}`};
  const npm = (words: readonly string[], cwd: string) => promisify(execFile)("npm", words, {cwd, env});
  const [sources, user] = [join(folder, "sources"), join(folder, "user")];
  cpSync(SOURCES, sources, {recursive: true, filter: (path) => !/node_modules|dist$/.test(path)});
  await npm(["pack", "--pack-destination", folder, "--silent"], sources);
  const tarball = join(folder, readdirSync(folder).find((name) => name.endsWith(".tgz"))!);
  mkdirSync(user);
  writeFileSync(join(user, "package.json"), '{"type": "module", "private": true}');
  await npm(["install", "--offline", "--no-audit", "--no-fund", "--silent", tarball], user);
  return user;
}

async function runNode(
  user: string,
  script: string,
  environment: Record<string, string>,
  program = process.execPath,
): Promise<Json> {
  writeFileSync(join(user, "use.js"), script);
  const env = {...process.env, NODE_OPTIONS: "", ...environment};
  return JSON.parse((await promisify(execFile)(program, ["use.js"], {cwd: user, env})).stdout);
}

/** Compares the answers of the client with those of the service. */
async function check(live: Live, found: Json): Promise<void> {
  const read = async (path: string): Promise<Json> => (await live.get(path)).json();
  const {items} = await read(`/api/v1/series/${KEY}/observations?limit=3`);
  const values = items.map(({period, value, as_of}: Json) => ({period, value, as_of}));
  assert.deepEqual(found.values, values);
  const slice = await read("/api/v1/data?dataset=cpi_weekly&geo=all&limit=300");
  assert.deepEqual(
    found.rows,
    slice.observations.map(({series_key, period, value}: Json) => [series_key, period, value]),
  );
  assert.equal(found.pages, Math.ceil(slice.series_total / 2));
  assert.ok(found.pages > 1, "a slice of several pages");
  assert.equal(found.unit, slice.series[0].unit);
  const known = await read("/api/v1/data?dataset=gdp&geo=country&freq=A&as_of=2016-04-30");
  assert.deepEqual(
    found.known,
    known.observations.map(({value}: Json) => value),
  );
  const {estimate_count} = await read("/api/v1/series/ycowe7zbqp9rhk93/estimates");
  const {releases} = await read(`/api/v1/series/${KEY}/evidence`);
  assert.deepEqual([found.best, found.verdict, found.cell], [KEY, "match", "5.59"]);
  assert.deepEqual([found.estimates, found.releases], [estimate_count, releases.length]);
  assert.deepEqual(
    [found.datasets, found.catalogue],
    [12, (await read("/api/v1/reference/series?dataset=gdp")).items.length],
  );
  const first = await read("/api/v1/estimates?dataset=gdp&geo=country&which=first&limit=300");
  assert.deepEqual(
    found.first,
    first.estimates.map(({value}: Json) => value),
  );
  assert.equal(found.updates, (await read("/api/v1/updates?since=2018-01-01")).total);
  assert.deepEqual(found.refused, [true, 404, "NOT_FOUND"]);
  assert.match(found.wrong, /^limit: Input should be less than or equal to/);
}

test("the types of the client for TypeScript are those of the document [clients.typescript]", async (t) => {
  const live = await startLive(t);
  const text = await writeClientTypes(live.document, live.folder);
  if (process.env["RYAD_WRITE_TYPES"] === "1") writeFileSync(TYPES, text);
  assert.equal(await readFile(TYPES, "utf8"), text, "CONTRIBUTING.md has the command that writes them again");
});

test("the package of the client for TypeScript gives the values of the slice under the machine's own Node, and refusals in the words of the service [clients.typescript]", {
  skip,
}, async (t) => {
  const live = await startLive(t);
  const user = await installOnce();
  assert.deepEqual(
    readdirSync(join(user, "node_modules")).filter((name) => !name.startsWith(".")),
    ["ryad-client"],
  );
  const head = 'import {Ryad, RyadError} from "ryad-client";\nconst [url, token] = [];\n';
  const script = `${head}${QUESTIONS}\nconsole.log(JSON.stringify(found));`;
  const environment = {RYAD_URL: `${live.origin}/`, RYAD_TOKEN: live.token};
  const example = `${exampleOf("typescript")}\nconsole.log(JSON.stringify(ryad.url));`;
  assert.equal(await runNode(user, example, environment), live.origin);
  for (const program of NODES) await check(live, await runNode(user, script, environment, program));
});

test("the client for TypeScript compiles with the types of the answers, and rejects a parameter that the service does not know [clients.typescript]", {
  skip,
}, async () => {
  const user = await installOnce();
  const good = `import {Ryad, type Row, type SliceQuery} from "ryad-client";
const ryad = new Ryad("http://127.0.0.1");
const selection: Omit<SliceQuery, "dataset"> = {geo: ["RU-77"], class: "food", as_of: "2016-04-30"};
for await (const row of ryad.rows("gdp", selection)) { const one: Row = row; const value: number = one.value; void value; }
const verdict: "match" | "rounded" | string = (await ryad.verify(5.59, {q: "x", period: "2025"})).verdict; void verdict;
`;
  const bad = 'import {Ryad} from "ryad-client";\nawait new Ryad("x").data("gdp", {territory: "RU-77"});\n';
  writeFileSync(join(user, "good.ts"), good);
  writeFileSync(join(user, "bad.ts"), bad);
  const words = ["--noEmit", "--strict", "--exactOptionalPropertyTypes", "--target", "es2022", "--lib", "es2022,dom"];
  const inNode = [...words, "--module", "nodenext", "--moduleResolution", "nodenext"];
  const bundled = [...words, "--module", "esnext", "--moduleResolution", "bundler"];
  assert.equal((await run("tsc", [...inNode, "good.ts"], user)).stdout, "");
  assert.equal((await run("tsc", [...bundled, "good.ts"], user)).stdout, "");
  assert.match((await run("tsc", [...inNode, "bad.ts"], user)).stdout, /'territory' does not exist/);
});

test("the client for TypeScript reads in a browser from a page of another origin [clients.typescript]", {
  skip: skip || NEEDS_CHROMIUM,
}, async (t) => {
  const live = await startLive(t);
  const page = await (await openBrowser(t)).newPage();
  await page.goto(await serveFolder(t, join(await installOnce(), "node_modules/ryad-client/dist")));
  const body = `const {Ryad, RyadError} = await import("/ryad.js");\n${QUESTIONS}\nreturn found;`;
  const script = `(async (url, token) => {${body}})(${JSON.stringify(live.origin)}, ${JSON.stringify(live.token)})`;
  await check(live, await page.evaluate(script));
  const proxy = await startImpatientProxy(t, live.origin, {
    "reference/datasets": {status: 429, times: 1, retryAfter: "1"},
  });
  const waited = `import("/ryad.js").then(({Ryad}) => new Ryad("${proxy.origin}", {token: "${live.token}"}).datasets())`;
  assert.equal(((await page.evaluate(waited)) as Json).length, 12);
  assert.equal(proxy.asked.get("reference/datasets"), 2);
});

test("the client for TypeScript waits as long as the service says, within its patience, and sends nothing else twice [clients.typescript]", {
  skip,
}, async (t) => {
  const live = await startLive(t);
  const user = await installOnce();
  const proxy = await startImpatientProxy(t, live.origin, {
    "reference/datasets": {status: 429, times: 1, retryAfter: "1"},
    "reference/series": {status: 429, times: 9, retryAfter: "3600"},
    "series/search": {status: 502, times: 9},
  });
  const script = `import {Ryad} from "ryad-client";
const ryad = new Ryad(null, {patience: 5});
const began = Date.now();
const datasets = (await ryad.datasets()).length;
const waited = Date.now() - began;
const told = async (asked) => asked.then(() => null, ({name, status, code, message}) => [name, status, code, message]);
const ended = new AbortController();
const thenEnd = async (...words) => {
  const answer = await fetch(...words);
  setTimeout(() => ended.abort(), 50);
  return answer;
};
console.log(JSON.stringify({datasets, waited,
  month: await told(ryad.catalogue("gdp")), gateway: await told(ryad.search("gdp")),
  ended: (await told(new Ryad().catalogue("gdp", {signal: AbortSignal.abort()})))[0],
  patient: (await told(new Ryad(null, {patience: 4000, fetch: thenEnd}).catalogue("gdp", {signal: ended.signal})))[0],
  elsewhere: (await told(new Ryad(process.env.RYAD_URL + "/docs?").datasets()))[1]}));`;
  const found = await runNode(user, script, {RYAD_URL: proxy.origin, RYAD_TOKEN: live.token});
  assert.ok(found.waited >= 1000, `${found.waited} ms`);
  assert.deepEqual([found.datasets, found.ended, found.patient], [12, "AbortError", "AbortError"]);
  assert.deepEqual(found.month, ["RyadError", 429, "RATE_LIMITED", "20 requests a minute (wait)"]);
  assert.deepEqual(found.gateway, ["RyadError", 502, "", "HTTP 502"]);
  assert.deepEqual([...proxy.asked.values()].slice(0, 3), [2, 2, 1]);
});

/** The files of a folder and an empty page, on an origin of their own. */
async function serveFolder(t: TestContext, folder: string): Promise<string> {
  const server = createServer(async ({url}, reply) => {
    if (url === "/")
      return reply.writeHead(200, {"content-type": "text/html"}).end("<!doctype html><title>page</title>");
    const text = await readFile(join(folder, url!)).catch(() => null);
    return reply.writeHead(text === null ? 404 : 200, {"content-type": "text/javascript"}).end(text);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => server.close().closeAllConnections());
  return `http://localhost:${(server.address() as AddressInfo).port}/`;
}
