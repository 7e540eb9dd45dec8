// An implied condition never excludes a row that passes the whole condition.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {compileExpression} from "./evaluate.ts";
import type {Value, ValueType} from "./expression.ts";
import {impliedDays, impliedTexts, isDayRange} from "./implied.ts";
import {parseFilter} from "./parser.ts";

const NAMES = {
  properties: new Map<string, ValueType>([
    ["dataset_code", "string"],
    ["geo", "string"],
    ["period", "day"],
  ]),
  alias: () => undefined,
};
const CODES = ["a", "b", "c"];
const DAYS = ["1969-12-31", "1970-01-01", "1970-01-02", "1970-01-03"];

const leaf = fc.oneof(
  fc
    .tuple(fc.constantFrom("eq", "ne", "gt", "le"), fc.constantFrom(...CODES))
    .map(([op, code]) => `dataset_code ${op} '${code}'`),
  fc.constantFrom(...CODES).map((code) => `'${code}' eq dataset_code`),
  fc.subarray(CODES, {minLength: 1}).map((codes) => `dataset_code in (${codes.map((code) => `'${code}'`).join(",")})`),
  fc.constantFrom(...CODES).map((code) => `contains(dataset_code,'${code}')`),
  fc.constantFrom(...CODES).map((code) => `geo eq '${code}'`),
  fc.constantFrom("dataset_code eq null", "period eq null", "period ne null", "true", "false"),
  fc
    .tuple(
      fc.constantFrom("eq", "ne", "gt", "ge", "lt", "le"),
      fc.constantFrom(...DAYS),
      fc.constantFrom("", "T00:00:00Z", "T12:00:00Z"),
      fc.boolean(),
    )
    .map(([op, day, time, flip]) => (flip ? `${day}${time} ${op} period` : `period ${op} ${day}${time}`)),
  fc.subarray(DAYS, {minLength: 1}).map((days) => `period in (${days.join(",")})`),
);

const condition: fc.Arbitrary<string> = fc.letrec<{node: string}>((tie) => ({
  node: fc.oneof(
    {maxDepth: 4, depthIdentifier: "condition"},
    leaf,
    fc
      .tuple(tie("node"), fc.constantFrom("and", "or"), tie("node"))
      .map(([one, op, other]) => `(${one} ${op} ${other})`),
    tie("node").map((inner) => `not (${inner})`),
  ),
})).node;

test("a row that passes a condition lies within what the condition implies [odata.filter odata.narrowed]", () => {
  fc.assert(
    fc.property(condition, (text) => {
      const filter = parseFilter(text, NAMES);
      const passes = compileExpression<Record<string, Value>>(filter, (name) => (row) => row[name]!);
      const [codes, days] = [impliedTexts(filter, "dataset_code"), impliedDays(filter, "period")];
      for (const dataset_code of CODES) {
        for (const geo of CODES) {
          for (const period of [-1, 0, 1, 2]) {
            const passed = passes({dataset_code, geo, period}) === true;
            const within = period >= days.from && period <= days.to;
            if (passed) assert.ok((codes === null || codes.has(dataset_code)) && within, text);
            if (isDayRange(filter, "period")) assert.equal(passed, within, text);
          }
        }
      }
    }),
    {numRuns: 1000},
  );
});

test("a condition names datasets only if no row of others can pass [odata.narrowed]", () => {
  const named = (text: string) => {
    const texts = impliedTexts(parseFilter(text, NAMES), "dataset_code");
    return texts === null ? null : [...texts].sort().join("");
  };
  assert.equal(named("dataset_code eq 'a'"), "a");
  assert.equal(named("dataset_code eq 'a' and geo eq 'x'"), "a");
  assert.equal(named("dataset_code eq 'a' or dataset_code in ('b','c')"), "abc");
  assert.equal(named("dataset_code in ('a','b') and dataset_code ne 'x' and dataset_code in ('b','c')"), "b");
  assert.equal(named("dataset_code eq 'a' or geo eq 'x'"), null);
  assert.equal(named("not (dataset_code ne 'a')"), null);
  assert.equal(named("tolower(dataset_code) eq 'a'"), null);
  assert.equal(named("dataset_code eq null"), "");
});
