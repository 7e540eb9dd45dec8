// A store that is loaded into while it is verified: what is true of each moment is no finding.
import assert from "node:assert/strict";
import {join} from "node:path";
import {type TestContext, test} from "node:test";
import {temporaryFolder, temporaryStore, writePackage} from "../../test/warehouse.ts";
import type {Store} from "../store/open.ts";
import {loadPath} from "./run.ts";
import {NO_HINTS} from "./sources/fedstat/emiss-fixture.ts";
import {verifyStore} from "./verification.ts";
import {dropDataset} from "./withdrawal.ts";

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

/** Verifies, and does something when the first archived file is read: the state of a dataset has been read then, its histories not. */
async function findingsWith(store: Store, meanwhile: () => Promise<unknown>) {
  let done: Promise<unknown> | null = null;
  const findings: string[] = [];
  const read: Store["sources"]["read"] = async (script) => {
    await (done ??= meanwhile());
    return store.sources.read(script);
  };
  const summary = await verifyStore(
    {...store, sources: {...store.sources, read}},
    {memoryLimit: 2 ** 24, onFinding: (finding) => findings.push(finding)},
  );
  return {findings, summary};
}

test("a dataset that a load changes while it is verified is verified as it then is, others too [command.check-beside]", async (t) => {
  const {store, load} = await openWarehouse(t);
  const {findings, summary} = await findingsWith(store, async () => {
    for (const dataset of ["a", "b"]) await load(dataset, "2024-02-10", "x,643,2023,3", "x,050,2023,4");
  });
  assert.deepEqual(findings, []);
  assert.deepEqual([summary.datasets, summary.releases, summary.series, summary.estimates], [2, 4, 6, 8]);
});

test("a dataset that is dropped while it is verified is passed over [command.check-beside]", async (t) => {
  const {store} = await openWarehouse(t);
  const {findings, summary} = await findingsWith(store, () => dropDataset(store, "showdata/a", new Date()));
  assert.deepEqual(findings, []);
  assert.deepEqual([summary.datasets, summary.releases], [1, 1]);
});
