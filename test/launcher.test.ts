// The launcher under an older Node, as on a machine with Node 20: same streams, same exit, no orphan process.
import assert from "node:assert/strict";
import {execFileSync, spawn} from "node:child_process";
import {once} from "node:events";
import {cpSync} from "node:fs";
import {join} from "node:path";
import {test} from "node:test";
import {OWN_CACHE} from "./command.ts";
import {heldFetch} from "./held-fetch.ts";
import {OLD_NODES} from "./old-nodes.ts";
import {PROJECT, temporaryFolder} from "./warehouse.ts";

const OLD_NODE = OLD_NODES[0] ?? null;
const NEEDS_OLD_NODE = OLD_NODE === null ? "needs a Node older than 24 on PATH" : false;
const RYAD = join(PROJECT, "bin/ryad.js");
/** Workers take most of a start. One test has the usual number, because they too hold the launcher's outputs. */
const ONE_PROCESS = {...process.env, ...OWN_CACHE, RYAD_WORKERS: "1"};

test("under an older Node the command runs with the same output and exit codes [command.node-20]", {
  skip: NEEDS_OLD_NODE,
}, () => {
  for (const node of OLD_NODES) {
    const version = execFileSync(node, [RYAD, "--version"], {encoding: "utf8"});
    assert.match(version, /^\d+\.\d+\.\d+\n$/, node);
    assert.throws(
      () => execFileSync(node, [RYAD, "fly"], {stdio: "pipe"}),
      (error: {status?: number; stderr?: Buffer}) =>
        error.status === 2 && /unknown command "fly"/.test(String(error.stderr)),
    );
  }
});

test("SIGTERM to the command reaches the server under the newer Node [command.node-20 serve.sigterm]", {
  skip: NEEDS_OLD_NODE,
}, async (t) => {
  const child = spawn(OLD_NODE!, [RYAD, "serve", "--port", "0", "--data", await temporaryFolder(t)], {
    stdio: ["ignore", "pipe", "ignore"],
    env: ONE_PROCESS,
  });
  await once(child.stdout, "data");
  child.kill("SIGTERM");
  assert.deepEqual(await once(child, "exit"), [0, null]);
});

test("SIGUSR1 and SIGUSR2 to the command, or to the server under it, open no debugger and end neither [command.node-20 serve.user-signals]", {
  skip: NEEDS_OLD_NODE,
}, async (t) => {
  const child = spawn(OLD_NODE!, [RYAD, "serve", "--port", "0", "--data", await temporaryFolder(t)], {
    stdio: ["ignore", "pipe", "pipe"],
    env: {...ONE_PROCESS, RYAD_LOG: "error"},
    detached: true,
  });
  t.after(() => child.kill("SIGKILL"));
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  const origin = /listening on (\S+)/.exec(String(line))?.[1] ?? "";
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  for (const signal of ["SIGUSR1", "SIGUSR2"] as const) {
    // to the whole group of processes
    process.kill(-child.pid!, signal);
    assert.equal((await heldFetch(`${origin}/health`)).status, 200, signal);
  }
  child.kill("SIGTERM");
  assert.deepEqual(await once(child, "close"), [0, null]);
  assert.equal(said, "");
});

test("when the command is killed, the server under the newer Node ends too [command.node-20]", {
  skip: NEEDS_OLD_NODE,
}, async (t) => {
  const child = spawn(OLD_NODE!, [RYAD, "serve", "--port", "0", "--data", await temporaryFolder(t)], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  const origin = /listening on (\S+)/.exec(String(line))?.[1] ?? "";
  assert.equal((await heldFetch(`${origin}/health`)).status, 200);
  child.stdout.resume();
  child.kill("SIGKILL");
  // the server holds the other end of standard output, so the stream ends only with it
  await once(child, "close");
  await assert.rejects(heldFetch(`${origin}/health`));
});

test("when npm and its shell end, the server of npm start ends too", {
  skip: process.platform === "win32" ? "needs a POSIX shell" : false,
}, async (t) => {
  const call = '"$0" "$@"; true';
  const words = [process.execPath, RYAD, "serve", "--port", "0", "--data", await temporaryFolder(t)];
  const shell = spawn("sh", ["-c", call, ...words], {
    stdio: ["ignore", "pipe", "ignore"],
    env: {...ONE_PROCESS, npm_lifecycle_event: "start"},
  });
  const [line] = (await once(shell.stdout, "data")) as [Buffer];
  const origin = /listening on (\S+)/.exec(String(line))?.[1] ?? "";
  shell.stdout.resume();
  shell.kill("SIGTERM");
  await once(shell, "close");
  await assert.rejects(fetch(`${origin}/health`));
});

test("without a newer Node the command says what to do [command.node-20]", {
  skip: NEEDS_OLD_NODE,
}, async (t) => {
  const lonely = join(await temporaryFolder(t), "ryad");
  cpSync(join(PROJECT, "bin"), join(lonely, "bin"), {recursive: true});
  cpSync(join(PROJECT, "package.json"), join(lonely, "package.json"));
  assert.throws(
    () => execFileSync(OLD_NODE!, [join(lonely, "bin/ryad.js"), "--version"], {stdio: "pipe"}),
    (error: {status?: number; stderr?: Buffer}) =>
      error.status === 1 &&
      /needs Node 24 or newer/.test(String(error.stderr)) &&
      /--omit=optional/.test(String(error.stderr)),
  );
});
