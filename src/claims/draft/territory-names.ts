// The names of territories in a text: of regions, districts and cities, in both languages and in Latin letters.
//
// A territory is no subject: "Kazan" alone does not say what is counted there. It is carried from clause to clause by itself. A name is read
// only with a capital letter, for cities are called like ores, months and trees.
import {once, readNameSpellings, readTerritories, readTerritoryEnglish} from "../../reference/reference.ts";
import {KIND_OF_TERRITORY} from "../../search/language/code-words.ts";
import {isSameWord, type Stemmed, stemmed} from "../../search/language/stem.ts";
import {plainWordsOf} from "../../search/language/words.ts";
import {territoryIdentity} from "../../statistics/territory.ts";
import {codeIn, endsIn, wordsIn} from "../claim-phrases.ts";
import type {DraftWord} from "./draft-words.ts";

export interface NamedTerritory {
  /** As a search finds them. */
  readonly words: readonly string[];
  /** How many words of the text it takes. */
  readonly length: number;
}

interface Name {
  readonly stems: readonly Stemmed[];
  /** An adjective names a territory only beside the word for its kind. */
  readonly needsKind: boolean;
  /** In the letters of a title, where the text may have others. */
  readonly words: readonly string[] | null;
}

/** null: no name begins here. */
export function territoryAt(words: readonly DraftWord[], index: number): NamedTerritory | null {
  const kinds = kindLength(words, index);
  const before = kinds > 0 && words[index + kinds]?.word === OF ? kinds + 1 : kinds;
  const first = words[index + before];
  if (first === undefined) return null;
  const found = first.isCapital ? nameAt(words, index + before, before > 0) : null;
  const isUnsure = first.isCapital && !first.isName && codeIn("not-territory", first.word) !== null;
  if (found !== null && !isUnsure) {
    const next = words[index + before + found.length];
    const isOther = next?.isCapital === true && !isLatin(next.word);
    const after = isOther ? 0 : kindLength(words, index + before + found.length);
    const length = before + found.length + after;
    const own = words.slice(index, index + length).map(({word}) => word);
    return {words: found.name.words ?? titleOf(own) ?? own, length};
  }
  if (kindLength(words, index + 1) > 0) return null;
  const alias = codeIn("territory", words[index]!.word);
  if (alias !== null) return {words: plainWordsOf(alias), length: 1};
  // one that ends its clause may be of a name in quotation marks behind it
  const isBeforeNoun = index + 1 < words.length;
  const region = first === words[index] && found === null && isBeforeNoun ? regionOfAdjective(first.word) : null;
  if (region === null) return null;
  // "the Tula town of Chekalin": of two names the second is meant
  const inside = territoryAt(words, index + 1);
  return inside === null ? {words: region, length: 1} : {words: inside.words, length: inside.length + 1};
}

/** A region's title for its English name with the word for its kind, which titles of series do not have. null: none. */
function titleOf(words: readonly string[]): readonly string[] | null {
  const key = englishKey(words);
  return key === null ? null : (TITLES().get(key) ?? null);
}

const TITLES = once(() => {
  const english = readTerritoryEnglish();
  const regions = readTerritories().filter(({level}) => level === "region");
  return new Map(regions.map(({code, name}) => [englishKey(mainWords(english.get(code) ?? "")), mainWords(name)]));
});

/** "Tomsk Oblast" and "Tomsk Region" are one, "Altai Republic" and "Altai Territory" two. null: no name with its kind. */
function englishKey(words: readonly string[]): string | null {
  const kind = words.map((word) => codeIn("english-kind", word)).find((code) => code !== null);
  const main = words.filter((word) => !isKind(word) && word !== OF && codeIn("article", word) === null);
  return kind === undefined || main.length === 0 ? null : `${main.map(inPlainLatin).join(" ")} ${kind}`;
}

/** "Belgorod assets": an adjective in any of its forms is that of a region. null: of none. */
function regionOfAdjective(word: string): readonly string[] | null {
  if (!endsIn("region-ending", word)) return null;
  const own = stemmed(word);
  return (REGIONS().get(own.stem) ?? []).find(({name}) => isSameWord(name, own))?.words ?? null;
}

const REGIONS = once(() => {
  const regions = readTerritories()
    .filter(({level}) => level === "region")
    .flatMap(({name}) => {
      const words = mainWords(name);
      const [adjective = "", ...others] = words;
      const isOfAdjective = endsIn("region-ending", adjective) && others.length === 1 && isKind(others[0]!);
      return isOfAdjective ? [{name: stemmed(adjective), words}] : [];
    });
  return Map.groupBy(regions, ({name}): string => name.stem);
});

function nameAt(words: readonly DraftWord[], index: number, isOfKind: boolean): {name: Name; length: number} | null {
  const names = NAMES();
  let longest: {name: Name; length: number} | null = null;
  const own = stemmed(inPlainLatin(words[index]!.word));
  for (const name of [...(names.get(own.stem) ?? []), ...(own.text === own.stem ? [] : (names.get(own.text) ?? []))]) {
    const {length} = name.stems;
    if (length < (longest?.length ?? 0)) continue;
    const isName = name.stems.every((one, at) => {
      const word = words[index + at];
      return word !== undefined && isSameWord(one, stemmed(inPlainLatin(word.word)));
    });
    const hasKind = isOfKind || kindLength(words, index + length) > 0;
    const isBetter = longest === null || length > longest.length || name.needsKind;
    if (isName && isBetter && (hasKind || !name.needsKind)) longest = {name, length};
  }
  return longest;
}

/** By the stem of the first word and by the word itself: of some names the stemmer leaves less than of their forms. */
const NAMES = once((): ReadonlyMap<string, readonly Name[]> => {
  const names = new Map<string, Name[]>();
  for (const name of namesOf()) {
    const [first] = name.stems;
    for (const key of new Set([first!.stem, first!.text])) names.set(key, [...(names.get(key) ?? []), name]);
  }
  return names;
});

/** How many words from here are words for a kind: "Federal District", "oblast". */
function kindLength(words: readonly DraftWord[], from: number): number {
  let at = from;
  // "Krasnoyarsk krai, Republic of": in the letters of Russian a capital letter begins another name
  const isOther = ({isCapital, word}: DraftWord): boolean => isCapital && !isLatin(word);
  while (at < words.length && isKind(words[at]!.word) && (at === from || !isOther(words[at]!))) at++;
  return at - from;
}

const OF = "of";

function isKind(word: string): boolean {
  return KINDS.some((kind) => isSameWord(kind, stemmed(word))) || codeIn("territory-kind", word) !== null;
}

const KINDS = [...KIND_OF_TERRITORY].map(stemmed);

function namesOf(): Name[] {
  const [english, spellings] = [readTerritoryEnglish(), readNameSpellings()];
  const found = new Map<string, Name>();
  const add = (text: string, words: readonly string[] | null): void => {
    const all = mainWords(text);
    const main = all.filter((word) => !isKind(word));
    if (main.length === 0 || main.length > MOST_WORDS) return;
    const isOfKind = all.length > main.length && all[0] === main[0];
    const needsKind = isOfKind && main.every((word) => ADJECTIVE.test(word) || isLatin(word));
    const name = {stems: main.map((word) => stemmed(inPlainLatin(word))), needsKind, words};
    const id = `${main.join(" ")} ${needsKind}`;
    if (!found.has(id)) found.set(id, name);
  };
  for (const text of wordsIn("territory-name")) add(text, null);
  for (const territory of readTerritories()) {
    if (territory.level === "country") continue;
    for (const text of [territory.name, ...(spellings.get(territoryIdentity(territory)) ?? [])]) add(text, null);
    const inEnglish = english.get(territory.code);
    if (inEnglish !== undefined) add(inEnglish, null);
    else if (territory.level === "city") add(inLatin(territory.name), mainWords(territory.name));
  }
  return [...found.values()];
}

const MOST_WORDS = 4;
const ADJECTIVE = /(?:[\u0438\u044b\u043e]\u0439|[\u0430\u044f]\u044f|[\u043e\u0435]\u0435)$/u;

function isLatin(word: string): boolean {
  return /^[a-z]+$/.test(word);
}

/** Without what stands in brackets, and without single letters, which shorten a kind. */
function mainWords(name: string): string[] {
  return plainWordsOf(name.replace(/\([^)]*\)?/gu, " ")).filter((word) => word.length > 1 && word !== OF);
}

/** A name letter by letter as passports write it. */
function inLatin(name: string): string {
  return [...name.toLowerCase().replaceAll("\u0451", "\u0435")]
    .map((letter) => codeIn("latin", letter)?.replace(NO_LETTER, "") ?? letter)
    .join("");
}

const NO_LETTER = "-";

/** Different ways to write one name in Latin letters become one: "Yekaterinburg", "Nizhniy". */
function inPlainLatin(word: string): string {
  if (!isLatin(word)) return word;
  return codeIn("name-word", word) ?? word.replace(/^ye/, "e").replace(/(?:iy|yy|ii|yi)$/, "y");
}
