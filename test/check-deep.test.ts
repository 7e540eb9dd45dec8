// `ryad check --deep` with faults that no answer shows yet; and the findings of every check for series with false data about themselves.
import assert from "node:assert/strict";
import {cp, open} from "node:fs/promises";
import {join} from "node:path";
import {DatabaseSync} from "node:sqlite";
import {type TestContext, test} from "node:test";
import {openStore} from "../src/store/open.ts";
import {createApi} from "./api/client.ts";
import {createToken, ryad} from "./command.ts";
import {temporaryFolder, writePackage} from "./warehouse.ts";

type Plant = (db: DatabaseSync) => void;

test("check --deep names a cut or changed file of a withdrawn release and a charge that differs from the sum of its days, which check does not read, a missing file of a release, and a torn page [command.check-deep]", async (t) => {
  const data = await filledFolder(t);
  const whole = await ryad(["check", "--deep", "--data", data]);
  assert.equal(whole.code, 0, whole.stdout);
  assert.match(
    whole.stdout,
    /^no faults: 1 dataset, 2 releases, 2 series, 5 estimates, 6 archived files read, 8 cells looked up\n$/,
  );

  const ofWithdrawn = `sha256 = (select sha256 from source_file where sha256 not in
    (select sha256 from released.release_file) order by size limit 1)`;
  const plants: readonly (readonly [file: string, finding: RegExp, plant: Plant])[] = [
    [
      "sources.db",
      /archived file of no existing release \(sha256:[0-9a-f]{64}\) lacks chunk 0/,
      (db) => db.exec(`delete from source_chunk where ${ofWithdrawn}`),
    ],
    [
      "sources.db",
      /archived file of no existing release \(sha256:[0-9a-f]{64}\) is damaged/,
      (db) => db.exec(`update source_chunk set bytes = zeroblob(length(bytes)) where ${ofWithdrawn}`),
    ],
    [
      "accounts.db",
      /account 1 is charged 4 values in \d{4}-\d\d, but its days have 3/,
      (db) => db.exec("update usage set used = used + 1"),
    ],
  ];
  for (const [file, finding, plant] of plants) {
    const copy = await withFault(t, data, file, plant);
    const deep = await ryad(["check", "--deep", "--data", copy]);
    assert.equal(deep.code, 1);
    assert.match(deep.stdout, finding);
    assert.equal((await ryad(["check", "--data", copy])).code, 0);
  }
  const lacking = await withFault(t, data, "sources.db", (db) =>
    db.exec(`delete from source_file where sha256 in (select min(sha256) from released.release_file)`),
  );
  assert.match(
    (await ryad(["check", "--deep", "--data", lacking])).stdout,
    /release \d+: its file \w+\.\w+ \(sha256:[0-9a-f]{64}\) is not in the archive/,
  );

  const torn = await tearPage(t, data, "usage");
  const deep = await ryad(["check", "--deep", "--data", torn]);
  assert.equal(deep.code, 1);
  assert.match(deep.stdout, /the database of the accounts is damaged: /);
  assert.match(deep.stdout, /nothing else was verified/);
  // Without its schema the database can't even be opened.
  const unopened = await ryad(["check", "--deep", "--data", await tearPage(t, data, "sqlite_schema")]);
  assert.equal(unopened.code, 1);
  assert.match(unopened.stderr, /accounts\.db is damaged: .*\n.*ryad restore replaces the store by a backup/);
});

test("check names a series, a catalogue and a dataset whose stored data contradict each other [command.check]", async (t) => {
  const data = await filledFolder(t);
  const plants: readonly (readonly [finding: RegExp, plant: Plant])[] = [
    [
      /series \w{16} has 2022-01-01 to 2024-01-01 in 2 periods in its row, but 2022-01-01 to 2023-01-01 in 2 periods in its history/,
      (db) => db.exec("update series set last_period = '2024-01-01' where number = 1"),
    ],
    [
      /series \w{16} has 2022-01-01 to 2023-01-01 in 3 periods in its row/,
      (db) => db.exec("update series set observation_count = 3 where number = 1"),
    ],
    [
      /its catalogue lists 2 series, the table 2; 1 differ/,
      (db) => db.exec("update series set unit = 'PCT' where number = 2"),
    ],
    [/its series_count is 3, but its releases give 2/, (db) => db.exec("update dataset set series_count = 3")],
    [/its revised is 0, but its releases give 1/, (db) => db.exec("update dataset set revised = 0")],
  ];
  for (const [finding, plant] of plants) {
    const copy = await withFault(t, data, "statistics.db", plant);
    const {code, stdout} = await ryad(["check", "--data", copy]);
    assert.equal(code, 1);
    assert.match(stdout, finding);
  }
});

/** Two releases in force, a withdrawn one, and an account with charges. */
async function filledFolder(t: TestContext): Promise<string> {
  const data = join(await temporaryFolder(t), "data");
  const packages = await temporaryFolder(t);
  const metadata = {provider: "showdata", dataset: "checked", name: "Checked (not official)"};
  for (const [day, value] of [
    ["2024-01-10", "1.5"],
    ["2024-02-10", "2.5"],
    ["2024-03-10", "3.5"],
  ] as const) {
    const rows = [`x,643,2022,${value}`, "x,643,2023,7", "x,030,2022,9", "x,030,2023,8"];
    const path = await writePackage(
      join(packages, day),
      {...metadata, published_at: day},
      "indicator,geo,period,value",
      rows,
    );
    assert.equal((await ryad(["load", path, "--data", data])).code, 0);
  }
  assert.equal((await ryad(["release", "withdraw", "3", "--data", data])).code, 0);
  const token = await createToken(data, "free");
  const store = await openStore({dataFolder: data});
  const api = await createApi(t, store);
  const {json} = await api.get("/api/v1/data?dataset=checked&geo=all&end=2022", {"x-api-key": token});
  assert.equal(json.observation_count, 2);
  await api.get("/api/v1/data?dataset=checked&geo=country&end=2022", {"x-api-key": token});
  await store.close();
  return data;
}

async function withFault(t: TestContext, data: string, file: string, plant: Plant): Promise<string> {
  const copy = join(await temporaryFolder(t), "data");
  await cp(data, copy, {recursive: true});
  const db = new DatabaseSync(join(copy, file));
  db.prepare("attach ? as released").run(join(copy, "statistics.db"));
  plant(db);
  db.close();
  return copy;
}

/** A copy of the folder, where the first page of a table of accounts.db is overwritten. */
async function tearPage(t: TestContext, data: string, table: string): Promise<string> {
  let [root, pageSize] = [1, 0];
  const torn = await withFault(t, data, "accounts.db", (db) => {
    pageSize = (db.prepare("pragma page_size").get() as {page_size: number}).page_size;
    const found = db.prepare("select rootpage from sqlite_schema where name = ?").get(table);
    root = (found as {rootpage: number} | undefined)?.rootpage ?? 1;
  });
  const file = await open(join(torn, "accounts.db"), "r+");
  // The header of the file itself, its first 100 bytes, is left whole.
  const from = root === 1 ? 100 : (root - 1) * pageSize;
  await file.write(Buffer.alloc(pageSize - (root === 1 ? 100 : 0), 0xff), 0, undefined, from);
  await file.close();
  return torn;
}
