// dataset.json follows CONTRACT 4: four required keys, exact defaults, every problem with its path.
import assert from "node:assert/strict";
import {test} from "node:test";
import {ru} from "../../../country/ru/ru.ts";
import {Refusal} from "../../../service/refusal.ts";
import type {ReleaseMetadata} from "../../../statistics/release/release.ts";
import {parseDay} from "../../../statistics/time/day.ts";
import type {LoadHints} from "../../source.ts";
import {parseDatasetJson} from "./dataset-json.ts";
import {knownIn} from "./known-territories.ts";

const NO_HINTS: LoadHints = {provider: null, dataset: null, publishedAt: null};
const REQUIRED = {provider: "showdata", dataset: "demo_cpi", name: "Цены", published_at: "2026-10-14"};
const MOSCOW = {code: "45", name: "Москва", level: "region", canonical: "RU-77", parent: "643"} as const;

function read(description: unknown, hints = NO_HINTS): ReleaseMetadata {
  const text = typeof description === "string" ? description : JSON.stringify(description);
  const known = {...ru, territories: {...ru.territories, builtIn: () => [MOSCOW]}};
  return parseDatasetJson(text, hints, (country) => knownIn(country, country === "RU" ? known : null));
}

function problemsOf(description: unknown): string[] {
  try {
    read(description);
  } catch (error) {
    assert.ok(error instanceof Refusal);
    return error.message
      .split("\n")
      .slice(1)
      .map((line) => line.trim());
  }
  return [];
}

test("only provider, dataset, name and published_at are required; the rest has its defaults [tidy.required tidy.defaults]", () => {
  assert.deepEqual(read(REQUIRED), {
    provider: "showdata",
    dataset: "demo_cpi",
    name: "Цены",
    publishedAt: parseDay("2026-10-14"),
    frequency: null,
    revised: true,
    archival: false,
    nextRelease: null,
    sourceFile: null,
    sourceUrl: null,
    indicators: null,
    classes: null,
    units: null,
    territories: null,
    methodology: null,
    notes: null,
    related: null,
    continuity: null,
    weeks: null,
  });
  assert.deepEqual(problemsOf({}), [
    "provider: is missing",
    "dataset: is missing",
    "published_at: is missing",
    "name: is missing",
  ]);
});

test("a complete dataset.json is read as it is written [tidy.next-release tidy.defaults]", () => {
  const metadata = read({
    ...REQUIRED,
    freq: "W",
    revised: false,
    archival: true,
    next_release: "2026-11-14",
    source_file: "cpi.xlsx",
    source_url: "https://example.org/cpi",
    indicators: [
      {code: "cpi", label: "ИПЦ", synonyms: ["инфляция"]},
      {code: "p", label: "Цена", concept: "price"},
    ],
    classes: [{code: "01.1.1", name: "Хлеб", note: null}],
    units: [
      {code: "PCT", name: "процент", okei: "744"},
      {code: "TRUB", name: "тысяча рублей", mult: 1000},
    ],
    geo: [
      {code: "643-2", name: "Россия (новая)", level: "country"},
      {code: "45", name: "Столица"},
      {code: "0140100", name: "Город", level: "city", parent: "45"},
    ],
    methodology: {coverage: "вся страна"},
    notes: [{text: "о хлебе", class: "01.1.1"}, {text: "обо всём"}],
    related: [{provider: "showdata", dataset: "old", relation: "era"}],
    continuity: [{from: "01.1.1", to: "01.1.2", period: "2022-01"}],
    weeks: [{year: 2026, week: 41, date: "2026-10-12"}],
  });
  assert.deepEqual(
    metadata.indicators?.map(({concept, synonyms}) => [concept, synonyms]),
    [
      ["showdata-demo_cpi-cpi", ["инфляция"]],
      ["price", []],
    ],
  );
  assert.deepEqual(
    metadata.units?.map(({okei, mult}) => [okei, mult]),
    [
      ["744", 1],
      [null, 1000],
    ],
  );
  assert.deepEqual(
    metadata.territories?.map(({level, canonical, parent}) => [level, canonical, parent]),
    [
      ["country", "RU-00", null],
      ["region", "RU-77", "643"],
      ["city", "RU-0140100", "45"],
    ],
  );
  assert.deepEqual(metadata.methodology, {coverage: "вся страна", exclusions: null, classifier: null, text: null});
  assert.deepEqual(
    metadata.notes?.map(({classification}) => classification),
    ["01.1.1", null],
  );
  assert.deepEqual(metadata.related, [
    {provider: "showdata", dataset: "old", relation: "era", splice: false, note: null},
  ]);
  assert.deepEqual(metadata.continuity, [{from: "01.1.1", to: "01.1.2", period: "2022-01", note: null}]);
  assert.deepEqual(metadata.weeks, [{year: 2026, week: 41, day: parseDay("2026-10-12")}]);
  assert.equal(metadata.nextRelease, parseDay("2026-11-14"));
  assert.deepEqual([metadata.frequency, metadata.revised, metadata.archival], ["W", false, true]);
});

test("a required day or word that is blank is reported as missing: no release and no week gets a day in 1970 [tidy.blank]", () => {
  for (const blank of ["", "  ", null]) {
    assert.deepEqual(problemsOf({...REQUIRED, published_at: blank}), ["published_at: is missing"]);
    assert.deepEqual(problemsOf({...REQUIRED, weeks: [{year: 2026, week: 41, date: blank}]}), [
      "weeks[0].date: is missing",
    ]);
    assert.deepEqual(problemsOf({...REQUIRED, geo: [{code: "X", name: "Икс", level: blank}]}), [
      "geo[0].level: is missing; one of country, district, macroregion, region, city",
    ]);
    assert.deepEqual(problemsOf({...REQUIRED, related: [{provider: "p", dataset: "d", relation: blank}]}), [
      "related[0].relation: is missing; era or neighbour",
    ]);
  }
  for (const key of ["provider", "dataset", "name"]) assert.equal(problemsOf({...REQUIRED, [key]: " "}).length, 1, key);
});

test("the command's values are used where the file is blank [tidy.blank]", () => {
  const hints = {provider: "other", dataset: "own", publishedAt: "2026-11-01"};
  const metadata = read({...REQUIRED, provider: "", dataset: " ", published_at: ""}, hints);
  assert.deepEqual(
    [metadata.provider, metadata.dataset, metadata.publishedAt],
    ["other", "own", parseDay("2026-11-01")],
  );
});

test("all problems are reported at once, each with its path [tidy.required]", () => {
  const problems = problemsOf({
    ...REQUIRED,
    provider: "a/b",
    dataset: "x".repeat(65),
    name: " ",
    published_at: "2026-02-30",
    freq: "monthly",
    revised: "no",
    source_url: "javascript:alert(1)",
    indicators: {},
    classes: [{code: "1", name: "А"}, {name: "Б"}, "В", {code: 4, name: "Г"}, {code: "1", name: "Д"}],
    units: [{code: "PCT", name: "процент", mult: 0}],
    geo: [
      {code: "X", name: "Икс"},
      {code: "region", name: "Край", level: "okrug"},
    ],
    related: [{provider: "p", dataset: "d", relation: "sister", splice: 1}],
    continuity: [{from: "1", to: "1", period: "2022/01"}],
    weeks: [{year: 2026, week: 55, date: "2026-10-12"}],
  });
  assert.deepEqual(problems, [
    'provider: must be 1 to 64 of A-Z a-z 0-9 _ . -, not "a/b"',
    `dataset: must be 1 to 64 of A-Z a-z 0-9 _ . -, not "${"x".repeat(65)}"`,
    'published_at: must be a day YYYY-MM-DD from 1700 to 2199, not "2026-02-30"',
    "name: must not be empty",
    'freq: must be one of D, W, M, Q, A, not "monthly"',
    "revised: must be true or false",
    "source_url: must be an http, https or ftp address",
    "indicators: must be a list, […]",
    "classes[1].code: is missing",
    "classes[2]: must be an object, {…}",
    "classes[2].code: is missing",
    "classes[2].name: is missing",
    "classes[3].code: must be a string",
    'classes[4].code: "1" is in classes[0] already',
    "units[0].mult: must be a number above 0",
    "geo[0].level: is missing; one of country, district, macroregion, region, city",
    'geo[1].code: must not be the word "region"',
    'geo[1].level: must be one of country, district, macroregion, region, city, not "okrug"',
    'related[0].relation: must be one of era, neighbour, not "sister"',
    "related[0].splice: must be true or false",
    "continuity[0].period: must be YYYY, YYYY-Qn, YYYY-MM or YYYY-MM-DD",
    "continuity[0].to: must be another class than from",
    "weeks[0].week: must be a week from 1 to 54",
  ]);
});

test("an unknown key is refused if it looks like a misspelt known one, and ignored otherwise", () => {
  assert.deepEqual(problemsOf({...REQUIRED, publishedAt: "x", unit: [], units: [], comment: "ours", $schema: "…"}), [
    "publishedAt: is unknown; published_at was probably meant",
    "unit: is unknown; units was probably meant",
  ]);
  assert.deepEqual(problemsOf({...REQUIRED, units: [{code: "PCT", name: "процент", multi: 1}]}), [
    "units[0].multi: is unknown; mult was probably meant",
  ]);
});

test("more unknown keys than a person writes are refused, because each is compared with every known key", () => {
  const strange = (count: number) => Object.fromEntries(Array.from({length: count}, (_, index) => [`x-${index}`, 1]));
  assert.deepEqual(problemsOf({...REQUIRED, ...strange(1000)}), []);
  assert.deepEqual(problemsOf({...REQUIRED, ...strange(1001)}), ["the root: has 1001 unknown fields"]);
});

test("English names are kept by their published names; one that contradicts another, or a built-in territory, is refused with its path [names.package]", () => {
  const {english} = read({
    ...REQUIRED,
    name_en: "Prices",
    indicators: [{code: "p", label: "Цена", label_en: "Price"}],
    classes: [
      {code: "1", name: "Хлеб", name_en: "Bread"},
      {code: "2", name: "Хлеб", name_en: "Bread"},
      {code: "3", name: "Соль"},
    ],
    units: [{code: "R", name: "рубль", name_en: "ruble"}],
    geo: [{code: "X", name: "Икс", name_en: "Ex", level: "city"}],
  });
  assert.deepEqual(english, [
    ["Икс", "Ex"],
    ["Хлеб", "Bread"],
    ["Цена", "Price"],
    ["Цены", "Prices"],
    ["рубль", "ruble"],
  ]);
  assert.deepEqual(
    problemsOf({
      ...REQUIRED,
      name_en: 4,
      classes: [
        {code: "1", name: "Хлеб", name_en: "Bread"},
        {code: "2", name: "Хлеб", name_en: "Loaf"},
      ],
      geo: [{code: "45", name: "Столица", name_en: "Tula Region"}],
    }).map((problem) => problem.slice(0, 60)),
    [
      "name_en: must be a string",
      'classes[1].name_en: "Хлеб" is "Bread" in classes[0].name_en already',
      'geo[0].name_en: "Tula Region" contradicts the built-in name of 45',
    ].map((problem) => problem.slice(0, 60)),
  );
});

test("a note may name the periods of an event: one, or a first and a last; each must be a period, and the last may not end before the first [tidy.events]", () => {
  const spans = (...notes: object[]) =>
    read({...REQUIRED, notes: notes.map((note) => ({text: "x", ...note}))}).notes?.map(({span}) => span);
  assert.deepEqual(
    spans({}, {from: "2020-03"}, {from: "2020", to: "2020-Q1"}, {from: "2020-03-28", to: "2020-03-28"}),
    [undefined, ["2020-03", "2020-03"], ["2020", "2020-Q1"], ["2020-03-28", "2020-03-28"]],
  );
  const notes = [
    {text: "a", from: "March"},
    {text: "b", to: "2020"},
    {text: "c", from: "2020-03", to: "2020-02"},
    {text: "d", from: "2020-03-28", to: "2020-W01"},
  ];
  assert.deepEqual(problemsOf({...REQUIRED, notes}), [
    "notes[0].from: must be YYYY, YYYY-Qn, YYYY-MM or YYYY-MM-DD",
    "notes[1].to: needs `from`, the first period of the event",
    "notes[2].to: ends before 2020-03",
    "notes[3].to: must be YYYY, YYYY-Qn, YYYY-MM or YYYY-MM-DD",
  ]);
});

test("the character U+0000, which not every store accepts, is refused in every text", () => {
  const problems = problemsOf({
    ...REQUIRED,
    name: "Цены\0",
    source_file: "cpi\0.xlsx",
    indicators: [{code: "cpi", label: "\0Индекс", description: "\0", synonyms: ["инфляция", "\0"]}],
    notes: [{text: "a\0b"}],
    methodology: {coverage: "\0"},
  });
  assert.deepEqual(
    problems,
    [
      "name",
      "source_file",
      "indicators[0].label",
      "indicators[0].description",
      "indicators[0].synonyms",
      "methodology.coverage",
      "notes[0].text",
    ].map((path) => `${path}: contains the character U+0000`),
  );
});

test("two weeks on one date, or one week on two dates, are refused [week.two-on-one-date]", () => {
  const week = (number: number, date: string) => ({year: 2026, week: number, date});
  assert.deepEqual(problemsOf({...REQUIRED, weeks: [week(1, "2026-01-12"), week(2, "2026-01-12")]}), [
    "weeks: two weeks on one date: 2026-W01 and 2026-W02 on 2026-01-12",
  ]);
  assert.deepEqual(problemsOf({...REQUIRED, weeks: [week(1, "2026-01-12"), week(1, "2026-01-13")]}), [
    "weeks[1]: gives another date than weeks[0]",
  ]);
});

test("a text that is not JSON, or not an object, is refused with a message", () => {
  assert.throws(() => read("{"), /dataset\.json is not JSON/);
  assert.throws(() => read("[1]"), /the root: must be an object/);
  assert.throws(() => read("null"), /the root: must be an object/);
});

test("the dataset can't be named all, and no code can change the path of an address", () => {
  assert.deepEqual(problemsOf({...REQUIRED, dataset: "all"}), ['dataset: must not be "all"']);
  assert.deepEqual(problemsOf({...REQUIRED, provider: ".."}), ['provider: must not be ".."']);
  assert.deepEqual(problemsOf({...REQUIRED, dataset: "31074", provider: "a.B_c-9"}), []);
});
