// A page of observations before it is written: how many rows it has, where the next one begins, and how its rows are handed over.
import type {Cursor} from "../../formats/odata/skip-token.ts";
import type {Observations} from "../../statistics/history/observations.ts";
import {ApiError} from "../errors.ts";
import type {Source} from "./row-properties.ts";

/** Takes the rows from `start` to before `end`, all of one series. */
export type TakeRows = (source: Source, position: number, columns: Observations, start: number, end: number) => void;

export interface ObservationPage {
  readonly rows: number;
  /** Behind which row the next page begins; null when this is the last one. */
  readonly next: Pick<Cursor, "key" | "ordinal"> | null;
  write(take: TakeRows): void;
}

/** Of a selection that has to be seen whole. */
export const MAX_WHOLE_VALUES = 60_000;
/** A selection of more series is not counted, nor sorted. */
export const MAX_WHOLE_SERIES = 60_000;

export function tooManyValues(why: string): ApiError {
  return new ApiError("BAD_REQUEST", `${why}, and the request selects more than ${MAX_WHOLE_VALUES} values`, {
    hint: "narrow it by dataset_code, classification, geo or period; or follow @odata.nextLink instead of $skip, and filter and sort in the client",
  });
}

export function tooManySeries(why: string): ApiError {
  return new ApiError("BAD_REQUEST", `${why}, and the request selects too many series`, {
    hint: "narrow it by dataset_code, classification or geo",
  });
}

export function changedMeanwhile(): ApiError {
  return new ApiError("BAD_REQUEST", "the data have changed since the first page, and with them the order asked for", {
    hint: "ask for the first page again; in the order of series_key and period a load between pages does no harm",
  });
}
