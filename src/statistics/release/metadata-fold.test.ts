import assert from "node:assert/strict";
import {test} from "node:test";
import type {Territory} from "../territory.ts";
import {dayOf, parseDay} from "../time/day.ts";
import {withFormerLabels} from "./former-labels.ts";
import {foldMetadata} from "./metadata-fold.ts";
import type {ReleaseMetadata} from "./release.ts";
import {SILENT} from "./silent-release.fixture.ts";

const FULL: ReleaseMetadata = {
  ...SILENT,
  indicators: [{code: "cpi", label: "CPI", concept: null, description: null, synonyms: []}],
  classes: [{code: "01", name: "Bread", note: null}],
  units: [{code: "PCT", name: "per cent", okei: "744", mult: 1}],
  territories: [city("1", "One"), city("2", "Two")],
  methodology: {coverage: "all", exclusions: null, classifier: null, text: null},
  notes: [{text: "a note", classification: null}],
  related: [{provider: "showdata", dataset: "old", relation: "era", splice: false, note: null}],
  continuity: [{from: "01", to: "02", period: "2022-01", note: null}],
  weeks: [{year: 2026, week: 41, day: dayOf(2026, 10, 12)}],
};

function city(code: string, name: string): Territory {
  return {code, name, level: "city", canonical: `RU-x-${code}`, parent: null};
}

test("the single fields of a dataset come from its newest release [tidy.metadata-newest]", () => {
  const older = {
    ...SILENT,
    sourceUrl: "https://example.org/1",
    nextRelease: dayOf(2026, 2, 16),
    frequency: "M" as const,
  };
  const newer = {
    ...SILENT,
    name: "Consumer prices",
    revised: false,
    archival: true,
    publishedAt: parseDay("2026-02-14")!,
  };
  assert.deepEqual(foldMetadata(older, newer), newer);
});

test("a list that is absent does not change [tidy.metadata-lists]", () => {
  const newer = {...SILENT, name: "Consumer prices"};
  assert.deepEqual(foldMetadata(FULL, newer), {...FULL, name: "Consumer prices"});
  assert.deepEqual(foldMetadata(foldMetadata(FULL, newer), newer), {...FULL, name: "Consumer prices"});
});

test("a list that is present replaces the old one; an empty list empties it [tidy.metadata-lists]", () => {
  const classes = [{code: "02", name: "Milk", note: null}];
  const folded = foldMetadata(FULL, {
    ...SILENT,
    classes,
    notes: [],
    related: [],
    continuity: [],
    units: [],
    indicators: [],
  });
  assert.deepEqual(folded.classes, classes);
  for (const list of ["notes", "related", "continuity", "units", "indicators"] as const)
    assert.deepEqual(folded[list], []);
});

test("labels that a list no longer has are kept for the series that still have their codes [tidy.former-labels]", () => {
  const of = (indicator: string, classification: string | null, unit: string | null) => ({
    indicator,
    classification,
    unit,
  });
  const milk = {...SILENT, classes: [{code: "02", name: "Milk", note: null}], units: []};
  const folded = foldMetadata(FULL, milk);
  assert.deepEqual(folded.former, {indicators: [], classes: FULL.classes, units: FULL.units});
  assert.deepEqual(withFormerLabels(folded, [of("cpi", "02", null)]), folded);
  const used = withFormerLabels(folded, [of("cpi", "x~01", "PCT")]);
  assert.deepEqual([used.classes, used.units], [[...milk.classes, ...FULL.classes!], FULL.units]);
  // it is former no longer when a list has it again, also without a name
  const again = foldMetadata(folded, {...SILENT, classes: [{code: "01", name: "01", note: null}]});
  assert.deepEqual(again.classes, FULL.classes);
  assert.deepEqual(again.former?.classes, milk.classes);
  // nothing is former where no list came
  assert.equal(foldMetadata(FULL, SILENT).former, undefined);
});

test("weeks are only added; a repeated week gets the new date [tidy.metadata-lists] [week.moved]", () => {
  const weeks = [
    {year: 2026, week: 42, day: dayOf(2026, 10, 19)},
    {year: 2025, week: 52, day: dayOf(2025, 12, 28)},
  ];
  assert.deepEqual(foldMetadata(FULL, {...SILENT, weeks}).weeks, [weeks[1], FULL.weeks![0], weeks[0]]);
  const moved = [{year: 2026, week: 41, day: dayOf(2026, 10, 13)}];
  assert.deepEqual(foldMetadata(FULL, {...SILENT, weeks: moved}).weeks, moved);
  assert.deepEqual(foldMetadata(FULL, {...SILENT, weeks: []}).weeks, FULL.weeks);
});

test("territories are merged by code, because a release names only its own [territory.package]", () => {
  const folded = foldMetadata(FULL, {...SILENT, territories: [city("2", "Second"), city("3", "Three")]});
  assert.deepEqual(folded.territories, [city("1", "One"), city("2", "Second"), city("3", "Three")]);
});

test("a list that names a territory's code replaces the label of a row, in any order of releases [territory.package-unlisted]", () => {
  const listed: Territory = {code: "643-2", name: "Russia", level: "country", canonical: "RU-00", parent: null};
  const labelled = (name: string): Territory => ({...city("643-2", name), labelled: true});
  const fold = (...lists: Territory[]) =>
    lists.reduce<ReleaseMetadata>((older, one) => foldMetadata(older, {...SILENT, territories: [one]}), SILENT);
  assert.deepEqual(fold(listed, labelled("R")).territories, [listed]);
  assert.deepEqual(fold(labelled("R"), listed).territories, [listed]);
  assert.deepEqual(fold(labelled("R"), labelled("Rus")).territories, [labelled("Rus")]);
});

test("in the first release repeated weeks and territories are counted once", () => {
  assert.deepEqual(foldMetadata(null, SILENT), SILENT);
  assert.deepEqual(foldMetadata(null, FULL), FULL);
  const repeated = {
    ...SILENT,
    weeks: [...FULL.weeks!, ...FULL.weeks!],
    territories: [city("1", "One"), city("1", "Last")],
  };
  const folded = foldMetadata(null, repeated);
  assert.deepEqual([folded.weeks, folded.territories], [FULL.weeks, [city("1", "Last")]]);
});

test("the lists of a partial release are added to the older lists and rename nothing; other facts of a code are the newer ones [cbr.partial tidy.partial]", () => {
  const folded = foldMetadata(FULL, {
    ...SILENT,
    partial: true,
    classes: [
      {code: "02", name: "Milk", note: null},
      {code: "01", name: "Rye bread", note: "of rye"},
    ],
    name: "Prices of bread",
    indicators: [{code: "cpi", label: "Index", concept: "cpi", description: null, synonyms: []}],
    units: [{code: "RUB", name: "rouble", okei: "383", mult: 1}],
    territories: [{...city("1", "First"), level: "region"}, city("3", "Three")],
    notes: [{text: "a note", classification: null}],
    continuity: [],
  });
  assert.deepEqual(
    folded.classes!.map(({code, name, note}) => [code, name, note]),
    [
      ["01", "Bread", "of rye"],
      ["02", "Milk", null],
    ],
  );
  assert.equal(folded.name, "Prices");
  assert.deepEqual(
    folded.indicators!.map(({label, concept}) => [label, concept]),
    [["CPI", "cpi"]],
  );
  assert.deepEqual(
    folded.territories!.map(({name, level}) => [name, level]),
    [
      ["One", "region"],
      ["Two", "city"],
      ["Three", "city"],
    ],
  );
  assert.deepEqual(
    folded.units!.map(({code}) => code),
    ["PCT", "RUB"],
  );
  assert.deepEqual([folded.notes, folded.continuity], [FULL.notes, FULL.continuity]);
  assert.deepEqual(foldMetadata(null, {...SILENT, partial: true, notes: []}).notes, []);
});

test("a name that equals the code replaces no other name, and every other name replaces it [tidy.code-is-no-name]", () => {
  const coded: ReleaseMetadata = {
    ...SILENT,
    name: "demo_cpi",
    indicators: [{code: "cpi", label: "cpi", concept: null, description: null, synonyms: []}],
    classes: [{code: "01", name: "01", note: null}],
    units: [{code: "PCT", name: "PCT", okei: "744", mult: 1}],
    territories: [{...city("2", "2"), level: "region"}],
  };
  const names = ({name, indicators, classes, units, territories}: ReleaseMetadata) => [
    name,
    indicators![0]!.label,
    classes![0]!.name,
    units![0]!.name,
    territories!.find(({code}) => code === "2")!.name,
  ];
  const known = ["Prices", "CPI", "Bread", "per cent", "Two"];
  const codes = ["demo_cpi", "cpi", "01", "PCT", "2"];
  assert.deepEqual(names(foldMetadata(FULL, coded)), known);
  assert.equal(foldMetadata(FULL, coded).territories!.find(({code}) => code === "2")!.level, "region");
  assert.deepEqual(names(coded), codes);
  assert.deepEqual(names(foldMetadata(coded, FULL)), known);
  assert.deepEqual(names(foldMetadata(coded, {...FULL, partial: true})), known);
  assert.deepEqual(names(foldMetadata(foldMetadata(FULL, coded), coded)), known);
});
