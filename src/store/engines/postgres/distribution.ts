// How each table is spread over the machines of a distributed database, and which statements may ask all of them.
//
// Rows of one dataset, or of one account, lie together: whatever is asked of them goes to one machine, so every unique key and
// every statement of such a table names its column. Tables that all need are kept whole on every machine.
import type {TableName} from "../../schema/tables.ts";

/** `by`: rows with the same value of the column lie together. `everywhere`: whole on every machine. `home`: only where statements come in. */
export type Spread = {readonly by: string} | "everywhere" | "home";

const BY_DATASET: Spread = {by: "dataset_id"};
const BY_ACCOUNT: Spread = {by: "account_id"};
const BY_FILE: Spread = {by: "sha256"};

export const SPREAD: Readonly<Record<TableName, Spread>> = {
  // Asked before it is known whether anything is spread.
  schema_version: "home",
  dataset: "everywhere",
  load_run: "everywhere",
  held_run: "everywhere",
  discarded_run: "everywhere",
  run_check: "everywhere",
  quarantined_cell: "everywhere",
  listing: "everywhere",
  listed_indicator: "everywhere",
  update_day: "everywhere",
  last_change: "everywhere",
  account: "everywhere",
  token: "everywhere",
  sign_in_link: "everywhere",
  session: "everywhere",
  contact_message: "everywhere",
  site_secret: "everywhere",
  // Marks of writers are of the place where writers come in; on all machines each would cost a commit in two phases.
  writer_mark: "home",
  catalogue: BY_DATASET,
  series: BY_DATASET,
  history: BY_DATASET,
  release: BY_DATASET,
  release_file: BY_DATASET,
  indicator: BY_DATASET,
  class: BY_DATASET,
  unit: BY_DATASET,
  territory: BY_DATASET,
  methodology: BY_DATASET,
  note: BY_DATASET,
  relation: BY_DATASET,
  continuity: BY_DATASET,
  price_week: BY_DATASET,
  missing_value: BY_DATASET,
  usage: BY_ACCOUNT,
  usage_day: BY_ACCOUNT,
  minute_window: BY_ACCOUNT,
  form_window: {by: "subject"},
  source_file: BY_FILE,
  source_chunk: BY_FILE,
};

/** Statements that ask all machines on purpose: none of them is on the way of an answer to a slice or a single series. */
export const ASKS_ALL: readonly {readonly statement: RegExp; readonly why: string}[] = [
  {
    statement: /from "release" inner join "dataset" .* where "release"\."(?:fingerprint|id)" = /,
    why: "a load, or whoever withdraws, looks for a release of any dataset, by an index on every machine",
  },
  {
    statement: /^select "dataset_id", max\("published_at"\) as "published_at" from "release" group by "dataset_id"$/,
    why: "the age of every dataset, for metrics, when something was loaded",
  },
  {
    statement: /from "(?:relation|continuity)" inner join "dataset" on .* order by "dataset"\."provider_code"/,
    why: "a reference list over all datasets, kept ready until something is loaded",
  },
  {
    statement: /from "dataset" left join "methodology" on .* order by "dataset"\."provider_code"/,
    why: "a reference list over all datasets, kept ready until something is loaded",
  },
  {
    statement: /from "territory" where "named_on" is not null order by/,
    why: "a reference list over all datasets, kept ready until something is loaded",
  },
  {
    statement: /"series_count", "named_on", "named_at" from "unit" order by "dataset_id", "code"$/,
    why: "a reference list over all datasets, kept ready until something is loaded",
  },
  {
    statement: /^select "code", "name" from "unit" where "code" in .* order by "named_on", "named_at"$/,
    why: "the card of an indicator names units of many datasets",
  },
  {
    statement: / as "asked" on "series"\."dataset_id" = "asked"\."dataset_id"/,
    why: "a page of a search holds series of many datasets",
  },
  {
    statement: /^select "release_id", "name", "sha256", "size" from "release_file" order by "release_id", "position"$/,
    why: "ryad check, and whoever discards a held run, asks which files any release needs",
  },
  {statement: /^select \* from "source_file" order by "sha256"$/, why: "ryad check reads every archived file"},
  {
    statement: /^delete from "(?:usage|usage_day|minute_window)" where "account_id" not in /,
    why: "a migration takes away, once, what is left of accounts that are gone",
  },
  {
    statement: /^select count\(\*\) as rows, min\(.* left join "account" as b /,
    why: "ryad check looks for rows whose account is gone",
  },
  {statement: /^select account_id, month, sum\(used\)/, why: "ryad check adds up the charges of every account"},
  {
    statement: /^delete from "form_window" where "opened_at" < /,
    why: "windows that are over are swept out now and then",
  },
];

/** The tables of a statement that lie by a column which the statement does not name as it should. */
export function strayTables(statement: string): TableName[] {
  if (ASKS_ALL.some((one) => one.statement.test(statement))) return [];
  return (Object.entries(SPREAD) as [TableName, Spread][])
    .filter(([table, spread]) => typeof spread === "object" && !keepsTo(statement, table, spread.by))
    .map(([table]) => table);
}

function keepsTo(statement: string, table: string, column: string): boolean {
  const named = new RegExp(`\\b(?:from|join|into|update|copy)\\s+"?${table}"?(?![\\w"])`, "i");
  if (!named.test(statement)) return true;
  const inserted = new RegExp(`\\b(?:into|copy)\\s+"?${table}"?\\s*\\([^)]*"?\\b${column}\\b`, "i");
  const filtered = new RegExp(`"?\\b${column}"?\\s*=\\s*\\(?(?:\\$\\d+|\\d+|cast\\(\\$\\d+)`, "i");
  return inserted.test(statement) || filtered.test(statement);
}
