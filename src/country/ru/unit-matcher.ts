// Units by the words that a publisher writes: our code for them, and what OKEI knows about them.
//
// The code is the unit's own text, folded; OKEI code and multiplier are attributes of it and never its identity: "килотонна" and
// "тысяча тонн" stay two units (CONTRACT 2).
import {once, type ReferenceUnit, readOtherUnits, readUnits} from "../../reference.ts";
import type {UnitLabel} from "../../statistics/release/release.ts";
import {folded} from "../plain-text.ts";

/** The unit that a text names; null for an empty text. `mult` follows the number word that the text starts with, else OKEI. */
export function matchUnit(text: string): UnitLabel | null {
  const name = text.replace(/[\s\u00a0\u202f\u2009]+/g, " ").trim();
  if (name === "") return null;
  const lower = name.toLowerCase();
  const known = unitsBySpelling().get(foldedUnit(lower));
  return {
    code: lower.replaceAll(" ", "_"),
    name,
    okei: known?.okei ?? null,
    mult: multiplierOf(lower) ?? known?.mult ?? 1,
  };
}

/** Whether the list of units has this text, as a name or as one of its spellings. */
export function isKnownUnit(text: string): boolean {
  return unitsBySpelling().has(foldedUnit(text.replace(/[\u00a0\u202f\u2009]+/g, " "))) || knownUnit(text) !== null;
}

/**
 * The unit of the reference lists that a text names in whatever case and abbreviation ("млн. рублей", "Миллионов рублей"), under
 * one code for all spellings: that of its name. null when the lists do not know it: then it is a guess.
 */
export function knownUnit(text: string): UnitLabel | null {
  const key = stems(text);
  const unit = key === "" ? undefined : unitsByStems().get(key);
  if (!unit) return null;
  return {code: unit.name.replaceAll(" ", "_"), name: unit.name, okei: unit.okei || null, mult: unit.mult};
}

/** A unit, bare or in brackets; anything "в %" or "в процентах" is per cent. */
export function unitInside(text: string): UnitLabel | null {
  const bare = folded(text)
    .replace(/^\((.*)\)$/, "$1")
    .replace(/[.,;:]+$/, "")
    .trim();
  const known = knownUnit(bare) ?? knownUnit(bare.replace(/^в /i, ""));
  if (known !== null) return known;
  return /(?:^|[ ;,(])(?:в ?)?(?:%|процент[а-я]*)(?=$|[ ;,)])/i.test(bare) ? percent() : null;
}

export function percent(): UnitLabel {
  return knownUnit("процент")!;
}

/** Whether a raised 2 or 3 behind the text is a power: it ends in a unit of length that no word makes square or cubic already. */
export function takesPower(text: string): boolean {
  return LENGTH.test(text) && !POWER.test(text);
}

const LENGTH = /(?<![\p{L}\d])(?:[кдсм]?м|[kdcm]?m|метр[а-я]*)\.?$/iu;
const POWER = /(?:кв|куб)[а-я]*\.?\s*\S+$/i;

/** ё as е, no dots and no blanks: "тыс.рублей", "Тыс. рублей" and "тыс рублей" name one unit. */
function foldedUnit(text: string): string {
  return text
    .toLowerCase()
    .replaceAll("ё", "е")
    .replace(/[\s.]+/g, "");
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

/** Of a name in any spelling of the reference lists. */
export function englishUnit(name: string): string | null {
  return englishNames().get(foldedUnit(name)) ?? null;
}

const englishNames = once(
  () =>
    new Map(
      [...readUnits(), ...readOtherUnits()].flatMap(({name, spellings, english}) =>
        english === null ? [] : [name, ...spellings].map((one) => [foldedUnit(one), english] as const),
      ),
    ),
);

const unitsBySpelling = once((): ReadonlyMap<string, ReferenceUnit> => {
  const built = new Map<string, ReferenceUnit>();
  for (const unit of readUnits()) {
    for (const spelling of [unit.name, ...unit.spellings]) {
      const key = foldedUnit(spelling);
      if (!built.has(key)) built.set(key, unit);
    }
  }
  return built;
});

/** null: several units read the same without their endings, so such a text names none. */
const unitsByStems = once((): ReadonlyMap<string, ReferenceUnit | null> => {
  const built = new Map<string, ReferenceUnit | null>();
  for (const unit of [...readUnits(), ...readOtherUnits()]) {
    for (const spelling of new Set([unit.name, ...unit.spellings].map(stems))) {
      const there = built.get(spelling);
      built.set(spelling, there === undefined || there === unit ? unit : null);
    }
  }
  return built;
});

/** Words without their endings of case and number, abbreviations written out. */
function stems(text: string): string {
  return text
    .toLowerCase()
    .replaceAll("ё", "е")
    .replace(/([а-я])\.(?=[а-я])/g, "$1 ")
    .replace(/\.(?= |$)/g, " ")
    .split(/[\s\u00a0\u202f\u2009]+/)
    .filter((word) => word !== "")
    .map(
      (word) =>
        ABBREVIATED.get(word) ??
        word.replace(/(?<=[а-я]{3})(?:ами|ием|ие|ии|ых|их|ого|ий|ый|ая|ое|ов|ев|ей|ам|ах|ия|а|я|ы|и|ь|у|е)$/, ""),
    )
    .join(" ");
}

const ABBREVIATED: ReadonlyMap<string, string> = new Map([
  ["тыс", "тысяч"],
  ["млн", "миллион"],
  ["млрд", "миллиард"],
  ["трлн", "триллион"],
  ["руб", "рубл"],
  ["кв", "квадратн"],
  ["куб", "кубическ"],
  ["чел", "человек"],
  ["ед", "единиц"],
  ["шт", "штук"],
  ["м", "метр"],
  ["м2", "квадратн метр"],
  ["м²", "квадратн метр"],
  ["м3", "кубическ метр"],
  ["м³", "кубическ метр"],
  ["км", "километр"],
  ["км2", "квадратн километр"],
  ["км²", "квадратн километр"],
  ["усл", "условн"],
  ["дкл", "декалитр"],
]);
