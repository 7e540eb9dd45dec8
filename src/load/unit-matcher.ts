// Units by the words that a publisher writes: our code for them, and what OKEI knows about them.
//
// The code is the unit's own text, folded; OKEI code and multiplier are attributes of it and never its identity: "килотонна" and
// "тысяча тонн" stay two units (CONTRACT 2).
import {type ReferenceUnit, readUnits} from "../reference.ts";
import type {UnitLabel} from "../statistics/release.ts";

/** The unit that a text names; null for an empty text. `mult` follows the number word that the text starts with, else OKEI. */
export function matchUnit(text: string): UnitLabel | null {
  const name = text.replace(/[\s\u00a0\u202f\u2009]+/g, " ").trim();
  if (name === "") return null;
  const lower = name.toLowerCase();
  const known = unitsBySpelling().get(folded(lower));
  return {
    code: lower.replaceAll(" ", "_"),
    name,
    okei: known?.okei ?? null,
    mult: multiplierOf(lower) ?? known?.mult ?? 1,
  };
}

/** Whether the list of units has this text, as a name or as one of its spellings. */
export function isKnownUnit(text: string): boolean {
  return unitsBySpelling().has(folded(text.replace(/[\u00a0\u202f\u2009]+/g, " ")));
}

/** Abbreviations may be glued to the next word: "тыс.рублей". */
const NUMBER_WORDS: readonly (readonly [RegExp, number])[] = [
  [/^(тысяч[аи]?(?= |$)|тыс\.|тыс )/, 1e3],
  [/^(миллион(а|ов)?(?= |$)|млн\.|млн )/, 1e6],
  [/^(миллиард(а|ов)?(?= |$)|млрд\.|млрд )/, 1e9],
  [/^(триллион(а|ов)?(?= |$)|трлн\.|трлн )/, 1e12],
];

function multiplierOf(lower: string): number | null {
  return NUMBER_WORDS.find(([word]) => word.test(lower))?.[1] ?? null;
}

let spellings: ReadonlyMap<string, ReferenceUnit> | null = null;

function unitsBySpelling(): ReadonlyMap<string, ReferenceUnit> {
  if (spellings) return spellings;
  const built = new Map<string, ReferenceUnit>();
  for (const unit of readUnits()) {
    for (const spelling of [unit.name, ...unit.spellings]) {
      const key = folded(spelling);
      if (!built.has(key)) built.set(key, unit);
    }
  }
  spellings = built;
  return built;
}

/** ё as е, no dots and no blanks: "тыс.рублей", "тыс. рублей" and "тыс рублей" are one. */
function folded(lower: string): string {
  return lower
    .toLowerCase()
    .replaceAll("ё", "е")
    .replace(/[\s.]+/g, "");
}
