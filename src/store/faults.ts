// Faults of the store that `ryad check` looks for: broken references between tables, charges that don't add up, damaged storage.
//
// The engines don't enforce references (Citus can't, and a load writes in the order of the file). A class, unit or indicator of a series may
// have no label, so these are not references; its territory must exist.
import {type RawBuilder, sql} from "kysely";
import {TABLES_OF_DATASET} from "./datasets/dataset.ts";
import type {Queries} from "./engines/differences.ts";
import type {TableName} from "./schema/tables.ts";
import {all, type Engine, type Script} from "./script.ts";

interface Reference {
  readonly from: TableName;
  /** Columns of `from` … */
  readonly names: readonly string[];
  /** … and the columns of a row that must exist. */
  readonly to: TableName;
  readonly key: readonly string[];
}

/** The names of columns in an expression. */
const COLUMN = /\b(?!\d|(?:cast|as|bigint)\b)\w+\b/g;

interface BrokenRows {
  readonly rows: number;
  readonly first: string | null;
}

/** History rows name their series by its place in the file, a number beyond 32 bits as soon as a store has had 127 datasets. */
const SERIES_OF_ROW = "place - cast(dataset_id as bigint) * 16777216";
const ROW_OF_SERIES = "cast(dataset_id as bigint) * 16777216 + number";

const IN_STATISTICS: readonly Reference[] = [
  ...(["history", ...TABLES_OF_DATASET] as const).map(
    (from): Reference => ({from, names: ["dataset_id"], to: "dataset", key: ["id"]}),
  ),
  {from: "series", names: ["dataset_id", "territory"], to: "territory", key: ["dataset_id", "code"]},
  {from: "series", names: ["dataset_id", ROW_OF_SERIES], to: "history", key: ["dataset_id", "place"]},
  {from: "history", names: ["dataset_id", SERIES_OF_ROW], to: "series", key: ["dataset_id", "number"]},
  {from: "dataset", names: ["id"], to: "catalogue", key: ["dataset_id"]},
  {from: "dataset", names: ["id"], to: "release", key: ["dataset_id"]},
  {from: "dataset", names: ["changed_by"], to: "load_run", key: ["id"]},
  {from: "last_change", names: ["load_run"], to: "load_run", key: ["id"]},
  {from: "listed_indicator", names: ["listing_id"], to: "listing", key: ["id"]},
  {from: "release", names: ["load_run"], to: "load_run", key: ["id"]},
  {from: "release", names: ["dataset_id", "id"], to: "release_file", key: ["dataset_id", "release_id"]},
  {from: "release_file", names: ["dataset_id", "release_id"], to: "release", key: ["dataset_id", "id"]},
  {from: "missing_value", names: ["dataset_id", "release_id"], to: "release", key: ["dataset_id", "id"]},
  {from: "missing_value", names: ["dataset_id", "number"], to: "series", key: ["dataset_id", "number"]},
];

const IN_ACCOUNTS: readonly Reference[] = (["token", "usage", "usage_day", "minute_window"] as const).map((from) => ({
  from,
  names: ["account_id"],
  to: "account",
  key: ["id"],
}));

/** One sentence for each broken reference in the statistics, with the number of rows and the first of them. */
export function findBrokenStatistics(q: Queries): Script<string[]> {
  return findBroken(q, IN_STATISTICS);
}

/** The same for the accounts. */
export function findBrokenAccounts(q: Queries): Script<string[]> {
  return findBroken(q, IN_ACCOUNTS);
}

function* findBroken(q: Queries, references: readonly Reference[]): Script<string[]> {
  const findings: string[] = [];
  for (const reference of references) {
    const [broken] = yield* all<BrokenRows>(brokenRows(reference).compile(q.db));
    if (!broken || broken.rows === 0) continue;
    findings.push(
      `table ${reference.from}: ${broken.rows} rows name a row of ${reference.to} that does not exist (${reference.names.join(", ")}: ${broken.first})`,
    );
  }
  return findings;
}

function brokenRows({from, names, to, key}: Reference): RawBuilder<BrokenRows> {
  const of = (column: string, alias: string) => sql.raw(column.replaceAll(COLUMN, `${alias}."$&"`));
  const matches = sql.join(
    names.map((name, index) => sql`${of(key[index]!, "b")} = ${of(name, "a")}`),
    sql` and `,
  );
  const named = sql.join(
    names.map((name) => sql`cast(${of(name, "a")} as text)`),
    sql` || ' ' || `,
  );
  // A join, not "not exists": on Citus a table that is whole on every machine can be joined with a spread one, but not query it inside.
  return sql`select count(*) as rows, min(${named}) as first from ${sql.table(from)} as a
    left join ${sql.table(to)} as b on ${matches} where ${of(key[0]!, "b")} is null`;
}

interface BrokenMonth {
  readonly account_id: number;
  readonly month: string;
  readonly used: number;
  readonly of_days: number;
}

/** One sentence for each account and month whose days have another sum; a charge writes both in one transaction. */
export function* findBrokenUsage(q: Queries): Script<string[]> {
  const broken = yield* all<BrokenMonth>(
    sql<BrokenMonth>`select account_id, month, sum(used) as used, sum(of_days) as of_days from (
      select account_id, month, used, 0 as of_days from ${sql.table("usage")}
      union all
      select account_id, substr(day, 1, 7) as month, 0 as used, used as of_days from ${sql.table("usage_day")}
    ) as charges group by account_id, month having sum(used) <> sum(of_days) order by account_id, month`.compile(q.db),
  );
  return broken.map(
    ({account_id, month, used, of_days}) =>
      `account ${account_id} is charged ${used} values in ${month}, but its days have ${of_days}`,
  );
}

/** One sentence for each torn page, unsorted entry or lost index; none if the engine has no such check. A failure of the check is a fault too. */
export async function findStorageFaults(engine: Engine): Promise<string[]> {
  const faults = engine.differences.storageFaults;
  if (faults === null) return [];
  try {
    const found = await engine.read((q) => all(faults.compile(q.db)));
    return found.map(({fault}) => fault.trim().replaceAll(/\s+/g, " "));
  } catch (error) {
    return [(error as Error).message];
  }
}
