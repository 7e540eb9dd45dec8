// Reads .ods, a spreadsheet of the Open Document Format: its sheets, with values by their stated types and not by their shown texts.
//
// Rows and cells that repeat are one element with a number; blank ones at the end repeat to the edge of the sheet and hold nothing. A date
// is read as its text, YYYY-MM-DD.
import type {Buffer} from "node:buffer";
import {Refusal} from "../../service/refusal.ts";
import {WHOLE} from "../input/ending.ts";
import {createXmlParser} from "../input/xml-parser.ts";
import {openPackage, type PackageParts} from "./package-parts.ts";
import {
  type Cell,
  createSheetBuilder,
  numberCell,
  type Sheet,
  type SheetBuilder,
  textCell,
  type Workbook,
} from "./sheet.ts";
import type {WorkbookLimits} from "./workbook-limits.ts";

const CONTENT = "content.xml";

/** @throws Refusal if the content is damaged, or a sheet has more cells than a sheet may have */
export async function openOds(file: string, bytes: Buffer, limits: WorkbookLimits): Promise<Workbook> {
  const parts = await openPackage(file, bytes, limits);
  const sheets = await readSheets(file, parts, limits);
  return {
    format: "xlsx",
    ending: WHOLE,
    date1904: false,
    sheets: sheets.map(({name, hidden}, index) => ({name, hidden, index})),
    read: async ({index}) => sheets[index]!,
  };
}

/** Whether a zip is one: its first part is stored and names the type. */
export function isOds(start: Uint8Array): boolean {
  const head = new TextDecoder("latin1").decode(start.subarray(0, 100));
  return head.includes("mimetypeapplication/vnd.oasis.opendocument.spreadsheet");
}

interface OpenCell {
  readonly repeated: number;
  readonly type: string;
  readonly stated: string | null;
  readonly rows: number;
  readonly columns: number;
  texts: string[];
}

async function readSheets(file: string, parts: PackageParts, limits: WorkbookLimits): Promise<Sheet[]> {
  const {parser, closed} = createXmlParser(file, "spreadsheets");
  const sheets: Sheet[] = [];
  let builder: SheetBuilder | null = null;
  let [row, column, repeatedRow] = [0, 1, 1];
  let cell: OpenCell | null = null;
  let rowCells: {column: number; cell: Cell}[] = [];
  let [depth, annotation] = [0, 0];
  let name = "";
  const count = (text: string | undefined): number => Math.max(1, Number(text ?? 1));
  parser.on("opentag", ({name: tag, attributes}) => {
    depth++;
    const given = attributes as Readonly<Record<string, string>>;
    if (tag === "table:table") {
      name = given["table:name"] ?? "";
      builder = createSheetBuilder(file, name, limits);
      row = 0;
    } else if (tag === "table:table-row") {
      row++;
      column = 1;
      repeatedRow = count(given["table:number-rows-repeated"]);
      rowCells = [];
    } else if (tag === "table:table-cell" || tag === "table:covered-table-cell") {
      const stated = given["office:value"] ?? given["office:date-value"] ?? given["office:boolean-value"] ?? null;
      cell = {
        ...{repeated: count(given["table:number-columns-repeated"]), type: given["office:value-type"] ?? "", stated},
        ...{
          rows: count(given["table:number-rows-spanned"]),
          columns: count(given["table:number-columns-spanned"]),
          texts: [],
        },
      };
    } else if (tag === "office:annotation") annotation = depth;
    else if (tag === "text:p" && annotation === 0) cell?.texts.push("");
    else if (tag === "text:s" && annotation === 0) addText(" ".repeat(Math.min(100, count(given["text:c"]))));
  });
  const addText = (text: string): void => {
    if (cell !== null && cell.texts.length > 0 && annotation === 0) cell.texts[cell.texts.length - 1] += text;
  };
  parser.on("text", addText);
  parser.on("closetag", ({name: tag}) => {
    closed();
    if (annotation === depth) annotation = 0;
    depth--;
    if ((tag === "table:table-cell" || tag === "table:covered-table-cell") && cell !== null) {
      const found = cellOf(cell);
      if (found !== null) {
        if (cell.repeated > MOST_REPEATED)
          throw new Refusal(`${file}, sheet "${name}": repeats a value ${cell.repeated} times`);
        for (let at = 0; at < cell.repeated; at++) rowCells.push({column: column + at, cell: found});
        if (cell.rows > 1 || cell.columns > 1)
          builder?.merge({top: row, left: column, bottom: row + cell.rows - 1, right: column + cell.columns - 1});
      }
      column += cell.repeated;
      cell = null;
    } else if (tag === "table:table-row") {
      if (rowCells.length > 0 && repeatedRow > MOST_REPEATED)
        throw new Refusal(`${file}, sheet "${name}": repeats a row ${repeatedRow} times`);
      for (let at = 0; rowCells.length > 0 && at < repeatedRow; at++)
        for (const one of rowCells) builder?.put(row + at, one.column, one.cell);
      row += repeatedRow - 1;
    } else if (tag === "table:table" && builder !== null) {
      sheets.push(builder.build());
      builder = null;
    }
  });
  for await (const text of parts.open(CONTENT)) parser.write(text);
  parser.close();
  return sheets;
}

/** Values that people write once and repeat by an attribute. */
const MOST_REPEATED = 16_384;

function cellOf({type, stated, texts}: OpenCell): Cell | null {
  const text = texts.join("\n");
  if (stated !== null && (type === "float" || type === "currency")) return numberCell(Number(stated), stated);
  // The value of a cell in per cent is its share, and its text is what people see.
  if (stated !== null && type === "percentage") return numberCell(Number(stated), stated, "0%");
  if (stated !== null && type === "date") return textCell(stated.replace(/T00:00:00$/, ""));
  return text === "" ? null : textCell(text);
}
