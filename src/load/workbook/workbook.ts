// Opens a workbook by its bytes, not by its name: .xlsx (a zip of XML) or .xls (BIFF8 in a compound file). A delimited text has no such
// mark, and is recognised by its name (.csv, .tsv). Any other file is refused by the words of input/foreign-bytes.ts.
//
// Sheets are read one at a time on request, so memory is limited to the largest sheet, whose size is bounded. A file that is not a complete
// workbook is refused, and the hint says what to do.
import {Refusal} from "../../service/refusal.ts";
import {firstBytes, readBytes} from "../input/decoded-text.ts";
import {foreignKind, isWordDocument, WORD_HINT} from "../input/foreign-bytes.ts";
import type {SourceFile} from "../source.ts";
import {isDelimitedName, openDelimited} from "./delimited.ts";
import {isJsonName, openJsonTable} from "./json-table.ts";
import type {Workbook} from "./sheet.ts";
import {openLongText} from "./text-records.ts";
import {WORKBOOK_LIMITS, type WorkbookLimits} from "./workbook-limits.ts";

/**
 * A file with a slot is opened once, although several parsers open it to recognise it.
 * @throws Refusal if the file is not a readable workbook
 */
export async function openWorkbook(file: SourceFile, limits: WorkbookLimits = WORKBOOK_LIMITS): Promise<Workbook> {
  const {workbook: slot} = file;
  if (slot === undefined || limits !== WORKBOOK_LIMITS) return await readWorkbook(file, limits);
  slot.opened ??= readWorkbook(file, limits);
  return await slot.opened;
}

/** Lets go of the workbook of the file and of all its copies, which share one slot: it takes the memory of the whole file. */
export function closeWorkbook({workbook: slot}: SourceFile): void {
  if (slot !== undefined) slot.opened = null;
}

async function readWorkbook(file: SourceFile, limits: WorkbookLimits): Promise<Workbook> {
  if (isDelimitedName(file.name)) {
    const long = workbookKind(await firstBytes(file)) === null ? await openLongText(file, limits) : null;
    if (long !== null) return long;
  }
  if (file.size > limits.fileBytes) refuseLarge(file, limits);
  const bytes = await readBytes(file, (count) => count <= limits.fileBytes || refuseLarge(file, limits));
  const kind = workbookKind(bytes);
  if (kind === "xlsx") return await openZipped(file.name, bytes, limits);
  if (kind === "xls" && isWordDocument(bytes))
    throw new Refusal(`${file.name} is a Word document, not a workbook`, WORD_HINT);
  if (kind === "xls") return (await import("./xls.ts")).openXls(file, bytes, limits);
  const foreign = foreignKind(bytes.subarray(0, FIRST_BYTES));
  if (foreign !== null) throw new Refusal(`${file.name} ${foreign.is}`, foreign.hint);
  if (isJsonName(file.name)) return await openJsonTable(file, limits);
  if (isDelimitedName(file.name)) return await openDelimited(file, limits);
  throw new Refusal(`${file.name} is not a workbook (.xlsx or .xls)`, "download it again, or save it as .xlsx");
}

/** The readers of zipped XML are loaded with the first such file: a server opens none itself. */
async function openZipped(name: string, bytes: Buffer, limits: WorkbookLimits): Promise<Workbook> {
  const {isOds, openOds} = await import("./ods.ts");
  if (isOds(bytes)) return await openOds(name, bytes, limits);
  return await (await import("./xlsx.ts")).openXlsx(name, bytes, limits);
}

/** The kind by the first bytes; null: not a workbook. */
export function workbookKind(start: Uint8Array): "xlsx" | "xls" | null {
  if (start.length >= 4 && ZIP_START.every((byte, at) => start[at] === byte)) return "xlsx";
  if (start.length >= 8 && COMPOUND_START.every((byte, at) => start[at] === byte)) return "xls";
  return null;
}

/** The workbook, if there is only one file and its first bytes are a workbook's; else null. */
export async function soleWorkbook([file, another]: readonly SourceFile[]): Promise<Workbook | null> {
  if (file === undefined || another || !(await isWorkbook(file))) return null;
  return await openWorkbook(file);
}

/** Whether `openWorkbook` may read it: a workbook by its first bytes, or a table of text by its name. */
export async function mayBeTable(file: SourceFile): Promise<boolean> {
  return isDelimitedName(file.name) || (await isWorkbook(file));
}

/** Whether a descriptor may read it: a table, or JSON by its name. */
export async function mayBeDescribed(file: SourceFile): Promise<boolean> {
  return isJsonName(file.name) || (await mayBeTable(file));
}

/** By its first bytes. */
export async function isWorkbook(file: SourceFile): Promise<boolean> {
  const slot = file.workbook ?? {};
  if (slot.kind === undefined) slot.kind = workbookKind(await firstBytes(file));
  return slot.kind !== null;
}

const FIRST_BYTES = 512;
const ZIP_START = [0x50, 0x4b, 0x03, 0x04];
const COMPOUND_START = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];

function refuseLarge(file: SourceFile, {fileBytes}: WorkbookLimits): never {
  throw new Refusal(
    `${file.name} is larger than ${Math.floor(fileBytes / 2 ** 20)} MiB, more than the limit for a workbook`,
    "save its sheets as several workbooks",
  );
}
