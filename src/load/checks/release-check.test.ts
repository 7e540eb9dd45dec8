import assert from "node:assert/strict";
import {test} from "node:test";
import {dayOf} from "../../statistics/time/day.ts";
import type {Loss} from "../buffer/losses.ts";
import {WHOLE} from "../input/ending.ts";
import {checkRelease, goneLosses, heldBy, type ReleaseFacts} from "./release-check.ts";

const BEFORE = dayOf(2024, 2, 5);
const TERMS = {mayBeCut: false, mayLack: null};
const KEPT = {...TERMS, before: BEFORE, carried: 100, gone: 0, goneTitles: [], looksCut: false};
const SOUND: ReleaseFacts = {
  losses: [],
  ignored: [],
  setAside: false,
  unconfirmed: false,
  ending: WHOLE,
  valueCount: 100,
  isNamesOnly: false,
  unknownUnits: [],
  revised: true,
  changed: {count: 0, first: null},
  withdrawn: {count: 0, of: 100},
  series: KEPT,
  other: null,
  reread: null,
  otherCounts: {count: 0, first: null},
  leaps: {count: 0, first: null},
  ahead: {count: 0, first: null},
  publishedAt: dayOf(2024, 3, 5),
  lastPeriodEnd: null,
  newest: dayOf(2024, 3, 5),
};

const CELL: Loss = {
  ...{kind: "cell", reason: "is not a number", text: "12,x"},
  ...{places: 1, values: 1, example: "a.xml, line 4, column Value"},
};

function checksOf(facts: Partial<ReleaseFacts>) {
  return checkRelease({...SOUND, ...facts});
}

function failed(facts: Partial<ReleaseFacts>): string[] {
  return checksOf(facts)
    .filter(({passed}) => !passed)
    .map(({name, required}) => `${required ? "!" : ""}${name}`);
}

test("a good release passes every check, and each check has a text [load.checks]", () => {
  const checks = checksOf({});
  assert.deepEqual(failed({}), []);
  assert.deepEqual(
    checks.map(({name}) => name),
    [
      "readable-cells",
      "known-periods",
      "known-territories",
      "known-units",
      "whole-files",
      "some-values",
      "not-revised",
      "same-reading",
      "end-kept",
      "series-kept",
      "every-series-kept",
      "same-table",
      "values-kept",
      "no-leap",
      "none-ahead",
      "newest-release",
    ],
  );
  for (const {seen} of checks) assert.notEqual(seen, "");
});

test("one unreadable cell, period, territory or unit holds the run, and is named with its place [load.checks]", () => {
  const one = (kind: "cell" | "period" | "territory" | "unit") => ({losses: [{...CELL, kind}]});
  assert.deepEqual(failed(one("cell")), ["!readable-cells"]);
  assert.deepEqual(failed(one("period")), ["!known-periods"]);
  assert.deepEqual(failed(one("territory")), ["!known-territories"]);
  assert.deepEqual(failed(one("unit")), ["!known-units"]);
  assert.deepEqual(failed({unknownUnits: ["попугай"]}), ["!known-units"]);
  assert.match(
    checksOf(one("cell"))[0]!.seen,
    /1 value unreadable: a\.xml, line 4, column Value: is not a number \("12,x"\)/,
  );
  assert.match(checksOf({unknownUnits: ["попугай"]})[3]!.seen, /"попугай"/);
});

test("a hold counts the values that are lost and not only the places, and names three texts with their values [load.losses]", () => {
  const row = {...CELL, kind: "territory" as const, places: 2, values: 656, text: "Марий-Эл"};
  const others = ["a", "b", "c"].map((text) => ({...row, places: 1, values: 1, text}));
  const territories = (losses: Loss[]) => checksOf({losses})[2]!.seen;
  assert.equal(
    territories([row]),
    '656 values unreadable in 2 places: a.xml, line 4, column Value: is not a number ("Марий-Эл"), 656 values',
  );
  assert.match(territories([row, ...others]), /^659 values unreadable in 5 places: .*Марий-Эл.*"a".*"b"\); …$/);
  assert.doesNotMatch(territories([row, ...others.slice(1)]), /…/);
});

test("series that are gone are losses with their titles, and those beyond the titles are counted [load.losses]", () => {
  const series = {...KEPT, gone: 5, goneTitles: ["Хлеб, Россия", "Соль, Россия"]};
  assert.deepEqual(
    goneLosses(series).map(({kind, text, places, values}) => [kind, text, places, values]),
    [
      ["series", "Хлеб, Россия", 1, 0],
      ["series", "Соль, Россия", 1, 0],
      ["series", "3 more series", 3, 0],
    ],
  );
  assert.match(
    checksOf({series}).find(({name}) => name === "every-series-kept")!.seen,
    /"Хлеб, Россия"; "Соль, Россия"/,
  );
});

test("rows set aside on request do not hold the run, and are reported [load.checks]", () => {
  const facts = {losses: [CELL], setAside: true};
  assert.deepEqual(failed(facts), []);
  assert.match(checksOf(facts)[0]!.seen, /set aside/);
});

test("served estimates that the archived releases no longer give hold the run, and so does another number of values [load.same-reading]", () => {
  assert.deepEqual(failed({reread: {count: 0, first: null}}), []);
  assert.deepEqual(failed({reread: {count: 1, first: {key: "x", difference: "1, 2"}}}), ["!same-reading"]);
  const counts = checksOf({
    reread: {count: 0, first: null},
    otherCounts: {count: 2, first: {release: 1, had: 3, reads: 4}},
  });
  const {passed, seen} = counts.find(({name}) => name === "same-reading")!;
  assert.deepEqual(
    [passed, seen],
    [
      false,
      "2 releases with another number of values: release 1 had 3 values when it was loaded, but this program reads 4; …",
    ],
  );
});

test("a changed value holds the run of a dataset that is declared not revised, and of no other dataset [load.check-not-revised]", () => {
  assert.deepEqual(failed({revised: false, changed: {count: 0, first: null}}), []);
  assert.deepEqual(failed({revised: false, changed: {count: 1, first: {location: "x", was: 1, value: 2}}}), [
    "!not-revised",
  ]);
  assert.deepEqual(failed({revised: true, changed: {count: 1, first: null}}), []);
  const checks = checksOf({revised: false, changed: {count: 2, first: {location: "x", was: 1, value: 2}}});
  assert.match(heldBy(checks)[0]!.seen, /2 published values .*: x: 1 would become 2; …/);
});

test("5 missing series of 100 are reported, 6 hold the run, and so does a previous release that can't be read [load.check-gone]", () => {
  const gone = (count: number, carried: number) => failed({series: {...KEPT, carried, gone: count}});
  assert.deepEqual(gone(0, 100), []);
  assert.deepEqual(gone(1, 100), ["every-series-kept"]);
  assert.deepEqual(gone(5, 100), ["every-series-kept"]);
  assert.deepEqual(gone(6, 100), ["!series-kept", "every-series-kept"]);
  assert.deepEqual(gone(7, 140), ["every-series-kept"]);
  assert.deepEqual(gone(7, 139), ["!series-kept", "every-series-kept"]);
  assert.deepEqual(gone(1, 1), ["!series-kept", "every-series-kept"]);
  assert.deepEqual(gone(0, 0), []);
  assert.deepEqual(failed({series: {...TERMS, unclear: {code: "before-unreadable", before: "2024-03-01", why: "x"}}}), [
    "!series-kept",
    "every-series-kept",
  ]);
  assert.deepEqual(failed({series: {code: "first-series"}}), []);
});

test("a jump of a value, values of the future and a release older than the newest are reported and do not hold the run [load.check-advisory]", () => {
  assert.deepEqual(failed({leaps: {count: 1, first: {location: "x", was: null, value: 1}}}), ["no-leap"]);
  assert.deepEqual(failed({ahead: {count: 1, first: {location: "x", was: null, value: 1}}}), ["none-ahead"]);
  assert.deepEqual(failed({publishedAt: dayOf(2024, 3, 5), newest: dayOf(2024, 3, 6)}), ["newest-release"]);
  assert.deepEqual(failed({publishedAt: dayOf(2024, 3, 6), newest: dayOf(2024, 3, 6)}), []);
  assert.deepEqual(failed({newest: null}), []);
});

test("a release whose tables give no value is held, but not if it has only lists of names [load.check-empty]", () => {
  assert.deepEqual(failed({valueCount: 0}), ["!some-values"]);
  assert.deepEqual(failed({valueCount: 1}), []);
  assert.deepEqual(failed({valueCount: 0, isNamesOnly: true}), []);
});

test("a table of text that looks cut off is held, for every kind of release and any number of missing series [load.check-cut]", () => {
  const cut = {...KEPT, mayBeCut: true, gone: 1};
  assert.deepEqual(failed({series: cut}), ["every-series-kept"]);
  assert.deepEqual(failed({series: {...cut, looksCut: true}}), ["!end-kept", "every-series-kept"]);
  assert.deepEqual(failed({series: {...cut, looksCut: true, mayBeCut: false}}), ["every-series-kept"]);
  const mayLack = {code: "package-may-lack"} as const;
  assert.deepEqual(failed({series: {...cut, mayLack, gone: 50}}), []);
  assert.deepEqual(failed({series: {...cut, mayLack, looksCut: true}}), ["!end-kept"]);
  assert.deepEqual(
    failed({series: {mayBeCut: true, mayLack, unclear: {code: "before-unreadable", before: "2024-03-01", why: "x"}}}),
    ["!end-kept"],
  );
});
