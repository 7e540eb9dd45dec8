// Migrations: numbered steps, forward only, that bring a part of the store to the schema of this program.
//
// All of a part's pending steps are one transaction that first looks at the version again, so any number of openers may come at
// once. A released step is never changed: a new one follows it.
import {sql} from "kysely";
import {Refusal} from "../../refusal.ts";
import {takeSchemaTurn} from "../engines/dataset-lock.ts";
import type {Queries} from "../engines/differences.ts";
import {all, type Engine, run, type Script} from "../script.ts";

/** The store is split into parts, each with a schema version of its own. */
export type Part = "statistics" | "sources" | "accounts";

export const PARTS: readonly Part[] = ["statistics", "sources", "accounts"];

export type Migration = (q: Queries) => Script<void>;
export type Migrations = Readonly<Record<Part, readonly Migration[]>>;
export type Versions = Readonly<Record<Part, number>>;

const NOTHING_YET: Versions = {statistics: 0, sources: 0, accounts: 0};

/** The store was written by a newer program; this one must not touch it. */
export class StoreTooNew extends Refusal {
  constructor(part: Part, found: number, known: number) {
    super(
      `the store's ${part} have schema version ${found}; this program knows versions up to ${known}`,
      "use the newer program, or another store",
    );
  }
}

/**
 * Brings a part to its newest version.
 * @param migrations step n (from 0) leads to version n + 1
 * @param beforeChange called inside the transaction, with the version found, when an older store is about to be changed (not for a new one)
 * @throws StoreTooNew
 */
export async function migrate(
  engine: Engine,
  part: Part,
  migrations: readonly Migration[],
  beforeChange: (version: number) => void,
): Promise<void> {
  if ((await readVersion(engine, part, migrations.length)) === migrations.length) return;
  await engine.write(function* (q) {
    yield* takeSchemaTurn(q);
    yield* run(createVersionTable(q).compile());
    const version = yield* findVersion(q, part);
    if (version > migrations.length) throw new StoreTooNew(part, version, migrations.length);
    if (version === migrations.length) return;
    if (version > 0) beforeChange(version);
    for (const step of migrations.slice(version)) yield* step(q);
    yield* run(setVersion(q, part, migrations.length).compile());
  });
}

/**
 * Brings all parts to their newest version in one transaction: for a store whose parts are of one database.
 * @param mayChange judges the versions found; false: nothing is changed
 * @returns versions found
 * @throws StoreTooNew
 */
export async function migrateParts(
  engine: Engine,
  migrations: Migrations,
  mayChange: (found: Versions) => boolean,
): Promise<Versions> {
  return engine.write(function* (q) {
    yield* takeSchemaTurn(q);
    yield* run(createVersionTable(q).compile());
    const found = yield* findVersions(q, migrations);
    if (!mayChange(found)) return found;
    for (const part of PARTS) {
      const steps = migrations[part].slice(found[part]);
      for (const step of steps) yield* step(q);
      if (steps.length > 0) yield* run(setVersion(q, part, migrations[part].length).compile());
    }
    return found;
  });
}

/** The versions of all parts; 0 where there is nothing yet. Throws StoreTooNew when one is beyond what is known. */
export async function readVersions(engine: Engine, migrations: Migrations): Promise<Versions> {
  return engine.read(function* (q) {
    const tables = yield* all(q.differences.hasTable("schema_version").compile(q.db));
    return tables.length === 0 ? NOTHING_YET : yield* findVersions(q, migrations);
  });
}

/** The version of a part; 0 when there is nothing yet. Throws StoreTooNew when it is beyond `known`. */
export async function readVersion(engine: Engine, part: Part, known: number): Promise<number> {
  const version = await engine.read(function* (q) {
    const tables = yield* all(q.differences.hasTable("schema_version").compile(q.db));
    return tables.length === 0 ? 0 : yield* findVersion(q, part);
  });
  if (version > known) throw new StoreTooNew(part, version, known);
  return version;
}

function* findVersion(q: Queries, part: Part): Script<number> {
  const found = yield* all(q.db.selectFrom("schema_version").select("version").where("part", "=", part).compile());
  return found.length === 0 ? 0 : found[0]!.version;
}

function* findVersions(q: Queries, migrations: Migrations): Script<Versions> {
  const found: Record<Part, number> = {...NOTHING_YET};
  for (const part of PARTS) {
    found[part] = yield* findVersion(q, part);
    if (found[part] > migrations[part].length) throw new StoreTooNew(part, found[part], migrations[part].length);
  }
  return found;
}

function createVersionTable(q: Queries) {
  const {types, plain} = q.differences;
  return plain(
    q.db.schema
      .createTable("schema_version")
      .ifNotExists()
      .addColumn("part", types.text, (column) => column.primaryKey().notNull())
      .addColumn("version", types.integer, (column) => column.notNull()),
  );
}

function setVersion(q: Queries, part: Part, version: number) {
  return q.db
    .insertInto("schema_version")
    .values({part, version})
    .onConflict((conflict) => conflict.column("part").doUpdateSet({version: sql`excluded.version`}));
}
