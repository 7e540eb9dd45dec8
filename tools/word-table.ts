// The retired words, with the plain word for each of their senses, and the pairs of folders that may import each other, with the reason.
//
// Both lists may only get shorter or stricter. The glossary of CONTRIBUTING.md has the words that are in use.

interface RetiredWord {
  /** Matches a word of an identifier, in small letters. */
  readonly word: RegExp;
  /** The plain words. */
  readonly plain: string;
  /** Paths where the word is a term of a format or a protocol. */
  readonly except?: RegExp;
  /** Whole identifiers with another meaning of the word. */
  readonly allowed?: RegExp;
}

export const RETIRED_WORDS: readonly RetiredWord[] = [
  {word: /^places?$/, plain: "say index, territory, reservation, location or cell"},
  {word: /^stretch(es)?$/, plain: "say chunk, batch, row group or time slice"},
  {word: /^pieces?$/, plain: "say blob, token, chunk or fragment"},
  {word: /^lanes?$/, plain: "say batch or cursor"},
  {word: /^gates?$/, plain: "say admission or fence"},
  {word: /^keepers?$/, plain: "say account service"},
  {word: /^(gather|gathers|gathered|gathering)$/, plain: "say buffer, batch or collect"},
  {word: /^begun$/, plain: "one path has nothing to hand over; for a start say started"},
  {word: /^sieves?$/, plain: "say predicate"},
  {word: /^told$/, plain: "say declared, listed or text"},
  {word: /^asked$/, plain: "say query or wanted"},
  {word: /^kept$/, plain: "say cached, stored, retained or incremental"},
];

interface FolderPair {
  /** In the order of their names. */
  readonly folders: readonly [string, string];
  readonly reason: string;
}

/** At most eight. A folder and one inside it are no pair. */
export const TWO_WAY_FOLDERS: readonly FolderPair[] = [];
