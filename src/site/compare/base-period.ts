// Per cent of a common period: which series have a sense in them, and from which period.
//
// A level of any unit has. A ratio to an earlier time has none: half of a growth of 101 % is not 50 %.
import {type Day, dayText} from "../../statistics/day.ts";
import {isGrowth, isRatio} from "../ratio.ts";
import {unitOf} from "../series/head.ts";
import type {SeriesView} from "../series/read-series.ts";
import {unitText} from "../unit-words.ts";

export function canBeRebased(views: readonly SeriesView[]): boolean {
  return views.every(({series}) => !isRatio(series) && !isGrowth(series));
}

/** Whether nothing else was asked for: values of different units, none of them per cent, say more in per cent of a common period. */
export function isRebasedUnasked(views: readonly SeriesView[]): boolean {
  const units = new Set(views.map((view) => unitText(unitOf(view) ?? "", "en")));
  return units.size > 1 && !units.has("per cent") && canBeRebased(views);
}

/** The period to take as 100: the one asked for, else the first that all have a value other than zero for; null where there is none. */
export function basePeriod(views: readonly SeriesView[], asked: string | null): Day | null {
  const [first, ...others] = views.map(
    ({values}) => new Map(values.flatMap(({first: day, value}) => (value === 0 ? [] : [[day, value] as const]))),
  );
  if (first === undefined) return null;
  const common = [...first.keys()].filter((day) => others.every((values) => values.has(day)));
  return common.find((day) => dayText(day) === asked) ?? common[0] ?? null;
}
