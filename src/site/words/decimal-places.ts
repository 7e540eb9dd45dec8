// Digits behind the mark of a written number: what one number has fewer of than the others beside it.
import {inBoth, type Language} from "./language.ts";

/** ",00" for "101" where two decimals are wanted, "0" for "101,5"; "" where nothing lacks, and for what is no number. */
export function missingDecimals(text: string, wanted: number, language: Language): string {
  const own = decimalsIn(text, language);
  if (own === null || own >= wanted) return "";
  return `${own === 0 ? MARKS[language] : ""}${"0".repeat(wanted - own)}`;
}

/** null: the text is no number. */
export function decimalsIn(text: string, language: Language): number | null {
  if (!/\d$/.test(text)) return null;
  const at = text.lastIndexOf(MARKS[language]);
  return at < 0 ? 0 : text.length - at - 1;
}

const MARKS = inBoth({ru: ",", en: "."});
