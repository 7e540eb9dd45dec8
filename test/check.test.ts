// `ryad check` with planted faults: each must be named, and a store without faults must pass.
import assert from "node:assert/strict";
import {chmod, cp} from "node:fs/promises";
import {join} from "node:path";
import {DatabaseSync} from "node:sqlite";
import {test} from "node:test";
import {decodeHistory} from "../src/statistics/history/decode.ts";
import {encodeHistory} from "../src/statistics/history/encode.ts";
import {ryad} from "./command.ts";
import {temporaryFolder, writePackage} from "./warehouse.ts";

test("check names a flipped byte, a changed estimate with a right checksum, a deleted archived file and a broken reference, and passes a store without faults [command.check load.archive]", async (t) => {
  const whole = await temporaryFolder(t);
  const metadata = {provider: "showdata", dataset: "checked", name: "Checked (not official)"};
  for (const [day, value] of [
    ["2024-01-10", "1.5"],
    ["2024-02-10", "2.5"],
  ] as const) {
    const folder = await writePackage(
      join(await temporaryFolder(t), day),
      {...metadata, published_at: day},
      "indicator,geo,period,value",
      [`x,643,2022,${value}`, "x,643,2023,7", "x,030,2023,8"],
    );
    assert.equal((await ryad(["load", folder, "--data", whole])).code, 0);
  }
  const passed = await ryad(["check", "--data", whole]);
  assert.equal(passed.code, 0, passed.stderr + passed.stdout);

  await expectFinding(t, whole, /series [0-9a-z]{16}: its history is damaged/, "statistics.db", (db) => {
    const bytes = firstHistory(db);
    bytes[bytes.length - 1]! ^= 4;
    writeFirstHistory(db, bytes);
  });
  await expectFinding(
    t,
    whole,
    /2023-01-01 is 8\.5 as of 2024-01-10 in the store, 2023-01-01 is 8 as of 2024-01-10 in the archive/,
    "statistics.db",
    (db) => {
      const estimates = decodeHistory(firstHistory(db));
      const changed = {...estimates, value: Float64Array.from(estimates.value, (value) => (value === 8 ? 8.5 : value))};
      writeFirstHistory(db, encodeHistory(changed));
    },
  );
  await expectFinding(
    t,
    whole,
    /archived file [a-z]+\.[a-z]+ \(sha256:[0-9a-f]{64}\) lacks chunk 0/,
    "sources.db",
    (db) => {
      db.exec("delete from source_chunk where sha256 = (select min(sha256) from source_file)");
    },
  );
  await expectFinding(
    t,
    whole,
    /table series: 1 rows name a row of territory that does not exist/,
    "statistics.db",
    (db) => {
      db.exec("delete from territory where code = '030'");
    },
  );
});

async function expectFinding(
  t: Parameters<typeof temporaryFolder>[0],
  whole: string,
  finding: RegExp,
  file: string,
  plant: (db: DatabaseSync) => void,
): Promise<void> {
  const dataFolder = join(await temporaryFolder(t), "data");
  await cp(whole, dataFolder, {recursive: true});
  const db = new DatabaseSync(join(dataFolder, file));
  plant(db);
  db.close();
  const {code, stdout, stderr} = await ryad(["check", "--data", dataFolder]);
  assert.equal(code, 1);
  assert.match(stdout + stderr, finding);
}

function firstHistory(db: DatabaseSync): Uint8Array {
  return (db.prepare("select estimates from history order by place limit 1").get() as {estimates: Uint8Array})
    .estimates;
}

function writeFirstHistory(db: DatabaseSync, estimates: Uint8Array): void {
  db.prepare("update history set estimates = ? where place = (select min(place) from history)").run(estimates);
}

test("check names files with people in them that other users could read, and closes them [store.private-files command.check]", {
  skip: process.platform === "win32" ? "modes of files are POSIX" : false,
}, async (t) => {
  const data = await temporaryFolder(t);
  assert.equal((await ryad(["token", "create", "--email", "a@b.ru", "--data", data])).code, 0);
  await chmod(join(data, "accounts.db"), 0o640);
  const found = await ryad(["check", "--data", data]);
  assert.equal(found.code, 1);
  assert.equal(found.stdout, "accounts.db: other users of this machine could read it; it is closed now\n");
  assert.equal((await ryad(["check", "--data", data])).code, 0);
});
