// Reads .xls (BIFF8): the package @e965/xlsx reads the records, which become the same sheets as those of .xlsx.
//
// The package drops the runs of rich texts; xls-superscripts.ts reads them from the same stream, so that a superscript footnote mark is not
// read as a digit.
import type {Buffer} from "node:buffer";
import * as XLSX from "@e965/xlsx";
import {Refusal} from "../../service/refusal.ts";
import {WHOLE} from "../input/ending.ts";
import type {SourceFile} from "../source.ts";
import {readCompoundStream} from "./compound-file.ts";
import {type Cell, createSheetBuilder, numberCell, type Sheet, textCell, type Workbook} from "./sheet.ts";
import type {WorkbookLimits} from "./workbook-limits.ts";
import {countContents, endsWhole, readSuperscripts} from "./xls-superscripts.ts";

/** @throws Refusal if the bytes are not a BIFF8 workbook */
export function openXls({name: file}: SourceFile, bytes: Buffer, limits: WorkbookLimits): Workbook {
  // Only the records: the file's properties are not needed and name persons.
  const stream = readCompoundStream(bytes, ["Workbook", "Book"]);
  if (stream === null) {
    throw new Refusal(
      `${file} is not a readable .xls file: it contains no workbook`,
      "download it again, or save it as .xlsx",
    );
  }
  if (!isBiff8(stream))
    throw new Refusal(
      `${file} is a workbook of Excel 5 or 95, which is not read`,
      "open it in a spreadsheet program and save it as .xlsx",
    );
  if (!endsWhole(stream))
    throw new Refusal(`${file} has a sheet without its last record`, "it was cut off or damaged; download it again");
  if (countContents(stream) > limits.cells * 2)
    throw new Refusal(
      `${file} has more than ${limits.cells * 2} cells and texts`,
      "save its sheets as several workbooks",
    );
  const workbook = readWorkbook(file, stream);
  const superscripts = readSuperscripts(stream);
  const states = workbook.Workbook?.Sheets ?? [];
  const sheets = workbook.SheetNames.map((name, index) => ({name, hidden: (states[index]?.Hidden ?? 0) !== 0, index}));
  return {
    format: "xls",
    ending: WHOLE,
    date1904: workbook.Workbook?.WBProps?.date1904 === true,
    sheets,
    async read({name, hidden}): Promise<Sheet> {
      const builder = createSheetBuilder(file, name, limits, {hidden});
      const sheet = workbook.Sheets[name];
      if (sheet === undefined) throw new Refusal(`${file}, sheet "${name}": is damaged`, "download the file again");
      for (const range of sheet["!merges"] ?? []) {
        builder.merge({top: range.s.r + 1, left: range.s.c + 1, bottom: range.e.r + 1, right: range.e.c + 1});
      }
      const plain = superscripts.get(name);
      const rows = (sheet as {"!data"?: (XLSX.CellObject | undefined)[][]})["!data"] ?? [];
      for (const [row, cells] of rows.entries()) {
        if (cells === undefined) continue;
        for (const [column, cell] of cells.entries()) {
          const made = cell === undefined ? null : toCell(cell, plain?.get(`${row + 1}:${column + 1}`));
          if (made !== null) builder.put(row + 1, column + 1, made);
        }
      }
      return builder.build();
    },
  };
}

/** Older records have raised footnote marks in another form, which would be read as digits, and letters of a code page that they name. */
function isBiff8(stream: Buffer): boolean {
  const isStart = stream.length >= 6 && stream.readUInt16LE(0) === START_RECORD;
  return !isStart || stream.readUInt16LE(4) === BIFF8;
}

const START_RECORD = 0x809;
const BIFF8 = 0x600;

function readWorkbook(file: string, bytes: Buffer): XLSX.WorkBook {
  try {
    return XLSX.read(bytes, {
      type: "buffer",
      dense: true,
      cellFormula: false,
      cellNF: true,
      cellText: false,
      cellHTML: false,
    });
  } catch (error) {
    // the package meets damaged records with the errors of the language itself
    const isDamaged = error instanceof TypeError || error instanceof RangeError;
    const reason = isDamaged ? "its records are damaged" : error instanceof Error ? error.message : String(error);
    if (/password|encrypted/i.test(reason)) throw new Refusal(`${file} is encrypted`, "save it without a password");
    throw new Refusal(`${file} is not a readable .xls file: ${reason}`, "download it again, or save it as .xlsx");
  }
}

function toCell(cell: XLSX.CellObject, plain: string | undefined): Cell | null {
  const {t, v, z} = cell;
  if (v === undefined || v === null || v === "" || t === "z") return null;
  if (t === "n") return numberCell(v as number, String(v), typeof z === "string" ? z : "General");
  if (t === "b") return {...textCell(v === true ? "TRUE" : "FALSE"), kind: "boolean"};
  if (t === "e") return {...textCell(String(v)), kind: "error"};
  return textCell(String(v), plain);
}
