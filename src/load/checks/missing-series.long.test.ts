// A release that lacks series of the previous one, with releases loaded in any order.
import assert from "node:assert/strict";
import {writeFile} from "node:fs/promises";
import {join} from "node:path";
import {type TestContext, test} from "node:test";
import {temporaryFolder, temporaryStore, writePackage} from "../../../test/warehouse.ts";
import {findDatasets} from "../../store/datasets/dataset.ts";
import type {Store} from "../../store/open.ts";
import {deleteSourceFile, listSourceFiles} from "../../store/releases/source-file.ts";
import {deleteSeries} from "../../store/series/series.ts";
import {acceptRun, loadPath, PLAIN_EFFECTS} from "../run.ts";
import {emissMessage, NO_HINTS} from "../sources/fedstat/emiss-message.fixture.ts";

interface Warehouse {
  readonly store: Store;
  /** A release with the series `from` … `to` (exclusive) and accepts the run if it is held. @returns the text of the failed check, or null */
  load(day: string, from: number, to: number): Promise<string | null>;
}

async function openWarehouse(t: TestContext): Promise<Warehouse> {
  const {store} = await temporaryStore(t);
  const folder = await temporaryFolder(t);
  return {
    store,
    async load(day, from, to) {
      const path = join(folder, `${day}-${from}-${to}.xml`);
      const series = Array.from({length: to - from}, (_, index) => ({
        key: {s_OKATO: "643", kind: String(from + index)},
        observations: [["2020", day.slice(-2)]] as const,
      }));
      const codeLists = {kind: Object.fromEntries(series.map(({key}) => [key.kind, `вид ${key.kind}`]))};
      await writeFile(path, emissMessage({lastUpdate: `${day}T00:00:00`, series, codeLists}));
      const {held} = await loadPath(store, path, NO_HINTS);
      if (held === null) return null;
      await acceptRun(store, held.run, PLAIN_EFFECTS);
      const failed = held.checks.filter(({passed, required}) => !passed && required);
      assert.deepEqual(
        failed.map(({name}) => name),
        ["series-kept"],
      );
      // The titles of the series follow the colon; the record of the run has all of them.
      return failed[0]!.seen.replace(/: ".*$/, "");
    },
  };
}

test("5 % of the series of the previous release may be missing, one more holds the run [load.check-gone]", async (t) => {
  const {load} = await openWarehouse(t);
  assert.equal(await load("2024-01-05", 0, 40), null);
  assert.equal(await load("2024-02-05", 2, 40), null);
  assert.equal(await load("2024-03-05", 0, 40), null);
  assert.equal(await load("2024-04-05", 3, 40), "3 of 40 series of the release of 2024-03-05 are not in it");
});

test("missing series that a person has accepted are not reported for later releases [load.check-gone]", async (t) => {
  const {load} = await openWarehouse(t);
  assert.equal(await load("2024-01-05", 0, 40), null);
  assert.equal(await load("2024-02-05", 20, 40), "20 of 40 series of the release of 2024-01-05 are not in it");
  assert.equal(await load("2024-03-05", 20, 40), null);
  // series that came back are expected again
  assert.equal(await load("2024-04-05", 10, 40), null);
  assert.equal(await load("2024-05-05", 20, 40), "10 of 30 series of the release of 2024-04-05 are not in it");
});

test("a late release is compared with the one before it, not with the newest [load.check-gone]", async (t) => {
  const {load} = await openWarehouse(t);
  assert.equal(await load("2024-03-05", 0, 40), null);
  assert.equal(await load("2024-01-05", 0, 10), null, "no release before it");
  assert.equal(await load("2024-02-05", 0, 9), "1 of 10 series of the release of 2024-01-05 are not in it");
  // of two releases of one day, the one loaded later is the later one
  assert.equal(await load("2024-02-05", 0, 8), "1 of 9 series of the release of 2024-02-05 are not in it");
  assert.equal(await load("2024-02-15", 0, 8), null);
});

test("the first complete release after a package is held if it lacks the package's series, because it may have them under other codes [load.check-gone]", async (t) => {
  const {store, load} = await openWarehouse(t);
  const metadata = {
    provider: "fedstat",
    dataset: "99001",
    name: "A package (not official)",
    published_at: "2024-01-05",
  };
  const rows = ["a,643,2020,1", "b,643,2020,2"];
  const path = await writePackage(await temporaryFolder(t), metadata, "indicator,geo,period,value", rows);
  await loadPath(store, path, NO_HINTS);
  assert.equal(await load("2024-02-05", 0, 40), "2 of 2 series of packages or partial releases are not in it");
  // from then on complete releases are compared with complete ones
  assert.equal(await load("2024-03-05", 0, 40), null);
});

test("if the previous release can't be read again, or is read differently, the run is held and its check says so [load.check-gone]", async (t) => {
  const {store, load} = await openWarehouse(t);
  assert.equal(await load("2024-01-05", 0, 40), null);
  await store.statistics.write(function* (q) {
    const [dataset] = yield* findDatasets(q, {provider: "fedstat", dataset: "99001"});
    yield* deleteSeries(q, dataset!.id, [1]);
  });
  assert.match(
    (await load("2024-02-05", 5, 40))!,
    /^the release of 2024-01-05 before it is read differently now: 1 of its 40 series are not in the store$/,
  );
  const files = await store.sources.read((q) => listSourceFiles(q));
  for (const {sha256} of files) await store.sources.write((q) => deleteSourceFile(q, sha256));
  assert.match(
    (await load("2024-03-05", 6, 40))!,
    /^the release of 2024-02-05 before it can't be read again: .*lacks chunk 0/,
  );
});
