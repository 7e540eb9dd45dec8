// A data folder with an older set of samples: after the next start it equals a new folder.
import assert from "node:assert/strict";
import {readFileSync, writeFileSync} from "node:fs";
import {mkdir} from "node:fs/promises";
import {join} from "node:path";
import {test} from "node:test";
import {prepareSample} from "../src/cli/samples/sample-warehouse.ts";
import {loadPath} from "../src/load/run.ts";
import {readSettings} from "../src/settings/settings.ts";
import {listDatasets} from "../src/store/datasets/dataset.ts";
import {openStore} from "../src/store/open.ts";
import {listReleases} from "../src/store/releases/release.ts";
import {makeSampleFolder} from "./sample-folder.ts";
import {SAMPLE_DATASETS} from "./sample-series.ts";
import {temporaryFolder, writePackage} from "./warehouse.ts";

const NO_HINTS = {provider: null, dataset: null, publishedAt: null};

async function prepare(dataFolder: string): Promise<{notes: string[]; token: string}> {
  const notes: string[] = [];
  const settings = {...readSettings({}), dataFolder, databaseUrl: null};
  const token = await prepareSample(settings, (line) => notes.push(line));
  return {notes, token};
}

/** provider/dataset, and how many releases it has */
async function contents(dataFolder: string): Promise<Map<string, number>> {
  const store = await openStore({dataFolder});
  const found = await store.statistics.read(function* (q) {
    const counts = new Map<string, number>();
    for (const {id, provider, code} of yield* listDatasets(q))
      counts.set(`${provider}/${code}`, (yield* listReleases(q, id)).length);
    return counts;
  });
  await store.close();
  return found;
}

test("in a folder with the first samples the present ones replace them; other data and the token stay", async (t) => {
  const folder = await temporaryFolder(t);
  const dataFolder = join(folder, "data");
  await mkdir(dataFolder);
  const store = await openStore({dataFolder});
  for (const dataset of ["cpi_monthly", "population_women", "mine"]) {
    const metadata = {provider: "showdata", dataset, name: dataset, published_at: "2026-04-10"};
    await loadPath(
      store,
      await writePackage(join(folder, dataset), metadata, "indicator,geo,period,value", ["x,643,2026,1"]),
      NO_HINTS,
    );
  }
  await store.close();

  const {notes, token} = await prepare(dataFolder);
  assert.equal(notes.length, 2);
  const found = await contents(dataFolder);
  assert.deepEqual([...found.keys()].sort(), [...SAMPLE_DATASETS, "showdata/mine"].sort());

  const again = await prepare(dataFolder);
  assert.deepEqual(again, {notes: [], token});
  assert.deepEqual(await contents(dataFolder), found);
});

test("changed, interrupted and removed samples are brought up to date", async (t) => {
  const dataFolder = await makeSampleFolder(t);
  const found = await contents(dataFolder);

  const store = await openStore({dataFolder});
  const folder = await temporaryFolder(t);
  for (const [dataset, provider] of [
    ["gdp", "rosstat_files"],
    ["gone", "showdata"],
  ] as const) {
    const metadata = {provider, dataset, name: dataset, published_at: "2020-01-01"};
    const rows = ["gdp,Q,643,percent,1999-Q1,1"];
    await loadPath(
      store,
      await writePackage(join(folder, dataset), metadata, "indicator,freq,geo,unit,period,value", rows),
      NO_HINTS,
    );
  }
  await store.close();
  const record = join(dataFolder, "samples.json");
  const {held} = JSON.parse(readFileSync(record, "utf8")) as {held: {name: string; dataset: string; digest: string}[]};
  for (const one of held) if (one.name === "gdp") one.digest = "";
  held.push({name: "gone", dataset: "showdata/gone", digest: "0a"});
  writeFileSync(record, JSON.stringify({held}));

  const {notes} = await prepare(dataFolder);
  assert.match(notes[0] ?? "", /: 1 dataset/);
  assert.deepEqual(await contents(dataFolder), found);
});

test("a dropped sample is loaded again at the next start", async (t) => {
  const dataFolder = await makeSampleFolder(t);
  const found = await contents(dataFolder);
  const {dropDataset} = await import("../src/load/withdrawal.ts");
  const store = await openStore({dataFolder});
  await dropDataset(store, "fedstat/43062", new Date());
  await store.close();
  assert.equal((await prepare(dataFolder)).notes.at(-1), "loaded 1 release with 30 values");
  assert.deepEqual(await contents(dataFolder), found);
});
