import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {type JsonNode, parseJsonNode, positionsIn} from "./json-node.ts";

function plain(node: JsonNode, text: string): unknown {
  if (node.scalar !== undefined) return node.scalar;
  if (text[node.start] === "[") return node.items.map((item) => plain(item, text));
  return Object.fromEntries([...node.members].map(([name, value]) => [name, plain(value, text)]));
}

test("a text is read as by JSON.parse, and each value has its place", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.integer({min: 0, max: 3}), (value, indent) => {
      const text = JSON.stringify(value, null, indent);
      const node = parseJsonNode("a.json", text);
      const expected = JSON.parse(text) as unknown;
      // a member named __proto__ is a member here and in JSON.parse, but not in an object literal
      if (!text.includes("__proto__")) assert.deepEqual(plain(node, text), expected);
      assert.deepEqual(JSON.parse(text.slice(node.start, node.end)), expected);
    }),
  );
});

test("lines and columns of a place are counted from 1", () => {
  const text = '{\n  "a": [1,\n 2.5]}';
  const node = parseJsonNode("a.json", text).members.get("a")!.items[1]!;
  assert.deepEqual(positionsIn(text)(node.start), {line: 3, column: 2});
  assert.deepEqual(positionsIn(text)(0), {line: 1, column: 1});
  assert.equal(text.slice(node.start, node.end), "2.5");
});

test("a text that is not JSON, or is nested too deep, is refused", () => {
  assert.throws(() => parseJsonNode("a.json", '{"a": 1'), /a\.json is not JSON/);
  assert.throws(() => parseJsonNode("a.json", `${"[".repeat(70)}${"]".repeat(70)}`), /nested more than 64 deep/);
});

test("a member that is given twice is refused with its place: JSON.parse takes the last one [workbook.twice]", () => {
  assert.throws(() => parseJsonNode("a.json", '{"a": 1,\n "b": {"c": 2, "c": 3}}'), {
    name: "Refusal",
    message: 'a.json, line 2, column 16: gives "c" twice',
  });
});
