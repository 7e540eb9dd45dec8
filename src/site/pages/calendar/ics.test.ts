import assert from "node:assert/strict";
import {test} from "node:test";
import {foldedLine} from "./ics.ts";

test("a line of a calendar has at most 75 octets, and no letter is cut [site.follow]", () => {
  const line = `SUMMARY:${"Индекс потребительских цен ".repeat(6)}`;
  const lines = foldedLine(line).split("\r\n");
  assert.ok(lines.length > 3);
  for (const one of lines) assert.ok(Buffer.byteLength(one) <= 75);
  assert.equal(lines.map((one, at) => (at === 0 ? one : one.slice(1))).join(""), line);
  assert.equal(foldedLine("a".repeat(75)), "a".repeat(75));
  assert.equal(foldedLine("a".repeat(76)), `${"a".repeat(75)}\r\n a`);
});
