// The server removes old letters from the outbox.
import assert from "node:assert/strict";
import {mkdir, mkdtemp, readdir, rm, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {test} from "node:test";
import {OUTBOX, openOutbox, removeOldLetters} from "./mail.ts";

test("letters older than a week are removed, to the millisecond, and no other file of the folder [account-site.outbox-emptied]", async (t) => {
  const dataFolder = await mkdtemp(join(tmpdir(), "ryad-outbox-"));
  t.after(() => rm(dataFolder, {recursive: true}));
  const folder = join(dataFolder, OUTBOX);
  const now = new Date("2026-11-22T12:00:00.000Z");
  await removeOldLetters(folder, now);
  await mkdir(folder);
  const [old, edge] = ["2026-11-15T11-59-59-999Z-00112233.txt", "2026-11-15T12-00-00-000Z-00112233.txt"];
  const others = [
    "2020-01-01.txt",
    "notes.md",
    "2026-99-99T11-59-59-999Z-00112233.txt",
    "2026-11-01T11-59-59-999Z.txt",
  ];
  for (const name of [old, edge, ...others]) await writeFile(join(folder, name), "");
  await removeOldLetters(folder, now);
  assert.deepEqual((await readdir(folder)).sort(), [edge, ...others].sort());
});

test("the name of a letter has the moment from which its week counts [account-site.outbox-emptied]", async (t) => {
  const dataFolder = await mkdtemp(join(tmpdir(), "ryad-outbox-"));
  t.after(() => rm(dataFolder, {recursive: true}));
  const written = new Date("2026-11-01T00:00:00.000Z");
  const mail = openOutbox(dataFolder, null, () => written);
  t.after(() => mail.close());
  await mail.send({kind: "sign-in", to: "a@b.ru", subject: "s", text: "t"});
  const folder = join(dataFolder, OUTBOX);
  await removeOldLetters(folder, new Date("2026-11-08T00:00:00.000Z"));
  assert.equal((await readdir(folder)).length, 1);
  await removeOldLetters(folder, new Date("2026-11-08T00:00:00.001Z"));
  assert.deepEqual(await readdir(folder), []);
});
