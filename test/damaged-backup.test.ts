// Backups of damaged stores: none is made, and the faults are named.
import assert from "node:assert/strict";
import {existsSync, readdirSync} from "node:fs";
import {cp, writeFile} from "node:fs/promises";
import {join} from "node:path";
import {DatabaseSync} from "node:sqlite";
import {type TestContext, test} from "node:test";
import {emissMessage} from "../src/load/sources/fedstat/emiss-message.fixture.ts";
import {findDamage} from "../src/load/verify/damage.ts";
import {writeBackup} from "../src/store/files/backup.ts";
import {openStore} from "../src/store/open.ts";
import {ryad} from "./command.ts";
import {temporaryFolder, writePackage} from "./warehouse.ts";

const FAULTS: readonly (readonly [file: string, change: string, says: RegExp])[] = [
  [
    "statistics",
    "update history set estimates = zeroblob(length(estimates))",
    /showdata\/tiny: a history of \d+ bytes does not match/,
  ],
  ["statistics", "update catalogue set columns = zeroblob(length(columns))", /showdata\/tiny: /],
  ["statistics", "update release set parser = 'tidy@1'", /showdata\/tiny: release 1 is not as it was written/],
  ["statistics", "update load_run set loaded_at = '2020-01-01T00:00:00.000Z'", /load run \S+ is not as it was written/],
  ["statistics", "delete from territory", /table series: \d+ rows name a row of territory/],
  [
    "statistics",
    "drop index dataset_code_idx; pragma writable_schema = on; update sqlite_schema set rootpage = 3 where name = 'release_fingerprint_idx'",
    /damaged|malformed|database of the statistics/,
  ],
  ["sources", "update source_chunk set bytes = zeroblob(length(bytes))", /archived file \S+ \(sha256:\w+\) is damaged/],
  [
    "sources",
    "delete from source_file where sha256 in (select sha256 from source_file order by size desc limit 1)",
    /held run \S+: its file held\.xml .* is not in the archive|release 1: its file/,
  ],
];

test("a damaged store is not backed up: pages, checksums, seals, references and archived bytes are verified in the copies, those of held runs too [backup.sound]", async (t) => {
  const whole = await filledFolder(t);
  const out = await temporaryFolder(t);
  const good = await ryad(["backup", join(out, "good.tar"), "--data", whole]);
  assert.equal(good.code, 0, good.stderr);
  for (const [file, change, says] of FAULTS) {
    const data = join(await temporaryFolder(t), "data");
    await cp(whole, data, {recursive: true});
    const db = new DatabaseSync(join(data, `${file}.db`), {enableForeignKeyConstraints: false});
    db.enableDefensive?.(false);
    db.exec(change);
    db.close();
    const path = join(out, "bad.tar");
    const {code, stdout, stderr} = await ryad(["backup", path, "--data", data]);
    assert.equal(code, 1, change);
    assert.equal(stdout, "");
    assert.match(stderr, says, change);
    assert.deepEqual(readdirSync(out), ["good.tar"], "nothing is left");
  }
  const lacking = join(await temporaryFolder(t), "data");
  await cp(whole, lacking, {recursive: true});
  const db = new DatabaseSync(join(lacking, "sources.db"));
  db.prepare("attach ? as s").run(join(lacking, "statistics.db"));
  db.exec("delete from source_file where sha256 in (select fingerprint from s.held_run)");
  db.close();
  const plain = await ryad(["check", "--data", lacking]);
  assert.equal(plain.code, 1);
  assert.match(plain.stdout, /^held run \S+: its file held\.xml \(sha256:\w+\) is not in the archive\n$/);

  const restored = join(await temporaryFolder(t), "data");
  assert.equal((await ryad(["restore", join(out, "good.tar"), "--data", restored])).code, 0);
  const checked = await ryad(["check", "--deep", "--data", restored]);
  assert.equal(checked.code, 0, checked.stdout);
});

test("copies that do not fit, since a held run was discarded between them, are made again [backup.sound]", async (t) => {
  const data = await filledFolder(t);
  const path = join(await temporaryFolder(t), "backup.tar");
  let looks = 0;
  await writeBackup(
    data,
    path,
    new Date(),
    () => {},
    async (copies) => {
      const store = await openStore({dataFolder: copies}, {readOnly: true});
      const found = await findDamage(store);
      await store.close();
      return ++looks === 1 ? ["held run x: its file is not in the archive"] : found;
    },
  );
  assert.equal(looks, 2);
  assert.ok(existsSync(path));
});

async function filledFolder(t: TestContext): Promise<string> {
  const data = join(await temporaryFolder(t), "data");
  const packages = await temporaryFolder(t);
  const metadata = {provider: "showdata", dataset: "tiny", name: "Tiny", published_at: "2024-01-10"};
  const tiny = await writePackage(join(packages, "tiny"), metadata, "indicator,geo,period,value", ["x,643,2024-01,1"]);
  const held = join(packages, "held.xml");
  await writeFile(held, emissMessage({series: [{observations: [["2020", "12,x"]]}]}));
  assert.equal((await ryad(["load", tiny, "--data", data])).code, 0);
  assert.equal((await ryad(["load", held, "--data", data])).code, 1);
  return data;
}
