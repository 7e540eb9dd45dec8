import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {dayText, FIRST_DAY, LAST_DAY, parseDay} from "./day.ts";
import {type CalendarFrequency, firstDay, lastDay, ordinalAt, parsePeriod, periodTable} from "./period.ts";

const CALENDAR: readonly CalendarFrequency[] = ["D", "M", "Q", "A"];

function firstDayText(text: string): string | null {
  const period = parsePeriod(text);
  return period === null ? null : `${period.frequency} ${dayText(firstDay(period.frequency, period.ordinal))}`;
}

test("a period is its first day: month day 1, quarter 1 Jan, 1 Apr, 1 Jul or 1 Oct, year 1 Jan [period.first-day]", () => {
  const cases = {
    "2024": "A 2024-01-01",
    "2024-Q1": "Q 2024-01-01",
    "2024-Q2": "Q 2024-04-01",
    "2024-Q3": "Q 2024-07-01",
    "2024-Q4": "Q 2024-10-01",
    "2024-02": "M 2024-02-01",
    "2024-12": "M 2024-12-01",
    "2024-02-29": "D 2024-02-29",
    "1700": "A 1700-01-01",
    "2199-12-31": "D 2199-12-31",
  };
  for (const [text, first] of Object.entries(cases)) assert.equal(firstDayText(text), first, text);
});

test("periods in any other shape or outside the calendar are refused [period.shapes]", () => {
  const shapes = [
    "",
    "24",
    "02024",
    "2024-",
    "2024-0",
    "2024-1",
    "2024-00",
    "2024-13",
    "2024-Q0",
    "2024-Q5",
    "2024-q1",
    "2024Q1",
    "2024-Q",
    "2024-Q11",
    "2024-QI",
    "2024-W01",
    "2024-02-30",
    "2024-1-1",
    "2024.01",
    "01.2024",
    "2024/01",
    " 2024",
    "2024 ",
    "2024-01 ",
    "1699",
    "2200",
    "1699-12",
    "2200-Q1",
    "1699-12-31",
    "2200-01-01",
    "январь",
  ];
  for (const text of shapes) assert.equal(parsePeriod(text), null, JSON.stringify(text));
});

test("every day of the calendar lies in exactly one month, quarter and year [period.first-day]", () => {
  for (const frequency of CALENDAR) {
    const table = periodTable(frequency);
    let ordinal = table.base;
    for (let day = FIRST_DAY; day <= LAST_DAY; day++) {
      if (day > lastDay(frequency, firstDay(frequency, ordinal))) ordinal++;
      if (ordinalAt(frequency, day) !== ordinal) assert.equal(ordinalAt(frequency, day), ordinal, dayText(day));
    }
    assert.equal(table.base + table.days.length - 1, ordinal);
  }
});

test("the table of a frequency holds the first day of each of its periods, and is built once", () => {
  for (const frequency of CALENDAR) {
    const {base, days} = periodTable(frequency);
    days.forEach((day, i) => {
      if (day !== firstDay(frequency, base + i)) assert.equal(day, firstDay(frequency, base + i));
    });
    assert.equal(days[0], FIRST_DAY);
    assert.equal(lastDay(frequency, days.at(-1)!), LAST_DAY);
    assert.equal(periodTable(frequency), periodTable(frequency));
  }
});

test("a period ends with its month, quarter or year; a daily or weekly one on its own day [status.lag]", () => {
  const cases = [
    ["M", "2026-07-01", "2026-07-31"],
    ["M", "2024-02-01", "2024-02-29"],
    ["Q", "2026-07-01", "2026-09-30"],
    ["Q", "2026-10-01", "2026-12-31"],
    ["A", "2026-01-01", "2026-12-31"],
    ["D", "2026-07-15", "2026-07-15"],
    ["W", "2026-07-15", "2026-07-15"],
  ] as const;
  for (const [frequency, first, last] of cases) assert.equal(dayText(lastDay(frequency, parseDay(first)!)), last);
});

test("a written month, quarter or year is read back as the same period [period.shapes]", () => {
  const year = fc.integer({min: 1700, max: 2199});
  fc.assert(
    fc.property(year, fc.integer({min: 1, max: 12}), (y, month) => {
      const quarter = Math.ceil(month / 3);
      assert.deepEqual(parsePeriod(`${y}`), {frequency: "A", ordinal: y});
      assert.deepEqual(parsePeriod(`${y}-Q${quarter}`), {frequency: "Q", ordinal: y * 4 + quarter - 1});
      assert.deepEqual(parsePeriod(`${y}-${String(month).padStart(2, "0")}`), {
        frequency: "M",
        ordinal: y * 12 + month - 1,
      });
    }),
  );
});
