// Reads .xlsx: the parts of the package as streams, one sheet at a time.
//
// Shared texts and number formats are read once, with the first sheet; their size is bounded. The last sheet stays in memory. Formulas are not computed: the stored value is
// used.
import type {Buffer} from "node:buffer";
import {posix} from "node:path";
import {Refusal} from "../../service/refusal.ts";
import {WHOLE} from "../input/ending.ts";
import {WORD_HINT} from "../input/foreign-bytes.ts";
import {openPackage, type PackageParts, type PartEvents, xmlAttribute} from "./package-parts.ts";
import {readEvents} from "./plain-xml.ts";
import {readSharedTexts, type SharedTexts} from "./rich-text.ts";
import type {Sheet, SheetHead, Workbook} from "./sheet.ts";
import type {WorkbookLimits} from "./workbook-limits.ts";
import {type CellStyle, readXlsxSheet} from "./xlsx-sheet.ts";

export async function openXlsx(file: string, bytes: Buffer, limits: WorkbookLimits): Promise<Workbook> {
  const parts = await openPackage(file, bytes, limits);
  if (parts.has("word/document.xml")) throw new Refusal(`${file} is a Word document, not a workbook`, WORD_HINT);
  const root = (await readRelations(file, parts, "_rels/.rels")).find(({type}) => type.endsWith("/officeDocument"));
  const workbookPart = root?.target ?? "xl/workbook.xml";
  if (!parts.has(workbookPart)) {
    throw new Refusal(`${file} is a zip without a workbook`, "unpack it, or save the table as .xlsx");
  }
  const folder = posix.dirname(workbookPart);
  const relations = await readRelations(file, parts, `${folder}/_rels/${posix.basename(workbookPart)}.rels`, folder);
  const {sheets, date1904} = await readWorkbookPart(file, parts, workbookPart, relations);
  let shared: SharedTexts | null = null;
  let styles: readonly CellStyle[] | null = null;
  /** The sheet that was read last: to recognise a file, several parsers look at the same one. */
  let last: {readonly index: number; readonly sheet: Sheet} | null = null;
  const partOf = (kind: string) => relations.find(({type}) => type.endsWith(`/${kind}`))?.target ?? null;
  return {
    format: "xlsx",
    ending: WHOLE,
    date1904,
    sheets,
    async read({name, hidden, index}: SheetHead): Promise<Sheet> {
      if (last?.index === index) return last.sheet;
      last = null;
      // One after the other: the failure of a promise that is not awaited would be unhandled.
      const texts = shared ?? (await readSharedTexts(file, parts, partOf("sharedStrings"), limits));
      shared = texts;
      const known = styles ?? (await readCellStyles(file, parts, partOf("styles")));
      styles = known;
      const {part} = sheets[index]!;
      const sheet = await readXlsxSheet({file, parts, part, name, hidden, texts, styles: known, limits});
      last = {index, sheet};
      return sheet;
    },
  };
}

const MAX_SHEETS = 1000;
/** Excel has 65,490 styles at most. */
const MAX_NAMES = 100_000;

function refuseMany(file: string, what: string): never {
  throw new Refusal(`${file} has more than ${what}`, "save it as several workbooks");
}

interface Relation {
  readonly id: string;
  readonly type: string;
  /** Path inside the package. */
  readonly target: string;
}

async function readRelations(file: string, parts: PackageParts, part: string, folder = ""): Promise<Relation[]> {
  if (!parts.has(part)) return [];
  return await readEvents(file, parts, part, () => {
    const relations: Relation[] = [];
    const events: PartEvents = {
      open(name, attributes) {
        if (name !== "Relationship" || attributes["TargetMode"] === "External") return;
        const target = attributes["Target"] ?? "";
        const path = target.startsWith("/") ? target.slice(1) : posix.join(folder, target);
        if (relations.length === MAX_NAMES) refuseMany(file, `${MAX_NAMES} relations`);
        relations.push({id: attributes["Id"] ?? "", type: attributes["Type"] ?? "", target: path});
      },
      close() {},
    };
    return {events, finish: () => relations};
  });
}

interface SheetPart extends SheetHead {
  readonly part: string;
}

async function readWorkbookPart(
  file: string,
  parts: PackageParts,
  part: string,
  relations: readonly Relation[],
): Promise<{sheets: readonly SheetPart[]; date1904: boolean}> {
  const {sheets, date1904} = await readEvents(file, parts, part, () => {
    const sheets: SheetPart[] = [];
    let date1904 = false;
    const events: PartEvents = {
      open(name, attributes) {
        if (name === "workbookPr") date1904 = attributes["date1904"] === "1" || attributes["date1904"] === "true";
        if (name !== "sheet") return;
        const relation = relations.find(({id}) => id === xmlAttribute(attributes, "id"));
        // A chart sheet has no cells.
        if (!relation?.type.endsWith("/worksheet")) return;
        if (sheets.length === MAX_SHEETS) refuseMany(file, `${MAX_SHEETS} sheets`);
        const state = attributes["state"] ?? "visible";
        sheets.push({
          name: attributes["name"] ?? "",
          hidden: state !== "visible",
          index: sheets.length,
          part: relation.target,
        });
      },
      close() {},
    };
    return {events, finish: () => ({sheets, date1904})};
  });
  if (sheets.length === 0) throw new Refusal(`${file} has no sheets`);
  return {sheets, date1904};
}

/** By the numbers that cells have; a missing style is "General". */
async function readCellStyles(file: string, parts: PackageParts, part: string | null): Promise<readonly CellStyle[]> {
  if (part === null || !parts.has(part)) return [];
  return await readEvents(file, parts, part, () => {
    const codes = new Map<number, string>(BUILT_IN);
    const styles: CellStyle[] = [];
    let inStyles = false;
    const events: PartEvents = {
      open(name, attributes) {
        if (name === "numFmt") codes.set(Number(attributes["numFmtId"]), attributes["formatCode"] ?? "General");
        else if (name === "cellXfs") inStyles = true;
        else if (name === "xf" && inStyles) {
          if (styles.length === MAX_NAMES) refuseMany(file, `${MAX_NAMES} styles`);
          styles.push({format: codes.get(Number(attributes["numFmtId"])) ?? "General", indent: 0});
        } else if (name === "alignment" && inStyles && styles.length > 0)
          styles.push({...styles.pop()!, indent: Number(attributes["indent"] ?? 0) || 0});
      },
      close(name) {
        if (name === "cellXfs") inStyles = false;
      },
    };
    return {events, finish: () => styles};
  });
}

/** Formats that files name only by number (ECMA-376, part 1, 18.8.30) and that show decimals or dates. */
const BUILT_IN: readonly (readonly [number, string])[] = [
  [1, "0"],
  [2, "0.00"],
  [3, "#,##0"],
  [4, "#,##0.00"],
  [9, "0%"],
  [10, "0.00%"],
  [11, "0.00E+00"],
  [14, "dd.mm.yyyy"],
  [15, "d-mmm-yy"],
  [16, "d-mmm"],
  [17, "mmm-yy"],
  [18, "h:mm AM/PM"],
  [19, "h:mm:ss AM/PM"],
  [20, "h:mm"],
  [21, "h:mm:ss"],
  [22, "dd.mm.yyyy h:mm"],
  [37, "#,##0"],
  [38, "#,##0"],
  [39, "#,##0.00"],
  [40, "#,##0.00"],
  [45, "mm:ss"],
  [46, "[h]:mm:ss"],
  [47, "mm:ss.0"],
  [49, "@"],
];
