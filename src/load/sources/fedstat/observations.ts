// Sends the observations of EMISS series into the sink: Time and PERIOD give the period, the key gives the series.
//
// A stock at 1 January is monthly if the indicator has other dates, else annual. This is known only at the end, so such values wait
// (FIX-fedstat-11). An unreadable value is refused with its place; a missing value is not an observation.
import type {PartOfYear, SourcePeriodWords, SourceWeek} from "../../../country/country.ts";
import {parseNumberText} from "../../../country/ru/number-text.ts";
import {parsePeriodWords, registrationDay} from "../../../country/ru/period-words.ts";
import {parseDigits} from "../../../statistics/time/day.ts";
import {type PriceWeek, weekOrdinal} from "../../../statistics/time/week.ts";
import type {ObservationSink} from "../../source.ts";
import type {KeyProblem} from "./dimensions.ts";
import {createIdentities, type Identity, type SeenCodes} from "./identities.ts";
import type {MessageHead} from "./message-head.ts";
import {type MessageSeries, NOT_READ, timeText, valueText} from "./message-series.ts";
import {createObservationLocation, createPendingStocks, createWaitingLocations} from "./observation-location.ts";

export interface ObservationReader {
  startFile(name: string): void;
  take(series: MessageSeries, head: MessageHead): void;
  /** Sends the values that waited, and returns the codes and weeks that occurred. */
  finish(): SeenCodes & {readonly weeks: readonly PriceWeek[]; readonly refused: number};
}

/** Places in PERIOD_CLASSES. */
const MONTHLY = 0;
const CUMULATIVE = 1;
const QUARTERLY = 2;
const ANNUAL = 3;
const WEEKLY = 4;

export function createObservationReader(sink: ObservationSink): ObservationReader {
  const identities = createIdentities(sink);
  const words = new Map<string, SourcePeriodWords | null>();
  const weeks = new Map<number, PriceWeek>();
  const stocks = createPendingStocks();
  const location = createObservationLocation();
  const waitingLocations = sink.asksOrigins === true ? createWaitingLocations() : null;
  let stocksAreMonthly = false;
  let file = "";
  let refused = 0;
  let lastWords: string | null = null;
  let lastPeriod: SourcePeriodWords | null = null;

  const releaseStocks = (periodClass: typeof MONTHLY | typeof ANNUAL) => {
    const periodsAYear = periodClass === MONTHLY ? 12 : 1;
    let at = 0;
    let named = file;
    const tell = (name: string) => {
      if (name !== named) sink.startFile?.(name);
      named = name;
    };
    stocks.release(tell, (owner, year, value, line) => {
      const handle = identities.handle(identities.numbered(owner), periodClass);
      sink.observe(handle, year * periodsAYear, value, line, waitingLocations?.origin(at++));
    });
    tell(file);
    waitingLocations?.forget();
  };
  /** The week's ordinal; a problem as text. */
  const weekOf = (week: SourceWeek, year: number): number | string => {
    // FIX-fedstat-12: the year is in Time and sometimes in the words too; the two must agree.
    if (week.year !== null && week.year !== year) return "gives another year than Time";
    const ordinal = weekOrdinal(year, week.week);
    if (week.date === null) return ordinal;
    const day = registrationDay(week, year);
    if (day === null) return "contains no real date";
    if ((weeks.get(ordinal)?.day ?? day) !== day) return "gives a week another date than before";
    weeks.set(ordinal, {year, week: week.week, day});
    return ordinal;
  };
  const observe = (
    identity: Identity,
    period: SourcePeriodWords,
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
        location,
      );
    } else if (period.kind === "stock") {
      if (!stocksAreMonthly && period.month > 1) {
        stocksAreMonthly = true;
        releaseStocks(MONTHLY);
      }
      if (stocksAreMonthly)
        sink.observe(identities.handle(identity, MONTHLY), year * 12 + period.month - 1, value, line, location);
      else {
        stocks.wait(identity.number, year, value, line);
        waitingLocations?.keep(location);
      }
    } else {
      const ordinal = weekOf(period, year);
      if (typeof ordinal === "string") return ordinal;
      sink.observe(identities.handle(identity, WEEKLY), ordinal, value, line, location);
    }
    return null;
  };

  const takeOne = (
    series: MessageSeries,
    at: number,
    identity: Identity,
    period: SourcePeriodWords | null,
    value: number | string,
  ): KeyProblem | null => {
    if (series.misplaced)
      return {column: "Attributes", reason: "attributes are inside an observation", text: series.words};
    if (identity.problem !== null) return identity.problem;
    if (period === null)
      return {kind: "period", column: "PERIOD", reason: "unknown words for a period", text: series.words};
    const year = readYear(series, at);
    if (year === null) return {column: "Time", reason: "is not a year from 1700 to 2199", text: timeText(series, at)};
    if (typeof value === "string") return {column: "ObsValue", reason: value, text: valueText(series, at)};
    const reason = observe(identity, period, year, value, series.lines[at]!);
    return reason === null ? null : {kind: "period", column: "PERIOD", reason, text: series.words};
  };

  return {
    startFile(name) {
      file = name;
      sink.startFile?.(name);
      stocks.startFile(name);
    },
    take(series, head) {
      const identity = identities.find(series, head);
      if (series.words !== lastWords) {
        lastWords = series.words;
        lastPeriod = words.get(lastWords) ?? null;
        if (lastPeriod === null && !words.has(lastWords)) {
          lastPeriod = parsePeriodWords(lastWords);
          words.set(lastWords, lastPeriod);
        }
      }
      const period = lastPeriod;
      location.startSeries(series, file);
      for (let at = 0; at < series.observationCount; at++) {
        location.at = at;
        const value = readValue(series, at);
        if (value === null) continue;
        const problem = takeOne(series, at, identity, period, value);
        if (problem === null) continue;
        refused++;
        sink.refuse({
          file,
          line: series.lines[at]!,
          ...problem,
          text: problem.text.slice(0, 80),
          row: rowOf(series, at),
        });
      }
    },
    finish() {
      releaseStocks(ANNUAL);
      return {...identities.seen(), weeks: [...weeks.values()], refused};
    },
  };
}

function classOf(period: PartOfYear): number {
  if (period.frequency === "M") return period.cumulative ? CUMULATIVE : MONTHLY;
  return period.frequency === "Q" ? QUARTERLY : ANNUAL;
}

/** The value; null: missing; a text: the reason why it can't be read. */
function readValue({numbers, texts}: MessageSeries, at: number): number | string | null {
  const known = numbers[at]!;
  if (!Number.isNaN(known)) return known;
  const read = parseNumberText(texts[at]!);
  if (read.kind === "value") return read.value;
  return read.kind === "missing" ? null : read.reason;
}

function readYear({years, times}: MessageSeries, at: number): number | null {
  const known = years[at]!;
  const digits = known === NOT_READ ? times[at]!.trim() : "";
  const year = digits.length === 4 ? parseDigits(digits, 0, 4) : known;
  return year >= 1700 && year <= 2199 ? year : null;
}

/** The whole observation in one line, for the person who corrects it. */
function rowOf(series: MessageSeries, at: number): string {
  const key = series.concepts
    .slice(0, series.dimensionCount)
    .map((concept, index) => `${concept}=${series.values[index]}`);
  const rest = [
    `EI=${series.unit}`,
    `PERIOD=${series.words}`,
    `Time=${timeText(series, at)}`,
    `ObsValue=${valueText(series, at)}`,
  ];
  return [...key, ...rest].join("; ");
}
