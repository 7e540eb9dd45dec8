// A load that is killed: at any moment the old state stands, and the same load succeeds afterwards.
import assert from "node:assert/strict";
import type {ChildProcess} from "node:child_process";
import {once} from "node:events";
import {statSync} from "node:fs";
import {join} from "node:path";
import {test} from "node:test";
import {setTimeout as wait} from "node:timers/promises";
import {createToken, ryad, serve, spawnRyad} from "./command.ts";
import {writeLargePackage} from "./large-package.ts";
import {temporaryFolder} from "./warehouse.ts";

const SHARES_OF_DURATION = [0.1, 0.25, 0.4, 0.55, 0.7, 0.85];
const SHARES_OF_LOG = [0, 0.25, 0.5, 0.75];
const SIZE = {classes: 12, months: 240};
const PATH = "/api/v1/data?dataset=large&class=7&limit=20";

test("a load killed at ten moments, four of them between the first write and the commit, leaves the old state and succeeds afterwards [load.killed load.atomic load.seen-in-a-second]", async (t) => {
  const dataFolder = await temporaryFolder(t);
  const folder = await temporaryFolder(t);
  const first = await writeLargePackage(join(folder, "first"), {...SIZE, publishedAt: "2025-01-10", shift: 0});
  const second = await writeLargePackage(join(folder, "second"), {...SIZE, publishedAt: "2025-02-10", shift: 1});
  assert.equal((await ryad(["load", first, "--data", dataFolder])).code, 0);
  const measured = await measureLoad(t, first, second);
  assert.ok(measured.logBytes > 1e6, `the transaction must outgrow the page cache: ${measured.logBytes} bytes of log`);

  const token = await createToken(dataFolder, "owner");
  const server = await serve(t, dataFolder);
  const old = await (await server.get(PATH, token)).text();
  const log = join(dataFolder, "statistics.db-wal");
  let afterFirstWrite = 0;
  const moments = [
    ...SHARES_OF_DURATION.map((share) => ({share, of: "duration" as const})),
    ...SHARES_OF_LOG.map((share) => ({share, of: "log" as const})),
  ];
  for (const {share, of} of moments) {
    const before = sizeOf(log);
    const load = spawnRyad(["load", second, "--data", dataFolder]);
    if (of === "duration") await Promise.race([wait(share * measured.milliseconds), once(load, "exit")]);
    else await grown(load, log, before + 1 + share * measured.logBytes);
    load.kill("SIGKILL");
    const grownBy = sizeOf(log) - before;
    if (load.exitCode === null && load.signalCode === null) await once(load, "exit");
    assert.equal(load.signalCode, "SIGKILL", `the load at ${share} of its ${of} was already over`);
    if (grownBy > 0) afterFirstWrite++;
    assert.equal(await (await server.get(PATH, token)).text(), old, `killed at ${share} of its ${of}`);
  }
  assert.ok(afterFirstWrite >= 3, `only ${afterFirstWrite} of the loads were killed after their first write`);
  assert.equal((await ryad(["check", "--data", dataFolder])).code, 0);

  const again = await ryad(["load", second, "--data", dataFolder]);
  assert.equal(again.code, 0, again.stderr);
  const committed = performance.now();
  while ((await (await server.get(PATH, token)).text()) === old) {
    assert.ok(performance.now() - committed < 1000, "a running server sees a load within a second");
  }
  const {observations} = (await (await server.get(PATH, token)).json()) as {observations: {as_of: string}[]};
  assert.ok(observations.every((row) => row.as_of === "2025-02-10"));
});

/** The undisturbed load of `second` over `first`, in a folder of its own. */
async function measureLoad(t: Parameters<typeof temporaryFolder>[0], first: string, second: string) {
  const dataFolder = await temporaryFolder(t);
  await ryad(["load", first, "--data", dataFolder]);
  const log = join(dataFolder, "statistics.db-wal");
  const started = performance.now();
  const load = spawnRyad(["load", second, "--data", dataFolder]);
  let logBytes = 0;
  while (load.exitCode === null) {
    logBytes = Math.max(logBytes, sizeOf(log));
    await wait(2);
  }
  return {milliseconds: performance.now() - started, logBytes};
}

async function grown(load: ChildProcess, log: string, bytes: number): Promise<void> {
  while (load.exitCode === null && sizeOf(log) < bytes) await wait(1);
}

function sizeOf(path: string): number {
  return statSync(path, {throwIfNoEntry: false})?.size ?? 0;
}
