import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {
  dayOf,
  dayText,
  FIRST_DAY,
  LAST_DAY,
  monthIndex,
  NO_DAY,
  parseCalendarDay,
  parseDay,
  parseDigits,
} from "./day.ts";

test("every supported day is written and read back as the Gregorian calendar has it", () => {
  for (let day = FIRST_DAY; day <= LAST_DAY; day++) {
    const text = new Date(day * 86_400_000).toISOString().slice(0, 10);
    const month = Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7)) - 1;
    if (dayText(day) !== text) assert.equal(dayText(day), text);
    if (parseDay(text) !== day) assert.equal(parseDay(text), day, text);
    if (monthIndex(day) !== month) assert.equal(monthIndex(day), month, text);
  }
});

test("the supported days are 1700-01-01 to 2199-12-31 and no day more", () => {
  assert.equal(dayText(FIRST_DAY), "1700-01-01");
  assert.equal(dayText(LAST_DAY), "2199-12-31");
  assert.equal(parseDay("1699-12-31"), null);
  assert.equal(parseDay("2200-01-01"), null);
  assert.ok(NO_DAY < FIRST_DAY);
});

test("a date that does not exist is not a day [period.shapes]", () => {
  const dates = [
    "2023-02-29",
    "1900-02-29",
    "2100-02-29",
    "2024-02-30",
    "2024-04-31",
    "2024-13-01",
    "2024-00-10",
    "2024-01-00",
  ];
  for (const text of dates) assert.equal(parseDay(text), null, text);
  assert.equal(parseDay("2000-02-29"), dayOf(2000, 2, 29));
  assert.equal(parseDay("2024-02-29"), dayOf(2024, 2, 29));
});

test("a day in any other shape than YYYY-MM-DD is not read [period.shapes]", () => {
  const shapes = [
    "",
    "2024-1-01",
    "2024-01-1",
    "24-01-01",
    "2024/01/01",
    "2024-01-01 ",
    " 2024-01-01",
    "2024-01-01T00:00",
    "01.01.2024",
    "20240101",
    "-024-01-01",
    "2024-0a-01",
    "٢٠٢٤-٠١-٠١",
    "+024-01-01",
    "2024-01--1",
  ];
  for (const text of shapes) assert.equal(parseDay(text), null, JSON.stringify(text));
});

test("reading a day accepts a text exactly when it is how that day is written", () => {
  const digitsAndHyphens = fc.string({unit: fc.constantFrom(..."0123456789-"), minLength: 10, maxLength: 10});
  const almostDates = fc
    .tuple(fc.integer({min: 1690, max: 2210}), fc.integer({min: 0, max: 14}), fc.integer({min: 0, max: 33}))
    .map(([y, m, d]) => `${y}-${String(m).padStart(2, "0")}-${String(d).padStart(2, "0")}`);
  fc.assert(
    fc.property(fc.oneof(digitsAndHyphens, almostDates), (text) => {
      const day = parseDay(text);
      const judged = new Date(`${text}T00:00:00Z`);
      const real = !Number.isNaN(judged.getTime()) && judged.toISOString().startsWith(text);
      const supported = real && text >= "1700-01-01" && text <= "2199-12-31";
      assert.equal(day, supported ? judged.getTime() / 86_400_000 : null);
    }),
    {numRuns: 2000},
  );
});

test("days outside the supported ones are still calendar days of the years 0001 to 9999", () => {
  for (const text of ["0001-01-01", "1582-10-15", "1699-12-31", "2200-01-01", "9999-12-31"]) {
    assert.equal(dayText(parseCalendarDay(text)!), text);
    assert.equal(parseCalendarDay(text)! * 86_400_000, Date.parse(`${text}T00:00:00Z`));
  }
  assert.equal(parseCalendarDay("0000-01-01"), null);
});

test("what is not a day has no text", () => {
  for (const day of [NO_DAY, Number.NaN, 0.5, 3_000_000, Number.POSITIVE_INFINITY]) {
    assert.throws(() => dayText(day), RangeError);
  }
});

test("digits are read only where every character is one", () => {
  assert.equal(parseDigits("a0123b", 1, 5), 123);
  for (const text of ["12a4", "12", "1.24", "-124", "1 24", "１２３４"])
    assert.equal(parseDigits(text, 0, 4), -1, text);
});
