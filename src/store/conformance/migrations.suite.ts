// Tests of opening (repeated and concurrent), of migrations (completely or not at all), and of the refusal of newer stores.
import assert from "node:assert/strict";
import {test} from "node:test";
import {ensureAccount} from "../accounts/account.ts";
import {listDatasets, writeDataset} from "../datasets/dataset.ts";
import type {Queries} from "../engines/differences.ts";
import {openDatabase} from "../engines/postgres/open.ts";
import {openFolder} from "../engines/sqlite/open.ts";
import {type Migration, migrate, readVersion, type StorePart, StoreTooNew} from "../migrations/migration.ts";
import {MIGRATIONS} from "../migrations/steps.ts";
import {openStore} from "../open.ts";
import {all, run, type Script} from "../script.ts";
import {type NewLocation, NOW, sampleDataset, withStore} from "./samples.fixture.ts";

export function registerMigrationTests(engine: string, newLocation: NewLocation): void {
  test(`${engine}: a store that is opened again has the same contents, and no migration changes it [load.migrates]`, () =>
    withStore(newLocation, async (store, again) => {
      await store.statistics.write((q) => writeDataset(q, sampleDataset()));
      const before = await store.statistics.read((q) => listDatasets(q));
      const other = await again();
      assert.deepEqual(await other.statistics.read((q) => listDatasets(q)), before);
      assert.equal(other.statistics.name, engine);
    }));

  test(`${engine}: concurrent openers of an empty place all find one complete store [load.migrates]`, async () => {
    const {location, end} = await newLocation("empty");
    try {
      const stores = await Promise.all(Array.from({length: 4}, () => openStore(location)));
      for (const store of stores) {
        await store.accounts.write((q) => ensureAccount(q, "a@b.ru", null, NOW));
        assert.deepEqual(await store.statistics.read((q) => listDatasets(q)), []);
        await store.close();
      }
    } finally {
      await end();
    }
  });

  test(`${engine}: a store with a newer schema is refused with its version, and nothing is changed [load.migrates]`, () =>
    withStore(newLocation, async (store, _again, location) => {
      for (const part of ["statistics", "sources", "accounts"] as const) {
        await store[part].write((q) => setVersion(q, part, 99));
        await assert.rejects(openStore(location), (error: Error) => {
          assert.ok(error instanceof StoreTooNew);
          assert.match(
            error.message,
            new RegExp(`${part} have schema version 99; this program knows versions up to ${MIGRATIONS[part].length}$`),
          );
          return true;
        });
        assert.equal(await readVersion(store[part], part, 99), 99);
        await store[part].write((q) => setVersion(q, part, MIGRATIONS[part].length));
      }
      await (await openStore(location)).close();
    }));

  test(`${engine}: a store opened read-only creates and migrates nothing: a missing one and an older one are refused`, () =>
    withStore(newLocation, async (store, _again, location) => {
      await store.statistics.write((q) => writeDataset(q, sampleDataset()));
      const reader = await openStore(location, {readOnly: true});
      assert.equal((await reader.statistics.read((q) => listDatasets(q))).length, 1);
      await reader.close();
      const newer = {...MIGRATIONS, accounts: [...MIGRATIONS.accounts, addNote("next")]};
      await assert.rejects(
        "databaseUrl" in location
          ? openDatabase(location, newer, {readOnly: true})
          : openFolder(location.dataFolder, {readOnly: true}, newer),
        /accounts have schema version 1, this program works with version 2/,
      );
      const empty = await newLocation("empty");
      await assert.rejects(openStore(empty.location, {readOnly: true}), {name: "Refusal"});
      await empty.end();
    }));

  test(`${engine}: pending steps run in order and once, and the callback is called before they change an older store [load.migrates]`, () =>
    withStore(newLocation, async (store) => {
      const told: number[] = [];
      const taken = MIGRATIONS.accounts.map(() => neverAgain);
      const steps: Migration[] = [...taken, addNote("second"), addNote("third")];
      await migrate(store.accounts, "accounts", steps, (version) => told.push(version));
      await migrate(store.accounts, "accounts", steps, (version) => told.push(version));
      assert.deepEqual(told, [taken.length]);
      assert.deepEqual(await notesOf(store.accounts), ["second", "third"]);
      assert.equal(await readVersion(store.accounts, "accounts", steps.length), steps.length);
    }));

  test(`${engine}: a failed migration leaves the store at its old version, without any of its steps [load.migrates]`, () =>
    withStore(newLocation, async (store) => {
      const taken = MIGRATIONS.accounts.map(() => neverAgain);
      const failing: Migration[] = [...taken, addNote("second"), failingStep];
      await assert.rejects(
        migrate(store.accounts, "accounts", failing, () => {}),
        /the step fails/,
      );
      assert.equal(await readVersion(store.accounts, "accounts", failing.length), taken.length);
      await assert.rejects(notesOf(store.accounts));
    }));

  test(`${engine}: concurrent migrators run each step once [load.migrates]`, () =>
    withStore(newLocation, async (store, again) => {
      const other = await again();
      const steps: Migration[] = [...MIGRATIONS.statistics.map(() => neverAgain), addNote("next")];
      const migrators = [store, other, store, other].map((one) =>
        migrate(one.statistics, "statistics", steps, () => {}),
      );
      await Promise.all(migrators);
      assert.deepEqual(await notesOf(store.statistics), ["next"]);
    }));
}

// biome-ignore lint/correctness/useYield: a script that must not come to its first statement
function* neverAgain(): Script<void> {
  throw new Error("a step that was run before is run again");
}

function* failingStep(q: Queries): Script<void> {
  yield* addNote("third")(q);
  throw new Error("the step fails");
}

/** A step that adds a table if it does not exist, and a row with the name of the step. */
function addNote(name: string): Migration {
  return function* (q) {
    const {types} = q.differences;
    yield* run(q.db.schema.createTable("step_taken").ifNotExists().addColumn("name", types.text).compile());
    yield* run(
      q.db
        .insertInto("step_taken" as "dataset")
        .values({name} as never)
        .compile(),
    );
  };
}

async function notesOf(engine: {read<T>(script: (q: Queries) => Script<T>): Promise<T>}): Promise<string[]> {
  const rows = await engine.read(function* (q) {
    return yield* all(
      q.db
        .selectFrom("step_taken" as "dataset")
        .select("name")
        .orderBy("name")
        .compile(),
    );
  });
  return rows.map((row) => row.name);
}

function* setVersion(q: Queries, part: StorePart, version: number): Script<void> {
  yield* run(q.db.updateTable("schema_version").set({version}).where("part", "=", part).compile());
}
