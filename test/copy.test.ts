// A copy of a source that changes meanwhile, and of a damaged one: the target is complete and correct.
import assert from "node:assert/strict";
import {join} from "node:path";
import {type TestContext, test} from "node:test";
import {loadPath} from "../src/load/run.ts";
import {verifyStore} from "../src/load/verify/verification.ts";
import {dropDataset} from "../src/load/withdrawal.ts";
import {listDatasets} from "../src/store/datasets/dataset.ts";
import {copyWarehouse} from "../src/store/files/copy/warehouse.ts";
import {openStore, type Store} from "../src/store/open.ts";
import {scanHistories, writeHistories} from "../src/store/series/history.ts";
import {temporaryFolder, temporaryStore, writePackage} from "./warehouse.ts";

const NAMES = {from: "source", to: "target"};
const NO_HINTS = {provider: null, dataset: null, publishedAt: null};

test("loads and drops during a copy are in the copy at its end [copy.moving]", async (t) => {
  const {store} = await temporaryStore(t);
  for (const code of ["one", "two", "three", "four"]) await loadPath(store, await writeRelease(t, code, 1), NO_HINTS);
  const later = await writeRelease(t, "two", 2);
  const acts = new Map<number, () => Promise<unknown>>([
    [9, () => dropDataset(store, "one", new Date())],
    [27, () => loadPath(store, later, NO_HINTS)],
  ]);
  for (let first = 9; first <= 90; first += 9) {
    const target = await openStore({dataFolder: join(await temporaryFolder(t), "target")});
    t.after(() => target.close());
    const before = await store.statistics.read((q) => listDatasets(q));
    const moving = interrupted(store, acts);
    await copyWarehouse(moving, target, NAMES, () => {});
    const listed = await target.statistics.read((q) => listDatasets(q));
    const after = await store.statistics.read((q) => listDatasets(q));
    // A load after the copy's last look at the source counts as after its end.
    const isBehind = (read: number): boolean =>
      read <= moving.reads() && read > moving.reads() - READS_BEHIND_LAST_LOOK;
    assert.deepEqual(listed, [...acts.keys()].some(isBehind) ? before : after);
    const findings: string[] = [];
    await verifyStore(target, {deep: true, memoryLimit: 1e8, onFinding: (finding) => findings.push(finding)});
    assert.deepEqual(findings, []);
    acts.clear();
    const release = await writeRelease(t, "four", 2 + first);
    acts.set(first, () => loadPath(store, release, NO_HINTS));
  }
});

test("a copy names a damaged history and stops, and never copies it [copy.whole]", async (t) => {
  const {store} = await temporaryStore(t);
  await loadPath(store, await writeRelease(t, "one", 1), NO_HINTS);
  const [dataset] = await store.statistics.read((q) => listDatasets(q));
  const [history] = await store.statistics.read((q) => scanHistories(q, dataset!.id, -1, 1));
  const estimates = history!.estimates.slice();
  estimates[estimates.length - 6]! ^= 1;
  await store.statistics.write((q) => writeHistories(q, dataset!.id, [{number: history!.number, estimates}]));
  const dataFolder = join(await temporaryFolder(t), "target");
  const target = await openStore({dataFolder});
  t.after(() => target.close());
  await assert.rejects(
    copyWarehouse(store, target, NAMES, () => {}),
    /a history of the dataset \d+ at the source is damaged/,
  );
  await assert.rejects(openStore({dataFolder}), /unfinished copy/);
});

/** The store, with changes by others before the reads with these numbers. */
function interrupted(
  store: Store,
  acts: ReadonlyMap<number, () => Promise<unknown>>,
): Store & {readonly reads: () => number} {
  let reads = 0;
  const {statistics} = store;
  const read: typeof statistics.read = async (script) => {
    await acts.get(++reads)?.();
    return statistics.read(script);
  };
  return {...store, statistics: {...statistics, read}, reads: () => reads};
}

/** Counters of tables are read last. */
const READS_BEHIND_LAST_LOOK = 2;

async function writeRelease(t: TestContext, dataset: string, turn: number): Promise<string> {
  const day = `2025-${String(1 + (turn % 12)).padStart(2, "0")}-${String(1 + Math.floor(turn / 12)).padStart(2, "0")}`;
  const rows = Array.from({length: 5}, (_, index) => `x,c${index},643,2023,${index * 10 + turn}`);
  return writePackage(
    await temporaryFolder(t),
    {provider: "showdata", dataset, name: dataset, published_at: day},
    "indicator,class,geo,period,value",
    rows,
  );
}
