import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {COLUMNS, readColumns} from "./columns.ts";

test("the columns of a dataset's table are those of the address in the order of the table, and all where it names none [site.dataset-columns]", () => {
  assert.deepEqual(readColumns(new URLSearchParams("")), COLUMNS);
  assert.deepEqual(readColumns(new URLSearchParams("col=none")), COLUMNS);
  assert.deepEqual(readColumns(new URLSearchParams("col=year&col=value&col=x")), ["value", "year"]);
  assert.deepEqual(readColumns(new URLSearchParams("col=status,line")), ["line", "status"]);
  fc.assert(
    fc.property(fc.subarray([...COLUMNS], {minLength: 1}), (chosen) => {
      const query = new URLSearchParams(chosen.toReversed().map((column) => ["col", column]));
      assert.deepEqual(readColumns(query), chosen);
    }),
  );
});
