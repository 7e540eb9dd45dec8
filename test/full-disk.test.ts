// A load that fills the disk of a running service: nothing is changed, and the service goes on without a restart.
//
// The disk is a small file system in memory, which only root may mount.
import assert from "node:assert/strict";
import {spawnSync} from "node:child_process";
import {mkdirSync, readdirSync, statSync} from "node:fs";
import {mkdtemp, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {test} from "node:test";
import {createToken, ryadProgram, serve} from "./command.ts";
import {writeLargePackage} from "./large-package.ts";
import type {Ending} from "./sample-folder.ts";

const SLICE = "/api/v1/data?dataset=large&limit=5&end=2024-12";
const FREE_BYTES = 9 * 2 ** 20;

test("a load that fills the disk beside a service of two processes says so, changes nothing, gives the space back, and charged requests are answered on [load.full-disk]", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "ryad-full-disk-"));
  const disk = join(folder, "disk");
  mkdirSync(disk);
  if (spawnSync("mount", ["-t", "tmpfs", "-o", `size=${FREE_BYTES}`, "none", disk]).status !== 0)
    return t.skip("needs the right to mount a tmpfs");
  // Hooks run in the order of their making, and the server must end before its disk does.
  const endings: (() => unknown)[] = [];
  const scope = {after: (end: () => unknown) => void endings.push(end)} as Ending;
  t.after(async () => {
    for (const end of endings) await end();
    spawnSync("umount", ["-l", disk]);
    await rm(folder, {recursive: true, force: true});
  });
  const dataFolder = join(disk, "data");
  const small = {classes: 1, months: 12, publishedAt: "2025-01-10", shift: 0};
  const first = await writeLargePackage(join(folder, "first"), small);
  const loaded = await ryadProgram(["load", first, "--data", dataFolder]);
  assert.equal(loaded.code, 0, loaded.stderr);
  const token = await createToken(dataFolder, "business");
  const server = await serve(scope, dataFolder, {RYAD_WORKERS: "2"});
  const answer = async (): Promise<readonly [number, string]> => {
    const response = await server.get(SLICE, token);
    return [response.status, await response.text()];
  };
  const before = await answer();
  assert.equal(before[0], 200);

  const large = await writeLargePackage(join(folder, "large"), {...small, classes: 40, months: 300, shift: 1});
  const failed = await ryadProgram(["load", large, "--data", dataFolder]);
  assert.equal(failed.code, 1, failed.stderr);
  assert.match(
    failed.stderr,
    /^ryad: the disk is full: \S+\.db can't be written; nothing was changed\nfree some space/,
  );
  for (let nth = 0; nth < 20; nth++) assert.deepEqual(await answer(), before);
  const logs = readdirSync(dataFolder).filter((name) => name.endsWith("-wal"));
  const bytes = logs.map((name) => [name, statSync(join(dataFolder, name)).size] as const);
  assert.ok(
    bytes.every(([, size]) => size < 2 ** 20),
    JSON.stringify(bytes),
  );

  const next = await writeLargePackage(join(folder, "next"), {...small, publishedAt: "2025-02-10", shift: 2});
  const again = await ryadProgram(["load", next, "--data", dataFolder]);
  assert.equal(again.code, 0, again.stderr);
});
