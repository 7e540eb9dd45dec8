// One sheet of an .xlsx as a stream of cells into a bounded grid.
//
// A formula without a value stays a formula: an empty cell in its place would be a silent gap.
import {Refusal} from "../../service/refusal.ts";
import {readDecimal} from "../../statistics/decimal-text.ts";
import type {PackageParts, PartEvents} from "./package-parts.ts";
import {readEvents} from "./plain-xml.ts";
import type {SharedTexts} from "./rich-text.ts";
import {createRichTextReader, type RichTextReader} from "./rich-text.ts";
import {type Cell, cellAddress, createSheetBuilder, parseAddress, parseRange, type Sheet, textCell} from "./sheet.ts";
import type {WorkbookLimits} from "./workbook-limits.ts";

export interface CellStyle {
  /** The code of its number format. */
  readonly format: string;
  readonly indent: number;
}

export interface XlsxSheetSource {
  readonly file: string;
  readonly parts: PackageParts;
  readonly part: string;
  readonly name: string;
  readonly hidden: boolean;
  readonly texts: SharedTexts;
  readonly styles: readonly CellStyle[];
  readonly limits: WorkbookLimits;
}

/** Longer texts are refused; the limit of Excel is 32,767. */
const MAX_CELL_LENGTH = 40_000;

/** @throws Refusal if the sheet is damaged, or has more cells than `limits.cells` */
export async function readXlsxSheet(source: XlsxSheetSource): Promise<Sheet> {
  return await readEvents(source.file, source.parts, source.part, () => sheetOf(source));
}

function sheetOf(source: XlsxSheetSource): {events: PartEvents; finish: () => Sheet} {
  const {file, name, hidden, texts, styles, limits} = source;
  const builder = createSheetBuilder(file, name, limits, {hidden});
  const rich = createRichTextReader();
  const last = {row: 0, column: 0};
  let type = "n";
  let style = 0;
  let value = "";
  let inValue = false;
  let formula: string | null = null;
  let inFormula = false;
  let inline = false;
  const refuse = (reason: string, hint: string): never => {
    throw new Refusal(`${file}, sheet "${name}": ${reason}`, hint);
  };
  const putCell = (cell: Cell | number): boolean =>
    typeof cell === "number"
      ? builder.putNumber(last.row, last.column, cell, styles[style]?.format ?? "General", value.trim())
      : builder.put(last.row, last.column, indented(cell, styles[style]?.indent));
  const events: PartEvents = {
    open(element, attributes) {
      if (inline) return rich.open(element, attributes);
      switch (element) {
        case "c": {
          const address = attributes["r"] === undefined ? null : parseAddress(attributes["r"]);
          last.column = address?.column ?? last.column + 1;
          if (address !== null) last.row = address.row;
          type = attributes["t"] ?? "n";
          style = Number(attributes["s"] ?? 0);
          value = "";
          formula = null;
          return;
        }
        case "f":
          formula = "";
          inFormula = true;
          return;
        case "v":
          inValue = true;
          return;
        case "is":
          inline = true;
          return;
        case "row":
          last.row = attributes["r"] === undefined ? last.row + 1 : Number(attributes["r"]);
          last.column = 0;
          return;
        case "mergeCell": {
          const range = parseRange(attributes["ref"] ?? "");
          if (range !== null) builder.merge(range);
        }
      }
    },
    close(element) {
      if (element === "is") inline = false;
      else if (inline) rich.close(element);
      else if (element === "v") inValue = false;
      else if (element === "f") inFormula = false;
      else if (element === "c") {
        const {row, column} = last;
        if (row < 1 || row > 1_048_576 || column > 16_384) refuse("a cell is outside of every sheet", "save it again");
        // FIX-rosstat-31: some programs store no value with a formula; an empty text is a value.
        const isComputed = formula === null || value !== "" || type === "str";
        const cell = isComputed
          ? readCell(type, value, rich, texts)
          : {...textCell(`=${formula}`), kind: "formula" as const};
        if (cell === undefined) refuse(`row ${row} names a text that does not exist`, "download the file again");
        else if (cell !== null && !putCell(cell))
          refuse(`gives the cell ${cellAddress(row, column)} twice`, "it is damaged: download it again");
      }
    },
    text(text) {
      if (inValue) {
        value += text;
        if (value.length > MAX_CELL_LENGTH)
          refuse(`row ${last.row} has a cell longer than the limit of Excel`, "save the file again");
      } else if (inFormula) {
        formula += text;
        if (formula!.length > MAX_CELL_LENGTH)
          refuse(`row ${last.row} has a cell longer than the limit of Excel`, "save the file again");
      } else if (inline) rich.write(text);
    },
  };
  return {events, finish: () => builder.build()};
}

/** Most texts have no indent, and cells of one text are one object. */
function indented(cell: Cell, indent = 0): Cell {
  return indent > 0 && cell.kind === "text" ? {...cell, indent} : cell;
}

/** A number for a cell that has one; null for an empty cell; undefined for the number of a missing text. */
function readCell(
  type: string,
  value: string,
  rich: RichTextReader,
  texts: SharedTexts,
): Cell | number | null | undefined {
  if (type === "inlineStr") {
    const {text, plain} = rich.take();
    return text === "" ? null : textCell(text, plain);
  }
  if (value === "") return null;
  if (type === "s") return texts[Number(value)];
  if (type === "str") return textCell(value);
  // A day may have midnight behind it, as programs write it.
  if (type === "d") return textCell(value.replace(/T00:00(?::00(?:\.0+)?)?Z?$/, ""));
  if (type === "b") return {...textCell(value === "1" ? "TRUE" : "FALSE"), kind: "boolean"};
  if (type === "e") return {...textCell(value), kind: "error"};
  return readDecimal(value.trim()) ?? textCell(value);
}
