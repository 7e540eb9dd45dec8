// The items of the feed of changes, as texts of JSON: of a page of the api, and of the file with everything of a dataset [changes.*].
import {seriesTitle} from "../../statistics/catalogue/catalogue.ts";
import type {SeriesEvent} from "../../statistics/changes/series-events.ts";
import {type Day, dayText, NO_DAY, type PeriodTable} from "../../statistics/time/day.ts";
import type {FollowedSeries} from "./followed-series.ts";

/** Whose changes are told, and when they were made. */
export interface ItemSource {
  /** provider/dataset */
  readonly dataset: string;
  /** ISO 8601, UTC. */
  readonly at: string;
}

export function droppedItem({dataset, at}: ItemSource): string {
  return JSON.stringify({
    kind: "dataset_dropped",
    dataset,
    series_key: null,
    period: null,
    value: null,
    as_of: null,
    at,
  });
}

export function goneItem({dataset, at}: ItemSource, key: string): string {
  return JSON.stringify({kind: "series_gone", dataset, series_key: key, period: null, value: null, as_of: null, at});
}

/** A series with its description. @param isWhole all of it follows, and what was known of it is forgotten */
export function seriesItem(
  {dataset, at}: ItemSource,
  kind: "series_added" | "series_renamed",
  series: FollowedSeries,
  isWhole: boolean,
): string {
  const {indicator, classification, measure, transformation, unit, frequency, className, indicatorLabel} = series;
  const {code, name, level, canonical} = series.fullTerritory!;
  const title = seriesTitle({
    classification,
    className,
    indicatorLabel: indicatorLabel ?? indicator,
    territoryName: name,
  });
  const described = {
    ...{title, indicator, indicator_label: indicatorLabel ?? indicator, classification, class_label: className ?? ""},
    ...{measure, transformation, unit, freq: frequency},
    ...{geo: code, geo_canonical: canonical, geo_label: name, geo_level: level},
  };
  return JSON.stringify({
    ...{kind, dataset, series_key: series.key, period: null, value: null, as_of: null, at},
    ...{whole: isWhole, series: described},
  });
}

/** Throws if no calendar dates the period. */
export function valueItem(
  {dataset, at}: ItemSource,
  key: string,
  {kind, period, day, sequence, value, reason, isEstimate, isWhole}: SeriesEvent,
  calendar: PeriodTable | null,
): string {
  const asOf = day === null ? "null" : `"${dayText(day)}"`;
  const start = `{"kind":"${kind}","dataset":${JSON.stringify(dataset)},"series_key":"${key}","period":"${dayText(firstDay(key, period, calendar))}"`;
  const more =
    (sequence === 0 ? "" : `,"sequence":${sequence}`) +
    (isWhole ? ',"whole":true' : "") +
    (reason === null ? "" : `,"reason":"${reason}"`) +
    (isEstimate === null ? "" : `,"estimate":${isEstimate}`);
  return `${start},"value":${JSON.stringify(value)},"as_of":${asOf},"at":"${at}"${more}}`;
}

function firstDay(key: string, period: number, calendar: PeriodTable | null): Day {
  const day = calendar?.days[period - calendar.base];
  if (day === undefined || day === NO_DAY) throw new Error(`no calendar dates period ${period} of series ${key}`);
  return day;
}
