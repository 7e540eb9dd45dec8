import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {dayText, FIRST_DAY, LAST_DAY, NO_DAY, parseDay} from "./day.ts";
import {type Bounds, type PeriodTable, parseBound, parsePeriod, periodTable, periodWindow} from "./period.ts";
import {weekCalendar, weekOrdinal} from "./week.ts";

function boundText(text: string, side: "start" | "end"): string | null {
  const day = parseBound(text, side);
  return day === null ? null : dayText(day);
}

test("a bound is a day, a month or a year; a month or a year covers all of itself [data.bounds-shapes]", () => {
  const cases = [
    ["2024", "2024-01-01", "2024-12-31"],
    ["2024-02", "2024-02-01", "2024-02-29"],
    ["2023-02", "2023-02-01", "2023-02-28"],
    ["2023-12", "2023-12-01", "2023-12-31"],
    ["2024-02-15", "2024-02-15", "2024-02-15"],
    ["0001", "0001-01-01", "0001-12-31"],
    ["9999", "9999-01-01", "9999-12-31"],
    ["9999-12-31", "9999-12-31", "9999-12-31"],
  ] as const;
  for (const [text, start, end] of cases) {
    assert.equal(boundText(text, "start"), start);
    assert.equal(boundText(text, "end"), end);
  }
});

test("a bound in any other shape is not read [data.bounds-shapes]", () => {
  const shapes = [
    "",
    "24",
    "2024-",
    "2024-00",
    "2024-13",
    "2024-1",
    "2024-Q1",
    "2024-W01",
    "2024-02-30",
    "2024-02-30 ",
    "01.02.2024",
    "0000",
    "0000-01",
    "0000-01-01",
    "20240101",
    "latest",
    "2024-01-01T00:00:00",
    "-2024",
    "+2024",
  ];
  for (const text of shapes) {
    assert.equal(parseBound(text, "start"), null, JSON.stringify(text));
    assert.equal(parseBound(text, "end"), null, JSON.stringify(text));
  }
});

test("bounds are inclusive and judge a value by the first day of its period [data.bounds-inclusive]", () => {
  const quarter = (text: string) => parsePeriod(text)!.ordinal;
  const window = (start: string, end: string) =>
    periodWindow({from: parseBound(start, "start"), to: parseBound(end, "end")}, "Q", periodTable("Q"));
  assert.deepEqual(window("2024-01-01", "2024-07-01"), {from: quarter("2024-Q1"), to: quarter("2024-Q3")});
  assert.deepEqual(window("2024-01-02", "2024-06-30"), {from: quarter("2024-Q2"), to: quarter("2024-Q2")});
  assert.deepEqual(window("2024-02", "2024-07"), {from: quarter("2024-Q2"), to: quarter("2024-Q3")});
  assert.deepEqual(window("2024", "2024"), {from: quarter("2024-Q1"), to: quarter("2024-Q4")});
  const none = window("2024-02", "2024-03");
  assert.ok(none.from > none.to);
});

test("bounds beyond the supported days cut off nothing, or all", () => {
  const everything = {from: parsePeriod("1700")!.ordinal, to: parsePeriod("2199")!.ordinal};
  const annual = (from: string | null, to: string | null): {from: number; to: number} => {
    const bounds = {from: from && parseBound(from, "start"), to: to && parseBound(to, "end")};
    return periodWindow(bounds as Bounds, "A", periodTable("A"));
  };
  assert.deepEqual(annual(null, null), everything);
  assert.deepEqual(annual("0001", "9999"), everything);
  for (const {from, to} of [annual("2200", null), annual(null, "1699"), annual("9999", "9999")]) assert.ok(from > to);
});

const dayNear = fc.oneof(
  fc.integer({min: FIRST_DAY - 500, max: LAST_DAY + 500}),
  fc.integer({min: 19_700, max: 20_900}),
);
const anyBounds = fc.record({from: fc.option(dayNear), to: fc.option(dayNear)});

function holdsExactly(bounds: Bounds, frequency: "D" | "W" | "M" | "Q" | "A", table: PeriodTable): void {
  const {from, to} = periodWindow(bounds, frequency, table);
  for (const [i, day] of table.days.entries()) {
    if (day === NO_DAY) continue;
    const within = (bounds.from === null || day >= bounds.from) && (bounds.to === null || day <= bounds.to);
    const chosen = table.base + i >= from && table.base + i <= to;
    if (within !== chosen) assert.equal(chosen, within, `${dayText(day)} ${JSON.stringify(bounds)}`);
  }
}

test("the window of months, quarters and years equals a filter over first days [data.bounds-inclusive]", () => {
  fc.assert(
    fc.property(anyBounds, (bounds) => {
      for (const frequency of ["M", "Q", "A"] as const) holdsExactly(bounds, frequency, periodTable(frequency));
    }),
  );
  fc.assert(
    fc.property(anyBounds, (bounds) => holdsExactly(bounds, "D", periodTable("D"))),
    {numRuns: 5},
  );
});

test("the window of weeks equals a filter over their dates, gaps in the count and in the dates included [data.bounds-inclusive]", () => {
  const week = fc.tuple(
    fc.integer({min: 2024, max: 2026}),
    fc.integer({min: 1, max: 54}),
    fc.integer({min: 0, max: 6}),
  );
  const weeks = fc.uniqueArray(week, {minLength: 1, maxLength: 50, selector: ([y, w]) => weekOrdinal(y, w)});
  const near = fc.option(fc.integer({min: parseDay("2023-12-01")!, max: parseDay("2027-12-31")!}));
  fc.assert(
    fc.property(weeks, fc.record({from: near, to: near}), (dated, bounds) => {
      const known = dated.map(([year, number, shift]) => ({
        year,
        week: number,
        day: parseDay("2024-01-01")! + (weekOrdinal(year, number) - weekOrdinal(2024, 1)) * 7 + shift,
      }));
      holdsExactly(
        bounds,
        "W",
        weekCalendar(
          known,
          known.map((w) => weekOrdinal(w.year, w.week)),
        ),
      );
    }),
  );
});

test("a dataset without weeks has an empty window", () => {
  const {from, to} = periodWindow({from: null, to: null}, "W", weekCalendar([], []));
  assert.ok(from > to);
});

test("a real bound is read back as the day it names [data.bounds-shapes]", () => {
  fc.assert(
    fc.property(fc.integer({min: FIRST_DAY, max: LAST_DAY}), (day) => {
      const text = dayText(day);
      assert.equal(parseBound(text, "start"), day);
      assert.equal(parseBound(text, "end"), day);
      for (const whole of [text.slice(0, 4), text.slice(0, 7)]) {
        assert.ok(parseBound(whole, "start")! <= day && day <= parseBound(whole, "end")!);
        assert.equal(dayText(parseBound(whole, "start")!).slice(0, whole.length), whole);
        assert.equal(dayText(parseBound(whole, "end")!).slice(0, whole.length), whole);
      }
    }),
  );
});
