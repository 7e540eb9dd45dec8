// A series as a page shows it, with values computed here in the place of the published ones.
//
// Its unit says that they are computed, wherever it is printed: beside a chart, over a table, in a file. It is no level in the sense of
// publishers, so nothing rebases it a second time.

import {PERIODS_A_YEAR} from "../../../statistics/derived/calendar-steps.ts";
import {roundValues, type SeriesColumns} from "../../../statistics/derived/columns.ts";
import {type DerivedInput, derive} from "../../../statistics/derived/derive.ts";
import {derivedUnit, formulasOf} from "../../../statistics/derived/formula.ts";
import {type DerivedQuantity, meansGrowth, type Quantity} from "../../../statistics/derived/quantity.ts";
import {type DeriveStep, stepText} from "../../../statistics/derived/step.ts";
import {uncertainPeriods} from "../../../statistics/derived/uncertain.ts";
import {ESTIMATES_AT_ONCE} from "../../../statistics/history/revisions.ts";
import {type RowList, rowsOfColumns} from "../../../statistics/row-list.ts";
import {type Day, type PeriodOrdinal, type PeriodTable, periodTable} from "../../../statistics/time/day.ts";
import type {Frequency} from "../../../statistics/time/frequency.ts";
import type {Steps} from "../../../work/pace.ts";
import {computedUnit} from "../../figures/computed-unit.ts";
import {inPricesOf} from "../../words/base-period.ts";
import type {Language} from "../../words/language.ts";
import {unitText} from "../../words/names.ts";
import {unitShown} from "../series/head.ts";
import {firstDayOf, type SeriesValue, type SeriesView} from "../series/read-series.ts";
import {stepSubjectOf} from "./choices.ts";
import {DERIVED_WORDS, formulaText, stepsWords} from "./words.ts";

/** The transformation of computed values: of no publisher. */
const COMPUTED = "pct_computed";

/** Computed values of one series. */
export interface DerivedView {
  readonly view: SeriesView;
  readonly formula: string;
  readonly inputs: readonly SeriesView[];
  /** Periods of values that rest on a withdrawn one. */
  readonly uncertain: ReadonlySet<PeriodOrdinal>;
  /** Periods with a published value and without a computed one. */
  readonly missing: number;
}

/** By the id of the dataset, then by indicator. */
export type Declared = ReadonlyMap<number, ReadonlyMap<string, Quantity>>;

/** What packages say that the series measure. */
export function declaredOf(views: readonly SeriesView[]): Declared {
  return new Map(views.map(({dataset, declared}) => [dataset.id, declared]));
}

/** null: that would be a wrong number. @param others the second series of steps, by key */
export function* derivedView(
  view: SeriesView,
  steps: readonly DeriveStep[],
  others: ReadonlyMap<string, SeriesView>,
  declared: Declared,
  language: Language,
): Steps<DerivedView | null> {
  if ([...others.values()].some((other) => mustNotBeSpliced(view, other))) return null;
  const input = yield* inputOf(view, declared, false);
  const found = yield* derive(input, steps, yield* inputsOf(others, declared, false));
  if ("refusal" in found) return null;
  yield;
  const hasWithdrawn = [view, ...others.values()].some(({withdrawn}) => withdrawn.size > 0);
  const certain = hasWithdrawn
    ? yield* derive(yield* inputOf(view, declared, true), steps, yield* inputsOf(others, declared, true))
    : null;
  const uncertain = uncertainPeriods(found.columns, certain);
  yield;
  roundValues(found.columns);
  yield;
  const {frequency} = found.columns;
  const {formula} = formulasOf(steps, view.series.frequency);
  const periods = frequency === "W" ? view.periods : periodTable(frequency);
  const values = datedValues(found.columns, periods);
  const unit = derivedUnit(found.meaning, input.meaning, unitText(unitShown(view) ?? "", language));
  const shownUnit = `${unitWithSteps(unit, steps, meansGrowth(input.meaning), language)}${pricesOfText(steps, others, {frequency: view.series.frequency, meaning: input.meaning}, language)}`;
  const series = {
    ...view.series,
    ...{
      frequency,
      measure: null,
      transformation: COMPUTED,
      unit: shownUnit,
      unitLabel: {name: shownUnit, mult: 1},
    },
  };
  const {published: _, ...own} = series as typeof series & {published?: unknown};
  const made: SeriesView = {
    ...view,
    series: own,
    ...{periods, values, newest: newestOf(found.columns), title: `${view.title}, ${shownUnit}`},
    computed: computedUnit(found.meaning, input.meaning),
    ...{withdrawn: new Map(), revised: [], releases: []},
  };
  return {
    view: made,
    formula: formulaText(formula, language),
    inputs: [view, ...others.values()],
    uncertain: new Set(uncertain),
    missing: found.missing.length,
  };
}

/** "per cent; computed here: change on the year". */
function unitWithSteps(unit: string, steps: readonly DeriveStep[], isOfGrowth: boolean, language: Language): string {
  const words = DERIVED_WORDS[language];
  const plain = PLAIN_UNITS[unit]?.[language] ?? unit;
  const way = stepsWords(steps.map(stepText).join("|"), language, isOfGrowth);
  return [plain, `${words.computedHere.toLowerCase()}: ${way}`].filter((part) => part !== "").join("; ");
}

/** " (in prices of December 2025)": of the last period of the index, or of its last whole year where months stand beside years. */
function pricesOfText(
  steps: readonly DeriveStep[],
  others: ReadonlyMap<string, SeriesView>,
  {frequency, meaning}: {readonly frequency: Frequency; readonly meaning: DerivedQuantity},
  language: Language,
): string {
  const [step] = steps;
  const prices = steps.length === 1 && step?.name === "real" ? others.get(step.key) : undefined;
  if (prices === undefined) return "";
  const {series, values} = prices;
  const isFiner = series.frequency !== frequency;
  const [start, end] = isFiner ? lastWhole(values, series.frequency, frequency) : [values.at(-1), values.at(-1)];
  if (start === undefined || end === undefined) return "";
  const isMean = isFiner && meaning !== "stock";
  const plain = {measure: null, transformation: null, frequency};
  return ` (${isMean ? inPricesOf(plain, start.first, language) : inPricesOf(series, end.first, language)})`;
}

/** The first and the last value of the last whole group of periods. */
function lastWhole(values: RowList<SeriesValue>, from: Frequency, to: Frequency): readonly (SeriesValue | undefined)[] {
  const each = PERIODS_A_YEAR[from] / PERIODS_A_YEAR[to];
  for (let end = values.length - 1, start = end - each + 1; start >= 0; end--, start--) {
    const {period} = values.at(end)!;
    if (period % each === each - 1 && values.at(start)!.period === period - each + 1)
      return [values.at(start), values.at(end)];
  }
  return [];
}

const PLAIN_UNITS: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  percent: {ru: "процент", en: "per cent"},
  "percentage points": {ru: "процентный пункт", en: "percentage points"},
  index: {ru: "индекс", en: "index"},
  ratio: {ru: "отношение", en: "ratio"},
  log: {ru: "натуральный логарифм", en: "natural logarithm"},
};

function mustNotBeSpliced(one: SeriesView, other: SeriesView): boolean {
  const declares = ({related}: SeriesView, {dataset}: SeriesView): boolean =>
    related.some(
      ({provider, dataset: code, relation, splice}) =>
        relation === "era" && !splice && provider === dataset.provider && code === dataset.code,
    );
  return declares(one, other) || declares(other, one);
}

function newestOf({count, asOf}: SeriesColumns): Day | null {
  return count === 0 ? null : asOf.subarray(0, count).reduce((one, other) => Math.max(one, other));
}

function datedValues({count, period, value, asOf}: SeriesColumns, periods: PeriodTable): RowList<SeriesValue> {
  return rowsOfColumns(count, (at) => {
    const own = period[at]!;
    return {period: own, value: value[at]!, day: asOf[at]!, sequence: 0, first: firstDayOf(own, periods)};
  });
}

function* inputsOf(
  views: ReadonlyMap<string, SeriesView>,
  declared: Declared,
  inForce: boolean,
): Steps<ReadonlyMap<string, DerivedInput>> {
  const inputs = new Map<string, DerivedInput>();
  for (const [key, view] of views) inputs.set(key, yield* inputOf(view, declared, inForce));
  return inputs;
}

/** @param inForce without the values that their publisher has withdrawn */
function* inputOf(view: SeriesView, declared: Declared, inForce: boolean): Steps<DerivedInput> {
  const {values, withdrawn, series, periods, dataset} = view;
  const room = values.length;
  const columns = {period: new Int32Array(room), value: new Float64Array(room), asOf: new Int32Array(room)};
  let count = 0;
  for (let at = 0; at < room; at++) {
    if (at % ESTIMATES_AT_ONCE === 0) yield;
    const {period, value, day} = values.at(at)!;
    if (inForce && withdrawn.has(period)) continue;
    [columns.period[count], columns.value[count], columns.asOf[count]] = [period, value, day];
    count++;
  }
  const {meaning, isAdjusted, isMoney = false} = stepSubjectOf(view, declared.get(dataset.id) ?? new Map());
  const weeks = series.frequency === "W" ? periods : null;
  return {columns: {frequency: series.frequency, count, ...columns}, meaning, isAdjusted, isMoney, weeks};
}
