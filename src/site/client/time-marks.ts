// The marks of a chart's time axis: the finest step whose texts have room at this width. They are at first days of calendar periods.

export interface TimeMark {
  /** Counted from 1970-01-01. */
  readonly day: number;
  readonly text: string;
}

export interface TimeAxis {
  /** The first and the last shown day. */
  readonly first: number;
  readonly last: number;
  /** Pixels between them. */
  readonly width: number;
  readonly frequency: string;
  readonly language: "ru-RU" | "en-GB";
}

/** Pixels to the right of the lines, and the room that the value marks leave to the left. A text that needs more has no mark. */
export const ROOM_AT_END = 20;
const ROOM_AT_START = 33;
/** Pixels: a letter of the font of 12 pixels, estimated high, and the least distance of two texts. */
const [LETTER, BETWEEN] = [7.9, 10];
const MOST_MARKS = 12;

/** The steps that a frequency allows. A mark at a month or a day suggests values that a rarer series has not. */
const DAY_STEPS: Readonly<Record<string, readonly number[]>> = {D: [1, 2, 7, 14], W: [7, 14]};
const MONTH_STEPS: Readonly<Record<string, readonly number[]>> = {D: [1, 3, 6], W: [1, 3, 6], M: [1, 3, 6], Q: [3, 6]};
const YEAR_STEPS = [1, 2, 5, 10, 20, 50, 100, 200];
/** Weeks are marked at Mondays. */
const FIRST_MONDAY = 4;

/** Ascending. No text touches another one or leaves the drawing. */
export function timeMarks(axis: TimeAxis): TimeMark[] {
  let found: TimeMark[] = [];
  for (const [unit, step] of [
    ...(DAY_STEPS[axis.frequency] ?? []).map((step) => ["day", step] as const),
    ...(MONTH_STEPS[axis.frequency] ?? []).map((step) => ["month", step] as const),
    ...YEAR_STEPS.map((step) => ["month", step * 12] as const),
  ]) {
    const days = unit === "day" ? daysBetween(axis, step) : monthsBetween(axis, step);
    // a step of years may have no mark in a short time: the text of the step before has room alone
    if (days.length === 0) break;
    // a mark at each end may have no room
    if (days.length > MOST_MARKS + 2) continue;
    const textOf = textsOf(unit === "month" && step % 12 === 0 ? "year" : unit, axis);
    found = days.map((day) => ({day, text: textOf(dateOf(day))})).filter((mark) => isInside(mark, axis));
    if (found.length > 0 && found.length <= MOST_MARKS && haveRoom(found, axis)) return found;
  }
  return found.slice(0, 1);
}

/** Pixels from the first day to the middle of the text. */
function middleOf({day}: TimeMark, {first, last, width}: TimeAxis): number {
  return (width * (day - first)) / Math.max(1, last - first);
}

function isInside(mark: TimeMark, axis: TimeAxis): boolean {
  const [middle, half] = [middleOf(mark, axis), (mark.text.length * LETTER) / 2];
  return middle - half >= -ROOM_AT_START && middle + half <= axis.width + ROOM_AT_END;
}

function haveRoom(marks: readonly TimeMark[], axis: TimeAxis): boolean {
  return marks.every((mark, at) => {
    const before = marks[at - 1];
    if (before === undefined) return true;
    const texts = ((before.text.length + mark.text.length) / 2) * LETTER;
    return middleOf(mark, axis) - middleOf(before, axis) >= texts + BETWEEN;
  });
}

function daysBetween({first, last}: TimeAxis, step: number): number[] {
  const start = FIRST_MONDAY + Math.ceil((first - FIRST_MONDAY) / step) * step;
  return Array.from({length: Math.max(0, Math.floor((last - start) / step) + 1)}, (_, index) => start + index * step);
}

/** The first day of each `step`-th month, counted from January. */
function monthsBetween({first, last}: TimeAxis, step: number): number[] {
  const [from, to] = [first, last].map((day) => dateOf(day).getUTCFullYear() * 12 + dateOf(day).getUTCMonth());
  const days: number[] = [];
  for (let month = Math.ceil(from! / step) * step; month <= to!; month += step) {
    const day = new Date(0).setUTCFullYear(Math.floor(month / 12), month % 12, 1) / DAY_MS;
    if (day >= first) days.push(day);
  }
  return days;
}

function textsOf(unit: "day" | "month" | "year", {frequency, language}: TimeAxis): (date: Date) => string {
  if (unit === "year") return (date) => String(date.getUTCFullYear());
  if (unit === "month" && frequency === "Q") return (date) => quarterText(date, language);
  const shown = unit === "day" ? ({day: "numeric"} as const) : ({year: "numeric"} as const);
  const format = new Intl.DateTimeFormat(language, {timeZone: "UTC", month: "short", ...shown});
  return (date) => plainDate(format.format(date));
}

function quarterText(date: Date, language: TimeAxis["language"]): string {
  const [quarter, year] = [Math.floor(date.getUTCMonth() / 3), date.getUTCFullYear()];
  return language === "ru-RU" ? `${["I", "II", "III", "IV"][quarter]} кв. ${year}` : `Q${quarter + 1} ${year}`;
}

export const DAY_SECONDS = 86_400;
const DAY_MS = DAY_SECONDS * 1000;

export function dateOf(day: number): Date {
  return new Date(day * DAY_MS);
}

export function isoDay(day: number): string {
  return dateOf(day).toISOString().slice(0, 10);
}

/** Without "г."; September as short as the other months. */
export function plainDate(text: string): string {
  return text.replace(/\s*г\.$/, "").replace(/\bSept\b/, "Sep");
}
