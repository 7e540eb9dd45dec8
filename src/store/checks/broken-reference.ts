// Every reference between tables, as one list, and the rows that break one.
//
// The engines are not asked to enforce these (Citus can't, and a load writes in the order of the file); `ryad check` looks instead.
// A series' class, unit and indicator may go without a label, so these are no references; its territory may not.
import {type RawBuilder, sql} from "kysely";
import type {Queries} from "../engines/differences.ts";
import type {TableName} from "../schema/tables.ts";
import {all, type Script} from "../script.ts";

interface Reference {
  readonly from: TableName;
  /** what the rows of `from` name … */
  readonly names: readonly string[];
  /** … and what must be there */
  readonly to: TableName;
  readonly key: readonly string[];
}

interface BrokenRows {
  readonly rows: number;
  readonly first: string | null;
}

/** History rows name their series by its place in the file. */
const SERIES_OF_PLACE = "place - dataset_id * 16777216";
const PLACE_OF_SERIES = "dataset_id * 16777216 + number";

const IN_STATISTICS: readonly Reference[] = [
  ...(
    [
      "series",
      "history",
      "catalogue",
      "release",
      "release_file",
      "indicator",
      "class",
      "unit",
      "territory",
      "methodology",
      "note",
      "relation",
      "continuity",
      "price_week",
      "missing_value",
    ] as const
  ).map((from): Reference => ({from, names: ["dataset_id"], to: "dataset", key: ["id"]})),
  {from: "series", names: ["dataset_id", "territory"], to: "territory", key: ["dataset_id", "code"]},
  {from: "series", names: ["dataset_id", PLACE_OF_SERIES], to: "history", key: ["dataset_id", "place"]},
  {from: "history", names: ["dataset_id", SERIES_OF_PLACE], to: "series", key: ["dataset_id", "number"]},
  {from: "dataset", names: ["id"], to: "catalogue", key: ["dataset_id"]},
  {from: "dataset", names: ["id"], to: "release", key: ["dataset_id"]},
  {from: "dataset", names: ["changed_by"], to: "load_run", key: ["id"]},
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

/** One sentence for each reference that rows of the statistics break, with how many and the first of them. */
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
      `table ${reference.from}: ${broken.rows} rows name a row of ${reference.to} that is not there (${reference.names.join(", ")}: ${broken.first})`,
    );
  }
  return findings;
}

function brokenRows({from, names, to, key}: Reference): RawBuilder<BrokenRows> {
  const of = (column: string, alias: string) => sql.raw(column.replaceAll(/\b(?!\d)\w+\b/g, `${alias}."$&"`));
  const matches = sql.join(
    names.map((name, place) => sql`${of(key[place]!, "b")} = ${of(name, "a")}`),
    sql` and `,
  );
  const named = sql.join(
    names.map((name) => sql`cast(${of(name, "a")} as text)`),
    sql` || ' ' || `,
  );
  // A join, not "not exists": a table that stands on every machine may be joined with one that does not, but not look into it.
  return sql`select count(*) as rows, min(${named}) as first from ${sql.table(from)} as a
    left join ${sql.table(to)} as b on ${matches} where ${of(key[0]!, "b")} is null`;
}
