// A second verification of every value of a release: what the parser says of its cell is compared with the bytes, independently.
//
// The values are collected while the parser reads and verified before its next chunk, so that few are in memory. The check is: the value has a
// place, the text is at that place, and the text is the value if there were no steps. Only the parser knows the steps; the replay shows
// that a value belongs to its series and period.
import type {CellObject} from "@e965/xlsx";
import type {Locator} from "../../service/evidence.ts";
import type {SeriesDimensions} from "../../statistics/catalogue/catalogue.ts";
import {readBytes} from "../input/decoded-text.ts";
import type {ObservationSink, SourceFile} from "../source.ts";
import {parseAddress, type Sheet} from "../workbook/sheet.ts";
import {openWorkbook, workbookKind} from "../workbook/workbook.ts";
import {createElementLookup} from "./element-lookup.ts";
import {type CellLookup, type ExplainedValue, type Mismatch, mismatchesOf} from "./explained-value.ts";
import {createLineLookup} from "./line-lookup.ts";

export interface CellWitness {
  readonly files: readonly SourceFile[];
  watch(sink: ObservationSink): ObservationSink;
  /** Looks up the remaining values. @returns the number of values that were looked up */
  finish(): Promise<number>;
}

export function createCellWitness(files: readonly SourceFile[], onMismatch: (mismatch: Mismatch) => void): CellWitness {
  const byName = new Map(files.map((file) => [file.name, file]));
  const lookups = new Map<string, CellLookup>();
  let values: ExplainedValue[] = [];
  let count = 0;

  function lookupOf(locator: Locator): CellLookup | null {
    const known = lookups.get(locator.file);
    if (known) return known;
    const file = byName.get(locator.file);
    if (!file) return null;
    const make =
      locator.sheet !== null
        ? createSheetLookup
        : locator.element?.startsWith("/")
          ? createElementLookup
          : createLineLookup;
    const made = make(file);
    lookups.set(locator.file, made);
    return made;
  }

  async function lookUp(): Promise<void> {
    const taken = values;
    values = [];
    for (const [name, own] of Map.groupBy(taken, ({locator}) => locator.file)) {
      const lookup = lookupOf(own[0]!.locator);
      const mismatches = lookup
        ? await lookup.confirm(own)
        : own.map((explained) => ({explained, reason: `is in a file ${name} that the release does not have`}));
      for (const mismatch of mismatches) onMismatch(mismatch);
    }
  }

  function watch(sink: ObservationSink): ObservationSink {
    const dimensions: SeriesDimensions[] = [];
    return {
      ...sink,
      asksOrigins: true,
      series(own) {
        const handle = sink.series(own);
        dimensions[handle] ??= {...own};
        return handle;
      },
      observe(handle, period, value, line, origin) {
        sink.observe(handle, period, value, line, origin);
        count++;
        const series = dimensions[handle]!;
        const explanation = origin?.explain();
        if (!explanation) {
          const explained = {locator: NOWHERE, raw: "", steps: [], value, series, period};
          return onMismatch({explained, reason: "the parser gives no place"});
        }
        const explained = {...explanation, value, series, period};
        if (explanation.steps.length === 0 && plainNumber(explanation.raw) !== value)
          onMismatch({explained, reason: `contains ${JSON.stringify(explanation.raw)}, the value is ${value}`});
        values.push(explained);
      },
    };
  }

  return {
    files: files.map((file) => ({
      ...file,
      async *open() {
        for await (const bytes of file.open()) {
          if (values.length > 0) await lookUp();
          yield bytes;
        }
      },
    })),
    watch,
    async finish() {
      try {
        await lookUp();
      } finally {
        for (const lookup of lookups.values()) await lookup.close();
      }
      return count;
    },
  };
}

const NOWHERE: Locator = {file: "", sheet: null, cell: null, line: null, column: null, element: null};

function plainNumber(raw: string): number {
  const text = raw
    .trim()
    .replace(/^"(.*)"$/, "$1")
    .replace(",", ".");
  return text === "" ? Number.NaN : Number(text);
}

/** "sheet "01", cell AK19 of prices.xlsx" */
export function locatorText({file, sheet, cell, line, column, element}: Locator): string {
  const at =
    sheet !== null
      ? `sheet ${JSON.stringify(sheet)}, cell ${cell}`
      : `line ${line}${column === null ? "" : `, column ${column}`}${element === null ? "" : `, ${element}`}`;
  return file === "" ? "a value" : `${at} of ${file}`;
}

/** The text or number at row and column (from 1); undefined: empty. */
type CellAt = (row: number, column: number) => string | number | boolean | Date | undefined;

/**
 * Verifies places in workbooks: an .xlsx with a package that our own reader does not use; an .xls only by its address, because there is
 * only one reader for .xls.
 */
function createSheetLookup(file: SourceFile): CellLookup {
  let opened: Promise<(sheet: string) => Promise<CellAt | null>> | null = null;
  const sheets = new Map<string, CellAt | null>();

  async function mismatchOf(explained: ExplainedValue): Promise<Mismatch | null> {
    const {sheet, cell} = explained.locator;
    const address = cell === null ? null : parseAddress(cell);
    if (sheet === null || address === null) return {explained, reason: "is not a cell of a sheet"};
    opened ??= openFor(file);
    if (!sheets.has(sheet)) sheets.set(sheet, await (await opened)(sheet));
    const there = sheets.get(sheet)?.(address.row, address.column);
    if (there === undefined) return {explained, reason: "is empty"};
    const same =
      typeof there === "number" ? Number(explained.raw) === there : folded(String(there)) === folded(explained.raw);
    return same ? null : {explained, reason: `contains ${JSON.stringify(there)}`};
  }

  return {
    confirm: (values) => mismatchesOf(values, mismatchOf),
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
    const workbook = read(bytes, {type: "buffer", dense: true, cellFormula: false, cellHTML: false, cellText: false});
    return async (name) => {
      const rows = (workbook.Sheets[name] as {"!data"?: (CellObject | undefined)[][]} | undefined)?.["!data"];
      return rows === undefined ? null : (row, column) => rows[row - 1]?.[column - 1]?.v;
    };
  }
  const workbook = await openWorkbook({...file, workbook: {}});
  return async (name) => {
    const head = workbook.sheets.find((sheet) => sheet.name === name);
    return head === undefined ? null : cellsOf(await workbook.read(head));
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
