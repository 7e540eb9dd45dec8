// A backup through pipes, as the client of a store of objects takes it, and its restore.
import assert from "node:assert/strict";
import {spawn, spawnSync} from "node:child_process";
import {once} from "node:events";
import {closeSync, existsSync, openSync, readdirSync, readFileSync, truncateSync} from "node:fs";
import {join} from "node:path";
import {test} from "node:test";
import {OWN_CACHE, ryad} from "./command.ts";
import {makeSampleFolder} from "./sample-folder.ts";
import {PROJECT, temporaryFolder} from "./warehouse.ts";

const RYAD = join(PROJECT, "bin/ryad.js");
const environment = {...process.env, ...OWN_CACHE};

test("ryad backup - writes the backup and nothing else to standard output, and ryad restore - puts it back from standard input, through a pipe [backup.stream]", async (t) => {
  const data = await makeSampleFolder(t);
  const folder = await temporaryFolder(t);
  const path = join(folder, "backup.tar");
  const [there, back] = [join(folder, "there"), join(folder, "back")];
  const from = spawn(process.execPath, [RYAD, "backup", "-", "--data", data], {
    env: environment,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const to = spawn(process.execPath, [RYAD, "restore", "-", "--data", there], {
    env: environment,
    stdio: [from.stdout!, "pipe", "pipe"],
  });
  const said = async (stream: NodeJS.ReadableStream): Promise<string> => {
    let text = "";
    for await (const chunk of stream) text += chunk;
    return text;
  };
  const [fromSaid, toSaid, toErrors] = await Promise.all([said(from.stderr!), said(to.stdout!), said(to.stderr!)]);
  if (to.exitCode === null) await once(to, "exit");
  assert.equal(to.exitCode, 0, toErrors);
  assert.match(fromSaid, /^backed up .* to standard output: [\d.]+ [kM]B\n$/);
  assert.match(toSaid, /^restored .* as it was at .* from standard input: [\d.]+ [kM]B\n$/);
  assert.equal((await ryad(["check", "--data", there])).code, 0);
  assert.equal(await exported(there, folder), await exported(data, folder));

  // the same bytes as a file: each is read by the other way
  const file = openSync(path, "w");
  const sent = spawnSync(process.execPath, [RYAD, "backup", "-", "--data", data], {
    env: environment,
    stdio: ["ignore", file, "pipe"],
  });
  closeSync(file);
  assert.equal(sent.status, 0, String(sent.stderr));
  assert.deepEqual(
    readdirSync(data).filter((name) => name.includes("unfinished")),
    [],
  );
  assert.equal((await ryad(["restore", path, "--data", back])).code, 0);
  assert.equal(await exported(back, folder), await exported(data, folder));

  truncateSync(path, readFileSync(path).length - 1000);
  const cut = restoreFrom(path, join(folder, "cut"));
  assert.equal(cut.status, 1);
  assert.match(cut.stderr, /standard input is damaged/);
  assert.ok(!existsSync(join(folder, "cut")));
  const kept = restoreFrom(path, back, "--force");
  assert.equal(kept.status, 1);
  assert.equal(await exported(back, folder), await exported(data, folder));
});

test("a receiver that stops makes ryad backup - exit with 1, so that nobody takes what was sent for a backup [backup.stream]", async (t) => {
  const data = await makeSampleFolder(t);
  const child = spawn(process.execPath, [RYAD, "backup", "-", "--data", data], {
    env: environment,
    stdio: ["ignore", "pipe", "pipe"],
  });
  child.stdout.once("data", () => child.stdout.destroy());
  let errors = "";
  child.stderr.on("data", (chunk) => {
    errors += chunk;
  });
  const [code] = await once(child, "close");
  assert.equal(code, 1);
  assert.match(errors, /the receiver of the backup stopped before its end/);
});

test("a terminal is refused as the place of a stream, on both sides [backup.stream]", async (t) => {
  const data = await makeSampleFolder(t);
  for (const command of ["backup", "restore"]) {
    const call = [process.execPath, RYAD, command, "-", "--data", data].map((word) => `'${word}'`).join(" ");
    const seen = spawnSync("script", ["-qec", call, "/dev/null"], {
      env: environment,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    });
    if (seen.error) return t.diagnostic("no script here to make a terminal with");
    assert.equal(seen.status, 1, seen.stdout);
    assert.match(seen.stdout, /terminal/);
  }
});

function restoreFrom(path: string, folder: string, ...more: string[]) {
  const file = openSync(path, "r");
  try {
    return spawnSync(process.execPath, [RYAD, "restore", "-", "--data", folder, ...more], {
      env: environment,
      encoding: "utf8",
      stdio: [file, "pipe", "pipe"],
    });
  } finally {
    closeSync(file);
  }
}

async function exported(data: string, folder: string): Promise<string> {
  const path = join(folder, "export.csv");
  assert.equal((await ryad(["export", path, "--estimates", "--data", data])).code, 0);
  return readFileSync(path, "utf8");
}
