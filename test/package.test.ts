// The package as npm packs it, installed in an empty folder: Node strips no types under node_modules, so it holds plain JavaScript.
//
// It is packed in a copy of the project: packing links the command and writes dist/, and other tests use the project meanwhile.
import assert from "node:assert/strict";
import {execFileSync, spawn} from "node:child_process";
import {once} from "node:events";
import {cpSync, existsSync, globSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync} from "node:fs";
import {delimiter, dirname, join} from "node:path";
import {createInterface} from "node:readline";
import {type TestContext, test} from "node:test";
import {until} from "../src/work/patience.fixture.ts";
import {plainModule} from "../tools/build-package.ts";
import {table} from "./fetch/fetching.ts";
import {heldFetch} from "./held-fetch.ts";
import {OLD_NODES} from "./old-nodes.ts";
import {readCurl, startSample} from "./sample.ts";
import {PROJECT, temporaryFolder} from "./warehouse.ts";

const MOST_BYTES = 3_000_000;
const SHIPPED = [
  ...["bin", "deploy", "docs", "src", "reference", "samples", "tools"],
  ...["package.json", "CHANGELOG.md", "LICENSE", "README.md", "SECURITY.md"],
];

test("the package, packed and installed in an empty folder, runs every part of the service and is 3 MB at most; documents that messages name are in it [package.runs package.documents]", async (t) => {
  const [project, folder] = [await temporaryFolder(t), await temporaryFolder(t)];
  for (const name of SHIPPED) cpSync(join(PROJECT, name), join(project, name), {recursive: true});
  npm(project, "pack", "--pack-destination", folder);
  const tarball = globSync("ryad-*.tgz", {cwd: folder})[0]!;
  assert.ok(statSync(join(folder, tarball)).size <= MOST_BYTES, "a package of more than 3 MB");

  writeFileSync(join(folder, "package.json"), '{"private": true}');
  // The Node that npm would bring along for an older one is 100 MB: this process is new enough.
  npm(folder, "install", "--prefer-offline", "--no-audit", "--no-fund", "--omit=optional", `./${tarball}`);
  const installed = join(folder, "node_modules/ryad");
  assert.deepEqual(globSync("**/*.{test,suite,fixture,reference}.*", {cwd: installed}), []);
  // npm packs the same files into the same bytes
  execFileSync(process.execPath, ["tools/build-package.ts"], {cwd: project, stdio: "ignore"});
  for (const name of globSync("dist/**/*.*", {cwd: project}))
    assert.ok(readFileSync(join(project, name)).equals(readFileSync(join(installed, name))), `built twice: ${name}`);
  const ryad = join(installed, "bin/ryad.js");
  const version = execFileSync(process.execPath, [ryad, "--version"], {encoding: "utf8"});
  assert.equal(version, `${JSON.parse(readFileSync(join(PROJECT, "package.json"), "utf8")).version}\n`);

  assert.deepEqual(
    documentsNamed(join(PROJECT, "src")).filter((path) => !existsSync(join(installed, path))),
    [],
    "documents that a message names",
  );
  // An older Node finds the newer one beside the package.
  for (const name of globSync("node-{linux,win,bin}-*", {cwd: join(PROJECT, "node_modules")}))
    symlinkSync(join(PROJECT, "node_modules", name), join(folder, "node_modules", name), "junction");
  for (const node of OLD_NODES) {
    // A user's shell: no node_modules/.bin is on its PATH.
    const shell = {encoding: "utf8", cwd: folder, env: {PATH: dirname(node)}} as const;
    assert.equal(execFileSync(node, [ryad, "--version"], shell), version, node);
    const loaded = execFileSync(node, [ryad, "load", join(PROJECT, "samples/key_rate"), "--data", "own"], shell);
    assert.match(loaded, /^cbr\/key_rate of .* new values/, node);
  }

  await fetchesByItself(t, folder, ryad);
  const {origin, token, requests} = await startSample(t, folder, true, ryad);
  const ask = (path: string) => heldFetch(`${origin}${path}`, {headers: {authorization: `Bearer ${token}`}});
  for (const request of requests) {
    const answer = await heldFetch(readCurl(request).url, {headers: {authorization: `Bearer ${token}`}});
    assert.equal(answer.status, 200, request);
  }
  const found = await (await ask("/api/v1/series/search?dataset=gdp&freq=A&limit=1")).json();
  const {series_key: key, last_period: period} = (found as {items: Record<string, string>[]}).items[0]!;
  // The thread that reads a release again starts a module of its own.
  const evidence = await (await ask(`/api/v1/series/${key}/evidence?period=${period}`)).json();
  assert.ok((evidence as {releases: {reproduced: boolean}[]}).releases.every(({reproduced}) => reproduced));
  const page = await (await fetch(`${origin}/series/${key}`)).text();
  const modules = [...page.matchAll(/src="(\/assets\/[^"]+\.js)"/g)].map(([, path]) => path!);
  assert.ok(modules.length > 0, "a page without modules");
  for (const path of [...modules, "/api/docs"]) assert.equal((await fetch(`${origin}${path}`)).status, 200, path);
});

test("a module of the package keeps the lines and columns of its source [package.lines]", () => {
  const files = globSync("src/**/*.ts", {cwd: PROJECT});
  for (const file of files) {
    const source = readFileSync(join(PROJECT, file), "utf8");
    const plain = plainModule(source);
    assert.equal(plain.split("\n").length, source.split("\n").length, file);
    assert.doesNotMatch(plain, /\b(?:from |import\(|new URL\()"\.{1,2}\/[^"]+\.ts"/, file);
  }
});

/** Its server fetches by commands of its own, as its desk acts by them. */
async function fetchesByItself(t: TestContext, folder: string, program: string): Promise<void> {
  const data = join(folder, "fetched");
  mkdirSync(join(data, "files"), {recursive: true});
  writeFileSync(join(data, "files", "t.xml"), table());
  writeFileSync(join(data, "sources.yaml"), 'sources: [{id: t, folder: files, when: {cron: "0 0 1 1 *"}}]');
  const child = spawn(process.execPath, [program, "serve", "--port", "0", "--data", data], {
    stdio: ["ignore", "pipe", "inherit"],
    env: {...process.env, RYAD_FETCH: "on", RYAD_LOG: "error"},
  });
  const ended = once(child, "exit");
  t.after(() => child.kill("SIGKILL"));
  let origin = "";
  for await (const line of createInterface(child.stdout)) {
    origin = /listening on (\S+)/.exec(line)?.[1] ?? "";
    if (origin !== "") break;
  }
  await until("the file is fetched", async () => (await fetch(`${origin}/datasets/fedstat/99001`)).status === 200);
  child.kill("SIGTERM");
  await ended;
}

/** Paths of documents in texts of the program. */
function documentsNamed(folder: string): string[] {
  const texts = globSync("**/*.ts", {cwd: folder}).map((file) => readFileSync(join(folder, file), "utf8"));
  const named = new Set(texts.flatMap((text) => text.match(/\bdocs\/[\w/-]+\.md\b/g) ?? []));
  assert.ok(named.size > 5);
  return [...named];
}

/** Its scripts run under this very Node. npm may write about its settings to the standard error; a failure is in the error thrown. */
function npm(folder: string, ...parameters: string[]): void {
  execFileSync(process.platform === "win32" ? "npm.cmd" : "npm", parameters, {
    cwd: folder,
    stdio: "pipe",
    env: {...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env["PATH"] ?? ""}`},
  });
}
