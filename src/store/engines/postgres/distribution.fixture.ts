// Checks whether a statement is fit for a database that is spread over machines; and lists the statements that may ask all machines.
import type {TableName} from "../../schema/tables.ts";
import {SPREAD, type Spread} from "./distribution.ts";

/** Statements that ask all machines on purpose; no slice and no single series needs one. */
export const ASKS_ALL: readonly {readonly statement: RegExp; readonly why: string}[] = [
  {
    statement: /from "release" inner join "dataset" .* where "release"\."(?:fingerprint|content|id)" = /,
    why: "a load or a withdrawal finds a release of any dataset by an index on every machine",
  },
  {
    statement: /from "release" inner join "dataset" .* where "release"\."published_at" >= /,
    why: "the list of releases has those of all datasets, by day of publication",
  },
  {
    statement: /from "load_run" inner join "release" on .* where "load_run"\."day" >= /,
    why: "a page of updates leads to releases of the datasets that were loaded on its days",
  },
  {
    statement: /^select "dataset_id", max\("published_at"\) as "published_at" from "release" group by "dataset_id"$/,
    why: "the age of every dataset, for metrics, after a load",
  },
  {
    statement: /select "size" from "release_file" where "sha256" = /,
    why: "an archived file may be of releases of any dataset: a mirror asks for it by its SHA-256, by an index on every machine",
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
    statement: /inner join "english_name" on "english_name"\."dataset_id" = "wanted"\."dataset_id" and/,
    why: "English names of what one page shows of several datasets, by an index on every machine",
  },
  {
    statement: /from "indicator" inner join "dataset" .* where "indicator"\."concept" = /,
    why: "a tile of the home page finds the datasets of a concept by an index on every machine, after a load",
  },
  {
    statement: /inner join "territory" on "territory"\."dataset_id" = "wanted"\."dataset_id" and/,
    why: "the page of a territory finds its datasets by an index on every machine, and is kept until something is loaded",
  },
  {
    statement: /from "territory" where "named_on" is not null and .* order by "dataset_id", "code" limit /,
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
    statement: /from "(?:dataset|indicator|unit|territory)" inner join "english_name" on /,
    why: "lists of datasets, units, territories and concepts name those of many datasets in English",
  },
  {
    statement: / as "asked" on "series"\."dataset_id" = "asked"\."dataset_id"/,
    why: "a page of a search has series of many datasets",
  },
  {
    statement:
      /^select "release_id" as "releaseId", "name", "sha256", "size" from "release_file" order by "release_id", "position"$/,
    why: "ryad check, and a command that discards a held run, asks which files any release needs",
  },
  {statement: /^select \* from "source_file" order by "sha256"$/, why: "ryad check reads every archived file"},
  {
    statement: /^delete from "(?:usage|usage_day|minute_window)" where "account_id" not in /,
    why: "the server sweeps what has no account",
  },
  {
    statement: /^select count\(\*\) as rows, min\(.* left join "account" as b /,
    why: "ryad check looks for rows whose account is missing",
  },
  {
    statement: /^select count\(\*\) as rows, min\(.* left join "(?!account)\w+" as b /,
    why: "ryad check looks for rows of a table whose rows in another are missing",
  },
  {statement: /^select account_id, month, sum\(used\)/, why: "ryad check adds up the charges of every account"},
  {
    statement: /^select "account_id", "used" from "usage" where "month" = /,
    why: "ryad account list and usage show the use of every account",
  },
  {
    statement: /^delete from "form_window" where "opened_at" < /,
    why: "expired windows are deleted now and then",
  },
];

/** The tables of a statement that are spread by a column, but whose column the statement does not name as required. */
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
