import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {parseNumberText} from "./number-text.ts";

const value = (text: string): number | string => {
  const read = parseNumberText(text);
  return read.kind === "value" ? read.value : read.kind;
};

test("numbers are read with a comma or a point, both forms of minus, and blanks between groups of three", () => {
  for (const [text, expected] of [
    ["134443,7", 134443.7],
    ["5", 5],
    ["-0,5", -0.5],
    ["−12,25", -12.25],
    ["1 050,0000", 1050],
    ["1\u00a0050,0000", 1050],
    ["12\u202f345\u2009678.5", 12345678.5],
    [" 9072,4 ", 9072.4],
    ["-0", 0],
    ["12345678901234567,89", Number("12345678901234567.89")],
  ] as const) {
    assert.equal(value(text), expected, text);
  }
  assert.ok(Object.is(value("-0"), 0), "one zero, not two");
});

test("footnote marks of every form after a number are removed", () => {
  for (const [text, expected] of [
    ["103,292)", 103.29],
    ["100,91)", 100.9],
    ["185613)", 18561],
    ["101,61),2)", 101.6],
    ["51,15)", 51.1],
    ["1884149,0 3", 1884149],
    ["96,9 2", 96.9],
    ["1 884 149,0 3", 1884149],
    ["12,5¹", 12.5],
    ["12,5 ¹,²", 12.5],
    ["7,1*", 7.1],
    ["7,1**)", 7.1],
  ] as const) {
    assert.equal(value(text), expected, text);
  }
});

test("a text whose last digits may be a footnote mark of one digit or of two is unreadable on request [value.unclear-mark]", () => {
  const strict = (text: string): number | string => {
    const read = parseNumberText(text, {percent: false, refusesUnclearMarks: true});
    return read.kind === "value" ? read.value : read.kind;
  };
  for (const text of ["100,912)", "12)", "-12)", "−12)", "185613)", "1 884 139)", "103,2 1,12)"])
    assert.equal(strict(text), "unreadable", text);
  for (const [text, expected] of [
    ["103,292)", 103.29],
    ["51,15)", 51.1],
    ["100,91)", 100.9],
    ["101,61),2)", 101.6],
    ["185603)", 18560],
    ["100,9 12", "unreadable"],
    ["100,9", 100.9],
  ] as const)
    assert.equal(strict(text), expected, text);
  assert.equal(value("185613)"), 18561, "where the table's footnotes have one digit");
});

test("a sign for a missing value gives the reason (FIX-rosstat-09)", () => {
  const reason = (text: string) => {
    const read = parseNumberText(text);
    return read.kind === "missing" ? read.reason : read.kind;
  };
  for (const [text, expected] of [
    ["", "empty"],
    [" \u00a0", "empty"],
    ["-", "none"],
    ["–", "none"],
    ["—", "none"],
    ["-5)", "none"],
    ["-¹", "none"],
    ["…", "not-available"],
    ["...", "not-available"],
    ["…5", "not-published"],
    ["… 4)", "not-published"],
    ["х", "not-applicable"],
    ["x", "not-applicable"],
    ["Х", "not-applicable"],
  ] as const) {
    assert.equal(reason(text), expected, JSON.stringify(text));
  }
  assert.equal(value("-5"), -5, "a minus before a digit is a number, not a dash with a footnote");
});

test("a text that is not a number is unreadable, and never guessed", () => {
  for (const text of [
    "1,2,3",
    "1.234,5",
    "12 34",
    "1 2345",
    "abc",
    "12abc",
    "1e5",
    "0x10",
    "--5",
    "- 5",
    "5-",
    "Infinity",
    "NaN",
    ",5",
    "5,",
    "1 000,5 12",
    "99 999 99",
  ]) {
    assert.equal(value(text), "unreadable", text);
  }
  assert.equal(value("9".repeat(400)), "unreadable");
});

test("a number of times is per cent in a table of per cent, and unreadable in any other (FIX-rosstat-23)", () => {
  const percent = (text: string) => {
    const read = parseNumberText(text, {percent: true});
    return read.kind === "value" ? read.value : read.kind;
  };
  assert.equal(percent("в 2,9р."), 290);
  assert.equal(percent("в 2,3 раза"), 230);
  assert.equal(percent("в 10 раз"), 1000);
  assert.equal(value("в 2,9р."), "unreadable");
});

test("a text with the sign of per cent is its number in a table of per cent, and unreadable in any other (FIX-rosstat-51)", () => {
  const read = (text: string, percent: boolean) => {
    const found = parseNumberText(text, {percent});
    return found.kind === "value" ? found.value : found.kind;
  };
  for (const [text, number] of [
    ["101,5%", 101.5],
    ["-0,3 %", -0.3],
    ["1 234 %", 1234],
    ["5,1%2)", 5.1],
  ] as const)
    assert.deepEqual([read(text, true), read(text, false)], [number, "unreadable"], text);
  for (const text of ["%", "5%%", "до 5%", "5%-6%"]) assert.equal(read(text, true), "unreadable", text);
});

test("every number written with a decimal comma is read as the same double", () => {
  fc.assert(
    fc.property(fc.integer({min: -(10 ** 12), max: 10 ** 12}), fc.integer({min: 0, max: 6}), (whole, decimals) => {
      const number = whole / 10 ** decimals;
      return Object.is(value(number.toFixed(decimals).replace(".", ",")), Number(number.toFixed(decimals)) + 0);
    }),
  );
});

test("a last digit behind a whole number without groups is refused, behind decimals it is a mark (FIX-rosstat-67)", () => {
  for (const unclear of ["98 6", "5 1", "1856 3"]) assert.equal(value(unclear), "unreadable", unclear);
  for (const [text, expected] of [
    ["96,9 2", 96.9],
    ["5.1 3", 5.1],
    ["1 884 149 3", 1884149],
  ] as const)
    assert.equal(value(text), expected, text);
});

test("superscripts as characters are marks, with their bracket too (FIX-rosstat-70)", () => {
  for (const [text, expected] of [
    ["5,3¹⁾", 5.3],
    ["5,3²", 5.3],
    ["100,9¹²⁾", 100.9],
    ["…¹⁾", "missing"],
    ["-²", "missing"],
  ] as const)
    assert.equal(value(text), expected, text);
});
