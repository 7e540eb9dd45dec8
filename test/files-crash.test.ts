// `ryad files write` that is killed, loses its lease, or meets damage: no half version is ever seen, and the next run completes what is missing.
import assert from "node:assert/strict";
import {createHash} from "node:crypto";
import {cpSync, existsSync, readdirSync, readFileSync} from "node:fs";
import {join} from "node:path";
import {test} from "node:test";
import {writeFiles} from "../src/cli/files/write-files.ts";
import {createFilesWriter, filesFolderOf} from "../src/store/dataset-files/files-folder.ts";
import {holdLease} from "../src/store/lease.ts";
import {openStore} from "../src/store/open.ts";
import {deleteHistoriesOf} from "../src/store/series/history.ts";
import {loadTidy} from "./api/packages.ts";
import {ryad} from "./command.ts";
import {killBefore, stepsOf} from "./killed-command.ts";
import {temporaryFolder, temporaryStore} from "./warehouse.ts";
import {writeFilesOf} from "./written-files.ts";

const rows = (last: number): string[] => Array.from({length: 40}, (_, at) => `x,643,${1980 + at},${at + last}`);

/** Every version that is seen is whole. @returns their names by dataset */
function versionsIn(dataFolder: string): string[] {
  const files = createFilesWriter(filesFolderOf(dataFolder));
  return files.datasets().flatMap((of) =>
    files.versions(of).map((version) => {
      const manifest = files.manifest(of, version)!;
      for (const {name, sha256, bytes} of manifest.files) {
        const content = readFileSync(files.path(of, version, name));
        assert.equal(content.length, bytes);
        assert.equal(createHash("sha256").update(content).digest("hex"), sha256, `${version}/${name}`);
      }
      return `${of.dataset} ${version}`;
    }),
  );
}

test("a killed ryad files write leaves no half version, and the next run completes what is missing [files.whole]", async (t) => {
  const {store, dataFolder} = await temporaryStore(t);
  const folder = await temporaryFolder(t);
  for (const dataset of ["one", "two"]) await loadTidy(store, folder, {dataset, rows: rows(0)});
  await writeFilesOf(store, dataFolder);
  await loadTidy(store, folder, {dataset: "two", published_at: "2026-07-10", rows: rows(1)});
  await store.close();
  const copyOf = async () => {
    const copy = join(await temporaryFolder(t), "data");
    cpSync(dataFolder, copy, {recursive: true});
    return copy;
  };
  const words = (data: string) => ["files", "write", "--holder=test", "--data", data];
  const steps = await stepsOf(t, words(await copyOf()));
  const renames = steps.flatMap((step, at) => (step.startsWith("renameSync") ? [at, at + 1] : []));
  assert.ok(renames.length > 2, steps.join("\n"));
  for (const step of new Set([1, Math.floor(renames[0]! / 2), ...renames].filter((at) => at < steps.length))) {
    const data = await copyOf();
    await killBefore(step, words(data));
    const seen = versionsIn(data);
    assert.ok(seen.length >= 2, `${steps[step]}: ${seen.join()}`);
    const {code, stderr} = await ryad(words(data));
    assert.equal(code, 0, stderr);
    assert.equal(versionsIn(data).length, 3);
    assert.deepEqual(readdirSync(join(data, "files/unfinished")), []);
  }
});

test("who has lost the lease writes nothing [files.lease]", async (t) => {
  const {store, dataFolder} = await temporaryStore(t);
  await loadTidy(store, await temporaryFolder(t), {dataset: "one", rows: rows(0)});
  await store.sources.write((q) => holdLease(q, {name: "files", holder: "other", milliseconds: 60_000}));
  const files = createFilesWriter(filesFolderOf(dataFolder));
  await assert.rejects(
    writeFiles({store, files, holder: "slept", keep: 3, now: () => new Date()}),
    /another process writes the files now/,
  );
  assert.deepEqual(versionsIn(dataFolder), []);
  const refused = await ryad(["files", "write", "--data", dataFolder]);
  assert.deepEqual([refused.code, /another process writes the files/.test(refused.stderr)], [1, true]);
});

test("a damaged dataset keeps its last files and is told, the others are written; a dropped one loses its files [files.whole]", async (t) => {
  const {store, dataFolder} = await temporaryStore(t);
  const folder = await temporaryFolder(t);
  for (const dataset of ["one", "two", "three"]) await loadTidy(store, folder, {dataset, rows: rows(0)});
  await writeFilesOf(store, dataFolder);
  for (const dataset of ["one", "two"])
    await loadTidy(store, folder, {dataset, published_at: "2026-07-10", rows: rows(1)});
  const {findDatasets} = await import("../src/store/datasets/dataset.ts");
  const [one] = await store.statistics.read((q) => findDatasets(q, {provider: "showdata", dataset: "one"}));
  await store.statistics.write((q) => deleteHistoriesOf(q, one!.id));
  const run = await writeFilesOf(store, dataFolder);
  assert.deepEqual(
    run.failed.map(({dataset}) => dataset),
    ["one"],
  );
  assert.deepEqual(
    run.written.map((manifest) => manifest.dataset_code),
    ["two"],
  );
  const count = (dataset: string) => versionsIn(dataFolder).filter((name) => name.startsWith(`${dataset} `)).length;
  assert.deepEqual([count("one"), count("two"), count("three")], [1, 2, 1]);
  await store.close();
  const dropped = await ryad(["dataset", "drop", "showdata/three", "--data", dataFolder]);
  assert.equal(dropped.code, 0, dropped.stderr);
  const opened = await openStore({dataFolder});
  t.after(() => opened.close());
  await writeFilesOf(opened, dataFolder);
  assert.ok(!existsSync(join(dataFolder, "files/datasets/showdata/three")));
  const listed = await ryad(["files", "list", "--data", dataFolder]);
  assert.match(listed.stdout, /showdata\/one .*newest\n[\s\S]*showdata\/two .*newest/);
});
