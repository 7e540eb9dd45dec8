import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {type Day, dayOf, daysAfter, dayText, NO_DAY, parseDay} from "./day.ts";
import {
  checkWeeks,
  countsByIso,
  isoWeekOf,
  type PriceWeek,
  parseWeek,
  weekCalendar,
  weekOrdinal,
  weekText,
} from "./week.ts";

function listed(...weeks: readonly [week: string, day: string][]): PriceWeek[] {
  return weeks.map(([week, day]) => ({
    year: Number(week.slice(0, 4)),
    week: Number(week.slice(6)),
    day: parseDay(day)!,
  }));
}

/** The calendar as { "2026-W41": "2026-10-12" }. */
function calendar(known: readonly PriceWeek[], ...needed: readonly string[]): Record<string, string> {
  const ordinals = needed.map((week) => parseWeek(week)!);
  const {base, days} = weekCalendar(known, ordinals);
  const dated = [...days].flatMap((day, i): [string, string][] =>
    day === NO_DAY ? [] : [[weekText(base + i), dayText(day)]],
  );
  return Object.fromEntries(dated);
}

test("a week is YYYY-Wnn in the source's count, 01 to 54 [week.identity]", () => {
  assert.equal(parseWeek("2026-W01"), weekOrdinal(2026, 1));
  assert.equal(parseWeek("2026-W54"), weekOrdinal(2026, 54));
  assert.equal(weekOrdinal(2027, 1) - weekOrdinal(2026, 54), 1);
  for (const text of [
    "",
    "2026-W00",
    "2026-W55",
    "2026-W1",
    "2026-w01",
    "2026W01",
    "2026-01",
    "2026-W001",
    "1699-W52",
    "2200-W01",
    " 2026-W01",
  ]) {
    assert.equal(parseWeek(text), null, JSON.stringify(text));
  }
});

test("every week that is written is read back [week.identity]", () => {
  for (let ordinal = weekOrdinal(1700, 1); ordinal <= weekOrdinal(2199, 54); ordinal++) {
    if (parseWeek(weekText(ordinal)) !== ordinal) assert.equal(parseWeek(weekText(ordinal)), ordinal);
  }
});

test("a week has the date of the dataset's list, or of the built-in list if the dataset's list lacks it [week.calendar]", () => {
  const builtIn = listed(["2026-W40", "2026-10-05"], ["2026-W41", "2026-10-12"], ["2026-W42", "2026-10-19"]);
  const own = listed(["2026-W41", "2026-10-13"]);
  assert.deepEqual(calendar([...builtIn, ...own], "2026-W40", "2026-W41", "2026-W42"), {
    "2026-W40": "2026-10-05",
    "2026-W41": "2026-10-13",
    "2026-W42": "2026-10-19",
  });
});

test("a week that is not in the calendar is seven days after the week before it, for any number of missing weeks [week.stepping]", () => {
  const known = listed(["2026-W40", "2026-10-05"], ["2026-W45", "2026-11-10"]);
  assert.deepEqual(calendar(known, "2026-W41", "2026-W43", "2026-W46", "2026-W47"), {
    "2026-W41": "2026-10-12",
    "2026-W43": "2026-10-26",
    "2026-W46": "2026-11-17",
    "2026-W47": "2026-11-24",
  });
});

test("W01 is seven days after the last known week of the year before, for any number of that week [week.stepping]", () => {
  assert.deepEqual(calendar(listed(["2025-W52", "2025-12-29"]), "2026-W01", "2026-W02"), {
    "2026-W01": "2026-01-05",
    "2026-W02": "2026-01-12",
  });
  assert.deepEqual(calendar(listed(["2025-W53", "2025-12-29"]), "2026-W02"), {"2026-W02": "2026-01-12"});
  assert.deepEqual(calendar(listed(["2025-W54", "2025-12-29"]), "2026-W01"), {"2026-W01": "2026-01-05"});
});

test("a week of the data that has got a date is a known week [week.stepping]", () => {
  assert.deepEqual(calendar(listed(["2025-W50", "2025-12-15"]), "2025-W51", "2025-W52", "2026-W01"), {
    "2025-W51": "2025-12-22",
    "2025-W52": "2025-12-29",
    "2026-W01": "2026-01-05",
  });
});

test("two weeks with one date are refused with their names, both listed and counted ones [week.two-on-one-date]", () => {
  const twice = listed(["2026-W41", "2026-10-12"], ["2026-W42", "2026-10-12"]);
  const message = /two weeks on one date: 2026-W41 and 2026-W42 on 2026-10-12/;
  assert.throws(() => calendar(twice, "2026-W41", "2026-W42"), message);
  assert.throws(() => checkWeeks(twice), message);
  const stepped = listed(["2026-W40", "2026-10-05"], ["2026-W42", "2026-10-12"]);
  assert.throws(() => calendar(stepped, "2026-W41", "2026-W42"), message);
});

test("weeks whose dates are not in the order of their numbers are refused with their names", () => {
  const crossed = listed(["2026-W41", "2026-10-19"], ["2026-W42", "2026-10-12"]);
  const message = /weeks out of order: 2026-W41 on 2026-10-19 comes before 2026-W42 on 2026-10-12/;
  assert.throws(() => calendar(crossed, "2026-W41", "2026-W42"), message);
  assert.throws(() => checkWeeks(crossed), message);
  checkWeeks(listed(["2026-W41", "2026-10-12"], ["2026-W42", "2026-10-13"]));
});

test("weeks that do not occur in the data are not in the calendar and cause no error", () => {
  const known = listed(["2026-W39", "2026-10-12"], ["2026-W41", "2026-10-12"], ["2026-W43", "2026-01-01"]);
  assert.deepEqual(calendar(known, "2026-W41"), {"2026-W41": "2026-10-12"});
  assert.equal(weekCalendar(known, []).days.length, 0);
});

test("a declared week between weeks of the data has its date, unless that is not between theirs; one outside them is left out [week.calendar]", () => {
  const declared = listed(["2026-W40", "2026-10-05"], ["2026-W42", "2026-10-19"], ["2026-W44", "2026-11-02"]);
  const known = listed(["2026-W41", "2026-10-12"], ["2026-W43", "2026-10-26"]);
  const needed = known.map(({year, week}) => weekOrdinal(year, week));
  const daysWith = (between: readonly PriceWeek[]) =>
    [...weekCalendar(known, needed, between).days].map((day) => (day === NO_DAY ? "none" : dayText(day)));
  assert.deepEqual(daysWith(declared), ["2026-10-12", "2026-10-19", "2026-10-26"]);
  assert.deepEqual(daysWith([]), ["2026-10-12", "none", "2026-10-26"]);
  for (const crossed of ["2026-10-12", "2026-10-26", "2026-11-01"])
    assert.deepEqual(daysWith(listed(["2026-W42", crossed])), ["2026-10-12", "none", "2026-10-26"]);
});

test("a week without a known week before it is refused with its name, and never gets a guessed date [week.stepping]", () => {
  const known = listed(["2024-W52", "2024-12-30"], ["2026-W10", "2026-03-09"]);
  assert.throws(() => calendar(known, "2026-W09"), /week 2026-W09 has no date/);
  assert.throws(() => calendar([], "2026-W01"), /week 2026-W01 has no date/);
  assert.deepEqual(calendar(known, "2025-W01"), {"2025-W01": "2025-01-06"});
});

test("a listed week outside 1 to 54 or outside the supported days is refused", () => {
  const day = parseDay("2026-01-05")!;
  for (const [year, week] of [
    [2026, 0],
    [2026, 55],
    [2026, 1.5],
    [1699, 1],
    [2200, 1],
    [Number.NaN, 1],
  ] as const) {
    assert.throws(() => weekCalendar([{year, week, day}], []), /is not a week/);
    assert.throws(() => checkWeeks([{year, week, day}]), /is not a week/);
  }
  assert.throws(() => calendar(listed(["2199-W53", "2199-12-30"]), "2199-W54"), /2199-W54 is outside/);
});

test("the calendar equals a count week by week [week.stepping]", () => {
  const week = fc.record({year: fc.integer({min: 2020, max: 2022}), week: fc.integer({min: 1, max: 54})});
  fc.assert(
    fc.property(
      fc.uniqueArray(week, {minLength: 1, maxLength: 40, selector: (w) => weekOrdinal(w.year, w.week)}),
      (weeks) => {
        const ordinals = weeks.map((w) => weekOrdinal(w.year, w.week)).sort((a, b) => a - b);
        // One listed week before all years, so that each year has a week to count from; listed dates leave space for 54 weeks a year.
        const known = [2019, 2020, 2021, 2022].map(
          (year): PriceWeek => ({year, week: 1, day: daysAfter(dayOf(1970, 1, 1), (year - 1970) * 378)}),
        );
        const naive = new Map<number, Day>();
        for (const {year, day} of known) {
          for (let step = 0; step < 54; step++) naive.set(weekOrdinal(year, 1 + step), day + 7 * step);
        }
        const {base, days} = weekCalendar(known, ordinals);
        days.forEach((day, i) => {
          assert.equal(day, ordinals.includes(base + i) ? naive.get(base + i) : NO_DAY);
        });
        assert.equal(base, ordinals[0]);
        assert.equal(base + days.length - 1, ordinals.at(-1));
      },
    ),
  );
});

test("the first week of a year by ISO 8601 has 4 January, weeks begin on Mondays and are counted without gaps [sdmx.weeks]", () => {
  let week = 0;
  for (let day = dayOf(1900, 1, 1) as number; day < dayOf(2101, 1, 1); day++) {
    const found = isoWeekOf(day);
    const isMonday = new Date(day * 86_400_000).getUTCDay() === 1;
    assert.equal(isMonday, found.monday === day);
    if (isMonday) {
      const fourth = dayOf(Number(dayText(day + 6).slice(0, 4)), 1, 4);
      week = fourth >= day && fourth <= day + 6 ? 1 : week + 1;
      assert.equal(found.year, Number(dayText(day + 3).slice(0, 4)));
    }
    assert.equal(found.week, week, dayText(day));
  }
});

test("a calendar counts by ISO 8601 only if each of its weeks does [sdmx.weeks]", () => {
  const iso = weekOrdinal(2024, 5);
  const days = [dayOf(2024, 2, 2), NO_DAY, dayOf(2024, 2, 16)];
  assert.ok(countsByIso({base: iso, days: Int32Array.from(days)}));
  assert.ok(!countsByIso({base: iso + 1, days: Int32Array.from(days)}));
  assert.ok(!countsByIso({base: iso, days: Int32Array.from([...days, dayOf(2024, 2, 27)])}));
});
