// The refusals of a page that is too large, SLICE_TOO_BIG: each hint ends with the address of a smaller page that fits.
import {ANSWER_LIMITS} from "../../access/account.ts";
import {createObservations, readWindow} from "../../statistics/history/window.ts";
import {dayText} from "../../statistics/time/day.ts";
import {ApiError} from "../errors.ts";
import {addressWith} from "../http/links.ts";
import type {PageSeries} from "./page.ts";
import type {SliceQuery} from "./request.ts";
import {PARAMETER_NAMES, SLICE_PATH} from "./schema.ts";

/** The limit of a JSON answer: 60,000 values of 17 digits each would exceed it [data.answer-ceiling]. */
export const MAX_JSON_BYTES = ANSWER_LIMITS.sliceJsonBytes.maximum;
const MAX_VALUES = ANSWER_LIMITS.sliceValues.maximum;

/** @param values of the page, more than an answer may have */
export function tooManyValues(
  query: SliceQuery,
  page: readonly PageSeries[],
  values: number,
  path = SLICE_PATH,
): ApiError {
  let [fitting, sum] = [0, 0];
  for (const {window} of page) {
    sum += window.count;
    if (sum > MAX_VALUES) break;
    fitting++;
  }
  const message = `the page selects ${values} values in ${page.length} series; one answer gives at most ${MAX_VALUES}`;
  return new ApiError("SLICE_TOO_BIG", message, {
    hint: narrower(query, page, {fitting, most: MAX_VALUES, path}),
    values,
  });
}

/** Names a limit that surely fits: by the values of the largest series and by the share of the page, minus a tenth for uneven ones. */
export function tooManyBytes(query: SliceQuery, page: readonly PageSeries[], bytes: number): ApiError {
  const values = page.reduce((sum, {window}) => sum + window.count, 0);
  const largest = page.reduce((most, {window}) => Math.max(most, window.count), 1);
  const share = (0.9 * MAX_JSON_BYTES) / bytes;
  const fitting = Math.floor(Math.min(page.length, values / largest) * share);
  const message = `the ${values} values of the page take ${bytes} bytes; one answer has at most ${MAX_JSON_BYTES}`;
  return new ApiError("SLICE_TOO_BIG", message, {
    hint: narrower(query, page, {fitting, most: Math.floor(largest * share), path: SLICE_PATH}),
    values,
  });
}

interface Fitting {
  /** Series from the start of the page that fit. */
  readonly fitting: number;
  /** Values of the first series, if none fits. */
  readonly most: number;
  /** Of the route. */
  readonly path: string;
}

function narrower({given}: SliceQuery, page: readonly PageSeries[], {fitting, most, path}: Fitting): string {
  if (fitting > 0) {
    const address = addressWith(path, given, PARAMETER_NAMES, {limit: fitting});
    return `limit=${fitting} fits; or narrow the period (start, end), the territories (geo) or the classes (class): ${address}`;
  }
  const [first] = page as readonly [PageSeries];
  const observations = createObservations();
  readWindow(first.window, first.periods, observations);
  const start = dayText(observations.period[Math.max(0, observations.count - most)]!);
  const address = addressWith(path, given, PARAMETER_NAMES, page.length > 1 ? {limit: 1, start} : {start});
  return `not even one whole series fits: narrow the period (start, end): ${address}`;
}
