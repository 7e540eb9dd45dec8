// Checks whether the label of a code can be a name of the built-in territory with that code.
//
// A code is short and other lists use it too: 040 is a Russian district here and Austria in the list of the United Nations. The known name
// of another territory always contradicts, even if it is similar: "Алтай" is the republic and not Алтайский край.
import {once, readTerritoryEnglish, readTerritorySpellings} from "../../reference/reference.ts";
import type {Territory} from "../../statistics/territory.ts";
import {territoriesNamed} from "./territory-matcher.ts";

/**
 * The reason why a label contradicts the code of a built-in territory. null: it does not, because it is a known name of the territory, or
 * its words are words of these names in any form, or it contains a whole name.
 */
export function labelContradiction(territory: Territory, label: string): string | null {
  return agrees(territory, label)
    ? null
    : `contradicts the built-in name of ${territory.code}, which is ${JSON.stringify(territory.name)}`;
}

function agrees(territory: Territory, label: string): boolean {
  const {code, canonical} = territory;
  if (label.trim() === code || label.trim() === canonical) return true;
  const named = territoriesNamed(label).map((one) => one.code);
  if (named.length > 0) return named.includes(code);
  const english = englishCodes().get(foldEnglish(label));
  if (english !== undefined) return english === code;
  const names = namesOf(territory);
  const words = wordsOf(label);
  // "without the autonomous area" means another territory.
  if (hasExclusion(words) && !names.some(hasExclusion)) return false;
  if (names.some((name) => name.every((word) => words.some((own) => isForm(own, word))))) return true;
  const known = [...names.flat(), ...initialsOf(territory)];
  return words.every(
    (word) => PLAIN_WORDS.test(word) || EXCLUSIONS.has(word) || known.some((one) => isForm(word, one)),
  );
}

function namesOf({code, name}: Territory): string[][] {
  const spellings = readTerritorySpellings().filter((one) => one.code === code);
  const english = readTerritoryEnglish().get(code);
  const others = [...(FORMER_NAMES.get(code) ?? []), ...(english === undefined ? [] : [english])];
  return [name, ...spellings.map(({spelling}) => spelling), ...others].map(wordsOf);
}

/** Former names of territories that were joined with others: in a table with a former name, the territory has its former borders. */
const FORMER_NAMES: ReadonlyMap<string, readonly string[]> = new Map([
  ["643", ["РСФСР"]],
  ["76000000000", ["Читинская область"]],
]);

/** "ЦФО" is the Центральный федеральный округ. */
function initialsOf({code, name}: Territory): string[] {
  const english = readTerritoryEnglish().get(code) ?? "";
  return [name, english].flatMap((one) => {
    const words = one.replace(/\(.*$/, "").match(/\p{L}+/gu) ?? [];
    return words.length < 2 ? [] : [latin(words.map((word) => word[0]!).join(""))];
  });
}

/** In Latin letters and lower case, without numbers, single letters ("г.") and marks between words. */
function wordsOf(text: string): string[] {
  return (latin(text).match(/\p{L}+/gu) ?? []).filter((word) => !/^[a-z]$/.test(word));
}

function latin(text: string): string {
  return text
    .normalize("NFC")
    .toLowerCase()
    .replace(/[а-яё]/g, (letter) => LATIN[letter]!)
    .replace(/[jy]/g, "i");
}

const LATIN: Readonly<Record<string, string>> = Object.fromEntries(
  [..."абвгдеёжзийклмнопрстуфхцчшщъыьэюя"].map((letter, at) => [
    letter,
    "a b v g d e e zh z i y k l m n o p r s t u f kh c ch sh shch  y  e yu ya".split(" ")[at]!,
  ]),
);

/** Whether two words are forms of the same word: they have the same beginning, and the rest is an ending. */
function isForm(one: string, other: string): boolean {
  if (one === other) return true;
  let alike = 0;
  while (alike < one.length && one[alike] === other[alike]) alike++;
  const [shorter, longer] = [Math.min(one.length, other.length), Math.max(one.length, other.length)];
  return alike >= Math.min(LEAST_ALIKE, Math.max(shorter, LEAST_WHOLE)) && longer - alike <= LONGEST_ENDING;
}

const LEAST_ALIKE = 4;
/** A word this short must be equal as a whole to be the beginning of another: "Rus". */
const LEAST_WHOLE = 3;
/** The longest rest after the same beginning: "центр" and "центральный", but not "Москва" and "московская". */
const LONGEST_ENDING = 6;

/** Words for the kind of a territory, or without meaning, as `latin` writes them. */
const PLAIN_WORDS =
  /^(?:federa(?:l|c).*|okrug.*|raion.*|obl|oblast.*|krai.*|resp.*|avt|avtonomn.*|ekonomiche.*|gor|gorod.*|region.*|subekt.*|stolica|znacheni.*|vse|vsego|itogo|cel.*|strana|do|so|po|na|god.*|ot|ao|fo|federation|district.*|territor.*|republic|area|autonomous|economic|town|citi|capital|countri|total|whole|the|of|in|to|from|until|since|all|fd|saint|st)$/;

function hasExclusion(words: readonly string[]): boolean {
  return words.some((word) => EXCLUSIONS.has(word));
}

const EXCLUSIONS: ReadonlySet<string> = new Set("bez krome iskliuchaia without except excluding excl".split(" "));

const englishCodes = once(
  (): ReadonlyMap<string, string> =>
    new Map([...readTerritoryEnglish()].map(([code, english]) => [foldEnglish(english), code])),
);

/** "Moscow Oblast" and "Moscow Region", "Tatarstan" and "Republic of Tatarstan" are one name. */
function foldEnglish(text: string): string {
  return text
    .toLowerCase()
    .replace(/\boblast\b/g, "region")
    .replace(/\bkra[iy]\b/g, "territory")
    .replace(/\bautonomous (?:okrug|district)\b/g, "autonomous area")
    .replace(/\b(?:the|republic|of|city|federal city)\b/g, " ")
    .replace(/\bst\b\.?/g, "saint")
    .replace(/[^\p{L}\d]+/gu, " ")
    .trim();
}
