// The shared texts of an .xlsx, by their number, each as one cell that all places share.
import {Refusal} from "../../refusal.ts";
import type {WorkbookLimits} from "./limits.ts";
import type {PackageParts} from "./package-parts.ts";
import {createRichTextReader} from "./rich-text.ts";
import {type Cell, textCell} from "./sheet.ts";
import {readXmlPart} from "./xml-part.ts";

export type SharedTexts = readonly Cell[];

/** @throws Refusal when they are longer than `limits.textLength` together */
export async function readSharedTexts(
  file: string,
  parts: PackageParts,
  part: string | null,
  limits: WorkbookLimits,
): Promise<SharedTexts> {
  const texts: Cell[] = [];
  if (part === null || !parts.has(part)) return texts;
  const reader = createRichTextReader();
  let length = 0;
  let inItem = false;
  await readXmlPart(file, part, parts.open(part), {
    open(name, attributes) {
      if (name === "si") inItem = true;
      else if (inItem) reader.open(name, attributes);
    },
    close(name) {
      if (name !== "si") return reader.close(name);
      inItem = false;
      const {text, plain} = reader.take();
      length += text.length;
      texts.push(textCell(text, plain));
    },
    text(piece) {
      if (!inItem) return;
      if (length + piece.length > limits.textLength) {
        throw new Refusal(`${file} holds more text than any workbook that is read`, "save it as several workbooks");
      }
      reader.write(piece);
    },
  });
  return texts;
}
