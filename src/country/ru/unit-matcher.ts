// Units from publishers' words: our code for them, and the facts in OKEI.
//
// The code is the folded text of the unit. OKEI code and multiplier are its attributes and never its identity: "килотонна" and "тысяча
// тонн" are two units [described.unit].
import {once, type ReferenceUnit, readOtherUnits, readUnits} from "../../reference/reference.ts";
import type {UnitLabel} from "../../statistics/release/release.ts";
import {RUSSIAN_NUMBERS} from "../number-words.ts";
import {folded} from "../plain-text.ts";
import {findSlip} from "../unit-slip.ts";

/** The unit that a text names; null: an empty text. `mult` comes from the number word at the start of the text, else from OKEI. */
export function matchUnit(text: string): UnitLabel | null {
  const name = text.replace(/[\s\u00a0\u202f\u2009]+/g, " ").trim();
  if (name === "") return null;
  const lower = name.toLowerCase();
  const known = unitsBySpelling().get(foldedUnit(lower));
  return {
    code: lower.replaceAll(" ", "_"),
    name,
    okei: known?.okei ?? null,
    mult: RUSSIAN_NUMBERS.find(([word]) => word.test(lower))?.[1] ?? known?.mult ?? 1,
  };
}

export function isKnownUnit(text: string): boolean {
  return unitsBySpelling().has(foldedUnit(text.replace(/[\u00a0\u202f\u2009]+/g, " "))) || knownUnit(text) !== null;
}

/**
 * The unit of the reference lists that a text names in any case and abbreviation ("млн. рублей", "Миллионов рублей"). All spellings have
 * one code, the code of its name. null: the lists do not have it, so a unit would be a guess.
 */
export function knownUnit(text: string): UnitLabel | null {
  const key = stems(text);
  const unit = key === "" ? undefined : unitsByStems().get(key);
  if (!unit) return null;
  return {code: unit.name.replaceAll(" ", "_"), name: unit.name, okei: unit.okei || null, mult: unit.mult};
}

/** The unit whose symbol in OKEI a text is; case counts, as "мм" is no "Мм". null: none has it, or two. */
export function unitOfSymbol(text: string): UnitLabel | null {
  const name = namesBySymbol().get(text.trim());
  return name == null ? null : knownUnit(name);
}

const namesBySymbol = once(() => {
  const names = new Map<string, string | null>();
  for (const {name, symbol} of readUnits())
    for (const one of symbol.split(", ")) names.set(one, names.has(one) ? null : name);
  return names;
});

/** The listed name, spelling or English name that a text is one slip away from. */
export function unitSlip(text: string): string | null {
  return findSlip(
    text,
    [...readUnits(), ...readOtherUnits()].flatMap(({name, spellings, english}) => [name, ...spellings, english ?? ""]),
  );
}

/** A unit, plain or in brackets; every "в %" or "в процентах" is per cent. */
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

/** Whether the words begin with a number word, in whole or in short. */
export function startsWithNumber(words: string): boolean {
  const lower = words.toLowerCase();
  return RUSSIAN_NUMBERS.some(([word]) => word.test(lower) || word.test(`${lower} `));
}

/** Whether a superscript 2 or 3 after the text is a power: the text ends in a unit of length without a word for square or cubic. */
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

export function russianUnitInEnglish(name: string): string | null {
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

/** null: several units are the same without their endings, so such a text names none. */
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

/** Words without their endings of case and number, with abbreviations written out. */
function stems(text: string): string {
  return text
    .toLowerCase()
    .replaceAll("ё", "е")
    .replace(/([а-я])\.(?=[а-я])/g, "$1 ")
    .replace(/\.(?= |$)/g, " ")
    .replace(WATT_HOURS, "-час")
    .split(/[\s\u00a0\u202f\u2009]+/)
    .filter((word) => word !== "")
    .map(
      (word) =>
        ABBREVIATED.get(word) ??
        word.replace(/(?<=[а-я]{3})(?:ами|ием|ие|ии|ых|их|ого|ий|ый|ая|ое|ов|ев|ей|ам|ах|ия|а|я|ы|и|ь|у|е)$/, ""),
    )
    .join(" ");
}

/** FIX-rosstat-36: "кВт∙ч", "кВт.ч", "кВтч": publishers use any dot, a blank or nothing. */
const WATT_HOURS = /(?<=вт)[\s·∙⋅•‧▪■●*×-]*ч(?:ас(?:а|ов)?)?(?![а-я])/g;

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
  ["квт", "киловатт"],
  ["мвт", "мегаватт"],
  ["вт-час", "ватт-час"],
  ["квт-час", "киловатт-час"],
  ["мвт-час", "мегаватт-час"],
  ["гвт-час", "гигаватт-час"],
  ["гкал", "гигакалор"],
  ["долл", "доллар"],
]);
