// The tables of a panel: of each series a column of values for each day, and how many cells that makes.
//
// A series has the periods that have a value on any of the days; with derived values these are known only when every day is derived.
import {codeAt} from "../../statistics/catalogue/catalogue.ts";
import {
  type CellReason,
  type DayTable,
  type KnownPeriods,
  periodsKnownOn,
  tabulateDays,
} from "../../statistics/history/day-table.ts";
import type {PeriodSpan} from "../../statistics/history/decode.ts";
import {
  type Bounds,
  type Day,
  firstDay,
  type PeriodOrdinal,
  periodTable,
  periodWindow,
} from "../../statistics/time/day.ts";
import type {Frequency} from "../../statistics/time/frequency.ts";
import {type Pace, withRests} from "../../work/pace.ts";
import type {SeriesByKey} from "../series/named-observations.ts";
import type {UnpackedPanel, UnpackedSeries} from "./read.ts";

export const ALL_PERIODS: PeriodSpan = {from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY};

/** One series of a panel. */
export interface PanelSeries extends UnpackedSeries {
  /** Of the table. */
  readonly frequency: Frequency;
  readonly table: DayTable;
  /** Why periods without a derived value have none on the last of the days. */
  readonly missing: ReadonlyMap<PeriodOrdinal, CellReason>;
  /** null: published values. */
  readonly derived: {
    readonly formula: string;
    readonly unit: string;
    readonly inputs: readonly {readonly series_key: string}[];
  } | null;
}

export function frequencyOf({catalogue, position}: SeriesByKey): Frequency {
  return codeAt(catalogue.frequency, position) as Frequency;
}

/** The first day of a period of the series; of a week the day of its calendar. */
export function dayOfPeriod({catalogue}: SeriesByKey, frequency: Frequency, period: PeriodOrdinal): Day {
  if (frequency !== "W") return firstDay(frequency, period);
  const {base, days} = catalogue.weeks!;
  return days[period - base]!;
}

/** The periods of each series that have a value on the last of the days, or an earlier one. */
export async function knownPeriods(
  {series}: Pick<UnpackedPanel, "series">,
  bounds: Bounds | null,
  last: Day,
  pace: Pace,
): Promise<readonly KnownPeriods[]> {
  const found: KnownPeriods[] = [];
  for (const one of series) {
    found.push(await withRests(periodsKnownOn(one.history, spanOf(one, bounds), last), pace));
    if (pace.isOver()) await pace.letOthersIn();
  }
  return found;
}

export async function tabulatePublished(
  {series}: UnpackedPanel,
  bounds: Bounds,
  days: readonly Day[],
  pace: Pace,
): Promise<PanelSeries[]> {
  const found: PanelSeries[] = [];
  for (const one of series) {
    const table = await withRests(tabulateDays(one.history, spanOf(one, bounds), days, one.signs), pace);
    found.push({...one, frequency: frequencyOf(one.source), table, missing: new Map(), derived: null});
    if (pace.isOver()) await pace.letOthersIn();
  }
  return found;
}

/** @param bounds null: none */
function spanOf({source}: UnpackedSeries, bounds: Bounds | null): PeriodSpan {
  if (bounds === null) return ALL_PERIODS;
  const frequency = frequencyOf(source);
  return periodWindow(bounds, frequency, frequency === "W" ? source.catalogue.weeks! : periodTable(frequency));
}
