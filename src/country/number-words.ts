// Number words of a unit: "thousand barrels", "млн крон". Abbreviations may be glued to the next word: "тыс.рублей".

/** The words of Russian texts, for lower-case text. */
export const RUSSIAN_NUMBERS: readonly (readonly [RegExp, number])[] = [
  [/^(тысяч[аи]?(?= |$)|тыс\.|тыс )/, 1e3],
  [/^(миллион(а|ов)?(?= |$)|млн\.|млн )/, 1e6],
  [/^(миллиард(а|ов)?(?= |$)|млрд\.|млрд )/, 1e9],
  [/^(триллион(а|ов)?(?= |$)|трлн\.|трлн )/, 1e12],
];

/** English prose has them behind the unit too: "US$ million". */
const ENGLISH_NUMBERS: readonly (readonly [RegExp, number])[] = [
  [/^thousands?\b| thousands?$/, 1e3],
  [/^(?:millions?|mln|mn)\b| (?:millions?|mln|mn)$/, 1e6],
  [/^(?:billions?|bln|bn)\b| (?:billions?|bln|bn)$/, 1e9],
  [/^(?:trillions?|trln|trn)\b| (?:trillions?|trln|trn)$/, 1e12],
];

/** The number that a word of a unit means, in either language; undefined: none is a number. */
export function numberIn(unit: string): number | undefined {
  const lower = unit.trim().toLowerCase();
  return [...RUSSIAN_NUMBERS, ...ENGLISH_NUMBERS].find(([word]) => word.test(lower) || word.test(`${lower} `))?.[1];
}
