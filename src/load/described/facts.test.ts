// Facts joined member by member, beside the plain way.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {type Facts, joined} from "./facts.ts";

const code = fc.constantFrom("a", "b", "c").map((text) => ({code: text, name: text}));
const facts: fc.Arbitrary<Facts> = fc.record(
  {
    indicator: code,
    classes: fc.array(code, {minLength: 1, maxLength: 3}),
    measure: code,
    transformation: fc.constantFrom("level", "pct_mom"),
    era: fc.constantFrom("x", "y"),
    year: fc.constantFrom(0, 2024),
    date: fc.constantFrom({year: null, month: 1, dayOfMonth: 2}, {year: 2024, month: 3, dayOfMonth: 4}),
    steps: fc.array(fc.constantFrom("s", "t"), {minLength: 1, maxLength: 2}),
  },
  {requiredKeys: []},
);

function plainly(first: Facts, second: Facts): Facts {
  const classes = [...(first.classes ?? []), ...(second.classes ?? [])];
  const steps = [...(first.steps ?? []), ...(second.steps ?? [])];
  return {...first, ...second, ...(classes.length > 0 && {classes}), ...(steps.length > 0 && {steps})};
}

/** Without the members that are undefined. */
function said(found: Facts): object {
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
}

test("later facts replace earlier ones, classes and steps are added, and an absent fact replaces nothing, as if the records were spread [described.language]", () => {
  fc.assert(
    fc.property(fc.array(facts, {minLength: 2, maxLength: 4}), (all) => {
      assert.deepEqual(said(all.reduce(joined)), said(all.reduce(plainly)));
    }),
  );
});
