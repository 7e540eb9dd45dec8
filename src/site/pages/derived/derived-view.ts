// A series as a page shows it, with values computed here in the place of the published ones.
//
// Its unit says that they are computed, wherever it is printed: beside a chart, over a table, in a file. It is no level in the sense of
// publishers, so nothing rebases it a second time.

import {roundValues} from "../../../statistics/derived/columns.ts";
import {type DerivedInput, derive} from "../../../statistics/derived/derive.ts";
import {derivedUnit, formulasOf} from "../../../statistics/derived/formula.ts";
import type {Quantity} from "../../../statistics/derived/quantity.ts";
import {type DeriveStep, stepText} from "../../../statistics/derived/step.ts";
import {uncertainPeriods} from "../../../statistics/derived/uncertain.ts";
import {type PeriodOrdinal, periodTable} from "../../../statistics/time/day.ts";
import {readDeclaredQuantities} from "../../../store/datasets/declared-quantities.ts";
import type {Steps} from "../../../work/pace.ts";
import type {SiteParts} from "../../visit/context.ts";
import type {Language} from "../../words/language.ts";
import {unitText} from "../../words/names.ts";
import {unitOf} from "../series/head.ts";
import {firstDayOf, type SeriesValue, type SeriesView} from "../series/read-series.ts";
import {subjectOf} from "./choices.ts";
import {DERIVED_WORDS, stepsWords} from "./words.ts";

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
export async function readDeclared({store}: SiteParts, views: readonly SeriesView[]): Promise<Declared> {
  const declared = new Map<number, ReadonlyMap<string, Quantity>>();
  for (const {dataset} of views)
    if (!declared.has(dataset.id))
      declared.set(dataset.id, await store.statistics.read((q) => readDeclaredQuantities(q, dataset.id)));
  return declared;
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
  const input = inputOf(view, declared, false);
  const besides = (inForce: boolean) =>
    new Map(Array.from(others, ([key, other]) => [key, inputOf(other, declared, inForce)]));
  const found = yield* derive(input, steps, besides(false));
  if ("refusal" in found) return null;
  const hasWithdrawn = [view, ...others.values()].some(({withdrawn}) => withdrawn.size > 0);
  const certain = hasWithdrawn ? yield* derive(inputOf(view, declared, true), steps, besides(true)) : null;
  const uncertain = uncertainPeriods(found.columns, certain);
  roundValues(found.columns);
  yield;
  const {frequency, count, period, value, asOf} = found.columns;
  const {formula} = formulasOf(steps, view.series.frequency);
  const periods = frequency === "W" ? view.periods : periodTable(frequency);
  const values = Array.from({length: count}, (_, at): SeriesValue => {
    const own = period[at]!;
    return {period: own, value: value[at]!, day: asOf[at]!, sequence: 0, first: firstDayOf(own, periods)};
  });
  yield;
  const unit = derivedUnit(found.meaning, input.meaning, unitText(unitOf(view) ?? "", language));
  const told = unitTold(unit, steps, language);
  const series = {
    ...view.series,
    ...{frequency, measure: null, transformation: "pct_computed", unit: told, unitLabel: {name: told, mult: 1}},
  };
  const {published: _, ...own} = series as typeof series & {published?: unknown};
  const made: SeriesView = {
    ...view,
    series: own,
    ...{periods, values, title: `${view.title}, ${told}`, withdrawn: new Map(), revised: [], releases: []},
  };
  return {
    view: made,
    formula,
    inputs: [view, ...others.values()],
    uncertain: new Set(uncertain),
    missing: found.missing.length,
  };
}

/** "per cent; computed here: change on the year". */
function unitTold(unit: string, steps: readonly DeriveStep[], language: Language): string {
  const words = DERIVED_WORDS[language];
  const plain = PLAIN_UNITS[unit]?.[language] ?? unit;
  const way = stepsWords(steps.map(stepText).join("|"), language);
  return [plain, `${words.computedHere.toLowerCase()}: ${way}`].filter((part) => part !== "").join("; ");
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

function inputOf(view: SeriesView, declared: Declared, inForce: boolean): DerivedInput {
  const {values, withdrawn, series, periods, dataset} = view;
  const used = inForce ? values.filter(({period}) => !withdrawn.has(period)) : values;
  const columns = {
    ...{frequency: series.frequency, count: used.length},
    period: Int32Array.from(used, ({period}) => period),
    value: Float64Array.from(used, ({value}) => value),
    asOf: Int32Array.from(used, ({day}) => day),
  };
  const {meaning, isAdjusted} = subjectOf(view, declared.get(dataset.id) ?? new Map());
  return {columns, meaning, isAdjusted, weeks: series.frequency === "W" ? periods : null};
}
