// Tables for people.
import assert from "node:assert/strict";
import {test} from "node:test";
import {textTable} from "./text-table.ts";

test("columns are as wide as their widest cell, numbers are aligned right, null is blank", () => {
  assert.deepEqual(
    textTable([
      {id: 7, name: "a", used: null},
      {id: 12, name: "longer", used: "x"},
    ]),
    ["id  name    used", " 7  a", "12  longer  x"],
  );
  assert.deepEqual(textTable([]), []);
});
