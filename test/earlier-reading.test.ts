// Packages that an earlier parser accepted and the present one refuses: replayed and withdrawn as they were loaded.
import assert from "node:assert/strict";
import {join} from "node:path";
import {type TestContext, test} from "node:test";
import {fingerprintFiles} from "../src/load/input/fingerprint.ts";
import {collectSourceFiles} from "../src/load/input/source-files.ts";
import {publishFiles} from "../src/load/publish-files.ts";
import {loadPath, PLAIN_EFFECTS} from "../src/load/run.ts";
import {sourceNamed} from "../src/load/sources/sources.ts";
import {withdraw} from "../src/load/withdrawal.ts";
import {Refusal} from "../src/refusal.ts";
import {findDatasets} from "../src/store/datasets/dataset.ts";
import type {Store} from "../src/store/open.ts";
import {listReleases} from "../src/store/releases/release.ts";
import {type Api, createApi} from "./api/client.ts";
import {temporaryFolder, temporaryStore, writePackage} from "./warehouse.ts";

const NO_HINTS = {provider: null, dataset: null, publishedAt: null};
const AUSTRIA = "indicator,geo,geo_label,period,value";

interface Earlier {
  readonly api: Api;
  /** Writes a package of the dataset me/demo; gives its folder. */
  write(description: {readonly published_at: string}, header: string, ...rows: string[]): Promise<string>;
}

async function open(t: TestContext): Promise<Earlier> {
  const {store} = await temporaryStore(t);
  const folder = await temporaryFolder(t);
  let count = 0;
  return {
    api: await createApi(t, store),
    write: (description, header, ...rows) =>
      writePackage(
        join(folder, String(++count)),
        {provider: "me", dataset: "demo", name: "Demo (not official)", ...description},
        header,
        rows,
      ),
  };
}

/** Loads as a program did whose parser of packages was of version 1. */
async function loadAsBefore(store: Store, path: string): Promise<void> {
  const {files, kind} = await collectSourceFiles(path);
  const {fingerprint, files: fingerprints} = await fingerprintFiles(files, kind);
  const source = sourceNamed("tidy@1")!;
  const from = {path, files, fingerprints, fingerprint, source, sourceFile: "package", hints: NO_HINTS, accepted: null};
  assert.equal((await publishFiles(store, from, PLAIN_EFFECTS)).changed, true);
}

async function servedValues({api}: Earlier, query: string): Promise<string[]> {
  const {json} = await api.get(`/api/v1/data?dataset=demo&${query}`);
  return (json.observations ?? []).map((one: {period: string; value: number; as_of: string}) =>
    [one.period, one.value, one.as_of].join(" "),
  );
}

async function releaseOf(store: Store, day: string): Promise<number> {
  return await store.statistics.read(function* (q) {
    const [dataset] = yield* findDatasets(q, {provider: "me", dataset: "demo"});
    const releases = yield* listReleases(q, dataset!.id);
    return releases.find(({metadata}) => metadata.publishedAt * 86_400_000 === Date.parse(day))!.id;
  });
}

test("rows whose labels contradict their codes, loaded by an earlier program, stay after a late release and go with the withdrawal of their own [load.earlier-reading]", async (t) => {
  const earlier = await open(t);
  const {store} = earlier.api;
  const wrong = await earlier.write({published_at: "2026-03-01"}, AUSTRIA, "x,040,Austria,2025,1", "x,643,,2025,2");
  await assert.rejects(loadPath(store, wrong, NO_HINTS), Refusal);
  await loadAsBefore(store, wrong);
  const older = await earlier.write({published_at: "2026-02-01"}, "indicator,geo,period,value", "x,643,2025,5");
  assert.equal((await loadPath(store, older, NO_HINTS)).changed, true);
  assert.deepEqual(await servedValues(earlier, "geo=040"), ["2025-01-01 1 2026-03-01"]);
  assert.deepEqual(await servedValues(earlier, "geo=643"), ["2025-01-01 2 2026-03-01"]);
  await withdraw(store, await releaseOf(store, "2026-03-01"), PLAIN_EFFECTS);
  assert.deepEqual(await servedValues(earlier, "geo=all"), ["2025-01-01 5 2026-02-01"]);
});

test("a release of 1970, which an earlier program made from an empty day, can be withdrawn [load.earlier-reading]", async (t) => {
  const earlier = await open(t);
  const {store} = earlier.api;
  const header = "indicator,geo,period,value";
  const first = await earlier.write({published_at: "2026-04-01"}, header, "x,643,2025,61.2");
  assert.equal((await loadPath(store, first, NO_HINTS)).changed, true);
  const dayless = await earlier.write({published_at: ""}, header, "x,643,2025,62.5", "x,643,2026,63");
  await assert.rejects(loadPath(store, dayless, NO_HINTS), /published_at: is missing/);
  await loadAsBefore(store, dayless);
  assert.deepEqual(await servedValues(earlier, "geo=643"), ["2025-01-01 61.2 2026-04-01", "2026-01-01 63 1970-01-01"]);
  await withdraw(store, await releaseOf(store, "1970-01-01"), PLAIN_EFFECTS);
  assert.deepEqual(await servedValues(earlier, "geo=643"), ["2025-01-01 61.2 2026-04-01"]);
  const told = await loadPath(store, dayless, {...NO_HINTS, publishedAt: "2026-05-01"});
  assert.equal(told.publishedAt, "2026-05-01");
});
