// A checksum over rows, by which what was written is known to be what was read.
//
// Columns in the order of their names, rows in the order of their keys: both engines give the same rows the same checksum.
import {createHash} from "node:crypto";

export interface RowDigest {
  add(row: Readonly<Record<string, unknown>>): void;
  /** Rows so far, and what names them all. */
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
