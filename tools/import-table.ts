// The allowed imports as data: imports go to a lower row of folders, never in a circle, not even for types.

/** Rooms that any other may use: they know nothing of statistics. Each may use those before it. */
const GROUND = ["text", "work", "service", "settings"];

/** The folders of src/ by rows, from the bottom. CONTRIBUTING.md and docs/architecture.md show the same rows. */
export const ROWS: readonly (readonly string[])[] = [
  GROUND,
  ["statistics"],
  ["access", "search", "formats", "reference"],
  ["store", "country"],
  ["claims"],
  ["load", "api", "site", "messages"],
  ["fetch"],
  ["cli"],
];

/** Folder of src/ → folders that it may import (itself always). */
export const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  text: [],
  work: [],
  service: ["work", "text"],
  settings: ["service"],
  statistics: [],
  reference: ["statistics", "service"],
  access: ["statistics"],
  country: ["statistics", "reference", "service", "text", "work"],
  search: ["statistics", "text"],
  formats: ["statistics"],
  store: ["statistics", "access", "search", "reference", ...GROUND],
  claims: ["statistics", "search", "country", "store", "reference", ...GROUND],
  load: ["statistics", "country", "store", "reference", ...GROUND],
  fetch: ["statistics", "country", "store", "load", "reference", ...GROUND],
  api: ["statistics", "access", "country", "formats", "store", "claims", "reference", ...GROUND],
  site: ["statistics", "access", "country", "formats", "store", "claims", "reference", ...GROUND],
  messages: ["statistics", "store", ...GROUND],
  cli: [
    ...["statistics", "access", "country", "formats", "store", "load", "fetch", "messages", "api", "site", "reference"],
    ...GROUND,
  ],
};

/** Folders that take values and return values: no clock, no input or output, no randomness. */
export const PURE: readonly string[] = ["statistics", "access", "search", "formats"];

/** Functions that depend only on their arguments: a pure folder may import nothing else of Node. */
export const PURE_NODE_IMPORTS: Readonly<Record<string, readonly string[]>> = {
  "node:crypto": ["hash", "createHash"],
  "node:zlib": ["crc32", "deflateRawSync", "zstdCompressSync", "constants"],
};

/** Package → the only folders that may import it. No folder may import a package that is not listed. */
export const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  fastify: ["api", "site"],
  "@modelcontextprotocol/server": ["api", "cli"],
  "swagger-ui-dist": ["api"],
  "prom-client": ["api"],
  typebox: ["api", "fetch"],
  yaml: ["fetch", "settings"],
  undici: ["fetch"],
  parse5: ["fetch"],
  croner: ["fetch"],
  "ical.js": ["fetch"],
  kysely: ["store"],
  pg: ["store"],
  saxes: ["load"],
  re2js: ["load"],
  yauzl: ["load"],
  "hyparquet-writer": ["formats"],
  "@orama/stemmers": ["search"],
  "@e965/xlsx": ["load", "formats"],
  nodemailer: ["site"],
  uplot: ["site"],
  "@resvg/resvg-wasm": ["site"],
  "@fontsource/pt-sans": ["site"],
};

/** Names that are forbidden in pure folders, and the message for each. */
export const IMPURE_WORDS: readonly {readonly pattern: RegExp; readonly name: string}[] = [
  {pattern: /(?<![.\w$])Date\s*\.\s*now\b/, name: "the clock (Date.now)"},
  {pattern: /(?<![.\w$])new\s+Date\s*(?:\(\s*\)|(?!\s*\())/, name: "the clock (new Date())"},
  {pattern: /(?<![.\w$]|new\s)Date\s*\(\s*\)/, name: "the clock (Date())"},
  {pattern: /(?<![.\w$])Temporal\s*\.\s*Now\b/, name: "the clock (Temporal.Now)"},
  {pattern: /(?<![.\w$])performance\s*\./, name: "the clock (performance)"},
  {pattern: /(?<![.\w$])Math\s*\.\s*random\b/, name: "randomness (Math.random)"},
  {pattern: /(?<![.\w$])crypto\s*\./, name: "randomness (crypto)"},
  {pattern: /(?<![.\w$])process\s*[.[]/, name: "process"},
  {pattern: /(?<![.\w$])fetch\s*\(/, name: "fetch"},
  {pattern: /(?<![.\w$])console\s*\./, name: "console"},
  {pattern: /(?<![.\w$])(?:setTimeout|setInterval|setImmediate)\s*\(/, name: "a timer"},
];

/** File → the only folders that may import it, even if the table above allows more: archived sources are never served. */
export const CLOSED_FILES: Readonly<Record<string, readonly string[]>> = {
  "src/store/releases/source-file.ts": ["store", "load"],
};

/** A day that is missing is no day: 0 would be 1 January 1970, and a release would be published as of then. */
export const DAY_OF_NOTHING =
  /\b(?:\w*[dD]ay|publishedAt|published|year)(?:\([^()]*\))?\s*(?:\?\?=?|\|\|=?)\s*(?:0|FIRST_DAY|NO_DAY)\b|\bDay\([^()]*\)\s*(?:\?\?|\|\|)\s*0\b/;

/** A generator function that is made at each call: V8 keeps all that it sees until the next full collection (docs/decisions/0010-slices.md). */
export const MADE_AT_EACH_CALL = /(?<!^(?:export )?(?:default )?)\bfunction\*\s*\(/m;

/** Code that runs for each request. */
export const OF_REQUESTS =
  /^src\/(?:access|api|formats|search|site|statistics|store\/(?!schema\/|migrations\/|files\/|engines\/))/;

/** Files that no file imports: the program, and the modules of a page, which a browser reads. */
export const ENTRIES = /^src\/(?:cli\/main|api\/docs\/start|site\/client\/[^/]+)\.ts$/;

export const MAX_LINES = 300;

/** Lines of a function, without those of the named functions in it: for a factory its inner functions count. */
export const MAX_FUNCTION_LINES = 70;

/** Functions that are still longer, as "path name"; this list may only get shorter. */
export const LONG_FUNCTIONS: readonly string[] = [];

/** Product files in one folder, without tests and files for tests. */
export const MAX_FOLDER_FILES = 20;

/** Publishers of one country: their parsers may use its letters, codes and folder. */
const PUBLISHERS: readonly string[] = ["cbr", "fedstat", "fedstat_excel", "roskazna", "rosstat", "showdata"].map(
  (name) => `src/load/sources/${name}/`,
);

/**
 * Folders that may contain Cyrillic letters. No other file may have one, not even in a comment: an example from one country makes a reader
 * think only of that country.
 */
export const MAY_HAVE_LETTERS: readonly string[] = [
  // words of Russia, and of each country for the Russian pages
  "src/country/",
  ...PUBLISHERS,
  // stems, stop words and keyboard of the languages of questions
  "src/search/language/",
  // every page has its words in both languages
  "src/site/",
];

/** Folders that may contain codes of territories of Russia (`RU-77`). */
export const MAY_HAVE_CODES: readonly string[] = [
  "src/country/ru/",
  ...PUBLISHERS,
  "src/search/language/",
  // their texts explain codes by examples
  "src/site/pages/methodology/",
  "src/site/pages/quick-start/",
];

/** Lines with requests to the sample warehouse, whose data are Russian: examples of the api, commands of the samples. */
export const EXAMPLE_LINE = /^\s*(?:path: ["`]|tries: \[|command: request\()/;

/** Folders that may import from the folder of one country; all others use src/country/countries.ts. */
export const MAY_IMPORT_A_COUNTRY: readonly string[] = ["src/country/", ...PUBLISHERS];

/** Folders and files that `trust/` may import. */
export const TRUST_MAY_IMPORT: readonly string[] = [
  "trust/",
  "src/",
  "test/",
  "tools/memory-folder.ts",
  "tools/capture/request-list.ts",
];

/**
 * Files with a memory at the top of the module, and what it has: what follows from its key alone, so that a second copy would change no
 * answer, or what a process or a page has once. All other memory has an owner that is passed. The list may only get shorter.
 */
export const MAY_REMEMBER: Readonly<Record<string, string>> = {
  "src/statistics/time/day.ts": "the calendars of the frequencies",
  "src/formats/day-word.ts": "days as words for two stores",
  "src/api/sdmx/period-bytes.ts": "the texts of the periods of a calendar",
  "src/country/ru/ru.ts": "parts of names that were looked for in the list of English ones",
  "src/country/ru/territory-name.ts": "names of territories as they are folded",
  "src/fetch/sources/due.ts": "the form of a day in a time zone",
  "src/store/engines/postgres/connection.ts": "the name of a prepared statement, by its text",
  "src/store/engines/postgres/copy.ts": "the types of the columns of a table",
  "src/store/files/process-lock.ts": "the locks of the process, which would be released if they were collected",
  "src/load/described/descriptor/expression.ts": "compiled expressions, by their texts",
  "src/claims/draft/subject.ts": "whether a run of words tells one subject from another",
  "src/work/pace.ts": "the line for the next time slice: a process has one event loop, so one line",
  "src/site/client/embed.ts": "the height that was told last; a browser loads a module once for a page",
};
