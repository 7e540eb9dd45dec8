// Sends the observations of EMISS series into the sink: Time and PERIOD give the period, the key gives the series.
//
// A stock at 1 January is annual when the indicator knows no other date and monthly when it does, which is sure only at the end:
// such values wait (FIX-fedstat-11). What can't be read is refused by name, a missing value is no observation.
import {type PriceWeek, weekOrdinal} from "../../../statistics/week.ts";
import {parseNumberText} from "../../number-text.ts";
import type {ObservationSink} from "../../source.ts";
import {createIdentities, type Identity, type SeenCodes} from "./identities.ts";
import type {MessageSeries} from "./message.ts";
import type {MessageHead} from "./message-head.ts";
import {createPendingStocks} from "./pending-stocks.ts";
import {type PartOfYear, type PeriodWords, parsePeriodWords, registrationDay, type SourceWeek} from "./period-words.ts";

export interface ObservationReader {
  take(series: MessageSeries, head: MessageHead, file: string): void;
  /** Sends what waited, and tells which codes and weeks occurred. */
  finish(): SeenCodes & {readonly weeks: readonly PriceWeek[]};
}

/** Places in PERIOD_CLASSES. */
const MONTHLY = 0;
const CUMULATIVE = 1;
const QUARTERLY = 2;
const ANNUAL = 3;
const WEEKLY = 4;

export function createObservationReader(sink: ObservationSink): ObservationReader {
  const identities = createIdentities(sink);
  const words = new Map<string, PeriodWords | null>();
  const weeks = new Map<number, PriceWeek>();
  const stocks = createPendingStocks();
  let stocksAreMonthly = false;

  const releaseStocks = (periodClass: typeof MONTHLY | typeof ANNUAL) => {
    const periodsAYear = periodClass === MONTHLY ? 12 : 1;
    stocks.release((owner, year, value, line) => {
      sink.observe(identities.handle(identities.numbered(owner), periodClass), year * periodsAYear, value, line);
    });
  };
  /** The week's ordinal; a problem as text. */
  const weekOf = (week: SourceWeek, year: number): number | string => {
    if (week.year !== null && week.year !== year) return "names another year than Time";
    const ordinal = weekOrdinal(year, week.week);
    if (week.date === null) return ordinal;
    const day = registrationDay(week, year);
    if (day === null) return "holds no real date";
    if ((weeks.get(ordinal)?.day ?? day) !== day) return "gives a week another date than before";
    weeks.set(ordinal, {year, week: week.week, day});
    return ordinal;
  };
  const observe = (
    identity: Identity,
    period: PeriodWords,
    year: number,
    value: number,
    line: number,
  ): string | null => {
    if (period.kind === "part") {
      sink.observe(
        identities.handle(identity, classOf(period)),
        year * period.periodsAYear + period.offset,
        value,
        line,
      );
    } else if (period.kind === "stock") {
      if (!stocksAreMonthly && period.month > 1) {
        stocksAreMonthly = true;
        releaseStocks(MONTHLY);
      }
      if (stocksAreMonthly)
        sink.observe(identities.handle(identity, MONTHLY), year * 12 + period.month - 1, value, line);
      else stocks.wait(identity.number, year, value, line);
    } else {
      const ordinal = weekOf(period, year);
      if (typeof ordinal === "string") return ordinal;
      sink.observe(identities.handle(identity, WEEKLY), ordinal, value, line);
    }
    return null;
  };

  return {
    take(series, head, file) {
      const identity = identities.find(series, head);
      let period = words.get(series.words);
      if (period === undefined) {
        period = parsePeriodWords(series.words);
        words.set(series.words, period);
      }
      for (let at = 0; at < series.observationCount; at++) {
        const text = series.texts[at]!;
        const value = readValue(text);
        if (value === null) continue;
        const year = readYear(series.times[at]!);
        const refuse = (column: string, reason: string, offending: string) =>
          sink.refuse(refusal(series, at, file, column, reason, offending));
        if (series.misplaced) refuse("Attributes", "attributes stand inside an observation", series.words);
        else if (identity.problem !== null)
          refuse(identity.problem.column, identity.problem.reason, identity.problem.text);
        else if (period === null) refuse("PERIOD", "unknown words for a period", series.words);
        else if (year === null) refuse("Time", "is not a year from 1700 to 2199", series.times[at]!);
        else if (typeof value === "string") refuse("ObsValue", value, text);
        else {
          const problem = observe(identity, period, year, value, series.lines[at]!);
          if (problem !== null) refuse("PERIOD", problem, series.words);
        }
      }
    },
    finish() {
      releaseStocks(ANNUAL);
      return {...identities.seen(), weeks: [...weeks.values()]};
    },
  };
}

function classOf(period: PartOfYear): number {
  if (period.frequency === "M") return period.cumulative ? CUMULATIVE : MONTHLY;
  return period.frequency === "Q" ? QUARTERLY : ANNUAL;
}

const PLAIN_NUMBER = /^-?\d{1,15}(?:,\d{1,15})?$/;

/** The value; null when there is none; a reason when it can't be read. */
function readValue(text: string): number | string | null {
  // + 0 makes one zero of -0 and 0.
  if (PLAIN_NUMBER.test(text)) return Number(text.replace(",", ".")) + 0;
  const read = parseNumberText(text);
  if (read.kind === "value") return read.value;
  return read.kind === "missing" ? null : read.reason;
}

function readYear(text: string): number | null {
  const year = /^\s*(\d{4})\s*$/.exec(text);
  return year !== null && year[1]! >= "1700" && year[1]! <= "2199" ? Number(year[1]) : null;
}

function refusal(series: MessageSeries, at: number, file: string, column: string, reason: string, text: string) {
  const key = series.concepts
    .slice(0, series.dimensionCount)
    .map((concept, place) => `${concept}=${series.values[place]}`);
  const rest = [
    `EI=${series.unit}`,
    `PERIOD=${series.words}`,
    `Time=${series.times[at]}`,
    `ObsValue=${series.texts[at]}`,
  ];
  return {file, line: series.lines[at]!, column, reason, text: text.slice(0, 80), row: [...key, ...rest].join("; ")};
}
