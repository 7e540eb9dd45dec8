// Root works in the data folder of a service: the files that it makes belong to the service's user, who must be able to use them.
import assert from "node:assert/strict";
import {execFile} from "node:child_process";
import {chmodSync, chownSync, globSync, mkdirSync, statSync} from "node:fs";
import {join} from "node:path";
import {type TestContext, test} from "node:test";
import {type Ended, ryadProgram} from "./command.ts";
import {PROJECT, temporaryFolder, writePackage} from "./warehouse.ts";

const USER = 54_321;
const skip = process.getuid?.() === 0 ? false : "only root can be another user";

function asUser(...call: readonly string[]): Promise<Omit<Ended, "signal">> {
  const words = [join(PROJECT, "bin/ryad.js"), ...call];
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      words,
      {uid: USER, gid: USER, cwd: "/", env: {RYAD_LOG: "none"}},
      (error, stdout, stderr) => resolve({code: error === null ? 0 : Number(error.code), stdout, stderr}),
    );
  });
}

async function ownFolder(t: TestContext): Promise<string> {
  const folder = await temporaryFolder(t);
  chmodSync(folder, 0o755);
  return folder;
}

test("commands that root runs in another user's data folder make files that belong to that user, who can use them [serve.owner]", {
  skip,
}, async (t) => {
  const folder = await ownFolder(t);
  const data = join(folder, "data");
  mkdirSync(data, {mode: 0o700});
  chownSync(data, USER, USER);
  const bread = {provider: "me", dataset: "bread", name: "Bread", published_at: "2026-04-01"};
  const path = await writePackage(join(folder, "bread"), bread, "indicator;geo;period;value", ["price;643;2026-01;1"]);
  const backup = join(folder, "backup.tar");
  for (const call of [
    ["load", path],
    ["token", "create", "--email", "a@example.org"],
    ["source", "add", "cbr-key-rate"],
    ["backup", backup],
  ])
    assert.equal((await ryadProgram([...call, "--data", data])).code, 0, call.join(" "));
  const owners = () => globSync("**", {cwd: data}).map((name) => `${name} ${statSync(join(data, name)).uid}`);
  assert.ok(owners().length >= 4);
  assert.deepEqual(
    owners().filter((line) => !line.endsWith(` ${USER}`)),
    [],
  );
  assert.match((await asUser("token", "list", "--data", data)).stdout, /a@example\.org/);
  assert.match((await asUser("source", "check", "--data", data)).stdout, /1 source, no faults/);
  chownSync(join(data, "sources.yaml"), 0, 0);
  const closed = await asUser("source", "check", "--data", data);
  assert.match(closed.stderr, /sources\.yaml can't be read: .* belongs to root, and this is uid 54321\n.*\(chown\)/);
  chownSync(join(data, "sources.yaml"), USER, USER);

  assert.equal((await ryadProgram(["restore", backup, "--force", "--data", data])).code, 0);
  assert.deepEqual(
    owners().filter((line) => !line.endsWith(` ${USER}`)),
    [],
  );
  const checked = await asUser("check", "--data", data);
  assert.deepEqual([checked.code, checked.stderr], [0, ""]);
});

test("a user who may not open a data folder sees its owner and the own user name [serve.owner]", {skip}, async (t) => {
  const folder = await ownFolder(t);
  const data = join(folder, "data");
  assert.equal((await ryadProgram(["migrate", "--data", data])).code, 0);
  chmodSync(data, 0o755);
  for (const call of [["token", "create", "--email", "a@example.org"], ["serve", "--port", "0"], ["check"]]) {
    const {code, stderr} = await asUser(...call, "--data", data);
    assert.equal(code, 1);
    assert.match(stderr, new RegExp(`belongs to root, and this is uid ${USER}`), call.join(" "));
  }
  const beside = await asUser("token", "create", "--email", "a@example.org", "--data", join(folder, "new"));
  assert.match(
    beside.stderr,
    /can't be created: this user may not write there\n\S+ belongs to root, and this is uid 54321/,
  );
});
