import assert from "node:assert/strict";
import {test} from "node:test";
import type {Territory} from "../territory.ts";
import {dayOf, daysAfter} from "../time/day.ts";
import {findNaming} from "./naming.ts";
import type {ReleaseMetadata} from "./release.ts";
import {SILENT} from "./silent-release.fixture.ts";

function release(day: number, loadedAt: string, changes: Partial<ReleaseMetadata>) {
  return {metadata: {...SILENT, publishedAt: daysAfter(dayOf(1970, 1, 1), day), ...changes}, loadedAt};
}

function territory(code: string): Territory {
  return {code, name: code, level: "city", canonical: `RU-x-${code}`, parent: null};
}

test("a name comes from the newest release that gives one: a release without the list names nothing [reference.newest-names]", () => {
  const units = [{code: "u", name: "unit", okei: null, mult: 1}];
  const naming = findNaming([
    release(1, "l1", {units, territories: [territory("a"), territory("b")]}),
    release(2, "l0", {units: [], territories: [territory("b")]}),
    release(3, "l2", {indicators: []}),
    release(4, "l3", {}),
  ]);
  assert.deepEqual(naming, {
    indicators: {day: 3, loadedAt: "l2"},
    units: {day: 2, loadedAt: "l0"},
    territories: new Map([
      ["a", {day: 1, loadedAt: "l1"}],
      ["b", {day: 2, loadedAt: "l0"}],
    ]),
  });
});

test("the label of a row does not name a territory that a list already names [reference.newest-names]", () => {
  const naming = findNaming([
    release(1, "l1", {territories: [territory("a"), {...territory("b"), labelled: true}]}),
    release(2, "l2", {
      territories: [
        {...territory("a"), labelled: true},
        {...territory("b"), labelled: true},
      ],
    }),
  ]);
  assert.deepEqual(
    naming.territories,
    new Map([
      ["a", {day: 1, loadedAt: "l1"}],
      ["b", {day: 2, loadedAt: "l2"}],
    ]),
  );
});

test("a release that renames nothing, or gives the code as the name, is not the naming release [reference.newest-names]", () => {
  const named = {...territory("a"), name: "A name"};
  const units = [{code: "u", name: "unit", okei: null, mult: 1}];
  const naming = findNaming([
    release(1, "l1", {units, territories: [named]}),
    release(2, "l2", {partial: true, units, indicators: [], territories: [named, territory("b")]}),
    release(3, "l3", {partial: true, indicators: [], territories: [{...territory("b"), name: "Bee"}]}),
    release(4, "l4", {territories: [territory("a"), territory("b")]}),
  ]);
  assert.deepEqual(naming, {
    units: {day: 1, loadedAt: "l1"},
    indicators: {day: 2, loadedAt: "l2"},
    territories: new Map([
      ["a", {day: 1, loadedAt: "l1"}],
      ["b", {day: 3, loadedAt: "l3"}],
    ]),
  });
});

test("if no release names anything, nothing is named [reference.newest-names]", () => {
  assert.deepEqual(findNaming([release(1, "l", {})]), {indicators: null, units: null, territories: new Map()});
  assert.deepEqual(findNaming([]), {indicators: null, units: null, territories: new Map()});
});
