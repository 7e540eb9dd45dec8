// Forty sources and the days of their releases over seven years, drawn by a seeded generator from rhythms of real publishers.
//
// How it is drawn. A monthly, quarterly or annual publisher has a day of the month; each release is moved from it by a difference drawn from
// those of real releases (consumer prices of the United States, 2023-2025, from their median day of the month), which are drawn until one
// leads to a working day; if none does, as in the first days of January, the next working day counts. A weekly one has a weekday; one release in ten is a day late, and it is moved from holidays too. A daily
// one publishes on each working day. Of the monthly ones every fourth keeps a weekday of the month, as the employment of the United States
// does: four of 33 releases are a week later.
import {type Day, dayOf, dayText, monthIndex} from "../../src/statistics/time/day.ts";

export type Random = () => number;

/** mulberry32: numbers from 0 to 1 that depend on the seed only. */
export function seeded(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function drawn<T>(random: Random, from: readonly T[]): T {
  return from[Math.floor(random() * from.length)]!;
}

/** Where the day of publication of a source's files comes from. */
export type Dating = "file" | "modified" | "calendar";

export interface DrawnSource {
  readonly id: string;
  readonly rhythm: "daily" | "weekly" | "monthly" | "quarterly" | "annual";
  readonly dating: Dating;
  /** PROVIDER/CODE */
  readonly dataset: string;
  /** Of all releases, in their order. */
  readonly days: readonly Day[];
  /** The server names an ETag, and answers 304. */
  readonly hasEtag: boolean;
  /** The words of cron; null: after the calendar. */
  readonly cron: string | null;
}

/** Differences of real releases from their median day of the month. */
const REAL_DIFFERENCES = [
  ...[0, 2, 2, 0, -2, 1, 0, -2, 1, 0, 2, 0, -1, 1, 0, -2, 3, 0],
  ...[-1, 2, -1, -2, 1, -1, 3, 0, 0, -2, 1, -1, 3, 0, -1],
];
const HOLIDAYS = new Set([
  ...["01-01", "01-02", "01-03", "01-04", "01-05", "01-06", "01-07", "01-08"],
  ...["02-23", "03-08", "05-01", "05-09", "06-12", "11-04"],
]);

export const YEAR = 2025;
const LAST_YEAR = YEAR + 1;

/** [rhythm, dating, number, releases before the year] */
const KINDS = [
  ["daily", "file", 1, 8],
  ["weekly", "modified", 2, 8],
  ["monthly", "file", 6, 7],
  ["monthly", "modified", 6, 7],
  ["monthly", "calendar", 3, 2],
  ["quarterly", "file", 5, 6],
  ["quarterly", "modified", 5, 6],
  ["quarterly", "calendar", 2, 2],
  ["annual", "file", 5, 6],
  ["annual", "modified", 5, 6],
] as const;

export function drawSources(random: Random): readonly DrawnSource[] {
  let number = 0;
  return KINDS.flatMap(([rhythm, dating, count, before]) =>
    Array.from({length: count}, (): DrawnSource => {
      const id = `${rhythm}-${dating}-${number++}`;
      const dataset = dating === "file" ? `showdata/d${number}` : `fedstat/${99_000 + number}`;
      const all = drawDays(rhythm, random, number % 4 === 0);
      const first = all.findIndex((day) => day >= dayOf(YEAR, 1, 1));
      // One in eight is looked at each day, the others from shortly before the expected day.
      const cron = rhythm === "daily" || (dating !== "calendar" && number % 8 === 0) ? "0 10 * * *" : null;
      return {id, rhythm, dating, dataset, days: all.slice(first - before), hasEtag: number % 2 === 0, cron};
    }),
  );
}

function drawDays(rhythm: DrawnSource["rhythm"], random: Random, keepsWeekday: boolean): Day[] {
  const [from, to] = [dayOf(YEAR - 7, 1, 1), dayOf(LAST_YEAR, 12, 31)];
  const days: Day[] = [];
  if (rhythm === "daily" || rhythm === "weekly") {
    const weekday = Math.floor(random() * 5);
    for (let day = from; day <= to; day++)
      if (rhythm === "daily" ? isWorking(day) : weekdayOf(day) === weekday)
        days.push(rhythm === "daily" ? day : working(day + (random() < 0.1 ? 1 : 0)));
    return unique(days);
  }
  const step = {monthly: 1, quarterly: 3, annual: 12}[rhythm];
  const [dayOfMonth, week, weekday] = [
    8 + Math.floor(random() * 15),
    1 + Math.floor(random() * 3),
    Math.floor(random() * 5),
  ];
  for (let month = monthIndex(from) + Math.floor(random() * step); month <= monthIndex(to); month += step) {
    const first = dayOf(Math.floor(month / 12), (month % 12) + 1, 1);
    const nth = first + ((weekday - weekdayOf(first) + 7) % 7) + 7 * (week - 1);
    // Real differences are of working days already.
    const own = (): Day =>
      keepsWeekday ? nth + (random() < 4 / 33 ? 7 : 0) : first + dayOfMonth - 1 + drawn(random, REAL_DIFFERENCES);
    let day = own();
    for (let tries = 0; tries < 9 && !isWorking(day); tries++) day = own();
    days.push(working(day));
  }
  return unique(days);
}

/** 0 is Monday. */
export function weekdayOf(day: Day): number {
  return (day + 3) % 7;
}

function isWorking(day: Day): boolean {
  return weekdayOf(day) < 5 && !HOLIDAYS.has(dayText(day).slice(5));
}

function working(day: Day): Day {
  let moved = day;
  while (!isWorking(moved)) moved = (moved + 1) as Day;
  return moved;
}

function unique(days: readonly Day[]): Day[] {
  return [...new Set(days)].sort((one, other) => one - other);
}
