import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {decodeMissing, encodeMissing, MISSING_REASONS} from "./missing-periods.ts";

test("periods are written as runs, grouped by reason [load.missing]", () => {
  const none = [24109, 24108, 24110, 24130].map((period) => ({period, reason: "none" as const}));
  const text = encodeMissing([...none, {period: -5, reason: "not-available"}, {period: -4, reason: "not-available"}]);
  assert.equal(text, "none:24108-24110,24130;not-available:-5--4");
  assert.equal(encodeMissing([]), "");
});

test("the written text is read back, for any periods in any order [load.missing]", () => {
  const cell = fc.record(
    {period: fc.integer({min: -200, max: 200}), reason: fc.constantFrom(...MISSING_REASONS)},
    {noNullPrototype: true},
  );
  fc.assert(
    fc.property(fc.uniqueArray(cell, {selector: ({period}) => period}), (cells) => {
      assert.deepEqual(
        decodeMissing(encodeMissing(cells)),
        cells.toSorted((a, b) => a.period - b.period),
      );
    }),
  );
});

test("a text in another form is an error", () => {
  for (const text of ["none", "why:1", "none:1-2-3", "none:x", ";"]) assert.throws(() => decodeMissing(text));
});
