// What a file is that is no table, by its first bytes: an error page of a site has the name that the workbook would have.
//
// The words only name the file in a refusal; no parser is chosen by them. A text in UTF-16 is looked at as the letters that it has.
import {Buffer} from "node:buffer";
import {utf16Encoding} from "./decoded-text.ts";

export interface ForeignKind {
  /** Follows the name of the file: "is empty". */
  readonly is: string;
  readonly hint: string;
}

const AGAIN = "download it again";
const SAVE = "save it as .xlsx or .csv";

/** FIX-rosstat-73 */
const PAGE: ForeignKind = {
  is: "is a page of HTML, not a workbook",
  hint: `if the page shows the table, open it in a spreadsheet program and ${SAVE}; else the site answered with an error page: ${AGAIN}`,
};
const EXCEL_2003: ForeignKind = {
  is: "is a workbook in the XML of Excel 2003 (SpreadsheetML), which is not read",
  hint: `open it in a spreadsheet program and ${SAVE}`,
};
export const XML: ForeignKind = {is: "is XML, not a workbook", hint: `${AGAIN} as .xlsx or .csv`};
const PDF: ForeignKind = {is: "is a PDF document, not a workbook", hint: "save its tables as .xlsx or .csv"};
const RTF: ForeignKind = {is: "is an RTF document, not a workbook", hint: "save its tables as .xlsx or .csv"};
export const WORD_HINT = "copy its tables into a spreadsheet, and save them as .xlsx or .csv";
const PACKED: ForeignKind = {is: "is a compressed archive, not a workbook", hint: "unpack it first"};

const TEXTS: readonly (readonly [RegExp, ForeignKind])[] = [
  [
    /^(?:<!--.*?-->\s*|<\?xml[^>]*>\s*)*<(?:!doctype\s+html|html|head|body|table|title|meta|script|style|div)\b/is,
    PAGE,
  ],
  [/^<\?xml.*(?:progid="Excel\.Sheet"|urn:schemas-microsoft-com:office:spreadsheet)/is, EXCEL_2003],
  // A table of text may begin with a word in such brackets.
  [/^(?:<\?xml\s|<[\w:.-]+(?:\s+[\w:.-]+\s*=|>\s*<))/i, XML],
  [/^%PDF-/, PDF],
  [/^\{\\rtf/, RTF],
];

/** gzip, RAR, 7-Zip, Zstandard. */
const ARCHIVES = [
  [0x1f, 0x8b],
  [0x52, 0x61, 0x72, 0x21],
  [0x37, 0x7a, 0xbc, 0xaf],
  [0x28, 0xb5, 0x2f, 0xfd],
];

/** Whether a compound file is a document of Word: its directory names its text. */
export function isWordDocument(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(Buffer.from("WordDocument", "utf16le"));
}

/** @param bytes the first hundreds of bytes. null: nothing that is known by its bytes, such as a table of text */
export function foreignKind(bytes: Uint8Array): ForeignKind | null {
  if (bytes.length === 0) return {is: "is empty", hint: AGAIN};
  if (ARCHIVES.some((mark) => mark.every((byte, at) => bytes[at] === byte))) return PACKED;
  const text = new TextDecoder(utf16Encoding(bytes) ?? "utf-8")
    .decode(bytes)
    .replace(/^\ufeff/, "")
    .trimStart();
  if (text === "") return {is: "has nothing but blanks", hint: AGAIN};
  return TEXTS.find(([mark]) => mark.test(text))?.[1] ?? null;
}
