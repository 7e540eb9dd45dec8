// Copies rows of one table and reads them again from the target, so that they are there when this resolves; otherwise it throws.
//
// Rows of an earlier attempt are deleted first. Rows are compared by a checksum, with columns in the order of their names and rows in the
// order of their keys, so both engines give the same rows the same checksum.

import {createHash} from "node:crypto";
import {Refusal} from "../../../service/refusal.ts";
import {checkSum} from "../../../statistics/history/layout.ts";
import type {Queries} from "../../engines/differences.ts";
import type {Row, Script} from "../../script.ts";
import {deleteRows, readPages, rowAdder, type Scope, type Table} from "./table-rows.ts";

export interface TablePair {
  readonly from: Table;
  readonly to: Table;
}

/**
 * @param before runs in the snapshot of each page that is read from the source; if it throws, the copy ends
 * @returns number of rows
 * @throws Refusal if a history is damaged, or the target differs from the written rows
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
    `${expected.rows} rows of the table ${from.name}${where} were written, but the target now has ${actual.rows} other rows`,
    "make sure that nothing else writes to the target, and copy again",
  );
}

/** Both stores have the schema of this program; a column that only one of them has would be lost silently. */
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
      "ryad check reports the damage; restore a backup first",
    );
  }
}

function* nothing(): Script<void> {}

interface RowDigest {
  add(row: Readonly<Record<string, unknown>>): void;
  /** Rows so far, and their checksum. */
  end(): {readonly rows: number; readonly digest: string};
}

export function createRowDigest(columns: readonly string[]): RowDigest {
  const sorted = [...columns].sort();
  const digest = createHash("sha256");
  let rows = 0;
  return {
    add(row) {
      rows++;
      let text = "";
      for (const column of sorted) {
        const value = row[column];
        if (value instanceof Uint8Array) {
          digest.update(`${text}b${value.length}:`).update(value);
          text = "";
        } else text += typeof value === "string" ? `t${value.length}:${value}` : `${value};`;
      }
      digest.update(`${text}\n`);
    },
    end: () => ({rows, digest: digest.digest("hex")}),
  };
}
