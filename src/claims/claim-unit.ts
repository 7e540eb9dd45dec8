// The unit in the words of a claim ("bn rubles", "thousand people", "in per cent"), and the unit of a series in the same terms.
//
// The words for thousands and millions are read apart from the unit that they multiply, because people write them in any order: "RUB bn".
import {once, type ReferenceUnit, readOtherUnits, readUnits} from "../reference/reference.ts";
import {isSameWord, stemmed} from "../search/language/stem.ts";
import {plainWordsOf} from "../search/language/words.ts";
import {codeIn} from "./claim-phrases.ts";

export interface ClaimUnit {
  /** Name of the plain unit in the list of units; null: only the multiplier is known. */
  readonly plain: string | null;
  readonly mult: number;
  readonly isPerCent: boolean;
}

/** null: no unit begins here. */
export function unitAt(words: readonly string[], index: number): {unit: ClaimUnit; length: number} | null {
  let at = index;
  let mult: number | null = null;
  let plain: string | null = null;
  for (; at < words.length; at++) {
    const times = multiplierOf(words[at]);
    if (times === null || mult !== null) break;
    mult = times;
  }
  const named = plainAt(words, at);
  if (named !== null) {
    plain = named.plain;
    at += named.length;
    const after = multiplierOf(words[at]);
    if (mult === null && after !== null) [mult, at] = [after, at + 1];
  }
  if (at === index || (mult === null && at < words.length && !isReadAnywhere(plain!))) return null;
  return {unit: {plain, mult: mult ?? 1, isPerCent: plain === PER_CENT()}, length: at - index};
}

/** The unit of a series; null: the lists do not have it. */
export function unitNamed(name: string | null): ClaimUnit | null {
  const unit = name === null ? undefined : BY_NAME().get(name.toLowerCase());
  return unit === undefined ? null : {plain: plainName(unit), mult: unit.mult, isPerCent: unit.okei === PER_CENT_OKEI};
}

/** By what power of ten the number of a claim is multiplied to be in the unit of the series; null: the units differ. */
export function powerBetween(claimed: ClaimUnit, own: ClaimUnit | null): number | null {
  if (own === null || claimed.isPerCent !== own.isPerCent) return null;
  if (claimed.isPerCent) return 0;
  if (claimed.plain !== null && !isSameUnit(claimed.plain, own.plain!)) return null;
  const power = Math.log10(claimed.mult) - Math.log10(own.mult);
  return Number.isInteger(power) ? power : null;
}

/** Prices have the unit of the currency in one source, and that per square metre in another. */
function isSameUnit(one: string, other: string): boolean {
  return one === other || one.startsWith(`${other} `) || other.startsWith(`${one} `);
}

/** Other units without a multiplier count at the end of the text only: before it "square metre" is what has a price. */
function isReadAnywhere(plain: string): boolean {
  return ANYWHERE_OKEI.some((okei) => isSameUnit(plain, BY_OKEI().get(okei)!.name));
}

const [RUBLE_OKEI, PEOPLE_OKEI, PER_CENT_OKEI] = ["383", "792", "744"];
const ANYWHERE_OKEI = [RUBLE_OKEI, PEOPLE_OKEI, PER_CENT_OKEI] as const;

function multiplierOf(word: string | undefined): number | null {
  const power = codeIn("power", word);
  return power === null ? null : 10 ** Number(power);
}

/** Codes of spans of time in OKEI, the Russian list of units. They are never the unit of a claim: they tell its period. */
const OKEI_OF_TIME = /^3[56]\d$/;

function plainAt(words: readonly string[], index: number): {plain: string; length: number} | null {
  const stems = words.slice(index, index + 4).map((word) => stemmed(aliasOf(word)));
  if (stems.length === 0) return null;
  const found = (PLAIN_PHRASES().get(stems[0]!.stem) ?? []).find((one) =>
    one.words.every((word, at) => stems[at] !== undefined && isSameWord(word, stems[at]!)),
  );
  return found === undefined ? null : {plain: found.plain, length: found.words.length};
}

/** Writings that the list of units does not have. */
function aliasOf(word: string): string {
  const unit = codeIn("unit", word);
  return unit === "percent" ? PER_CENT() : (unit ?? word);
}

const ALL = once((): readonly ReferenceUnit[] => [...readUnits(), ...readOtherUnits()]);
const BY_OKEI = once(() => new Map(readUnits().map((unit) => [unit.okei, unit])));
const PER_CENT = once(() => BY_OKEI().get(PER_CENT_OKEI)!.name);

function plainName(unit: ReferenceUnit): string {
  return (unit.base === null ? unit : (BY_OKEI().get(unit.base) ?? unit)).name;
}

function namesOf({name, spellings, english}: ReferenceUnit): string[] {
  return [name, ...spellings, ...(english === null ? [] : [english])].map((one) => one.toLowerCase());
}

const BY_NAME = once(
  () =>
    new Map(
      ALL()
        .flatMap((unit) => namesOf(unit).map((name) => [name, unit] as const))
        .reverse(),
    ),
);

/** Names of plain units by the stem of their first word, longest first. */
const PLAIN_PHRASES = once(() => {
  const phrases = ALL()
    .filter(({mult, base, okei}) => mult === 1 && base === null && !OKEI_OF_TIME.test(okei))
    .flatMap((unit) => namesOf(unit).map((name) => ({words: plainWordsOf(name).map(stemmed), plain: unit.name})))
    .filter(({words}) => words.length > 0 && words[0]!.text.length > 1);
  return Map.groupBy(
    phrases.sort((one, other) => other.words.length - one.words.length),
    ({words}): string => words[0]!.stem,
  );
});
