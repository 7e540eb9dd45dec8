// The two languages of the site. A visitor gets the language of ?lang=, else of the cookie of an earlier choice, else of the browser,
// else of the server's country.
//
// Words are in the folder of their page: short ones beside their translation (`inPairs`), pages of prose one language after the other
// (`inBoth`). A word that one language lacks is a type error.
// Texts of publishers (titles, names, notes) are shown as published and marked as Russian.

import {acceptedLanguage, isLanguage, LANGUAGES, type Language} from "../../text/language.ts";

export {isLanguage, LANGUAGES, type Language};

/** Without a choice, for browsers that accept neither language. */
const FALLBACK: Language = "en";

export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {ru: "Русский", en: "English"};

export type InBoth<W> = Readonly<Record<Language, W>>;

/** The Russian words give the type, which the English words must have too. */
export function inBoth<W>(words: {readonly ru: W; readonly en: NoInfer<W>}): InBoth<W> {
  return words;
}

/** Words beside their translations: each is [Russian, English], and a word may be any value. */
export interface Pairs {
  readonly [word: string]: readonly [ru: unknown, en: unknown] | Pairs;
}

/** The words of one language. */
type OfPairs<P> = {readonly [W in keyof P]: P[W] extends readonly [infer R, infer E] ? R | E : OfPairs<P[W]>};

export function inPairs<P extends Pairs>(pairs: P): InBoth<OfPairs<P>> {
  return {ru: sideOf(pairs, 0) as OfPairs<P>, en: sideOf(pairs, 1) as OfPairs<P>};
}

/** The words of `base` too; a word that both have is that of the pairs. */
export function inPairsWith<B, P extends Pairs>(base: InBoth<B>, pairs: P): InBoth<Omit<B, keyof P> & OfPairs<P>> {
  const own = inPairs(pairs);
  return {ru: {...base.ru, ...own.ru}, en: {...base.en, ...own.en}};
}

function sideOf(pairs: Pairs, side: 0 | 1): object {
  return Object.fromEntries(
    Object.entries(pairs).map(([word, texts]) => [word, isPair(texts) ? texts[side] : sideOf(texts, side)]),
  );
}

function isPair(texts: Pairs[string]): texts is readonly [unknown, unknown] {
  return Array.isArray(texts);
}

/** The language with the higher weight in Accept-Language; a browser that accepts neither gets English. */
export function preferredLanguage(acceptLanguage: string): Language {
  return acceptedLanguage(acceptLanguage) ?? FALLBACK;
}
