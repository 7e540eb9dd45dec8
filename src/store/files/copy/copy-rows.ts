// Rows of one table carried over and read again where they now are: they are there when this resolves, or it throws.
//
// Whatever an earlier attempt left of them goes first.
import {Refusal} from "../../../refusal.ts";
import {checkSum} from "../../../statistics/history/layout.ts";
import type {Queries} from "../../engines/differences.ts";
import type {Row, Script} from "../../script.ts";
import {createRowDigest} from "./row-digest.ts";
import {deleteRows, readPages, rowAdder, type Scope} from "./table-rows.ts";
import type {Table} from "./tables.ts";

export interface TablePair {
  readonly from: Table;
  readonly to: Table;
}

/**
 * @param before runs in the snapshot of each page that is read at the source; what it throws ends the copying
 * @returns how many rows
 * @throws Refusal when a history is damaged, or the target does not hold what was written
 */
export async function copyRows(
  {from, to}: TablePair,
  scope: Scope,
  before: (q: Queries) => Script<void> = nothing,
): Promise<number> {
  const columns = sharedColumns(from, to);
  const add = rowAdder(to, columns);
  const read = createRowDigest(columns);
  await to.engine.write((q) => deleteRows(q, to, scope));
  for await (const page of readPages(from, columns, scope, before)) {
    for (const row of page) {
      if (from.name === "history") verifyHistory(row);
      read.add(row);
    }
    await to.engine.write((q) => add(q, page));
  }
  const found = createRowDigest(columns);
  for await (const page of readPages(to, columns, scope, nothing)) for (const row of page) found.add(row);
  const [expected, actual] = [read.end(), found.end()];
  if (actual.digest === expected.digest && actual.rows === expected.rows) return actual.rows;
  const where = scope === null ? "" : ` of ${scope.column} ${scope.value}`;
  throw new Refusal(
    `${expected.rows} rows of the table ${from.name}${where} were written, and ${actual.rows} others are there now`,
    "let nobody else write to the target, and copy again",
  );
}

/** Both stores have the schema of this program; a column that only one of them knows would be lost without a word. */
function sharedColumns(from: Table, to: Table): string[] {
  const names = from.columns.map(({name}) => name);
  const others = new Set(to.columns.map(({name}) => name));
  if (names.length !== others.size || !names.every((name) => others.has(name)))
    throw new Refusal(`the table ${from.name} has other columns in the target`, "ryad migrate brings both up to date");
  return names;
}

function verifyHistory(row: Row): void {
  try {
    checkSum(row["estimates"] as Uint8Array);
  } catch (error) {
    throw new Refusal(
      `a history of the dataset ${row["dataset_id"]} at the source is damaged (place ${row["place"]}): ${(error as Error).message}`,
      "ryad check tells more; restore a backup first",
    );
  }
}

function* nothing(): Script<void> {}
