import assert from "node:assert/strict";
import {test} from "node:test";
import {groupByCause, type HeldFindings} from "./held-causes.ts";

function held(failed: Readonly<Record<string, string>>, losses: HeldFindings["losses"] = []): HeldFindings {
  const passed = {name: "some-values", required: true, passed: true, seen: "7 values"};
  const noted = {name: "no-leap", required: false, passed: false, seen: "1 value"};
  const checks = Object.entries(failed).map(([name, seen]) => ({name, required: true, passed: false, seen}));
  return {checks: [passed, noted, ...checks], losses};
}

test("runs that the same thing holds are one cause, whatever their files, places and counts are; the most runs come first [desk.causes]", () => {
  const gone = held({"series-kept": "12 of 40 series are gone: …"});
  const cells = [
    held({"readable-cells": "a.xml, line 3"}, [{kind: "cell", reason: "is not a number", text: "12,x"}]),
    held({"readable-cells": "b.xml, line 9"}, [
      {kind: "period", reason: "is unknown", text: "last year"},
      {kind: "cell", reason: "is not a number", text: "-"},
      {kind: "cell", reason: "is too large", text: "1e999"},
    ]),
  ];
  assert.deepEqual(groupByCause([gone, ...cells]), [
    {causes: [{check: "readable-cells", detail: "is not a number"}], runs: cells},
    {causes: [{check: "series-kept", detail: null}], runs: [gone]},
  ]);
});

test("each unknown word is a cause of its own, and so are two reasons together [desk.causes]", () => {
  const unknown = (text: string) =>
    held({"known-territories": "…"}, [{kind: "territory", reason: "is in no list", text}]);
  const unit = held({"known-units": '1 unknown: "parsec"; 0 values unreadable'});
  const both = held({"known-units": '1 unknown: "parsec"; 0 values unreadable', "not-revised": "…"});
  const groups = groupByCause([unknown("Atlantis"), unknown("Utopia"), unknown("Atlantis"), unit, both]);
  assert.deepEqual(
    groups.map(({causes, runs}) => [causes.map(({detail}) => detail), runs.length]),
    [
      [["is in no list: Atlantis"], 2],
      [["is in no list: Utopia"], 1],
      [['"parsec"'], 1],
      [['"parsec"', null], 1],
    ],
  );
  assert.deepEqual(groupByCause([]), []);
});
