// `ryad archive prune`: the files that it lists and deletes, and the state after a killed one.
import assert from "node:assert/strict";
import {cpSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {type TestContext, test} from "node:test";
import {withStore} from "../src/cli/open-store.ts";
import {listUnneededFiles, pruneArchive} from "../src/load/archive/prune.ts";
import {emissMessage} from "../src/load/sources/fedstat/emiss-message.fixture.ts";
import {verifyStore} from "../src/load/verify/verification.ts";
import {readSettings} from "../src/settings/settings.ts";
import {tries} from "../src/work/tries.fixture.ts";
import {ryad} from "./command.ts";
import {killBefore, stepsOf} from "./killed-command.ts";
import {temporaryFolder, writePackage} from "./warehouse.ts";

interface Pruned {
  readonly deleted: boolean;
  readonly files: readonly {readonly sha256: string; readonly size: number}[];
}

async function done(...words: string[]): Promise<string> {
  const {code, stdout, stderr} = await ryad(words);
  assert.equal(code, 0, `${words.join(" ")}: ${stdout}${stderr}`);
  return stdout;
}

/** A data folder with two releases, a withdrawn one, a dropped dataset, and a held run. */
async function fillFolder(t: TestContext): Promise<string> {
  const [folder, data] = [await temporaryFolder(t), await temporaryFolder(t)];
  const write = (dataset: string, published_at: string, value: number) =>
    writePackage(
      join(folder, `${dataset}-${published_at}`),
      {provider: "me", dataset, name: dataset, published_at},
      "indicator,geo,period,value",
      [`x,45000000000,2026-01,${value}`],
    );
  const paths = [
    await write("bread", "2026-02-01", 1),
    await write("bread", "2026-03-01", 2),
    await write("milk", "2026-02-01", 3),
  ];
  await done("load", ...paths, "--data", data);
  await done("release", "withdraw", "1", "--data", data);
  await done("dataset", "drop", "milk", "--data", data);
  const message = join(folder, "held.xml");
  writeFileSync(message, emissMessage({series: [{observations: [["2020", "12,x"]]}]}));
  assert.equal((await ryad(["load", message, "--data", data])).code, 1);
  return data;
}

async function prune(data: string, ...options: string[]): Promise<Pruned> {
  return JSON.parse(await done("archive", "prune", "--json", ...options, "--data", data));
}

test("archive prune names the files of a withdrawn release and of a dropped dataset, and deletes them only with --yes; the held run can still be accepted [archive.prune]", async (t) => {
  const data = await fillFolder(t);
  const [first, second] = [await prune(data), await prune(data)];
  assert.deepEqual(second, first, "naming deletes nothing");
  // each package has two files
  assert.deepEqual([first.deleted, first.files.length], [false, 4]);
  assert.match(
    await done("archive", "prune", "--data", data),
    /\n4 files of \d+ bytes can be deleted: ryad archive prune --yes\n$/,
  );
  assert.deepEqual(await prune(data, "--yes"), {...first, deleted: true});
  assert.deepEqual((await prune(data)).files, []);
  assert.equal(await done("archive", "prune", "--data", data), "every archived file is needed\n");
  await done("check", "--deep", "--data", data);
  const [{run}] = JSON.parse(await done("runs", "--held", "--json", "--data", data));
  await done("load", "--accept", run, "--data", data);
  await done("check", "--deep", "--data", data);
});

test("an archive prune killed between any two steps leaves each file complete or deleted, and the next one finishes the work [archive.prune]", async (t) => {
  const data = await fillFolder(t);
  const copyOf = async (): Promise<string> => {
    const copy = await temporaryFolder(t);
    cpSync(data, copy, {recursive: true});
    return copy;
  };
  const call = (copy: string) => ["archive", "prune", "--yes", "--data", copy];
  const steps = await stepsOf(t, call(await copyOf()));
  const writes = steps.flatMap((name, index) =>
    /sources\.db: (?:begin|delete|commit)/i.test(name) ? [index + 1] : [],
  );
  assert.ok(writes.length >= 8, `the steps of a prune: ${steps.join(", ")}`);
  const seen = new Set<number>();
  const every = tries({few: 2, all: 1});
  for (const moment of writes.filter((_, index) => index % every === 0)) {
    const copy = await copyOf();
    await killBefore(moment, call(copy));
    await withStore({...readSettings({}), dataFolder: copy}, "change", async (store) => {
      const findings: string[] = [];
      const check = () =>
        verifyStore(store, {deep: true, memoryLimit: 2 ** 24, onFinding: (one) => void findings.push(one)});
      await check();
      const left = await listUnneededFiles(store);
      seen.add(left.length);
      assert.deepEqual(await pruneArchive(store), left);
      assert.deepEqual(await listUnneededFiles(store), []);
      await check();
      assert.deepEqual(findings, [], `killed before ${steps[moment - 1]}`);
    });
  }
  assert.ok(seen.size >= 3, "some are killed before, some between two files");
});
