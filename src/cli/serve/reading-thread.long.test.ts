// Looks of the desk in a thread say what the commands say.
import assert from "node:assert/strict";
import {mkdtempSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {test} from "node:test";
import {openStore} from "../../store/open.ts";
import {runCommand} from "./child-command.ts";
import {createReadingThread} from "./reading-thread.ts";

test("looks of the desk in one thread, one after the other, give the words and the codes of the commands [desk.looks]", async (t) => {
  const dataFolder = mkdtempSync(join(tmpdir(), "ryad-looks-"));
  t.after(() => rmSync(dataFolder, {recursive: true, force: true}));
  await (await openStore({dataFolder})).close();
  const environment = {...process.env, RYAD_DATA: dataFolder};
  const look = createReadingThread(environment);
  for (const words of [
    ["runs", "--json"],
    ["account", "list", "--json", "--month=2026-01"],
    ["runs", "--show=none"],
    ["runs", "--such"],
  ]) {
    const [own, {code, stdout, stderr}] = [await look(words), await runCommand(words, environment)];
    const bare = stderr.trim().replaceAll(/^(?:usage: )?\S*node \S+ /gm, "ryad ");
    assert.deepEqual([own.code, own.stdout], [code, stdout.trim()], words.join(" "));
    assert.equal(own.stderr.split("\n")[0], bare.split("\n")[0], words.join(" "));
  }
});
