// The address of a value: one published estimate of one period, found by the day of its publication, and what became of it.
//
// An older release that is loaded later may take an estimate away: one that equals its predecessor is not kept. Then the estimate that was in
// force on the day has the same value, and the address leads to it, so an address that was true once is found for ever.

import {readProviders} from "../../../reference/reference.ts";
import {estimatesOf, type PeriodEstimate, periodOn} from "../../../statistics/history/estimates.ts";
import {type Day, firstDay, parseDay, parsePeriod} from "../../../statistics/time/day.ts";
import {readShortMetadata} from "../../../store/datasets/dataset.ts";
import {PageFault} from "../../frame/page.ts";
import type {Visit} from "../../visit/visit.ts";
import {readSeriesView, type SeriesView} from "../series/read-series.ts";

export interface ValueView {
  readonly view: SeriesView;
  readonly period: number;
  /** The first day of the period. */
  readonly first: Day;
  readonly estimate: PeriodEstimate;
  /** The estimate that took its place; null: none did. */
  readonly next: PeriodEstimate | null;
  /** The day on which it was withdrawn; null: it was not. */
  readonly withdrawn: Day | null;
  /** Identifier or address; null: nothing says one. */
  readonly licence: string | null;
}

/** The value that the path names; null `estimate`s never happen: throws PageFault 404 if nothing was published by the day. */
export async function readValueView(visit: Visit): Promise<ValueView> {
  const {key = "", period: text = "", published = ""} = visit.params;
  const written = parsePeriod(text);
  const first = written === null ? null : firstDay(written.frequency, written.ordinal);
  const day = parseDay(published);
  if (first === null || day === null) throw new PageFault(404, "the address has no period or no day of publication");
  const view = await readSeriesView(visit, key, null);
  const period = periodOn(view.history, view.periods, first);
  const estimates = period === null ? [] : estimatesOf(view.history, period, null);
  const index = estimates.findIndex((one) => one.day <= day);
  if (period === null || index === -1) throw new PageFault(404, "nothing was published for the period by that day");
  const {dataset} = view;
  const {metadata} = await visit.site.store.statistics.readOne((q) => readShortMetadata(q, dataset.id));
  return {
    view,
    period,
    first,
    estimate: estimates[index]!,
    next: index === 0 ? null : estimates[index - 1]!,
    withdrawn: index === 0 ? (view.withdrawn.get(period)?.day ?? null) : null,
    licence: metadata.licence ?? readProviders().get(dataset.provider)?.licence ?? null,
  };
}
