// Rows of plain tables that may be none.
import assert from "node:assert/strict";
import {test} from "node:test";
import {previewOfRows} from "../../proposal/preview.fixture.ts";

test("a row that begins like a comment and has a value is refused, and one without a value is left out [described.refuses]", async (t) => {
  const {values, losses} = await previewOfRows(t, [
    ["indicator", "country", "year", "unit", "value"],
    ["births", "France", 2020, "per cent", 700],
    ["# of deaths", "France", 2020, "per cent", 500],
    ["# of deaths", "Spain", 2020, "per cent", 400],
    ["marriages", "Spain", 2020, "per cent", 90],
    ["# checked by hand", null, null, null, null],
    ["Source: a ministry", null, null, null, null],
  ]);
  assert.equal(values, 2);
  const reason = "is in a row that begins like a comment: is it a name?";
  assert.deepEqual(
    losses.map((one) => [one.reason, one.text, one.values]),
    [
      [reason, "500", 1],
      [reason, "400", 1],
    ],
  );
});
