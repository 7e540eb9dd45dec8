// How the files of a release ended. Every reader says it in its result, because only the reader knows whether it saw the end.
//
// A closing element, the directory of a zip or the last record of an .xls is an end of its own: a reader that misses it throws. A table of
// text has no end: cut off at the end of a line it looks whole, so it is "unknown" (the table of these formats is in checks/whole-input.ts).

export type EndingKind = "whole" | "cut" | "unknown";

export interface Ending {
  readonly kind: EndingKind;
  /** The file that was cut; null: none was. */
  readonly file: string | null;
}

/** The end of the format was seen in every file. */
export const WHOLE: Ending = {kind: "whole", file: null};

/** A table of text: it ends in a line end, or it was cut inside its last line. */
export function textEnding(file: string, text: string): Ending {
  // A CR alone is an end only in a file whose lines all end so.
  const endsInLine = text === "" || text.endsWith("\n") || (text.endsWith("\r") && !text.includes("\n"));
  return lineEnding(file, endsInLine);
}

export function lineEnding(file: string, endsInLine: boolean): Ending {
  return endsInLine ? {kind: "unknown", file: null} : {kind: "cut", file};
}

/** The ending of a release of several files: that of its worst one. */
export function worstEnding(endings: readonly Ending[]): Ending {
  return endings.find(({kind}) => kind === "cut") ?? endings.find(({kind}) => kind === "unknown") ?? WHOLE;
}
