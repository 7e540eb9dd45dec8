// The units of the Russian lists by English words that a person gives: "per cent", "million roubles", "tonnes".
//
// No text of a publisher is read by these words: in a table in English they may be of another country. A ton is no tonne.
import {once, readOtherUnits, readUnits} from "../../reference/reference.ts";
import type {UnitLabel} from "../../statistics/release/release.ts";
import {knownUnit} from "./unit-matcher.ts";

/** null: no English name of the lists is this one, or two units have it. */
export function unitOfEnglish(text: string): UnitLabel | null {
  const name = byEnglish().get(plainEnglish(text));
  return name == null ? null : knownUnit(name);
}

const byEnglish = once(() => {
  const names = new Map<string, string | null>();
  for (const {name, english} of [...readUnits(), ...readOtherUnits()]) {
    if (english === null) continue;
    const key = plainEnglish(english);
    names.set(key, names.has(key) ? null : name);
  }
  return names;
});

/** Without case, points, "of" and the ending of number: "Thousands of tonnes" as "thousand tonne". */
function plainEnglish(text: string): string {
  const words = text
    .toLowerCase()
    .replace(/\bper\s?cents?\b|\bpct\b/g, "percent")
    .replace(/\bmetric tons?\b/g, "tonne")
    .replace(/\bu\.\s?s\.?(?![\w.])/g, "us")
    .replace(/[\s.]+/g, " ")
    .trim()
    .split(" ");
  return words
    .filter((word) => word !== "of")
    .map((word) => SAME.get(word) ?? (word.length > 3 && !word.endsWith("ss") ? word.replace(/s$/, "") : word))
    .join(" ");
}

const SAME: ReadonlyMap<string, string> = new Map([
  ...["rouble", "roubles", "rub", "rur"].map((word) => [word, "ruble"] as const),
  ...["person", "persons", "people"].map((word) => [word, "person"] as const),
  ...[
    ["usd", "us dollar"],
    ["eur", "euro"],
    ["th", "thousand"],
    ["mn", "million"],
    ["mln", "million"],
    ["bn", "billion"],
    ["bln", "billion"],
    ["trn", "trillion"],
    ["trln", "trillion"],
  ].map(([word, same]) => [word!, same!] as const),
]);
