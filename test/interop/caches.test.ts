// HTTP caches of Python with the settings of docs/clients.md, and without them.
//
// PYTHON names a python3 with the packages of requirements.txt.
import assert from "node:assert/strict";
import {execFile, spawnSync} from "node:child_process";
import {join} from "node:path";
import {test} from "node:test";
import {promisify} from "node:util";
import {startLive} from "./live.ts";

const PYTHON = process.env["PYTHON"] ?? "python3";
const lacksCaches = spawnSync(PYTHON, ["-c", "import requests_cache, hishel.httpx"]).status !== 0;

test("requests-cache and hishel reuse what the page of clients says, with its settings and without [clients.caches]", {
  skip: lacksCaches && "needs a python3 with requests-cache and hishel",
}, async (t) => {
  const live = await startLive(t);
  const words = [join(import.meta.dirname, "caches.py"), live.origin, live.token, `${live.token.slice(0, -1)}-`];
  const {stdout} = await promisify(execFile)(PYTHON, words);
  assert.deepEqual(JSON.parse(stdout), {
    default: {reused: false, revalidated: false, "token kept": false},
    always_revalidate: {reused: true, revalidated: true, "token kept": false},
    cache_control: {reused: true, revalidated: false, "token kept": true},
    hishel: {"other token": true, "own token": true},
    "hishel, rfc": {"other token": false, "own token": false},
    "hishel, private": {"other token": false, "own token": true},
  });
});
