// Verifies places in workbooks: an .xlsx with a package that our own reader does not use; an .xls only by its address, because there is
// only one reader for .xls.
import type {CellObject} from "@e965/xlsx";
import {readBytes} from "../input/decoded-text.ts";
import type {SourceFile} from "../source.ts";
import {parseAddress, type Sheet} from "../workbook/sheet.ts";
import {openWorkbook, workbookKind} from "../workbook/workbook.ts";
import type {Claim, Doubt, PlaceLookup} from "./claim.ts";

/** The text or number at row and column (from 1); undefined: empty. */
type CellAt = (row: number, column: number) => string | number | boolean | Date | undefined;

export function createSheetLookup(file: SourceFile): PlaceLookup {
  let opened: Promise<(sheet: string) => Promise<CellAt | null>> | null = null;
  const sheets = new Map<string, CellAt | null>();

  async function doubtOf(claim: Claim): Promise<Doubt | null> {
    const {sheet, cell} = claim.locator;
    const address = cell === null ? null : parseAddress(cell);
    if (sheet === null || address === null) return {claim, reason: "is not a cell of a sheet"};
    opened ??= openFor(file);
    if (!sheets.has(sheet)) sheets.set(sheet, await (await opened)(sheet));
    const there = sheets.get(sheet)?.(address.row, address.column);
    if (there === undefined) return {claim, reason: "is empty"};
    const same = typeof there === "number" ? Number(claim.raw) === there : folded(String(there)) === folded(claim.raw);
    return same ? null : {claim, reason: `contains ${JSON.stringify(there)}`};
  }

  return {
    async confirm(claims) {
      const doubts: Doubt[] = [];
      for (const claim of claims) {
        const doubt = await doubtOf(claim);
        if (doubt !== null) doubts.push(doubt);
      }
      return doubts;
    },
    async close() {
      sheets.clear();
    },
  };
}

async function openFor(file: SourceFile): Promise<(sheet: string) => Promise<CellAt | null>> {
  const bytes = await readBytes(file);
  if (workbookKind(bytes) === "xlsx") {
    // Every load imports this file, and few verify the cells of a workbook.
    const {read} = await import("@e965/xlsx");
    const book = read(bytes, {type: "buffer", dense: true, cellFormula: false, cellHTML: false, cellText: false});
    return async (name) => {
      const rows = (book.Sheets[name] as {"!data"?: (CellObject | undefined)[][]} | undefined)?.["!data"];
      return rows === undefined ? null : (row, column) => rows[row - 1]?.[column - 1]?.v;
    };
  }
  const book = await openWorkbook({...file});
  return async (name) => {
    const head = book.sheets.find((sheet) => sheet.name === name);
    return head === undefined ? null : cellsOf(await book.read(head));
  };
}

function cellsOf(sheet: Sheet): CellAt {
  return (row, column) => {
    const cell = sheet.cell(row, column);
    return cell === null ? undefined : cell.kind === "number" ? cell.number : cell.text;
  };
}

function folded(text: string): string {
  return text.replace(/[\s\u00a0]+/g, " ").trim();
}
