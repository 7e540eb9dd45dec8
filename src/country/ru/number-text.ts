// Reads a number written as text, for every publisher. Cell formats belong to the file readers.
//
// A footnote mark glued to a number turns 100,9 into 100.91 and 1856 into 185613. Only the known forms of footnote marks are removed; any
// other text that is not a number is unreadable, never guessed.
import {readDecimal} from "../../statistics/decimal-text.ts";
import type {MissingReason, NumberReading, NumberText} from "../country.ts";

/**
 * Reads a number with a decimal comma or point, blanks between groups of three digits, footnote marks after it, or a sign for a missing
 * value: `-` none, `…` not available, `…5` not published (a footnote says why), `х` not applicable.
 */
export function parseNumberText(text: string, reading: NumberReading = {percent: false}): NumberText {
  const blankless = text.replace(BLANKS, " ").trim();
  const missing = missingReason(blankless);
  if (missing !== null) return {kind: "missing", reason: missing};
  const plain = withoutFootnotes(blankless);
  if (reading.refusesUnclearMarks && mayHaveLongMark(blankless))
    return {kind: "unreadable", reason: "ends in a footnote mark of one digit or of two"};
  const times = TIMES.exec(plain);
  if (times) return readTimes(times[1]!, reading);
  const share = PERCENT.exec(plain)?.[1];
  // FIX-rosstat-51: only a table of per cent can mean "5 %".
  if (share !== undefined && !reading.percent)
    return {kind: "unreadable", reason: "is in per cent, and its unit is not"};
  const digits = joinGroups((share ?? plain).replace(MINUS, "-")).replace(",", ".");
  if (!NUMBER.test(digits)) return {kind: "unreadable", reason: "is not a number"};
  const value = readDecimal(digits);
  return value === null ? {kind: "unreadable", reason: "has more digits than can be kept"} : {kind: "value", value};
}

/** The steps of `parseNumberText` for a text that it read as a value, in words; none for plain digits with a comma or point. */
export function numberTextSteps(text: string): string[] {
  const blankless = text.replace(BLANKS, " ").trim();
  const plain = withoutFootnotes(blankless);
  const mark = blankless.startsWith(plain) ? blankless.slice(plain.length).trim() : "";
  return [
    ...(mark === "" ? [] : [`the footnote mark ${mark} dropped`]),
    ...(GROUPED.test(plain.replace(MINUS, "-")) ? ["blanks between thousands removed"] : []),
    ...(TIMES.test(plain) ? ["times 100: the table is in per cent"] : []),
  ];
}

export function isTimes(text: string): boolean {
  return /^в\s?\d/i.test(text.trim());
}

const BLANKS = /[\s\u00a0\u202f\u2007\u2009\ufeff]+/g;
const MINUS = /^[\u2212\u2013](?=\d)/;
const NUMBER = /^-?\d+(\.\d+)?$/;
const TIMES = /^в\s?(\d+(?:[.,]\d+)?)\s?(?:р\.?|раза?\.?)$/i;
const PERCENT = /^(.*\d) ?%$/;
const SUPERSCRIPTS =
  /[\u00b9\u00b2\u00b3\u2070\u2074-\u2079]+(?:\s?[,)\u207e]\s?[\u00b9\u00b2\u00b3\u2070\u2074-\u2079]*)*$/;
const BRACKETED = /(?:\d\),?\s?)*\d\)$/;
/** A publisher's page has at most a few dozen footnotes. */
const LONG_MARK = /^(.*)[1-3]\d\)$/;
/** FIX-rosstat-67: "98 6" may be 98,6 or 986: only behind decimals, or behind groups of three digits, a last digit is a mark. */
const NUMBER_BEFORE_MARK = /^(-?(?:\d{1,3}(?: \d{3})+(?:[.,]\d+)?|\d+[.,]\d+)) \d$/;
const GROUPED = /^-?\d{1,3}(?: \d{3})+(?:[.,]\d+)?$/;

function missingReason(text: string): MissingReason | null {
  if (text === "") return "empty";
  const sign = /^(-|–|—|…+|\.{2,}|х|x)\s?(\d\)?|[\u00b9\u00b2\u00b3\u2070\u2074-\u2079]+[)\u207e]?)?$/i.exec(text);
  if (!sign) return null;
  const [, mark, footnote] = sign;
  // FIX-rosstat-09: an ellipsis may have two dots, or six.
  if (mark![0] === "…" || mark![0] === ".") return footnote === undefined ? "not-available" : "not-published";
  // "-5" is a number; "-5)" and "-⁵" are a dash with a footnote.
  if (mark === "-" || mark === "–" || mark === "—") return /^\d$/.test(footnote ?? "") ? null : "none";
  return "not-applicable";
}

function withoutFootnotes(text: string): string {
  const plain = text
    .replace(SUPERSCRIPTS, "")
    .replace(/\*+\)?$/, "")
    .trimEnd();
  if (plain.endsWith(")")) return plain.replace(BRACKETED, "").trimEnd();
  // "1 884 149 3": a single last digit can't be a group; "96,9 2": the number before it is complete.
  return NUMBER_BEFORE_MARK.exec(plain)?.[1] ?? plain;
}

/** "100,912)" is 100,91 with footnote 2 or 100,9 with footnote 12; "51,15)" is only 51,1 with footnote 5. */
function mayHaveLongMark(text: string): boolean {
  const rest = LONG_MARK.exec(text)?.[1];
  return (
    rest !== undefined &&
    (/^[-–—−]?$/.test(rest) || NUMBER.test(joinGroups(rest.replace(MINUS, "-")).replace(",", ".")))
  );
}

function joinGroups(text: string): string {
  return GROUPED.test(text) ? text.replaceAll(" ", "") : text;
}

function readTimes(text: string, {percent}: NumberReading): NumberText {
  if (!percent) return {kind: "unreadable", reason: "is a number of times, and the table is not in per cent"};
  const value = Number(text.replace(",", "."));
  // 2,9 times 100 is 290, not 290.00000000000006.
  return {kind: "value", value: Number(`${value}e2`)};
}
