// The steps that a reader is offered: only what is right for the quantity of the series, so that no choice ends in a refusal.
import {quantityOfCodes} from "../../../country/series-quantity.ts";
import {meansGrowth, type Quantity} from "../../../statistics/derived/quantity.ts";
import {parseSteps} from "../../../statistics/derived/step.ts";
import {judgeSteps, type StepSubject} from "../../../statistics/derived/step-rules.ts";
import {dayText} from "../../../statistics/time/day.ts";
import type {NamedSeries} from "../../../store/series/named-series.ts";
import type {Language} from "../../words/language.ts";
import {asPublished} from "../../words/own-names.ts";
import type {SeriesView} from "../series/read-series.ts";
import {stepsWords} from "./words.ts";

/** Years that are offered as a base, latest first. */
const MOST_BASES = 12;

/** What the rules of steps look at. @param declared by the package, by indicator */
export function stepSubjectOf(
  {dataset, series}: Pick<SeriesView, "dataset"> & {readonly series: NamedSeries},
  declared: ReadonlyMap<string, Quantity>,
): StepSubject {
  const {frequency, ...codes} = asPublished(series);
  return {...quantityOfCodes(dataset, codes, declared), frequency};
}

/** The steps in words. @param view of the published values */
export function stepsOf(view: SeriesView, derive: string, language: Language): string {
  return stepsWords(derive, language, meansGrowth(stepSubjectOf(view, view.declared).meaning));
}

/** Texts of `derive=`, the usual ones first. @param bases years that are offered as a base */
export function stepsOffered(view: SeriesView, subject: StepSubject, bases = MOST_BASES): readonly string[] {
  const years = wholeYears(view).slice(0, bases);
  const [base] = years;
  // of rates on the period before, growth on the year is asked for first; a difference of two rates is seldom meant
  const chained = base === undefined ? [] : [`chain:${base}|yoy_pct`, `chain:${base}|ytd_pct`];
  const all = [
    ...["yoy_pct", ...chained, "yoy", "pct", "change", "ytd_pct"],
    ...["to:A:sum", "to:A:chain", "to:A:mean", "to:A:end"],
    ...years.flatMap((year) => [`index:${year}`, `chain:${year}`]),
  ];
  return all.filter((derive) => isGiven(derive, subject) && !isEmptyOf(derive, view));
}

function isGiven(derive: string, subject: StepSubject): boolean {
  const steps = parseSteps(derive);
  return !("problem" in steps) && "meaning" in judgeSteps(steps, subject);
}

/** The yearly change of years is that of the period before. */
function isEmptyOf(derive: string, {series: {frequency}}: SeriesView): boolean {
  return frequency === "A" && (derive === "yoy" || derive === "yoy_pct" || derive.endsWith("|yoy_pct"));
}

const PERIODS: Readonly<Record<string, number>> = {D: 365, W: 52, M: 12, Q: 4, A: 1};

/** Years with a value in each period, latest first. Years of days and weeks are not offered. */
function wholeYears({values, series}: SeriesView): readonly string[] {
  if (series.frequency === "W" || series.frequency === "D") return [];
  const counts = new Map<string, number>();
  for (const {first} of values) {
    const year = dayText(first).slice(0, 4);
    counts.set(year, (counts.get(year) ?? 0) + 1);
  }
  const whole = [...counts].filter(([, count]) => count === PERIODS[series.frequency]).map(([year]) => year);
  return whole.reverse();
}
