// Writes small .xlsx files for tests, cell by cell, with what publishers' files have: superscripts, merged cells, hidden sheets.
import {type ZipEntry, zipOf} from "../input/zip.fixture.ts";
import {columnLetters} from "./sheet.ts";

/** null is an empty cell; `raised` is superscript after the text; `format` is a format code; a `formula` may lack its value. */
export type FixtureCell =
  | string
  | number
  | null
  | {readonly text: string; readonly raised: string}
  | {readonly text: string; readonly indent: 1 | 2}
  | {readonly number: number; readonly format: string}
  | {readonly formula: string; readonly value?: number};

export interface FixtureSheet {
  readonly name: string;
  /** From A1 on. */
  readonly rows: readonly (readonly FixtureCell[])[];
  readonly merges?: readonly string[];
  readonly hidden?: boolean;
}

/** @param replace other contents for parts of the package, by name */
export function xlsxOf(sheets: readonly FixtureSheet[], replace: Readonly<Record<string, string>> = {}): Buffer {
  const texts: string[] = [];
  const formats: string[] = [];
  const parts: Record<string, string> = {
    "[Content_Types].xml": `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    "_rels/.rels": `${HEAD}<Relationships><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    "xl/workbook.xml": `${HEAD}<workbook xmlns:r="r"><sheets>${sheets
      .map(
        ({name, hidden}, index) =>
          `<sheet name="${escaped(name)}" sheetId="${index + 1}"${hidden ? ' state="hidden"' : ""} r:id="rId${index + 1}"/>`,
      )
      .join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `${HEAD}<Relationships>${sheets
      .map(
        (_, index) =>
          `<Relationship Id="rId${index + 1}" Type="${OFFICE}/worksheet" Target="worksheets/s${index + 1}.xml"/>`,
      )
      .join(
        "",
      )}<Relationship Id="t" Type="${OFFICE}/sharedStrings" Target="/xl/sharedStrings.xml"/><Relationship Id="s" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  };
  for (const [index, sheet] of sheets.entries()) {
    parts[`xl/worksheets/s${index + 1}.xml`] = sheetXml(sheet, texts, formats);
  }
  parts["xl/sharedStrings.xml"] = `${HEAD}<sst>${texts.join("")}</sst>`;
  parts["xl/styles.xml"] =
    `${HEAD}<styleSheet><numFmts>${formats.map((code, index) => `<numFmt numFmtId="${164 + index}" formatCode="${escaped(code)}"/>`).join("")}</numFmts><cellXfs><xf numFmtId="0"/>${[1, 2].map((indent) => `<xf><alignment horizontal="left" indent="${indent}"/></xf>`).join("")}${formats.map((_, index) => `<xf numFmtId="${164 + index}"/>`).join("")}</cellXfs></styleSheet>`;
  const entries: ZipEntry[] = Object.entries({...parts, ...replace}).map(([name, content]) => ({name, content}));
  return zipOf(entries);
}

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>';
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

function sheetXml({rows, merges = []}: FixtureSheet, texts: string[], formats: string[]): string {
  const rowXml = rows.map((cells, row) => {
    const cellXml = cells.map((cell, column) => {
      if (cell === null) return "";
      const address = `${columnLetters(column + 1)}${row + 1}`;
      if (typeof cell === "number") return `<c r="${address}"><v>${cell}</v></c>`;
      if (typeof cell === "object" && "number" in cell) {
        if (!formats.includes(cell.format)) formats.push(cell.format);
        return `<c r="${address}" s="${formats.indexOf(cell.format) + 3}"><v>${cell.number}</v></c>`;
      }
      if (typeof cell === "object" && "formula" in cell) {
        return `<c r="${address}"><f>${escaped(cell.formula)}</f><v>${cell.value ?? ""}</v></c>`;
      }
      const style = typeof cell === "object" && "indent" in cell ? ` s="${cell.indent}"` : "";
      const item =
        typeof cell === "string" || "indent" in cell
          ? `<si><t xml:space="preserve">${escaped(typeof cell === "string" ? cell : cell.text)}</t></si>`
          : `<si><r><t>${escaped(cell.text)}</t></r><r><rPr><vertAlign val="superscript"/></rPr><t>${escaped(cell.raised)}</t></r></si>`;
      return `<c r="${address}"${style} t="s"><v>${texts.push(item) - 1}</v></c>`;
    });
    return `<row r="${row + 1}">${cellXml.join("")}</row>`;
  });
  const mergeXml = merges.map((ref) => `<mergeCell ref="${ref}"/>`).join("");
  return `${HEAD}<worksheet><sheetData>${rowXml.join("")}</sheetData><mergeCells>${mergeXml}</mergeCells></worksheet>`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
