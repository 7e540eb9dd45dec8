import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {
  type Bounds,
  type CalendarFrequency,
  dayOf,
  daysAfter,
  dayText,
  FIRST_DAY,
  firstDay,
  LAST_DAY,
  lastDay,
  monthIndex,
  NO_DAY,
  ordinalAt,
  type PeriodTable,
  parseBound,
  parseCalendarDay,
  parseDay,
  parseDigits,
  parsePeriod,
  periodTable,
  periodWindow,
  type StatedDay,
} from "./day.ts";
import {weekCalendar, weekOrdinal} from "./week.ts";

test("every supported day is written and read as in the Gregorian calendar", () => {
  for (let day = FIRST_DAY; day <= LAST_DAY; day++) {
    const text = new Date(day * 86_400_000).toISOString().slice(0, 10);
    const month = Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7)) - 1;
    if (dayText(day) !== text) assert.equal(dayText(day), text);
    if (parseDay(text) !== day) assert.equal(parseDay(text), day, text);
    if (monthIndex(day) !== month) assert.equal(monthIndex(day), month, text);
  }
});

test("the supported days are exactly 1700-01-01 to 2199-12-31", () => {
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

test("a day in any other form than YYYY-MM-DD is not read [period.shapes]", () => {
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

test("a text is read as a day exactly if the day is written like that", () => {
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

test("a number that is not a day has no text", () => {
  for (const day of [NO_DAY, Number.NaN, 0.5, 3_000_000, Number.POSITIVE_INFINITY]) {
    assert.throws(() => dayText(day), RangeError);
  }
});

test("digits are read only if every character is a digit", () => {
  assert.equal(parseDigits("a0123b", 1, 5), 123);
  for (const text of ["12a4", "12", "1.24", "-124", "1 24", "１２３４"])
    assert.equal(parseDigits(text, 0, 4), -1, text);
});

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

test("periods in any other form or outside the calendar are refused [period.shapes]", () => {
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

test("the table of a frequency has the first day of each of its periods, and is built once", () => {
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

test("a period ends with its month, quarter or year; a daily or weekly period ends on its own day [status.lag]", () => {
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

function boundText(text: string, side: "start" | "end"): string | null {
  const day = parseBound(text, side);
  return day === null ? null : dayText(day);
}

test("a bound is a day, a month or a year; a month or a year includes all its days [data.bounds-shapes]", () => {
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

test("a bound in any other form is not read [data.bounds-shapes]", () => {
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

test("bounds are inclusive and apply to the first day of a value's period [data.bounds-inclusive]", () => {
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

test("bounds outside the supported days exclude nothing or everything", () => {
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

test("the window of weeks equals a filter over their dates, also with gaps in the count and in the dates [data.bounds-inclusive]", () => {
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
        day: daysAfter(parseDay("2024-01-01")!, (weekOrdinal(year, number) - weekOrdinal(2024, 1)) * 7 + shift),
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

test("a valid bound is read as the day that it names [data.bounds-shapes]", () => {
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

test("a number that no date gave is not a stated day, so a missing day never becomes 1970-01-01 [load.missing-day]", () => {
  const stated = (day: StatedDay): StatedDay => day;
  // @ts-expect-error: Number("") is 0, which is a day of the calendar
  stated(Number(""));
  // @ts-expect-error: a day that is missing is null
  stated(parseDay(""));
  assert.equal(stated(dayOf(2026, 1, 1)), stated(parseDay("2026-01-01")!));
});
