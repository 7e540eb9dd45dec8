// The territories that a text names, and the text without them: "wages Moscow Tatarstan" asks for wages of two territories, which no one series
// has.
//
// A name counts only as a whole, in any of its forms. The country is never named: its series come first anyway. A city is named only by its exact
// name, because many cities have the name of a thing.
import {LEVELS} from "../statistics/territory.ts";
import type {IndexedTerritory} from "./index/territory-index.ts";
import {KIND_OF_TERRITORY} from "./language/code-words.ts";
import {stemOf} from "./language/stem.ts";
import {isStopWord, plainWordsOf} from "./language/words.ts";

export interface NamedTerritories {
  /** Each once, in the order of the text; of several with one name that of the highest level. */
  readonly territories: readonly IndexedTerritory[];
  /** The other words of the text. */
  readonly rest: string;
}

interface Name {
  readonly territory: IndexedTerritory;
  /** Its words as they are written. */
  readonly exact: string;
  /** It has a word for the kind: "Moscow Region" is not Moscow. */
  readonly hasKind: boolean;
}

/** The names of territories by the stems of their words. */
export type TerritoryNames = ReadonlyMap<string, readonly Name[]>;

const [COUNTRY, CITY] = [LEVELS.indexOf("country"), LEVELS.indexOf("city")];
/** Of the longest names of regions with the words for their kinds. */
const MOST_WORDS = 6;
/** Further words of a text are of its subject. */
const MOST_OF_TEXT = 40;

/** Territories of one step: about a millisecond. */
const TERRITORIES_AT_ONCE = 50;

/** Step by step: a store may have thousands. @param namesOf of a territory, in all languages */
export function* namedTerritories(
  all: readonly IndexedTerritory[],
  namesOf: (one: IndexedTerritory) => readonly string[],
): Generator<undefined, TerritoryNames> {
  const names = new Map<string, Name[]>();
  for (const [at, territory] of all.entries()) {
    if (at % TERRITORIES_AT_ONCE === TERRITORIES_AT_ONCE - 1) yield;
    if (territory.rank === COUNTRY) continue;
    for (const name of new Set(namesOf(territory))) {
      // what stands in brackets tells a time or another territory
      const plainWords = plainWordsOf(name.replace(/\(.*?\)/g, " "));
      const words = tellingOf(plainWords);
      if (words.length === 0 || words.length > MOST_WORDS) continue;
      const key = keyOf(words);
      const own = names.get(key);
      const one = {territory, exact: words.join(" "), hasKind: plainWords.some(isKind)};
      if (own === undefined) names.set(key, [one]);
      else own.push(one);
    }
  }
  return names;
}

export function readNamedTerritories(text: string, names: TerritoryNames): NamedTerritories {
  const words = plainWordsOf(text).slice(0, MOST_OF_TEXT);
  const found = new Map<string, IndexedTerritory>();
  const rest: string[] = [];
  for (let at = 0; at < words.length; ) {
    const span = spanAt(words, at, names);
    if (span === null) rest.push(words[at++]!);
    else {
      found.set(span.territory.canonical, span.territory);
      at += span.length;
    }
  }
  return {territories: [...found.values()], rest: rest.join(" ")};
}

/** The longest name that begins at a word; null: none does. */
function spanAt(words: readonly string[], at: number, names: TerritoryNames) {
  // a word for the kind may stand on either side of the name
  for (let length = Math.min(MOST_WORDS, words.length - at); length > 0; length--) {
    const own = words.slice(at, at + length);
    const telling = tellingOf(own);
    if (telling.length === 0) continue;
    const hasKind = own.some(isKind);
    const exact = telling.join(" ");
    const fitting = (names.get(keyOf(telling)) ?? []).filter(({territory: {rank, isAdjective}, exact: name}) =>
      rank === CITY ? name === exact : !isAdjective || hasKind || LATIN.test(exact),
    );
    const rankOf = ({hasKind: ofName, territory: {rank}}: Name): number =>
      (ofName === hasKind ? 0 : LEVELS.length) + rank;
    const highest = fitting.toSorted((one, other) => rankOf(one) - rankOf(other))[0]?.territory;
    if (highest !== undefined) return {territory: highest, length};
  }
  return null;
}

const LATIN = /^[a-z ]+$/;

/** English words for the kind beside the Russian ones. */
const ENGLISH_KINDS = [
  "region",
  "republic",
  "territory",
  "district",
  "area",
  "autonomous",
  "federal",
  "oblast",
  "krai",
];
const KIND_STEMS: ReadonlySet<string> = new Set([...KIND_OF_TERRITORY, ...ENGLISH_KINDS].map(stemOf));

/** Without the words for the kind, which do not tell one territory from another. */
function tellingOf(words: readonly string[]): string[] {
  return words.filter((word) => !isStopWord(word) && !isKind(word));
}

function isKind(word: string): boolean {
  return KIND_STEMS.has(stemOf(word));
}

function keyOf(words: readonly string[]): string {
  return words.map(stemOf).join(" ");
}
