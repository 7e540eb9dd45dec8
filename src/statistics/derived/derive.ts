// A series taken through steps: each is judged by the quantity of its input before a value is computed.
//
// The caller reads the inputs: all of them as known on one day, and from earlier periods than are asked for, since a yearly change needs the
// year before. Nothing here knows where the values come from. There is a rest between two steps: a series of days may be long.
// The result is not rounded yet (`roundValues`).
import type {RowList} from "../row-list.ts";
import type {PeriodTable} from "../time/day.ts";
import {aggregate} from "./aggregate.ts";
import {cca, type RateForm, saar} from "./annual-rate.ts";
import {chain} from "./chain.ts";
import {change, yoy} from "./change.ts";
import {
  createColumnsWriter,
  type DerivedColumns,
  joinMissing,
  type MissingValue,
  type SeriesColumns,
} from "./columns.ts";
import {indexTo, unfitBase} from "./index-base.ts";
import {pct, yoyPct, ytdPct} from "./percent.ts";
import type {DerivedQuantity} from "./quantity.ts";
import {rolling} from "./rolling.ts";
import {type DeriveStep, stepText} from "./step.ts";
import {judgeStep} from "./step-rules.ts";
import {minus, over, real} from "./two-series.ts";

export interface DerivedInput {
  readonly columns: SeriesColumns;
  readonly meaning: DerivedQuantity;
  readonly isAdjusted: boolean;
  /** As in StepSubject. */
  readonly isMoney?: boolean;
  /** The calendar of the dataset, for weeks. */
  readonly weeks: PeriodTable | null;
}

export interface DerivedResult extends DerivedColumns {
  readonly meaning: DerivedQuantity;
}

/** A step that is wrong for the quantity of its input. */
export interface RefusedStep {
  readonly step: string;
  readonly refusal: string;
}

/**
 * @param others the second series of steps, by key
 * @returns columns of the last step, with all missing periods of its frequency; or the first refusal
 */
export function* derive(
  input: DerivedInput,
  steps: readonly DeriveStep[],
  others: ReadonlyMap<string, DerivedInput>,
): Generator<undefined, DerivedResult | RefusedStep> {
  let {columns, meaning} = input;
  let missing: RowList<MissingValue> = [];
  for (const [nth, step] of steps.entries()) {
    if (nth > 0) yield;
    const other = "key" in step ? (others.get(step.key) ?? null) : null;
    const {frequency} = columns;
    const subject = {...input, meaning, frequency};
    const beside = other === null ? null : {...other, frequency: other.columns.frequency};
    const judged = judgeStep(step, subject, beside);
    if ("refusal" in judged) return {step: stepText(step), refusal: judged.refusal};
    const unfit = "base" in step ? unfitBase(columns, step.base, input.weeks) : null;
    if (unfit !== null) return {step: stepText(step), refusal: unfit};
    const done = takeStep(step, columns, {meaning, form: rateForm(meaning), weeks: input.weeks, other});
    missing = done.columns.frequency === frequency ? joinMissing(missing, done.missing) : done.missing;
    ({columns} = done);
    ({meaning} = judged);
  }
  return {columns, meaning, missing};
}

function rateForm(meaning: DerivedQuantity): RateForm {
  return meaning === "index_prev" || meaning === "pct_prev" ? meaning : "level";
}

interface StepContext {
  readonly meaning: DerivedQuantity;
  readonly form: RateForm;
  readonly weeks: PeriodTable | null;
  readonly other: DerivedInput | null;
}

function takeStep(step: DeriveStep, input: SeriesColumns, {meaning, form, weeks, other}: StepContext): DerivedColumns {
  const rates = form === "level" ? "index_prev" : form;
  switch (step.name) {
    case "change":
      return change(input, weeks);
    case "yoy":
      return yoy(input);
    case "pct":
      return pct(input, weeks);
    case "yoy_pct":
      return yoyPct(input);
    case "ytd_pct":
      return ytdPct(input);
    case "saar":
      return saar(input, form);
    case "cca":
      return cca(input, form);
    case "log":
      return logarithm(input);
    case "index":
      return indexTo(input, step.base, weeks);
    case "chain":
      return chain(input, step.base, rates, weeks);
    case "rolling":
      return rolling(input, step.periods, step.by, weeks);
    case "to":
      return aggregate(input, step.target, step.by, rates);
    case "minus":
      return minus(input, other!.columns);
    case "over":
      return over(input, other!.columns);
    case "real":
      return real(input, other!.columns, {
        form: other!.meaning === "index_prev" ? "index_prev" : "index",
        weeks: other!.weeks,
        isOfEnd: meaning === "stock",
      });
  }
}

/** The natural logarithm; values of zero or below have none [derived.*]. */
function logarithm(input: SeriesColumns): DerivedColumns {
  const {count, period, value, asOf} = input;
  const writer = createColumnsWriter(input, count);
  for (let at = 0; at < count; at++) {
    if (value[at]! > 0) writer.add(period[at]!, Math.log(value[at]!), asOf[at]!);
    else writer.miss(period[at]!, "not_comparable");
  }
  return writer.end();
}
