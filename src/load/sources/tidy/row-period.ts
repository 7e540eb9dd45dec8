// The period of a row, from its period and week cells. Each text is parsed once and then found by its bytes.
//
// A text that is no period of a package may have another common writing (country/written-period.ts). The shape of the period must agree with the row's frequency. A date may mean the month, quarter or year that begins on it, or a week; a
// month never means a quarter. "2024-W10" is the publisher's own count in the column week, but the week of ISO 8601 in the column period.
import {needsFrequency, readWholePeriod} from "../../../country/whole-period.ts";
import {
  type Day,
  dayOf,
  dayText,
  firstDay,
  monthIndex,
  ordinalAt,
  type PeriodOrdinal,
  parsePeriod,
  type StatedDay,
} from "../../../statistics/time/day.ts";
import {FREQUENCIES, type Frequency} from "../../../statistics/time/frequency.ts";
import {type PriceWeek, parseWeek, WEEKS_A_YEAR, weekOrdinal, weekText} from "../../../statistics/time/week.ts";
import {createByteDictionary, enlarged} from "./byte-dictionary.ts";
import type {CsvScanner} from "./csv-scanner.ts";
import type {RowFault} from "./fields.ts";
import {NO_INDEX, type TidyHeader} from "./header.ts";
import {decodeCell} from "./row-series.ts";

export interface RowPeriod {
  /** Reads the scanner's present row; `frequency` is a place in FREQUENCIES, or -1: the shape decides. null: no fault. */
  read(scanner: CsvScanner, header: TidyHeader, frequency: number): RowFault | null;
  /** The results of `read`. */
  ordinal: PeriodOrdinal;
  /** Place in FREQUENCIES. */
  frequency: number;
}

const [D, W] = [FREQUENCIES.indexOf("D"), FREQUENCIES.indexOf("W")];
/** Added to the frequency of a text that is a period only if the row has a frequency. */
const NEEDS_FREQUENCY = 16;

export function createRowPeriod(calendar: WeekCalendar): RowPeriod {
  const dictionary = createByteDictionary();
  /** By id: the frequency of the shape, and the ordinal at it. */
  let shapes = new Int32Array(256);
  let ordinals = new Int32Array(256);
  /** Ids of weeks that the column period has had. */
  const isoDated = new Set<number>();

  /** The id of a cell's text; -1: empty; or its fault. */
  function idOf(scanner: CsvScanner, cell: number, column: "period" | "week"): number | RowFault {
    const [start, end] = [scanner.start[cell]!, scanner.end[cell]!];
    if (start === end) return -1;
    const known = dictionary.find(scanner.bytes, start, end);
    if (known !== -1 && (shapes[known] === W ? column === "week" || isoDated.has(known) : column === "period"))
      return known;
    const text = decodeCell(scanner, cell) ?? "";
    if (text === "") return -1;
    const found = column === "week" ? weekShape(text) : (parsePeriod(text) ?? readWholePeriod(text));
    if (found === null) return {column, reason: column === "week" ? WEEK_REASON : PERIOD_REASON, text};
    if (typeof found === "string") return {column, reason: found, text};
    if (column === "period" && "week" in found && found.week !== undefined) {
      const dated = calendar.isoWeek(found.ordinal, found.week.day);
      if (typeof dated === "string") return {column, reason: dated, text};
    }
    const id = known === -1 ? dictionary.add(scanner.bytes, start, end) : known;
    if (column === "period" && found.frequency === "W") isoDated.add(id);
    if (id === shapes.length) {
      shapes = enlarged(shapes, id * 2);
      ordinals = enlarged(ordinals, id * 2);
    }
    shapes[id] = FREQUENCIES.indexOf(found.frequency) + (needsFrequency(text) === null ? 0 : NEEDS_FREQUENCY);
    ordinals[id] = found.ordinal;
    return id;
  }

  const rowPeriod: RowPeriod = {
    ordinal: 0,
    frequency: 0,
    read(scanner, header, frequency) {
      const week = header.week === NO_INDEX ? -1 : idOf(scanner, header.week, "week");
      if (typeof week !== "number") return week;
      const period = header.period === NO_INDEX ? -1 : idOf(scanner, header.period, "period");
      if (typeof period !== "number") return period;
      const isClear = week === -1 && period !== -1 && shapes[period]! < NEEDS_FREQUENCY;
      if (isClear && (frequency === -1 || frequency === shapes[period])) {
        rowPeriod.ordinal = ordinals[period]!;
        rowPeriod.frequency = shapes[period]!;
        return null;
      }
      return readOther(scanner, header, frequency, week, period);
    },
  };

  /** Weeks, and periods whose shape differs from the row's frequency; -1: an empty cell. */
  function readOther(
    scanner: CsvScanner,
    header: TidyHeader,
    frequency: number,
    week: number,
    period: number,
  ): RowFault | null {
    const column = week === -1 && header.period !== NO_INDEX ? "period" : "week";
    const fault = (reason: string, where: "period" | "week" = column): RowFault => ({
      column: where,
      reason,
      text: decodeCell(scanner, header[where]) ?? "",
    });
    const settle = (ordinal: PeriodOrdinal | string, settled: number): RowFault | null => {
      if (typeof ordinal === "string") return fault(ordinal);
      rowPeriod.ordinal = ordinal;
      rowPeriod.frequency = settled;
      return null;
    };
    const disagreement = `does not agree with the frequency ${FREQUENCIES[frequency]}`;
    if (week !== -1) {
      if (frequency !== W && frequency !== -1) return fault(disagreement);
      if (period === -1) return settle(ordinals[week]!, W);
      if (shapes[period] !== D) return fault("must be the week's date, YYYY-MM-DD, or empty", "period");
      return settle(calendar.dateWeek(ordinals[week]!, firstDay("D", ordinals[period]!)), W);
    }
    if (period === -1) return {column, reason: "is empty", text: ""};
    if (frequency === -1) return fault(needsFrequency(decodeCell(scanner, header.period) ?? "")!);
    if (shapes[period] === frequency + NEEDS_FREQUENCY) return settle(ordinals[period]!, frequency);
    if (shapes[period] !== D) return fault(disagreement);
    if (frequency === W) return settle(calendar.weekOn(firstDay("D", ordinals[period]!)), W);
    return settle(ordinalOn(ordinals[period]!, FREQUENCIES[frequency] as Exclude<Frequency, "D" | "W">), frequency);
  }
  return rowPeriod;
}

const PERIOD_REASON =
  "is no period that is known: write YYYY, YYYY-Qn, YYYY-MM or YYYY-MM-DD (a real date from 1700 to 2199)";
const WEEK_REASON = "is not a week YYYY-Wnn";

function weekShape(text: string): {frequency: Frequency; ordinal: PeriodOrdinal} | null {
  const ordinal = parseWeek(text);
  if (ordinal !== null) return {frequency: "W", ordinal};
  const found = readWholePeriod(text);
  return found !== null && typeof found !== "string" && found.frequency === "W" ? found : null;
}

function ordinalOn(day: Day, frequency: Exclude<Frequency, "D" | "W">): PeriodOrdinal | string {
  const ordinal = ordinalAt(frequency, day);
  return firstDay(frequency, ordinal) === day ? ordinal : `is not the first day of a period of frequency ${frequency}`;
}

/**
 * The weeks of weekly rows with a date. The list of weeks decides. A date after the end of the list is counted in steps of seven days from
 * its last week, as the calendar dates weeks [week.calendar]. Any other date gets its ISO week, which is added to the release's weeks. It never
 * gets a week that has another date in the list: with two dates in one week, the next release would "revise" the value.
 */
export interface WeekCalendar {
  /** The week of a date; a text: the reason why there is none. */
  weekOn(day: StatedDay): PeriodOrdinal | string;
  /** Notes the date of a week, for a row that gives both; a text: the reason why they contradict. */
  dateWeek(week: PeriodOrdinal, day: StatedDay): PeriodOrdinal | string;
  /** Notes the Monday of a week by ISO 8601, unless the package has another date for the week; a text as in `dateWeek`. */
  isoWeek(week: PeriodOrdinal, monday: StatedDay): PeriodOrdinal | string;
  /** The package's own weeks and the added ones; null: there are none. */
  weeks(): readonly PriceWeek[] | null;
}

/** @param own weeks of the package: they replace the built-in ones */
export function createWeekCalendar(builtIn: readonly PriceWeek[], own: readonly PriceWeek[] | null): WeekCalendar {
  const listed = new Map<PeriodOrdinal, Day>();
  for (const {year, week, day} of [...builtIn, ...(own ?? [])]) listed.set(weekOrdinal(year, week), day);
  const declared = new Map((own ?? []).map(({year, week, day}) => [weekOrdinal(year, week), day]));
  // The package's weeks are set last: if one of them has the date of a built-in week, the date means the package's week.
  const weekByDay = new Map([...listed, ...declared].map(([week, day]) => [day, week]));
  const last = [...listed].reduce((latest, one) => (one[1] > latest[1] ? one : latest), [0, Number.NEGATIVE_INFINITY]);
  const used = new Map<PeriodOrdinal, Day>();
  const added = new Map<PeriodOrdinal, StatedDay>();

  const use = (week: PeriodOrdinal, day: StatedDay): PeriodOrdinal | string => {
    const other = declared.get(week) ?? used.get(week);
    if (other !== undefined && other !== day)
      return `${dayText(day)} is in week ${weekText(week)}, which already has the date ${dayText(other)}`;
    const otherWeek = weekByDay.get(day);
    if (otherWeek !== undefined && otherWeek !== week && declared.has(otherWeek)) {
      return `${dayText(day)} is the date of week ${weekText(otherWeek)}, not of ${weekText(week)}`;
    }
    used.set(week, day);
    if (listed.get(week) !== day) added.set(week, day);
    return week;
  };
  const weekOn = (day: StatedDay): PeriodOrdinal | string => {
    const known = weekByDay.get(day) ?? steppedWeek(day, last);
    if (known !== null) return use(known, day);
    const week = isoWeek(day);
    const other = listed.get(week);
    return other === undefined
      ? use(week, day)
      : `${dayText(day)} is not the date of a week in the list; its ISO week ${weekText(week)} is ${dayText(other)} there`;
  };
  return {
    dateWeek: use,
    isoWeek: (week, monday) => (declared.has(week) ? week : use(week, monday)),
    weekOn,
    weeks() {
      if (own === null && added.size === 0) return null;
      const more = [...added].map(([week, day]) => ({
        year: Math.floor(week / WEEKS_A_YEAR),
        week: (week % WEEKS_A_YEAR) + 1,
        day,
      }));
      return [...(own ?? []), ...more].sort((a, b) => weekOrdinal(a.year, a.week) - weekOrdinal(b.year, b.week));
    },
  };
}

/** The week with this date in the calendar, counted on from the last listed week within its year. */
function steppedWeek(day: Day, [lastWeek, lastDay]: readonly [PeriodOrdinal, Day]): PeriodOrdinal | null {
  const steps = (day - lastDay) / 7;
  const isSameYear =
    Number.isInteger(steps) && steps > 0 && Math.floor(monthIndex(day) / 12) === Math.floor(lastWeek / WEEKS_A_YEAR);
  return isSameYear && (lastWeek % WEEKS_A_YEAR) + steps < WEEKS_A_YEAR ? lastWeek + steps : null;
}

function isoWeek(day: Day): PeriodOrdinal {
  // 1970-01-01 was a Thursday; the week belongs to the year of its Thursday.
  const thursday = day + 3 - ((((day + 3) % 7) + 7) % 7);
  const year = Math.floor(monthIndex(thursday) / 12);
  return weekOrdinal(year, 1 + Math.floor((thursday - dayOf(year, 1, 1)) / 7));
}
