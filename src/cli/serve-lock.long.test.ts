// The lock between processes: one holder, and no trace of one that was killed.
import assert from "node:assert/strict";
import {spawn} from "node:child_process";
import {once} from "node:events";
import {mkdtempSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {type TestContext, test} from "node:test";
import {Refusal} from "../service/refusal.ts";
import {holdServeLock} from "./open-store.ts";

const HOLDER = `
const {holdServeLock} = await import(${JSON.stringify(new URL("./open-store.ts", import.meta.url).href)});
holdServeLock(process.argv[1]);
console.log("held");
setInterval(() => {}, 1000);
`;

function temporaryFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), "ryad-lock-"));
  t.after(() => rmSync(folder, {recursive: true}));
  return folder;
}

test("a second holder is refused, with a hint to RYAD_DATABASE_URL, until the first is killed [serve.lock]", async (t) => {
  const folder = temporaryFolder(t);
  const holder = spawn(process.execPath, ["--input-type=module", "-e", HOLDER, folder], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  t.after(() => holder.kill("SIGKILL"));
  await once(holder.stdout, "data");
  assert.throws(
    () => holdServeLock(folder),
    (error) =>
      error instanceof Refusal &&
      /another ryad serve/.test(error.message) &&
      /RYAD_DATABASE_URL/.test(error.hint ?? ""),
  );
  holder.kill("SIGKILL");
  await once(holder, "exit");
  holdServeLock(folder).release();
});

test("a released lock can be taken again, and other folders are independent [serve.lock]", (t) => {
  const folder = temporaryFolder(t);
  holdServeLock(folder).release();
  const again = holdServeLock(folder);
  holdServeLock(join(folder, "other")).release();
  again.release();
});

test("a file of that name that is not ours is named, and not changed", (t) => {
  const folder = temporaryFolder(t);
  writeFileSync(join(folder, "serve.lock"), "a text of somebody else, long enough to be no database ".repeat(20));
  assert.throws(() => holdServeLock(folder), /not a lock of this program/);
});
