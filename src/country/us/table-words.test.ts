import assert from "node:assert/strict";
import {test} from "node:test";
import {dayOf} from "../../statistics/time/day.ts";
import {TABLE_WORDS} from "./table-words.ts";

test("months, quarters and the year are read by their English names and by the codes of publishers; any other text is not a period [country.us-words]", () => {
  const part = (frequency: string, periodsAYear: number, offset: number) => ({
    ...{kind: "part", frequency, periodsAYear, offset},
    cumulative: false,
  });
  for (const [text, expected] of [
    ["January", part("M", 12, 0)],
    ["Sept.", part("M", 12, 8)],
    ["may", part("M", 12, 4)],
    ["M12", part("M", 12, 11)],
    ["M13", part("A", 1, 0)],
    ["Annual", part("A", 1, 0)],
    ["Q03", part("Q", 4, 2)],
    ["1st quarter", part("Q", 4, 0)],
    ["Fourth quarter", part("Q", 4, 3)],
  ] as const)
    assert.deepEqual(TABLE_WORDS.period(text), expected, text);
  for (const text of ["January-March", "Mayor", "M14", "Q5", "first half", "ma", ""])
    assert.equal(TABLE_WORDS.period(text), null, text);
  for (const text of ["3 months ended March", "through January", "since Jan", "Sept. to date", "as of may"])
    assert.ok(TABLE_WORDS.namesPartOfYear(text), text);
  assert.ok(!TABLE_WORDS.namesPartOfYear("Maybe more, marching on"));
});

test("a comma separates thousands and never decimals [country.us-words]", () => {
  for (const [text, value] of [
    ["1,234", 1234],
    ["1,234,567.8", 1234567.8],
    ["3.2", 3.2],
    ["-0.5", -0.5],
    ["\u22121.5", -1.5],
    ["4.1(p)", 4.1],
    ["0", 0],
  ] as const)
    assert.deepEqual(TABLE_WORDS.number(text), {kind: "value", value}, text);
  for (const text of ["3,2", "12,34", "1 234", "1,2345", "abc", "1.2.3"])
    assert.equal(TABLE_WORDS.number(text).kind, "unreadable", text);
  for (const [text, reason] of [
    ["", "empty"],
    ["-", "none"],
    ["N/A", "not-available"],
    ["(D)", "suppressed"],
    ["(S)", "not-published"],
    ["(X)", "not-applicable"],
  ] as const)
    assert.deepEqual(TABLE_WORDS.number(text), {kind: "missing", reason}, text);
});

test("marks after a blank and asterisks are no part of an American number, and a sign of per cent only of per cent (FIX-rosstat-51) [country.us-words]", () => {
  const read = (text: string, percent = false) => {
    const found = TABLE_WORDS.number(text, {percent});
    return found.kind === "value" ? found.value : found.kind;
  };
  assert.deepEqual([read("1,234 1)"), read("103*"), read("103.5 **"), read("7 (p)")], [1234, 103, 103.5, 7]);
  assert.deepEqual([read("1011)"), read("101 12)"), read("*")], ["unreadable", "unreadable", "unreadable"]);
  assert.deepEqual([read("5.5%", true), read("5.5%"), read("5.5 % *", true)], [5.5, "unreadable", 5.5]);
});

test("in a date the month comes first, also as a number, and an impossible day is refused [country.us-words]", () => {
  const day = dayOf(2026, 3, 5);
  for (const text of ["Released March 5, 2026", "as of 3/5/2026", "2026-03-05T08:30", "Mar. 5, 2026"])
    assert.equal(TABLE_WORDS.dayIn(text), day, text);
  for (const text of ["13/5/2026", "March 2026", "February 30, 2026", "5.3.2026"])
    assert.equal(TABLE_WORDS.dayIn(text), null, text);
  assert.deepEqual(TABLE_WORDS.date("January 31"), {year: null, month: 1, dayOfMonth: 31});
});
