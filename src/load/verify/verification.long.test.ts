// A store that changes while it is verified: a load is not reported as a fault.
import assert from "node:assert/strict";
import {writeFile} from "node:fs/promises";
import {join} from "node:path";
import {type TestContext, test} from "node:test";
import {temporaryFolder, temporaryStore, writePackage} from "../../../test/warehouse.ts";
import type {Store} from "../../store/open.ts";
import {discardHeldRun} from "../held-release.ts";
import {loadPath} from "../run.ts";
import {emissMessage, NO_HINTS} from "../sources/fedstat/emiss-message.fixture.ts";
import {dropDataset} from "../withdrawal.ts";
import {verifyStore} from "./verification.ts";

async function openWarehouse(t: TestContext) {
  const {store} = await temporaryStore(t);
  const folder = await temporaryFolder(t);
  const load = async (dataset: string, day: string, ...rows: string[]) => {
    const metadata = {provider: "showdata", dataset, name: "Демо", published_at: day};
    const path = await writePackage(join(folder, dataset + day), metadata, "indicator,geo,period,value", rows);
    await loadPath(store, path, NO_HINTS);
  };
  for (const dataset of ["a", "b"]) await load(dataset, "2024-01-10", "x,643,2023,1", "x,030,2023,2");
  return {store, load};
}

/** Verifies, and calls `meanwhile` before the archive is read for the nth time. */
async function findingsWith(store: Store, meanwhile: () => Promise<unknown>, {nth = 1, deep = false} = {}) {
  let left = nth;
  const findings: string[] = [];
  const read: Store["sources"]["read"] = async (script) => {
    if (--left === 0) await meanwhile();
    return store.sources.read(script);
  };
  const summary = await verifyStore(
    {...store, sources: {...store.sources, read}},
    {deep, memoryLimit: 2 ** 24, onFinding: (finding) => findings.push(finding)},
  );
  assert.ok(left <= 0);
  return {findings, summary};
}

test("a dataset that a load changes during the verification is verified in its new state, and so are the others [command.check-beside]", async (t) => {
  const {store, load} = await openWarehouse(t);
  const {findings, summary} = await findingsWith(store, async () => {
    for (const dataset of ["a", "b"]) await load(dataset, "2024-02-10", "x,643,2023,3", "x,050,2023,4");
  });
  assert.deepEqual(findings, []);
  assert.deepEqual([summary.datasets, summary.releases, summary.series, summary.estimates], [2, 4, 6, 8]);
});

test("a dataset that is dropped during the verification is skipped [command.check-beside]", async (t) => {
  const {store} = await openWarehouse(t);
  const {findings, summary} = await findingsWith(store, () => dropDataset(store, "showdata/a", new Date()));
  assert.deepEqual(findings, []);
  assert.deepEqual([summary.datasets, summary.releases], [1, 1]);
});

test("the file of a held run that is discarded while the archive is read is not reported as missing [command.check-beside]", async (t) => {
  // First the pages of the database are checked, then the files are listed, then each is read.
  for (const nth of [2, 3]) {
    const {store} = await openWarehouse(t);
    const path = join(await temporaryFolder(t), "a.xml");
    await writeFile(path, emissMessage({series: [{observations: [["2020", "12,x"]]}]}));
    const {held} = await loadPath(store, path, NO_HINTS);
    const discard = () => discardHeldRun(store, held!.run, {by: "she", reason: ""}, new Date());
    assert.deepEqual((await findingsWith(store, discard, {nth, deep: true})).findings, [], String(nth));
  }
});
