// Reads .xlsx: the parts of the package as streams, one sheet at a time.
//
// Shared texts and number formats are read once, when the first sheet is; their size is bounded. Formulas are not computed: the
// value that the maker's program left beside them counts.
import type {Buffer} from "node:buffer";
import {posix} from "node:path";
import {Refusal} from "../../refusal.ts";
import type {WorkbookLimits} from "./limits.ts";
import {openPackage, type PackageParts} from "./package-parts.ts";
import type {Sheet, SheetHead, Workbook} from "./sheet.ts";
import {readNumberFormats} from "./xlsx-formats.ts";
import {readXlsxSheet} from "./xlsx-sheet.ts";
import {readSharedTexts, type SharedTexts} from "./xlsx-texts.ts";
import {attribute, readXmlPart} from "./xml-part.ts";

export async function openXlsx(file: string, bytes: Buffer, limits: WorkbookLimits): Promise<Workbook> {
  const parts = await openPackage(file, bytes, limits);
  const root = (await readRelations(file, parts, "_rels/.rels")).find(({type}) => type.endsWith("/officeDocument"));
  const workbookPart = root?.target ?? "xl/workbook.xml";
  if (!parts.has(workbookPart)) {
    throw new Refusal(`${file} is a zip without a workbook in it`, "unpack it, or save the table as .xlsx");
  }
  const folder = posix.dirname(workbookPart);
  const relations = await readRelations(file, parts, `${folder}/_rels/${posix.basename(workbookPart)}.rels`, folder);
  const {sheets, date1904} = await readWorkbookPart(file, parts, workbookPart, relations);
  let shared: SharedTexts | null = null;
  let formats: readonly string[] | null = null;
  const partOf = (kind: string) => relations.find(({type}) => type.endsWith(`/${kind}`))?.target ?? null;
  return {
    format: "xlsx",
    date1904,
    sheets,
    async read({name, hidden, place}: SheetHead): Promise<Sheet> {
      // One after the other: a promise that fails while another is awaited would be nobody's.
      const texts = shared ?? (await readSharedTexts(file, parts, partOf("sharedStrings"), limits));
      shared = texts;
      const codes = formats ?? (await readNumberFormats(file, parts, partOf("styles")));
      formats = codes;
      const {part} = sheets[place]!;
      return await readXlsxSheet({file, parts, part, name, hidden, texts, formats: codes, limits});
    },
  };
}

interface Relation {
  readonly id: string;
  readonly type: string;
  /** Path inside the package. */
  readonly target: string;
}

async function readRelations(file: string, parts: PackageParts, part: string, folder = ""): Promise<Relation[]> {
  const relations: Relation[] = [];
  if (!parts.has(part)) return relations;
  await readXmlPart(file, part, parts.open(part), {
    open(name, attributes) {
      if (name !== "Relationship" || attributes["TargetMode"] === "External") return;
      const target = attributes["Target"] ?? "";
      const path = target.startsWith("/") ? target.slice(1) : posix.join(folder, target);
      relations.push({id: attributes["Id"] ?? "", type: attributes["Type"] ?? "", target: path});
    },
    close() {},
  });
  return relations;
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
  const sheets: SheetPart[] = [];
  let date1904 = false;
  await readXmlPart(file, part, parts.open(part), {
    open(name, attributes) {
      if (name === "workbookPr") date1904 = attributes["date1904"] === "1" || attributes["date1904"] === "true";
      if (name !== "sheet") return;
      const relation = relations.find(({id}) => id === attribute(attributes, "id"));
      // A chart sheet has no cells.
      if (!relation?.type.endsWith("/worksheet")) return;
      const state = attributes["state"] ?? "visible";
      sheets.push({
        name: attributes["name"] ?? "",
        hidden: state !== "visible",
        place: sheets.length,
        part: relation.target,
      });
    },
    close() {},
  });
  if (sheets.length === 0) throw new Refusal(`${file} has no sheets`);
  return {sheets, date1904};
}
