// The cost of an expression: its nodes, without the literals of a list, and long texts by their length.
import assert from "node:assert/strict";
import {test} from "node:test";
import {expressionWeight} from "./expression.ts";
import {parseFilter} from "./parser.ts";

const NAMES = {
  properties: new Map([
    ["title", "string"],
    ["value", "double"],
    ["period", "day"],
  ] as const),
  alias: () => `'${"x".repeat(10_000)}'`,
};

const weight = (text: string): number => expressionWeight(parseFilter(text, NAMES));

test("an expression costs its nodes, a list only its first literal, and long texts by their length [odata.budget]", () => {
  assert.equal(weight("value eq 1"), 2);
  assert.equal(weight("contains(title,'x')"), 2);
  assert.equal(weight("month(period) eq 1 or not (value gt -value)"), 9);
  assert.equal(weight("title in ('a')"), 2);
  assert.equal(weight(`title in (${Array.from({length: 1000}, (_, i) => `'${i}'`).join()})`), 2);
  assert.ok(weight("contains(concat(@p,title),'x')") > 2 * (10_000 / 256));
  assert.equal(weight("tolower(title) eq 'x'"), 3 + Math.floor(64 / 10));
  assert.equal(
    weight(`title lt '${"x".repeat(64)}'`),
    2 + Math.floor(128 / 24),
    "an order is looked for letter by letter",
  );
  assert.equal(weight(`contains(title,'${"x".repeat(8)}')`), 2 + (64 * 8) / 512, "at each letter of the title");
  assert.equal(weight(`startswith(title,'${"x".repeat(8)}')`), 2);
  const doubled = (times: number): string =>
    times === 0 ? "title" : `concat(${doubled(times - 1)},${doubled(times - 1)})`;
  assert.ok(weight(`contains(${doubled(8)},'x')`) > 2 * 2 ** 8 * (64 / 256) + 2 ** 9);
});
