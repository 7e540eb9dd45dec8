// deploy/ryad.service and ryad-backup.service: their filters of system calls are put around a server and a backup, under this Node and under
// each older one of the machine.
import assert from "node:assert/strict";
import {execFileSync, spawn, spawnSync} from "node:child_process";
import {once} from "node:events";
import {readFileSync, rmSync} from "node:fs";
import {constants} from "node:os";
import {join} from "node:path";
import {createInterface} from "node:readline";
import {test} from "node:test";
import {createToken} from "./command.ts";
import {heldFetch} from "./held-fetch.ts";
import {OLD_NODES} from "./old-nodes.ts";
import {copySampleTo} from "./sample-folder.ts";
import {PROJECT, temporaryFolder} from "./warehouse.ts";

const WITH_FILTER = join(PROJECT, "test/with-filter.py");
const PYTHON = ["/usr/bin/python3", "python3"].find(
  (path) => spawnSync(path, ["-c", "import seccomp; seccomp.KILL_PROCESS"]).status === 0,
);
const hasLists = spawnSync("systemd-analyze", ["syscall-filter", "@default"]).status === 0;
const skip = PYTHON !== undefined && hasLists ? false : "needs Linux with systemd-analyze and Python's seccomp";

/** What a unit refuses a call by, and the calls that it lets through; the first parameters of with-filter.py. */
function filterOf(unit: string): [refusal: string, calls: string] {
  const text = readFileSync(join(PROJECT, "deploy", unit), "utf8");
  const setting = (name: string): string | null => new RegExp(`^${name}=(.*)$`, "m").exec(text)?.[1] ?? null;
  const calls = (setting("SystemCallFilter") ?? "").split(" ").flatMap(callsOf);
  assert.ok(calls.length > 200, unit);
  const errno = setting("SystemCallErrorNumber");
  const refusal = errno === null ? "kill" : String(constants.errno[errno as keyof typeof constants.errno]);
  return [refusal, calls.join(",")];
}

test("the units' own filters of system calls let a server start, answer and read a release again, and a backup be made, also from Node 20 [deploy.unit]", {
  skip,
}, async (t) => {
  const dataFolder = await temporaryFolder(t);
  await copySampleTo(dataFolder);
  const token = await createToken(dataFolder, "owner");
  const [filter, backupFilter] = [filterOf("ryad.service"), filterOf("ryad-backup.service")];
  for (const node of [process.execPath, ...OLD_NODES]) {
    const server = [node, join(PROJECT, "bin/ryad.js"), "serve", "--port", "0", "--data", dataFolder];
    const words = [WITH_FILTER, ...filter, ...server];
    const child = spawn(PYTHON!, words, {
      stdio: ["ignore", "pipe", "inherit"],
      env: {...process.env, RYAD_LOG: "error"},
    });
    t.after(() => child.kill("SIGKILL"));
    const ended = once(child, "exit");
    let origin: string | undefined;
    for await (const line of createInterface(child.stdout)) {
      origin = /listening on (\S+)/.exec(line)?.[1];
      if (origin !== undefined) break;
    }
    assert.ok(origin, `${node} ended before it listened: ${JSON.stringify(origin === undefined ? await ended : "")}`);
    const ask = async (path: string) => {
      const answer = await heldFetch(`${origin}/api/v1/${path}`, {headers: {"x-api-key": token}});
      assert.equal(answer.status, 200, `${node} ${path}`);
      return (await answer.json()) as {items: Record<string, string>[]};
    };
    const {items} = await ask("series/search?dataset=gdp&freq=A&limit=1");
    await ask(`series/${items[0]!["series_key"]}/evidence?period=${items[0]!["last_period"]}`);
    // beside the server, as the timer does it
    const backup = [node, join(PROJECT, "bin/ryad.js"), "backup", join(dataFolder, "b.tar"), "--data", dataFolder];
    const made = spawnSync(PYTHON!, [WITH_FILTER, ...backupFilter, ...backup], {encoding: "utf8"});
    assert.equal(made.status, 0, `${node}: ${made.stderr}`);
    rmSync(join(dataFolder, "b.tar"));
    child.kill("SIGTERM");
    assert.deepEqual(await ended, [0, null], node);
  }
});

/** The names that systemd has for a group (`@…`), with those of the groups in it. */
function callsOf(name: string): string[] {
  if (!name.startsWith("@")) return [name];
  const said = execFileSync("systemd-analyze", ["syscall-filter", name], {encoding: "utf8"});
  return [...said.matchAll(/^ {4}(@?\w+(?:-\w+)*)$/gm)].flatMap(([, inner]) => callsOf(inner!));
}
