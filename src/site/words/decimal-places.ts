// The decimals of written numbers, so that the numbers of a column or an axis can be aligned.
import {inBoth, type Language} from "./language.ts";

/** With 2 wanted: ",00" for "101", "0" for "101,5", "" for "101,55" and for a text that is not a number. */
export function missingDecimals(text: string, wanted: number, language: Language): string {
  const own = decimalsIn(text, language);
  if (own === null || own >= wanted) return "";
  return `${own === 0 ? MARKS[language] : ""}${"0".repeat(wanted - own)}`;
}

/** null: the text is not a number. */
export function decimalsIn(text: string, language: Language): number | null {
  if (!/\d$/.test(text)) return null;
  const at = text.lastIndexOf(MARKS[language]);
  return at < 0 ? 0 : text.length - at - 1;
}

const MARKS = inBoth({ru: ",", en: "."});
