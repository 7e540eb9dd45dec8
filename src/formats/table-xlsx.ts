// Tables as an XLSX workbook: numbers are numbers and texts are texts, so no cell is read as a formula.
//
// Written row by row and packed chunk by chunk: a file of 60,000 rows takes seconds, and others are answered meanwhile. The days of a
// column of days are dates of the spreadsheet, except before 1 March 1900: it counts a 29 February 1900 that was none.
import {crc32, deflateRawSync, constants as zlib} from "node:zlib";
import type {SeriesTable, TableCell} from "./series-table.ts";

export interface XlsxSheet extends SeriesTable {
  readonly name: string;
  /** Lines above the head, the first one as a title. */
  readonly above?: readonly string[];
  /** Places of the columns whose texts are days (YYYY-MM-DD). */
  readonly dayColumns?: readonly number[];
}

/** The longest text that a cell can hold. */
const MOST_LETTERS = 32_767;
/** Letters that are packed in one step. */
const CHUNK = 1 << 16;
/** Their bytes, packed, are mostly a quarter of this. */
const PACKED_CHUNK = 1 << 12;

/** The parts of the file; gives way after each chunk. */
export function* tablesToXlsx(sheets: readonly XlsxSheet[]): Generator<undefined, Buffer[]> {
  const names = sheets.map(({name}, index) => ({index: index + 1, name: escaped(name)}));
  const parts: Part[] = [];
  for (const [name, text] of [
    ["[Content_Types].xml", contentTypes(names)],
    ["_rels/.rels", relations([`officeDocument" Target="xl/workbook.xml`])],
    ["xl/workbook.xml", workbook(names)],
    [
      "xl/_rels/workbook.xml.rels",
      relations([
        ...names.map(({index}) => `worksheet" Target="worksheets/sheet${index}.xml`),
        'styles" Target="styles.xml',
      ]),
    ],
    ["xl/styles.xml", STYLES],
  ] as const)
    parts.push(yield* pack(name, [text]));
  for (const [index, sheet] of sheets.entries())
    parts.push(yield* pack(`xl/worksheets/sheet${index + 1}.xml`, sheetTexts(sheet)));
  return zipOf(parts);
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const SCHEMAS = "http://schemas.openxmlformats.org";
const MAIN = `xmlns="${SCHEMAS}/spreadsheetml/2006/main"`;
const TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml";

type Names = readonly {readonly index: number; readonly name: string}[];

const contentTypes = (names: Names): string =>
  `${HEAD}<Types xmlns="${SCHEMAS}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>${names.map(({index}) => `<Override PartName="/xl/worksheets/sheet${index}.xml" ContentType="${TYPE}.worksheet+xml"/>`).join("")}</Types>`;

const relations = (targets: readonly string[]): string =>
  `${HEAD}<Relationships xmlns="${SCHEMAS}/package/2006/relationships">${targets.map((target, index) => `<Relationship Id="rId${index + 1}" Type="${SCHEMAS}/officeDocument/2006/relationships/${target}"/>`).join("")}</Relationships>`;

const workbook = (names: Names): string =>
  `${HEAD}<workbook ${MAIN} xmlns:r="${SCHEMAS}/officeDocument/2006/relationships"><sheets>${names.map(({index, name}) => `<sheet name="${name}" sheetId="${index}" r:id="rId${index}"/>`).join("")}</sheets></workbook>`;

/** The indexes of the formats in the styles below. */
const [PLAIN, DAY_FORMAT, HEAD_FORMAT, TITLE_FORMAT] = [0, 1, 2, 3];
/** 14: the short date of the reader's country. */
const STYLES = `${HEAD}<styleSheet ${MAIN}><fonts count="3"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="14"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf/><xf numFmtId="14" applyNumberFormat="1"/><xf fontId="1" applyFont="1"/><xf fontId="2" applyFont="1"/></cellXfs></styleSheet>`;

function* sheetTexts({head, rows, above = [], dayColumns = []}: XlsxSheet): Generator<string> {
  const first = firstOf(rows, WIDTH_ROWS);
  const columns = head.map(
    (_, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${columnWidth(head, first, index)}" customWidth="1"/>`,
  );
  const headRow = above.length === 0 ? 1 : above.length + 2;
  yield `${HEAD}<worksheet ${MAIN}><sheetViews><sheetView workbookViewId="0"><pane ySplit="${headRow}" topLeftCell="A${headRow + 1}" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columns.join("")}</cols><sheetData>`;
  for (const [at, line] of above.entries()) yield rowText([line], at === 0 ? TITLE_FORMAT : PLAIN);
  if (above.length > 0) yield rowText([]);
  yield rowText(head, HEAD_FORMAT);
  const isDay = head.map((_, index) => dayColumns.includes(index));
  for (const row of rows) yield rowText(row, PLAIN, isDay);
  yield "</sheetData></worksheet>";
}

function firstOf<T>(all: Iterable<T>, count: number): T[] {
  const first: T[] = [];
  for (const one of all) if (first.push(one) === count) break;
  return first;
}

function rowText(row: readonly TableCell[], format = PLAIN, isDay: readonly boolean[] = []): string {
  const style = format === PLAIN ? "" : ` s="${format}"`;
  let text = "<row>";
  for (const [index, value] of row.entries()) {
    const date = isDay[index] === true && typeof value === "string" ? dateNumber(value) : null;
    if (value === null) text += "<c/>";
    else if (date !== null) text += `<c s="${DAY_FORMAT}"><v>${date}</v></c>`;
    else if (typeof value === "number") text += `<c><v>${value}</v></c>`;
    else
      text += `<c${style} t="inlineStr"><is><t xml:space="preserve">${escaped(value.slice(0, MOST_LETTERS))}</t></is></c>`;
  }
  return `${text}</row>`;
}

/** 1970-01-01 and 1900-03-01 as a spreadsheet counts days. */
const [EPOCH, FIRST_RIGHT] = [25_569, 61];

/** null: no day that a spreadsheet counts rightly. */
function dateNumber(text: string): number | null {
  const number = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) / 86_400_000 + EPOCH : Number.NaN;
  return Number.isInteger(number) && number >= FIRST_RIGHT ? number : null;
}

/** What XML can't hold is left out. */
function escaped(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those that XML has no way to write
  const writable = text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "");
  return writable.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

/** The first rows tell how wide a column is. */
const WIDTH_ROWS = 200;

function columnWidth(head: SeriesTable["head"], rows: readonly (readonly TableCell[])[], column: number): number {
  let widest = Math.max(8, head[column]!.length + 1);
  for (const row of rows) widest = Math.max(widest, String(row[column] ?? "").length + 1);
  return Math.min(widest, 48);
}

interface Part {
  readonly name: string;
  readonly packed: readonly Buffer[];
  readonly packedSize: number;
  readonly size: number;
  readonly crc: number;
}

/** Each chunk is packed by itself and ends on a whole byte, so that the chunks joined are one stream. */
function* pack(name: string, texts: Iterable<string>): Generator<undefined, Part> {
  const packed: Buffer[] = [];
  let [text, size, packedSize, crc] = ["", 0, 0, 0];
  let room = Buffer.allocUnsafeSlow(0);
  const add = (finishFlush: number): void => {
    // the same memory for each chunk
    if (room.length < 3 * text.length) room = Buffer.allocUnsafeSlow(4 * text.length);
    const bytes = room.subarray(0, room.write(text));
    const chunk = deflateRawSync(bytes, {level: 1, finishFlush, chunkSize: PACKED_CHUNK});
    packed.push(chunk);
    [text, size, packedSize, crc] = ["", size + bytes.length, packedSize + chunk.length, crc32(bytes, crc)];
  };
  for (const one of texts) {
    text += one;
    if (text.length < CHUNK) continue;
    add(zlib.Z_SYNC_FLUSH);
    yield;
  }
  add(zlib.Z_FINISH);
  yield;
  return {name, packed, packedSize, size, crc};
}

const DEFLATED = 8;
/** Names are UTF-8. */
const FLAGS = 0x800;
/** 1980-01-01, the first day of this format: a file of the same values has the same bytes. */
const DAY = 0x21;

function zipOf(parts: readonly Part[]): Buffer[] {
  const [files, directory]: [Buffer[], Buffer[]] = [[], []];
  let at = 0;
  for (const {name, packed, packedSize, size, crc} of parts) {
    const sizes = [longs(crc, packedSize, size), shorts(name.length, 0)];
    const common = Buffer.concat([shorts(20, FLAGS, DEFLATED, 0, DAY), ...sizes]);
    const head = Buffer.concat([longs(0x04034b50), common, Buffer.from(name)]);
    files.push(head, ...packed);
    directory.push(longs(0x02014b50), shorts(20), common, shorts(0, 0, 0), longs(0, at), Buffer.from(name));
    at += head.length + packedSize;
  }
  const listed = Buffer.concat(directory);
  const {length} = parts;
  const end = [longs(0x06054b50), shorts(0, 0, length, length), longs(listed.length, at), shorts(0)];
  return [...files, listed, ...end];
}

/** Whole numbers one behind another, the lowest byte first: of two bytes each, and of four. */
const shorts = (...values: number[]): Buffer => numbers(2, values);
const longs = (...values: number[]): Buffer => numbers(4, values);

function numbers(bytes: number, values: readonly number[]): Buffer {
  const all = Buffer.alloc(bytes * values.length);
  for (const [index, value] of values.entries()) all.writeUIntLE(value, bytes * index, bytes);
  return all;
}
