// A table in JSON as the one sheet of a workbook: records, columns, rows with their header, or a record in each line (JSON Lines).
//
// Every value keeps its line and character. A JSON of another structure is refused with what was looked for: values that are nested deeper
// than a record in a record would be read without what they belong to.
import {Refusal} from "../../service/refusal.ts";
import {readDecodedText} from "../input/decoded-text.ts";
import {textEnding, WHOLE} from "../input/ending.ts";
import {type JsonNode, parseJsonNode, positionsIn} from "../input/json-node.ts";
import type {SourceFile} from "../source.ts";
import {type Cell, createSheetBuilder, numberCell, type Sheet, textCell, type Workbook} from "./sheet.ts";
import type {TextLocation} from "./text-location.ts";
import type {WorkbookLimits} from "./workbook-limits.ts";

/** Whether the file is JSON by its name. */
export function isJsonName(file: string): boolean {
  return /\.(?:json|jsonl|ndjson)$/i.test(file);
}

/** @throws Refusal if the text is no JSON, or no table */
export async function openJsonTable(file: SourceFile, limits: WorkbookLimits): Promise<Workbook> {
  const text = await readDecodedText(file);
  const isLines = /\.(?:jsonl|ndjson)$/i.test(file.name) || isOfLines(text);
  const root = isLines ? null : parseJsonNode(file.name, text);
  if (root !== null) refuseCrossed(file.name, root);
  const table = root === null ? tableOfLines(file.name, text) : tableOf(root, text);
  if (table === null)
    throw new Refusal(
      `${file.name} is JSON without a table: looked for a list of records, for lists of one length by their names, and for columns beside data`,
      "save its table as .csv, or as a list of records",
    );
  const name = file.name.replace(/^.*\//, "").replace(/\.[^.]*$/, "");
  const sheet = sheetOf(file.name, name, text, table, limits);
  return {
    format: "json",
    ending: isLines ? textEnding(file.name, text) : WHOLE,
    date1904: false,
    sheets: [{name, hidden: false, index: 0}],
    read: async () => sheet,
  };
}

/** {"2020": {"Moscow": 1.2}} has two sides of names, and neither says which is the header: it was read without one of them. */
function refuseCrossed(file: string, {members}: JsonNode): void {
  const rows = [...members.values()];
  if (rows.length === 0 || !rows.every((one) => isRecord(one) && [...one.members.values()].every(isNumber))) return;
  const [outer, names] = [[...members.keys()], rows.flatMap((one) => [...one.members.keys()])];
  if (!outer.every(isOfYear) && !names.every(isOfYear)) return;
  const [first, inner] = [outer[0], names[0]];
  throw new Refusal(
    `${file} is JSON with names on two sides, as ${JSON.stringify(first)} and ${JSON.stringify(inner)}: neither of them is a column with a name`,
    "save its table as .csv, or as a list of records, each with its period, its territory and its value",
  );
}

function isOfYear(name: string): boolean {
  return /^(?:19|20)\d\d(?!\d)/.test(name);
}

function isNumber({scalar}: JsonNode): boolean {
  return typeof scalar === "number" || scalar === null;
}

/** A node with the offset of its text in the file; null: the record has no such member. */
type JsonCell = {readonly node: JsonNode; readonly from: number} | null;

interface JsonTable {
  readonly names: readonly string[];
  readonly rows: readonly (readonly JsonCell[])[];
  /** Characters of the file by the offsets of nodes. */
  readonly textOf: (cell: NonNullable<JsonCell>) => string;
}

function isOfLines(text: string): boolean {
  return /^\s*\{[^\n]*\}[ \t]*\n\s*\{/.test(text);
}

function tableOfLines(file: string, text: string): JsonTable | null {
  const records: {node: JsonNode; from: number}[] = [];
  let from = 0;
  for (const line of text.split("\n")) {
    if (line.trim() !== "") records.push({node: parseJsonNode(file, line), from});
    from += line.length + 1;
  }
  return recordsOf(records, text);
}

function tableOf(root: JsonNode, text: string): JsonTable | null {
  const at = (node: JsonNode) => ({node, from: 0});
  const {items, members} = root;
  if (items.length > 0 && items.every(isRecord)) return recordsOf(items.map(at), text);
  // The World Bank answers with its paging and then its records.
  if (items.length === 2 && isRecord(items[0]!) && items[1]!.items.length > 0 && items[1]!.items.every(isRecord))
    return recordsOf(items[1]!.items.map(at), text);
  if (items.length > 1 && items.every((item) => item.items.length === items[0]!.items.length && item.items.length > 1))
    return rowsBelow(items[0]!.items, items.slice(1), text);
  const [columns, data] = [members.get("columns"), members.get("data")];
  if (
    columns !== undefined &&
    data !== undefined &&
    data.items.length > 0 &&
    data.items.every(({items: own}) => own.length === columns.items.length)
  )
    return rowsBelow(columns.items, data.items, text);
  const lists = [...members.values()].filter((one) => one.items.length > 0 && one.items.every(isRecord));
  if (lists.length === 1) return recordsOf(lists[0]!.items.map(at), text);
  return columnsOf(members, text);
}

function isRecord(node: JsonNode): boolean {
  return node.members.size > 0;
}

function rowsBelow(header: readonly JsonNode[], rows: readonly JsonNode[], text: string): JsonTable | null {
  if (!header.every(({scalar}) => typeof scalar === "string")) return null;
  const names = header.map(({scalar}) => String(scalar));
  return {names, rows: rows.map(({items}) => items.map((node) => ({node, from: 0}))), textOf: textIn(text)};
}

/** Members by name: lists of one length, or records with the same numbers of rows. */
function columnsOf(members: ReadonlyMap<string, JsonNode>, text: string): JsonTable | null {
  const columns = [...members.values()].map((one): readonly (readonly [string, JsonNode])[] =>
    one.items.length > 0 ? one.items.map((item, at) => [String(at), item]) : [...one.members],
  );
  const [first] = columns;
  if (first === undefined || columns.length < 2 || first.length === 0) return null;
  if (!columns.every((one) => one.length === first.length && one.every(([key], at) => key === first[at]![0])))
    return null;
  if (!columns.every((one) => one.every(([, node]) => node.scalar !== undefined))) return null;
  return {
    names: [...members.keys()],
    rows: first.map((_, row) => columns.map((column) => ({node: column[row]![1], from: 0}))),
    textOf: textIn(text),
  };
}

/** Records in a record are members of their own: "country.id". */
function recordsOf(
  records: readonly {readonly node: JsonNode; readonly from: number}[],
  text: string,
): JsonTable | null {
  const names = new Map<string, number>();
  const rows: JsonCell[][] = [];
  for (const {node, from} of records) {
    const row: JsonCell[] = [];
    const put = (name: string, own: JsonNode): boolean => {
      if (own.scalar === undefined) return false;
      if (!names.has(name)) names.set(name, names.size);
      row[names.get(name)!] = {node: own, from};
      return true;
    };
    for (const [name, one] of node.members)
      if (isRecord(one)) {
        for (const [inner, own] of one.members) if (!put(`${name}.${inner}`, own)) return null;
      } else if (!put(name, one) && one.items.length > 0) return null;
    rows.push(row);
  }
  return {names: [...names.keys()], rows, textOf: textIn(text)};
}

function textIn(text: string): JsonTable["textOf"] {
  return ({node, from}) => text.slice(from + node.start, from + node.end);
}

function sheetOf(
  file: string,
  name: string,
  text: string,
  {names, rows, textOf}: JsonTable,
  limits: WorkbookLimits,
): Sheet {
  const builder = createSheetBuilder(file, name, limits, {locatedBy: "lines"});
  for (const [at, header] of names.entries()) builder.put(1, at + 1, textCell(header));
  for (const [index, row] of rows.entries())
    for (const [at, member] of row.entries()) {
      const cell = member == null ? null : cellOf(member.node, textOf(member));
      if (cell !== null) builder.put(index + 2, at + 1, cell);
    }
  const positions = positionsIn(text);
  return {
    ...builder.build(),
    locate(row, column): TextLocation {
      const member = rows[row - 2]?.[column - 1];
      if (member == null) return {line: 1, column: 1, element: names[column - 1] ?? null};
      const quote = typeof member.node.scalar === "string" ? 1 : 0;
      return {...positions(member.from + member.node.start + quote), element: `[${row - 2}].${names[column - 1]}`};
    },
  };
}

function cellOf({scalar}: JsonNode, text: string): Cell | null {
  if (scalar === null || scalar === undefined) return null;
  return typeof scalar === "number" ? numberCell(scalar, text) : textCell(String(scalar));
}
