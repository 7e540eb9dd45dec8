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
  {word: /^stretch(es)?$/, plain: "say chunk, batch, row group or time slice"},
  {word: /^gates?$/, plain: "say admission or fence"},
  {word: /^keepers?$/, plain: "say account service"},
  {word: /^(gather|gathers|gathered|gathering)$/, plain: "say buffer, batch or collect"},
  {word: /^sieves?$/, plain: "say predicate"},
  // A column of the store, and a count in the report of a load.
  {
    word: /^places?$/,
    plain: "say index, territory, reservation, location or cell",
    except:
      /^src\/(store\/(schema\/|series\/history|releases\/run-details)|load\/(buffer\/losses|checks\/release-check))/,
  },
  // A table of the store.
  {word: /^pieces?$/, plain: "say blob, token or chunk", except: /^src\/store\/schema\//},
  {word: /^books?$/, plain: "say procedures, register or count"},
  {word: /^(tally|tallies|tallied)$/, plain: "say count, or counts by what"},
  {word: /^lanes?$/, plain: "say cursor or path"},
  {word: /^asked$/, plain: "say query or wanted"},
  // A column of the store. In drafts it is said of the text of a reader.
  {
    word: /^(un)?told$/,
    plain: "say message, caption, subtitle, reported or what the value is",
    except: /^src\/(store\/(schema\/|messages\/event)|claims\/draft\/)/,
  },
];

/** In comments these words have no other sense; "place" and "piece" do. */
export const RETIRED_IN_COMMENTS: readonly Pick<RetiredWord, "word" | "plain">[] = [
  {word: /\bstretch(?:es)?\b/, plain: "say chunk, range or time slice"},
  {word: /\bsieves?\b/, plain: "say predicate"},
  {word: /\blanes?\b/, plain: "say cursor"},
  {word: /\bkeepers?\b/, plain: "say account service"},
];

/** Types that end in "Parts" say nothing of what they contain; these are of parts that a format defines, with the format. */
export const TYPES_OF_PARTS: Readonly<Record<string, string>> = {
  PackageParts: "the parts of an Open Packaging file (.xlsx, .ods)",
};

interface FolderPair {
  /** In the order of their names. */
  readonly folders: readonly [string, string];
  readonly reason: string;
}

/** A folder and one inside it are no pair. The list may only get shorter. */
export const TWO_WAY_FOLDERS: readonly FolderPair[] = [
  {
    folders: ["src/api/odata/observations", "src/api/odata/series"],
    reason: "rows of observations are conditions over series, and pages of series read rows",
  },
  {
    folders: ["src/load/archive", "src/load/evidence"],
    reason: "a proof reads the archive, and the archive verifies cells of what it takes in",
  },
  {
    folders: ["src/load/change", "src/load/checks"],
    reason: "a check compares the change with the release before it, and a change runs its checks",
  },
  {
    folders: ["src/search/index", "src/search/stored"],
    reason: "a segment is made in memory and stored by the same columns",
  },
  {folders: ["src/store/engines", "src/store/schema"], reason: "what the engines do differently names the tables"},
  {folders: ["src/store/engines/sqlite", "src/store/files"], reason: "an engine opens the files of a data folder"},
];
