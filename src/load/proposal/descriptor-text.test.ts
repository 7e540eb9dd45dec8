// The text of a descriptor.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {descriptorText} from "./descriptor-text.ts";

test("the text of a proposal is the JSON of its descriptor in fewer lines [described.proposal]", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
      const text = descriptorText(value);
      const plain = JSON.stringify(value, null, 2);
      assert.equal(JSON.stringify(JSON.parse(text)), JSON.stringify(JSON.parse(plain)));
      assert.ok(text.split("\n").length <= plain.split("\n").length);
    }),
  );
});

test("lists and objects that fit into a line are one, and others are broken at their members [described.proposal]", () => {
  const long = "слово ".repeat(30);
  const table = {columns: ["year"], rows: ["territory"], exceptions: [{section: long, ignore: true, because: "x"}]};
  assert.equal(
    descriptorText({family: "f", tables: [table, {columns: ["date"]}]}),
    `{
  "family": "f",
  "tables": [
    {
      "columns": ["year"],
      "rows": ["territory"],
      "exceptions": [
        {
          "section": "${long}",
          "ignore": true,
          "because": "x"
        }
      ]
    },
    {"columns": ["date"]}
  ]
}`,
  );
});
