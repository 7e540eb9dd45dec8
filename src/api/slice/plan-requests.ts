// The requests of a plan: each has as many series as one answer may have, and none is SLICE_TOO_BIG.
//
// A JSON request is limited by bytes too, estimated as if every number had its longest form. A series with more values than one answer may
// have is split by period.
import {ANSWER_LIMITS} from "../../access/account.ts";
import {createObservations, readWindow} from "../../statistics/history/window.ts";
import {dayText} from "../../statistics/time/day.ts";
import type {PageSeries, SlicePage} from "./page.ts";
import type {Slice} from "./request.ts";
import {describePage} from "./series.ts";
import {MAX_JSON_BYTES} from "./too-big.ts";

/** `start` and `end`: for a series that is split by period. */
export interface PlannedRequest {
  readonly offset: number;
  readonly series: number;
  readonly values: number;
  readonly start?: string;
  readonly end?: string;
}

const MAX_VALUES = ANSWER_LIMITS.sliceValues.maximum;
/** Bytes of a JSON observation with the longest number. */
const BYTES_PER_VALUE = 110;
/** Bytes of a JSON body besides series and observations. */
const BYTES_AROUND = 2000;

export interface Requests {
  /** Adds the series of a page, which begins at `offset`; returns their number. */
  add(page: SlicePage, offset: number): number;
  count(): number;
  finish(): {readonly requests: readonly PlannedRequest[]; readonly values: number};
}

/** @param most series of one request */
export function createRequests(slice: Slice, most: number): Requests {
  const requests: PlannedRequest[] = [];
  let open = {offset: 0, series: 0, values: 0, bytes: BYTES_AROUND};
  const mostBytes = slice.format === "json" ? MAX_JSON_BYTES : Number.POSITIVE_INFINITY;
  const fits = (values: number, bytes: number): boolean => values <= MAX_VALUES && bytes <= mostBytes;

  function close(): void {
    const {offset, series, values} = open;
    if (series > 0) requests.push({offset, series, values});
  }

  return {
    add({catalogue, dataset, series}, offset) {
      const context = {provider: dataset.provider, dataset: dataset.code, labels: slice.labels};
      const positions = series.map(({position}) => position);
      // A CSV has no limit of bytes.
      const texts = slice.format === "json" ? describePage(catalogue, positions, context) : null;
      for (const [index, one] of series.entries()) {
        const {count: values} = one.window;
        const described = texts === null ? 0 : Buffer.byteLength(texts[index]!) + 1;
        const bytes = described + values * BYTES_PER_VALUE;
        if (open.series === most || !fits(open.values + values, open.bytes + bytes)) {
          close();
          open = {offset: offset + index, series: 0, values: 0, bytes: BYTES_AROUND};
        }
        if (fits(values, BYTES_AROUND + bytes)) {
          if (open.series === 0) open.offset = offset + index;
          open = {...open, series: open.series + 1, values: open.values + values, bytes: open.bytes + bytes};
        } else {
          const room = Math.floor((mostBytes - BYTES_AROUND - described) / BYTES_PER_VALUE);
          requests.push(...cutByPeriod(one, offset + index, Math.min(MAX_VALUES, room)));
        }
      }
      return series.length;
    },
    count: () => requests.length,
    finish() {
      close();
      return {requests, values: requests.reduce((sum, {values}) => sum + values, 0)};
    },
  };
}

/** The requests for one series with more values than an answer may have, `most` in each. */
function cutByPeriod({window, periods}: PageSeries, offset: number, most: number): PlannedRequest[] {
  const observations = createObservations();
  readWindow(window, periods, observations);
  const parts: PlannedRequest[] = [];
  for (let from = 0; from < observations.count; from += most) {
    const to = Math.min(from + most, observations.count);
    const [start, end] = [from, to - 1].map((index) => dayText(observations.period[index]!));
    parts.push({offset, series: 1, values: to - from, start: start!, end: end!});
  }
  return parts;
}
