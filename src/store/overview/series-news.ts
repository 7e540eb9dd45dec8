// What a subscriber of one series is told about a day of publication: what came, what was revised, and where the series stands.

import type {SeriesInMessage} from "../../service/message-body.ts";
import {changesOfDay, type DayChanges} from "../../statistics/history/day-changes.ts";
import {decodeHistory} from "../../statistics/history/decode.ts";
import type {SeriesStatus} from "../../statistics/status.ts";
import {parseDay} from "../../statistics/time/day.ts";
import {periodText} from "../../statistics/time/week.ts";
import type {Queries} from "../engines/differences.ts";
import type {Script} from "../script.ts";
import {findSeriesOfKey, readHistory, statusOf, titleOf} from "../series/series-of-key.ts";

export interface SeriesNews {
  /** PROVIDER/CODE */
  readonly dataset: string;
  readonly inMessage: SeriesInMessage;
  readonly changes: DayChanges;
  readonly status: SeriesStatus;
}

/** null: there is no such series (any more). @param day YYYY-MM-DD; null: nothing was published */
export function* readSeriesNews(q: Queries, key: string, day: string | null): Script<SeriesNews | null> {
  const found = yield* findSeriesOfKey(q, key);
  if (found === null) return null;
  const {series} = found;
  const history = decodeHistory(yield* readHistory(q, found));
  const published = day === null ? null : parseDay(day);
  const changes =
    published === null ? {newValues: 0, revisedValues: 0, largest: null} : changesOfDay(history, published);
  const {largest} = changes;
  const last = history.count - 1;
  const periodOf = (period: number): string => periodText(series.frequency, period);
  return {
    dataset: `${found.dataset.provider}/${found.dataset.code}`,
    changes,
    status: statusOf(found),
    inMessage: {
      series_key: key,
      title: titleOf(series),
      unit: series.unitLabel?.name ?? series.unit,
      last_period: last < 0 ? null : periodOf(history.period[last]!),
      last_value: last < 0 ? null : history.value[last]!,
      new_values: changes.newValues,
      revised_values: changes.revisedValues,
      largest_revision: largest && {
        ...{period: periodOf(largest.period), before: largest.before, after: largest.after},
        percent: Number.isFinite(largest.percent) ? Math.round(largest.percent * 1000) / 1000 : null,
      },
    },
  };
}
