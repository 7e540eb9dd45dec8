// A page of observations before it is written: the number of its rows, the start of the next page, and the way to take its rows.
import {ANSWER_LIMITS} from "../../../access/account.ts";
import type {SkipCursor} from "../../../formats/odata/skip-token.ts";
import type {Observations} from "../../../statistics/history/window.ts";
import {type Budget, MAX_EVALUATIONS} from "../../../work/budget.ts";
import {ApiError} from "../../errors.ts";
import type {DatasetWithCatalogue, EntitySeries} from "../row-properties.ts";
import type {SeriesStream} from "../series/series-stream.ts";

/** Receives the rows from `start` to before `end`, all of one series. */
export type RowReceiver = (
  source: DatasetWithCatalogue,
  position: number,
  columns: Observations,
  start: number,
  end: number,
) => void;

export interface ObservationPage {
  readonly rows: number;
  /** The row after which the next page begins; null on the last page. */
  readonly next: Pick<SkipCursor, "key" | "ordinal"> | null;
  /** Those that have a row; a series may be given several times. */
  readonly series: Iterable<EntitySeries>;
  /** Step by step; other requests are answered between steps. */
  write(take: RowReceiver): Generator<undefined, void>;
}

/** The most histories read for a page; then the page ends early. */
export const MAX_HISTORIES = 20_000;
/** Most values of a selection that has to be read whole. */
export const MAX_WHOLE_VALUES = ANSWER_LIMITS.sliceValues.maximum;
/** A selection with more series is neither counted nor sorted. */
export const MAX_WHOLE_SERIES = 60_000;

export function tooManyInPage(why: string): ApiError {
  return new ApiError("BAD_REQUEST", `${why}, and the request selects more than ${MAX_WHOLE_VALUES} values`, {
    hint: "narrow it by dataset_code, classification, geo or period; or follow @odata.nextLink instead of $skip, and filter and sort in the client",
  });
}

export function tooManySeries(why: string): ApiError {
  return new ApiError("BAD_REQUEST", `${why}, and the request selects too many series`, {
    hint: "narrow it by dataset_code, classification or geo",
  });
}

/** Throws BAD_REQUEST if not all series were read and the answer would be wrong without the others. */
export function refuseStopped(stream: SeriesStream, budget: Budget, why: string): void {
  if (stream.stoppedBehind() !== null) throw budget.isSpent() ? overBudget(why) : tooManySeries(why);
}

/** For results that need all rows: a count, an order. */
export function overBudget(why: string): ApiError {
  return new ApiError("BAD_REQUEST", `${why}, and that takes more than ${MAX_EVALUATIONS} evaluations of conditions`, {
    hint: "narrow it by dataset_code, classification, geo or period, or give fewer conditions: many values of one property read better as geo in ('01','02')",
  });
}

export function changedMeanwhile(): ApiError {
  return new ApiError("BAD_REQUEST", "the data have changed since the first page, and so has the requested order", {
    hint: "request the first page again; in the order of series_key and period, loads between pages are allowed",
  });
}
