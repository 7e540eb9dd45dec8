// Per cent of a common period: which series have a sense in them, and from which period.
//
// A level of any unit has, but for what falls below zero: divided by a loss, a gain would be a fall.
import {type Day, dayText} from "../../../statistics/time/day.ts";
import {isLevel, isPerCent} from "../../words/ratio.ts";
import {unitText} from "../../words/unit-words.ts";
import {unitOf} from "../series/head.ts";
import type {SeriesView} from "../series/read-series.ts";

/** Why the series cannot be shown in per cent of a common period; null where they can. */
export function whyNotRebased(views: readonly SeriesView[]): "ratios" | "belowZero" | null {
  if (!views.every(({series}) => isLevel(series))) return "ratios";
  return views.some(({values}) => values.some(({value}) => value < 0)) ? "belowZero" : null;
}

/** Whether nothing else was asked for: values of different units, none of them per cent, say more in per cent of a common period. */
export function isRebasedUnasked(views: readonly SeriesView[]): boolean {
  // publishers spell one unit in many ways
  const units = new Set(views.map((view) => unitText(unitOf(view) ?? "", "en")));
  return units.size > 1 && !views.some(({series}) => isPerCent(series)) && whyNotRebased(views) === null;
}

/**
 * The period to take as 100, of those in which all have a value above zero: the one asked for, else the first that is shown, else the last
 * before it. null where there is none.
 * @param since first day that is shown; null: all are
 */
export function basePeriod(views: readonly SeriesView[], asked: string | null, since: Day | null): Day | null {
  const [first, ...others] = views.map(
    ({values}) => new Map(values.flatMap(({first: day, value}) => (value > 0 ? [[day, value] as const] : []))),
  );
  if (first === undefined) return null;
  const common = [...first.keys()].filter((day) => others.every((values) => values.has(day)));
  return (
    common.find((day) => dayText(day) === asked) ??
    common.find((day) => since === null || day >= since) ??
    common.at(-1) ??
    null
  );
}
