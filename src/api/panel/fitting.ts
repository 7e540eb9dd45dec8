// The refusal of a panel that is too large, SLICE_TOO_BIG: its hint ends in the address of a part that fits.
//
// The part has the first of the days, so the next request can begin behind them; where one day of all series is too much, the first series.
import {ANSWER_LIMITS} from "../../access/account.ts";
import type {KnownPeriods} from "../../statistics/history/day-table.ts";
import {firstWhere} from "../../statistics/order/binary-search.ts";
import {type Day, dayText} from "../../statistics/time/day.ts";
import type {Steps} from "../../work/pace.ts";
import {ApiError} from "../errors.ts";
import {addressWith} from "../http/links.ts";
import {PERIODS_AT_ONCE} from "./joined-periods.ts";
import {PANEL_PARAMETER_NAMES, type PanelRequest} from "./request.ts";

const MOST_CELLS = ANSWER_LIMITS.sliceValues.maximum;
const MOST_DAYS = ANSWER_LIMITS.panelDays.maximum;
/** Published values of all days that derived ones may need: a step may need a long history for a short answer. */
const MOST_INPUTS = 10 * MOST_CELLS;

export const PANEL_PATH = "/api/v1/panel";

/** What a panel has, before it is made. */
export interface PanelSize {
  /** Periods of each series. */
  readonly counts: readonly number[];
  /** Values of all days. */
  readonly values: number;
  /** The first day of a period of the first series. */
  readonly dayAt: (index: number) => Day;
}

/** Throws SLICE_TOO_BIG. @param what `inputs`: the values that derived ones are made from */
export function refuseTooManyCells(
  request: PanelRequest,
  days: readonly Day[],
  {counts, values, dayAt}: PanelSize,
  what: "cells" | "inputs",
): void {
  const most = what === "cells" ? MOST_CELLS : MOST_INPUTS;
  const periods = counts.reduce((sum, count) => sum + count, 0);
  if (days.length <= MOST_DAYS && days.length * periods <= most) return;
  const smaller: Record<string, string> = {};
  const fitting = Math.max(1, Math.min(MOST_DAYS, Math.floor(most / Math.max(1, periods))));
  if (request.days === null) smaller["known_to"] = dayText(days[Math.min(fitting, days.length) - 1]!);
  else smaller["days"] = days.slice(0, fitting).map(dayText).join();
  if (periods > most) {
    let [taken, sum] = [0, counts[0]!];
    while (sum <= most) sum += counts[++taken]!;
    smaller["series"] = request.inputs.keys.slice(0, Math.max(1, taken)).join();
    if (taken === 0) smaller["start"] = dayText(dayAt(counts[0]! - most));
  }
  const address = addressWith(PANEL_PATH, request.inputs.query.given, PANEL_PARAMETER_NAMES, smaller);
  const size = `${days.length} days with ${periods} ${what === "cells" ? "cells" : "published values"} each`;
  const limit = `at most ${MOST_DAYS} days and ${most} ${what === "cells" ? "cells" : "values that others are derived from"}`;
  throw new ApiError("SLICE_TOO_BIG", `the panel has ${size}; one answer has ${limit}`, {
    hint: `take fewer days, series or periods, such as ${address}`,
    values,
  });
}

/** Values of published periods on all of the days, step by step. */
export function* countValues(known: readonly KnownPeriods[], days: readonly Day[]): Steps<number> {
  let values = 0;
  for (const {since} of known) {
    for (const [at, day] of since.entries()) {
      values += days.length - firstWhere(days.length, (index) => days[index]! >= day);
      if (at % PERIODS_AT_ONCE === PERIODS_AT_ONCE - 1) yield;
    }
    yield;
  }
  return values;
}
