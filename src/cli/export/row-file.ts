// The file of --skip-bad-rows: each row that could not be read, with its place and the reason, as CSV.
//
// Any other file is never overwritten: a user may give the path of a source by mistake.
import {closeSync, existsSync, openSync, readFileSync, writeSync} from "node:fs";
import type {Unreadable} from "../../load/source.ts";
import {Refusal} from "../../service/refusal.ts";
import {unwritable} from "../terminal/system-error.ts";

export interface RowFile {
  readonly write: (row: Unreadable) => void;
  readonly close: () => void;
}

const HEADER = "file,line,column,reason,row\n";

/** @throws Refusal if the file cannot be written or is not a file of set-aside rows */
export function openRowFile(path: string): RowFile {
  refuseOtherContents(path);
  let descriptor: number;
  try {
    descriptor = openSync(path, "w");
  } catch (error) {
    throw unwritable(path, error);
  }
  writeSync(descriptor, HEADER);
  return {
    write: ({file, sheet, cell: address, line, column, reason, row, text}) => {
      // For a workbook, `column` names sheet and cell, as its own formulas do.
      const at = sheet === undefined ? column : `${sheet}!${address ?? ""}`;
      writeSync(descriptor, `${[file, line ?? "", at ?? "", reason, row ?? text].map(cell).join(",")}\n`);
    },
    close: () => closeSync(descriptor),
  };
}

function refuseOtherContents(path: string): void {
  if (!existsSync(path)) return;
  let contents: string;
  try {
    contents = readFileSync(path, "utf8");
  } catch (error) {
    throw unwritable(path, error);
  }
  if (contents === "" || contents.startsWith(HEADER)) return;
  throw new Refusal(`${path} is not a file of rows and is not overwritten`, "give --skip-bad-rows a new file");
}

function cell(value: string | number): string {
  const text = String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
