// Migrations: numbered steps, forward only, that bring a part of the store to the schema of this program; and tables made from their shapes.
//
// All pending steps are one transaction that first reads the version again, so several processes may open the store at once. A released
// step never changes: a new one follows it.
import {type CreateTableBuilder, sql} from "kysely";
import {Refusal} from "../../service/refusal.ts";
import {lockSchema} from "../engines/dataset-lock.ts";
import type {Queries} from "../engines/differences.ts";
import type {ColumnType, TableShape, TableShapes} from "../schema/table-shape.ts";
import {all, type Engine, run, type Script} from "../script.ts";

/** The store is split into parts, each with its own schema version. */
export type StorePart = "statistics" | "sources" | "accounts";

export const PARTS: readonly StorePart[] = ["statistics", "sources", "accounts"];

export type Migration = (q: Queries) => Script<void>;
export type Migrations = Readonly<Record<StorePart, readonly Migration[]>>;
export type Versions = Readonly<Record<StorePart, number>>;

const NOTHING_YET: Versions = {statistics: 0, sources: 0, accounts: 0};

/** The store was written by a newer program; this one must not touch it. */
export class StoreTooNew extends Refusal {
  constructor(part: StorePart, found: number, known: number) {
    super(
      `the store's ${part} have schema version ${found}; this program knows versions up to ${known}`,
      "a newer Ryad wrote this store: use that version, or restore a backup that this version made (docs/versions.md)",
    );
  }
}

/**
 * Brings a part to its newest version.
 * @param steps step n (from 0) leads to version n + 1
 * @param beforeChange called inside the transaction, with the version found, before an older store (not a new one) is changed
 * @throws StoreTooNew
 */
export async function migrate(
  engine: Engine,
  part: StorePart,
  steps: readonly Migration[],
  beforeChange: (version: number) => void,
): Promise<void> {
  if ((await readVersion(engine, part, steps.length)) === steps.length) return;
  await migrateParts(engine, {[part]: steps}, ({[part]: version}) => {
    if (version > 0 && version < steps.length) beforeChange(version);
    return true;
  });
}

/**
 * Brings parts that are in one database to their newest versions in one transaction.
 * @param mayChange judges the versions found; false: nothing is changed
 * @returns versions found
 * @throws StoreTooNew
 */
export async function migrateParts(
  engine: Engine,
  migrations: Partial<Migrations>,
  mayChange: (found: Versions) => boolean,
): Promise<Versions> {
  return engine.write(function* (q) {
    yield* lockSchema(q);
    yield* run(createVersionTable(q).compile());
    const found = yield* findVersions(q, migrations);
    if (!mayChange(found)) return found;
    for (const part of PARTS) {
      const steps = migrations[part]?.slice(found[part]) ?? [];
      for (const step of steps) yield* step(q);
      if (steps.length > 0) yield* run(setVersion(q, part, found[part] + steps.length).compile());
    }
    return found;
  });
}

/** The versions of the parts; 0: there is no store yet. @throws StoreTooNew if this program does not know one of them */
export async function readVersions(engine: Engine, migrations: Partial<Migrations>): Promise<Versions> {
  return engine.read(function* (q) {
    const tables = yield* all(q.differences.hasTable("schema_version").compile(q.db));
    return tables.length === 0 ? NOTHING_YET : yield* findVersions(q, migrations);
  });
}

/** The version of a part; 0: there is no store yet. @throws StoreTooNew if it is above `known` */
export async function readVersion(engine: Engine, part: StorePart, known: number): Promise<number> {
  const versions = await readVersions(engine, {[part]: {length: known} as readonly Migration[]});
  return versions[part];
}

function* findVersions(q: Queries, migrations: Partial<Migrations>): Script<Versions> {
  const found: Record<StorePart, number> = {...NOTHING_YET};
  for (const part of PARTS) {
    const steps = migrations[part];
    if (steps === undefined) continue;
    const [row] = yield* all(q.db.selectFrom("schema_version").select("version").where("part", "=", part).compile());
    found[part] = row?.version ?? 0;
    if (found[part] > steps.length) throw new StoreTooNew(part, found[part], steps.length);
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

function setVersion(q: Queries, part: StorePart, version: number) {
  return q.db
    .insertInto("schema_version")
    .values({part, version})
    .onConflict((conflict) => conflict.column("part").doUpdateSet({version: sql`excluded.version`}));
}

/** Part of released steps, as `createTable`, so its meaning never changes; later steps add to it. */
export function* createTables(q: Queries, shapes: TableShapes): Script<void> {
  for (const [name, shape] of Object.entries(shapes)) yield* createTable(q, name, shape);
}

export function* createTable(q: Queries, name: string, shape: TableShape): Script<void> {
  const {types, identity, clustered, plain} = q.differences;
  let table: CreateTableBuilder<string, string> = q.db.schema.createTable(name);
  if (shape.identity === "alone") table = identity(table, name);
  for (const [column, word] of Object.entries(shape.columns)) {
    const optional = word.endsWith("?");
    const type = types[(optional ? word.slice(0, -1) : word) as ColumnType];
    table = table.addColumn(column, type, (built) => (optional ? built : built.notNull()));
  }
  if (typeof shape.identity === "object") table = identity(table, name, shape.identity.behind);
  if (shape.key) table = table.addPrimaryKeyConstraint(`${name}_pkey`, [...shape.key]);
  for (const columns of shape.unique ?? []) {
    table = table.addUniqueConstraint(`${name}_${columns.join("_")}_key`, [...columns]);
  }
  yield* run((shape.clustered ? clustered(table) : plain(table)).compile());
  for (const columns of shape.indexes ?? []) {
    const index = q.db.schema
      .createIndex(`${name}_${columns.join("_")}_idx`)
      .on(name)
      .columns([...columns]);
    yield* run(index.compile());
  }
}
