// Which period a row is about: its period and week cells, each text read once and then found by its bytes.
//
// The shape of the period has to agree with the row's frequency. A date may stand for the month, quarter or year that begins
// on it, and for a week; a month never stands for a quarter.
import type {Day} from "../../../statistics/time/day.ts";
import {FREQUENCIES, type Frequency} from "../../../statistics/time/frequency.ts";
import {firstDay, ordinalAt, type PeriodOrdinal, parsePeriod} from "../../../statistics/time/period.ts";
import {parseWeek} from "../../../statistics/time/week.ts";
import {createByteDictionary, enlarged} from "./byte-dictionary.ts";
import type {CsvScanner} from "./csv-scanner.ts";
import {type Header, NO_PLACE} from "./header.ts";
import type {RowFault} from "./row-fault.ts";
import {decodeCell} from "./row-series.ts";
import type {WeekBook} from "./week-book.ts";

export interface RowPeriod {
  /** Reads the scanner's present row; `frequency` is a place in FREQUENCIES, or -1 when the shape says it. null: all is well. */
  read(scanner: CsvScanner, header: Header, frequency: number): RowFault | null;
  /** What `read` found. */
  ordinal: PeriodOrdinal;
  /** Place in FREQUENCIES. */
  frequency: number;
}

const [D, W] = [FREQUENCIES.indexOf("D"), FREQUENCIES.indexOf("W")];

export function createRowPeriod(book: WeekBook): RowPeriod {
  const dictionary = createByteDictionary();
  /** By id: the frequency that the shape says, and the ordinal at it. */
  let shapes = new Int32Array(256);
  let ordinals = new Int32Array(256);

  /** The id of a cell's text, or -1 when it is empty, or what is wrong with it. */
  function idOf(scanner: CsvScanner, cell: number, column: "period" | "week"): number | RowFault {
    const [start, end] = [scanner.start[cell]!, scanner.end[cell]!];
    if (start === end) return -1;
    const known = dictionary.find(scanner.bytes, start, end);
    if (known !== -1 && (shapes[known] === W) === (column === "week")) return known;
    const text = decodeCell(scanner, cell) ?? "";
    if (text === "") return -1;
    const found = column === "week" ? weekShape(text) : parsePeriod(text);
    if (found === null) return {column, reason: column === "week" ? WEEK_REASON : PERIOD_REASON, text};
    const id = dictionary.add(scanner.bytes, start, end);
    if (id === shapes.length) {
      shapes = enlarged(shapes, id * 2);
      ordinals = enlarged(ordinals, id * 2);
    }
    shapes[id] = FREQUENCIES.indexOf(found.frequency);
    ordinals[id] = found.ordinal;
    return id;
  }

  const rowPeriod: RowPeriod = {
    ordinal: 0,
    frequency: 0,
    read(scanner, header, frequency) {
      const week = header.week === NO_PLACE ? -1 : idOf(scanner, header.week, "week");
      if (typeof week !== "number") return week;
      const period = header.period === NO_PLACE ? -1 : idOf(scanner, header.period, "period");
      if (typeof period !== "number") return period;
      if (week === -1 && period !== -1 && (frequency === -1 || frequency === shapes[period])) {
        rowPeriod.ordinal = ordinals[period]!;
        rowPeriod.frequency = shapes[period]!;
        return null;
      }
      return readOther(scanner, header, frequency, week, period);
    },
  };

  /** Weeks, and periods whose shape is not that of the row's frequency; -1 stands for an empty cell. */
  function readOther(
    scanner: CsvScanner,
    header: Header,
    frequency: number,
    week: number,
    period: number,
  ): RowFault | null {
    const column = week === -1 && header.period !== NO_PLACE ? "period" : "week";
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
      return settle(book.dateWeek(ordinals[week]!, ordinals[period]!), W);
    }
    if (period === -1) return {column, reason: "is empty", text: ""};
    if (shapes[period] !== D) return fault(disagreement);
    if (frequency === W) return settle(book.weekOn(ordinals[period]!), W);
    return settle(ordinalOn(ordinals[period]!, FREQUENCIES[frequency] as Exclude<Frequency, "D" | "W">), frequency);
  }
  return rowPeriod;
}

const PERIOD_REASON = "is none of YYYY, YYYY-Qn, YYYY-MM and YYYY-MM-DD (a real date from 1700 to 2199)";
const WEEK_REASON = "is not a week YYYY-Wnn";

function weekShape(text: string): {frequency: Frequency; ordinal: PeriodOrdinal} | null {
  const ordinal = parseWeek(text);
  return ordinal === null ? null : {frequency: "W", ordinal};
}

function ordinalOn(day: Day, frequency: Exclude<Frequency, "D" | "W">): PeriodOrdinal | string {
  const ordinal = ordinalAt(frequency, day);
  return firstDay(frequency, ordinal) === day ? ordinal : `is not the first day of a period of frequency ${frequency}`;
}
