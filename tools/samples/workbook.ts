// Reads the cells of a publisher's .xlsx workbook, for the samples.
//
// Superscript runs are footnote marks: they are removed from a cell's text, and the cell records that it had one. The footnote often changes
// the meaning of a value, for example its period.
import {SaxesParser} from "saxes";
import {readZip} from "../../src/load/input/zip-files.ts";

export interface Cell {
  /** null for text. */
  readonly number: number | null;
  /** Unchanged, but without superscript runs. */
  readonly text: string;
  readonly hasSuperscript: boolean;
}

export interface Sheet {
  readonly name: string;
  /** Rows by number from 1, cells by column from 1; an empty cell is absent. */
  readonly rows: ReadonlyMap<number, ReadonlyMap<number, Cell>>;
}

/** The sheets in their order. */
export async function readWorkbook(path: string): Promise<Sheet[]> {
  const files = new Map<string, string>();
  for (const file of await readZip(path)) {
    if (!/\.(xml|rels)$/.test(file.name)) continue;
    const chunks: Uint8Array[] = [];
    for await (const bytes of file.open()) chunks.push(bytes);
    files.set(file.name, Buffer.concat(chunks).toString("utf8"));
  }
  const strings = readStrings(files.get("xl/sharedStrings.xml") ?? "");
  const targets = new Map<string, string>();
  walk(files.get("xl/_rels/workbook.xml.rels") ?? "", (element, {Id, Target}) => {
    if (element === "Relationship") targets.set(Id ?? "", (Target ?? "").replace(/^\/xl\//, ""));
  });
  const sheets: Sheet[] = [];
  walk(files.get("xl/workbook.xml") ?? "", (element, attributes) => {
    if (element !== "sheet") return;
    const text = files.get(`xl/${targets.get(attributes["r:id"] ?? "")}`);
    if (text !== undefined) sheets.push({name: attributes["name"] ?? "", rows: readRows(text, strings)});
  });
  return sheets;
}

export function findSheet(sheets: readonly Sheet[], name: string): Sheet {
  const found = sheets.find((sheet) => sheet.name === name);
  if (!found) throw new Error(`there is no sheet ${name}`);
  return found;
}

/** Text of a cell, "" for an empty one. */
export function cellText(sheet: Sheet, row: number, column: number): string {
  return sheet.rows.get(row)?.get(column)?.text.trim() ?? "";
}

type Text = Pick<Cell, "text" | "hasSuperscript">;

function readStrings(xml: string): Text[] {
  const strings: Text[] = [];
  let text = "";
  let hasSuperscript = false;
  let isRaised = false;
  walk(
    xml,
    (element, {val}) => {
      if (element === "si") [text, hasSuperscript] = ["", false];
      if (element === "r" || element === "si") isRaised = false;
      if (element === "vertAlign" && val === "superscript") isRaised = hasSuperscript = true;
    },
    (element, content) => {
      if (element === "t" && !isRaised) text += content;
      if (element === "si") strings.push({text, hasSuperscript});
    },
  );
  return strings;
}

function readRows(xml: string, strings: readonly Text[]): Sheet["rows"] {
  const rows = new Map<number, Map<number, Cell>>();
  let at = "";
  let type = "";
  walk(
    xml,
    (element, {r, t}) => {
      if (element === "c") [at, type] = [r ?? "", t ?? "n"];
    },
    (element, content) => {
      if (element !== "v" && !(element === "t" && type === "inlineStr")) return;
      const [, letters = "", row = ""] = /^([A-Z]+)(\d+)$/.exec(at) ?? [];
      const shared = type === "s" ? strings[Number(content)] : undefined;
      const cells = rows.get(Number(row)) ?? new Map<number, Cell>();
      rows.set(Number(row), cells);
      cells.set(columnNumber(letters), {
        number: type === "n" ? Number(content) : null,
        text: shared?.text ?? content,
        hasSuperscript: shared?.hasSuperscript ?? false,
      });
    },
  );
  return rows;
}

function columnNumber(letters: string): number {
  return [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0);
}

function walk(
  xml: string,
  onOpen: (element: string, attributes: Readonly<Record<string, string>>) => void,
  onClose: (element: string, text: string) => void = () => {},
): void {
  const parser = new SaxesParser();
  let text = "";
  parser.on("opentag", ({name, attributes}) => {
    text = "";
    onOpen(name, attributes);
  });
  parser.on("text", (fragment) => {
    text += fragment;
  });
  parser.on("closetag", ({name}) => {
    onClose(name, text);
    text = "";
  });
  parser.write(xml).close();
}
