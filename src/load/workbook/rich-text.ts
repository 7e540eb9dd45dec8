// The text of an .xlsx string item: its runs joined, once with and once without superscripts.
//
// FIX-rosstat-01: "103,29" and a superscript "2)" in one cell look like 103,292); only the runs distinguish them. If a whole cell is
// superscript, it is the text of the cell and not a footnote mark.

import {COUNTRIES} from "../../country/countries.ts";
import {Refusal} from "../../service/refusal.ts";
import type {PackageParts, PartEvents, XmlAttributeTexts} from "./package-parts.ts";
import {readEvents} from "./plain-xml.ts";
import {type Cell, textCell} from "./sheet.ts";
import type {WorkbookLimits} from "./workbook-limits.ts";

export interface RichText {
  readonly text: string;
  readonly plain: string;
}

export interface RichTextReader {
  /** True inside an element whose text is needed. */
  open(name: string, attributes: XmlAttributeTexts): void;
  close(name: string): void;
  write(text: string): void;
  /** The text since the last call. */
  take(): RichText;
}

/** For the elements inside `si` or `is`. */
export function createRichTextReader(): RichTextReader {
  let runs: TextRun[] = [];
  let inText = false;
  let raised = false;
  let phonetic = 0;
  return {
    open(name, attributes) {
      if (name === "rPh") phonetic++;
      else if (name === "r") raised = false;
      else if (name === "vertAlign") raised = attributes["val"] === "superscript";
      else if (name === "t") inText = phonetic === 0;
    },
    close(name) {
      if (name === "t") inText = false;
      else if (name === "r") raised = false;
      else if (name === "rPh") phonetic--;
    },
    write(text) {
      if (!inText) return;
      runs.push({text: text, raised});
    },
    take() {
      const whole = unescaped(runs.map(({text}) => text).join(""));
      const rest = unescaped(unraisedText(runs));
      runs = [];
      return {text: whole, plain: rest.trim() === "" ? whole : rest};
    },
  };
}

/** Characters that XML can't hold are written _xHHHH_. */
function unescaped(text: string): string {
  if (!text.includes("_x")) return text;
  return text.replace(/_x([\dA-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

export interface TextRun {
  readonly text: string;
  readonly raised: boolean;
}

/**
 * The text without its superscripts. Footnote marks are removed; the power of a unit is kept. FIX-rosstat-32: in "thousand m" with a
 * superscript 3 the digit is not a footnote mark: without it thousands of cubic metres would become kilometres.
 */
export function unraisedText(runs: readonly TextRun[]): string {
  let plain = "";
  let raised = "";
  const settle = () => {
    if (isPower(plain, raised)) plain += raised;
    raised = "";
  };
  for (const run of runs) {
    if (run.raised) raised += run.text;
    else if (run.text !== "") {
      settle();
      plain += run.text;
    }
  }
  settle();
  return plain;
}

/** A single 2 or 3 after a unit of length, without a word for square or cubic before it. */
function isPower(before: string, raised: string): boolean {
  return /^[23]$/.test(raised.trim()) && COUNTRIES.some(({units}) => units.takesPower(before));
}

/** The memory of a text beside its characters, so that empty texts have a limit too. */
const TEXT_WEIGHT = 32;

/** The shared texts of a workbook by number. All places that use a text share one cell. */
export type SharedTexts = readonly Cell[];

/** @throws Refusal if all texts together are longer than `limits.textLength` */
export async function readSharedTexts(
  file: string,
  parts: PackageParts,
  part: string | null,
  limits: WorkbookLimits,
): Promise<SharedTexts> {
  if (part === null || !parts.has(part)) return [];
  return await readEvents(file, parts, part, () => sharedTexts(file, limits));
}

function sharedTexts(file: string, limits: WorkbookLimits): {events: PartEvents; finish: () => SharedTexts} {
  const texts: Cell[] = [];
  const reader = createRichTextReader();
  let length = 0;
  let inItem = false;
  const events: PartEvents = {
    open(name, attributes) {
      if (name === "si") inItem = true;
      else if (inItem) reader.open(name, attributes);
    },
    close(name) {
      if (name !== "si") return reader.close(name);
      inItem = false;
      const {text, plain} = reader.take();
      length += text.length + TEXT_WEIGHT;
      if (length > limits.textLength) refuseText(file);
      texts.push(textCell(text, plain));
    },
    text(text) {
      if (!inItem) return;
      if (length + text.length > limits.textLength) refuseText(file);
      reader.write(text);
    },
  };
  return {events, finish: () => texts};
}

function refuseText(file: string): never {
  throw new Refusal(`${file} contains more text than the limit for a workbook`, "save it as several workbooks");
}
