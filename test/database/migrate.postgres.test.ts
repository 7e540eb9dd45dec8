// The schema of a shared database: made by the first process, upgraded only by ryad migrate, and never changed if it is newer.
import assert from "node:assert/strict";
import {test} from "node:test";
import {sql} from "kysely";
import type {Queries} from "../../src/store/engines/differences.ts";
import {migrateDatabase, openDatabase} from "../../src/store/engines/postgres/open.ts";
import {StoreTooNew} from "../../src/store/migrations/migration.ts";
import {MIGRATIONS} from "../../src/store/migrations/steps.ts";
import {openStore} from "../../src/store/open.ts";
import {run} from "../../src/store/script.ts";
import {createWarehouse, NEEDS_POSTGRES} from "./servers.ts";

test("an older database is refused until ryad migrate has run, and a newer one always; parallel migrations run each step once [serve.database-migrates load.migrates]", async (t) => {
  const warehouse = await createWarehouse(t);
  if (warehouse === null) return t.skip(NEEDS_POSTGRES);
  const location = {databaseUrl: warehouse.databaseUrl};

  const missing = await warehouse.ryad("token", "list");
  assert.equal(missing.code, 1);
  assert.match(missing.stderr, /schema version 0, this program works with version \d+\nryad migrate /);
  const made = await warehouse.ryad("migrate");
  assert.deepEqual([made.code, made.stderr], [0, ""]);
  assert.match(
    made.stdout,
    /^statistics: made, version \d+\nsources: made, version \d+\naccounts: made, version \d+\n$/,
  );
  const again = await warehouse.ryad("migrate");
  assert.match(again.stdout, /^(?:\w+: version \d+, nothing to do\n){3}$/);

  const newer = {
    ...MIGRATIONS,
    accounts: [
      ...MIGRATIONS.accounts,
      function* (q: Queries) {
        yield* run(sql`create table step_taken (number integer)`.compile(q.db));
        yield* run(sql`insert into step_taken values (1)`.compile(q.db));
      },
    ],
  };
  const known = MIGRATIONS.accounts.length;
  await assert.rejects(openDatabase(location, newer, {}), {
    name: "Refusal",
    message: `the store's accounts have schema version ${known}, this program works with version ${known + 1}`,
  });
  const found = await Promise.all([1, 2, 3].map(() => migrateDatabase(location, newer)));
  assert.deepEqual(found.map(({from}) => from.accounts).sort(), [known, known + 1, known + 1]);
  assert.equal((await warehouse.ask("select * from step_taken")).length, 1);
  await (await openDatabase(location, newer, {})).close();

  await assert.rejects(openStore(location), StoreTooNew);
  for (const call of [["serve", "--port", "0"], ["migrate"], ["token", "list"]]) {
    const refused = await warehouse.ryad(...call);
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, new RegExp(`schema version ${known + 1}; this program knows versions up to ${known}`));
  }
});

test("a migration that only adds leaves the servers of the older program serving and charging, and an older one that starts after it is refused [upgrade.rolling]", async (t) => {
  const warehouse = await createWarehouse(t);
  if (warehouse === null) return t.skip(NEEDS_POSTGRES);
  const older = await warehouse.serve();
  const token = await warehouse.createToken("free");
  const statusOf = async (path: string): Promise<number> => (await older.get(path, token)).status;
  assert.deepEqual([await statusOf("/ready"), await statusOf("/api/v1/reference/units")], [200, 200]);

  const adding = function* (q: Queries) {
    yield* run(sql`alter table account add column added text not null default ''`.compile(q.db));
    yield* run(sql`create index account_added_idx on account (added)`.compile(q.db));
  };
  await migrateDatabase(
    {databaseUrl: warehouse.databaseUrl},
    {...MIGRATIONS, accounts: [...MIGRATIONS.accounts, adding]},
  );
  assert.deepEqual([await statusOf("/ready"), await statusOf("/api/v1/reference/units")], [200, 200]);
  const [window] = await warehouse.ask("select sum(used) as used from minute_window");
  assert.ok(Number(window!["used"]) >= 1);
  const refused = await warehouse.ryad("token", "list");
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /a newer Ryad wrote this store: use that version/);
});
