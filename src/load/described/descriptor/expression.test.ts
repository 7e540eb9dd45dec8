// Expressions of descriptors.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {expressionOf, expressionProblem} from "./expression.ts";

test("an expression of a descriptor takes time in proportion to its text [described.expressions]", () => {
  // With an engine that tries each way this would not end.
  for (const expression of ["^(a+)+$", "^(a|a)*$", "(.*)*b$"]) {
    assert.equal(expressionOf(expression).test(`${"a".repeat(50_000)}!`), false);
  }
});

test("case does not matter, also of Russian letters, and every blank of Unicode is one", () => {
  assert.ok(expressionOf("^таблица\\s1$").test("ТАБЛИЦА\u00a01"));
  assert.ok(expressionOf("^[\\s.]+\\S$").test("\u2009.\u00a0x"));
  assert.equal(expressionOf("рублей$").search("млн рублей"), 4);
  assert.equal(expressionOf("рублей$").search("рублей в год"), -1);
});

test("an expression answers as one of JavaScript, for what both know", () => {
  const chunk = fc.constantFrom(
    "а",
    "Б",
    "x",
    ".",
    "\\d",
    "\\s",
    "\\S",
    "[аб]",
    "[^x]",
    "(x|а)",
    "^",
    "$",
    "\\.",
    "[\\s-]",
    "\\b",
  );
  const counted = fc.tuple(chunk, fc.constantFrom("", "*", "+", "?", "{2}")).map(([one, count]) => {
    return /^[\^$]$|^\\b$/.test(one) ? one : one + count;
  });
  const texts = fc.string({
    unit: fc.constantFrom("а", "б", "А", "x", "X", "1", " ", "\u00a0", ".", "-"),
    maxLength: 12,
  });
  fc.assert(
    fc.property(fc.array(counted, {minLength: 1, maxLength: 5}), texts, (fragments, text) => {
      const expression = fragments.join("");
      assert.equal(expressionOf(expression).search(text), text.search(new RegExp(expression, "i")));
    }),
    {numRuns: 500},
  );
});

test("an expression that cannot be read is a fault with its reason", () => {
  assert.equal(expressionProblem("^Итого"), null);
  assert.match(expressionProblem("(a")!, /missing closing \)/);
  assert.match(expressionProblem("^(?!a)")!, /there is no lookahead/);
  assert.match(expressionProblem("(a)\\1")!, /invalid escape/);
});
