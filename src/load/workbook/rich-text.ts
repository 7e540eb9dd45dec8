// The text of an .xlsx string item: its runs joined, once with and once without those set as superscript.
//
// FIX-rosstat-01: "103,29" and a superscript "2)" stand in one cell and look like 103,292): only the runs tell. A whole cell set
// as superscript is no footnote but its text.
import {type TextRun, unraisedText} from "./raised-runs.ts";
import type {Attributes} from "./xml-part.ts";

export interface RichText {
  readonly text: string;
  readonly plain: string;
}

export interface RichTextReader {
  /** True while inside an element whose text counts. */
  open(name: string, attributes: Attributes): void;
  close(name: string): void;
  write(piece: string): void;
  /** What was read since the last time. */
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
    write(piece) {
      if (!inText) return;
      runs.push({text: piece, raised});
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
