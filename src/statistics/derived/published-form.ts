// Whether a publisher has the same thing as a derived series: the growth that somebody computes from levels, or the year of a series that is
// added up from months [derived.*].
//
// The two may differ by rounding and by revision, so both are shown. A growth that is published beside amounts is mostly one of volumes, in
// prices of another time, so it is never taken for the growth of the amounts: only indices have a published growth here. A year that is chained
// from months compares Decembers: a published year that compares means of years is another thing.
import type {Frequency} from "../time/frequency.ts";
import type {DerivedQuantity} from "./quantity.ts";
import type {DeriveStep} from "./step.ts";

/**
 * prev: growth on the period before. yoy: on the same period a year before; of years it is the same as prev. ytd: on December before; of
 * years it compares Decembers. total: values of a finer frequency, added up or averaged as the quantity asks.
 */
export type PublishedForm = `${"prev" | "yoy" | "ytd" | "total"} ${Frequency}`;

/** What a series is on the way through the steps. */
interface Stage {
  readonly is: "amount" | "rate" | "chained" | "growth" | "total";
  readonly form: PublishedForm | null;
  readonly frequency: Frequency;
  readonly meaning: DerivedQuantity;
}

const AMOUNTS: readonly DerivedQuantity[] = ["level", "flow", "stock", "price", "index", "cumulative"];

/** How each quantity is taken together by nature; a mean of a flow or the end of a price would be something else than publishers print. */
const BY_NATURE: Partial<Record<DerivedQuantity, "sum" | "end" | "mean">> = {
  ...{flow: "sum", stock: "end", cumulative: "end", price: "mean", index: "mean"},
};

/** What publishers would have to print; null: nothing that a rule knows. @param meaning of the published values @param frequency theirs */
export function formOfSteps(
  steps: readonly DeriveStep[],
  meaning: DerivedQuantity,
  frequency: Frequency,
): PublishedForm | null {
  const is = AMOUNTS.includes(meaning) ? "amount" : meaning === "index_prev" ? "rate" : null;
  let stage: Stage | null = is === null ? null : {is, form: null, frequency, meaning};
  for (const step of steps) stage = stage === null ? null : stageBehind(stage, step);
  return stage?.form ?? null;
}

/** Whether formOfSteps may find something for any quantity. */
export function mayBePublished(steps: readonly DeriveStep[]): boolean {
  return steps.every(({name}) => ["to", "chain", "pct", "yoy_pct", "ytd_pct"].includes(name));
}

function stageBehind({is, frequency, meaning}: Stage, step: DeriveStep): Stage | null {
  if (step.name === "to") return takenTogether({is, frequency, meaning}, step);
  if (step.name === "chain") return is === "rate" ? {is: "chained", form: null, frequency, meaning: "index"} : null;
  if (is === "rate" || is === "growth" || meaning !== "index") return null;
  const form = growthForm(step.name, frequency);
  return form === null || (is === "chained" && step.name === "pct") ? null : {is: "growth", form, frequency, meaning};
}

function growthForm(name: DeriveStep["name"], frequency: Frequency): PublishedForm | null {
  if (name === "pct") return frequency === "A" ? "yoy A" : `prev ${frequency}`;
  if (name === "yoy_pct") return `yoy ${frequency}`;
  return name === "ytd_pct" ? `ytd ${frequency}` : null;
}

function takenTogether(
  {is, frequency, meaning}: Omit<Stage, "form">,
  {target, by}: DeriveStep & {readonly name: "to"},
): Stage | null {
  if (is === "rate" && by === "chain")
    return {is: "growth", form: target === "A" ? "ytd A" : "prev Q", frequency: target, meaning};
  if ((is !== "amount" && is !== "total") || frequency === target || by !== BY_NATURE[meaning]) return null;
  const own = meaning === "cumulative" && target === "A" ? "flow" : meaning;
  return {is: "total", form: `total ${target}`, frequency: target, meaning: own};
}

/** The codes and the quantity of a published series. */
export interface PrintedSeries {
  readonly measure: string | null;
  readonly transformation: string | null;
  readonly frequency: Frequency;
  readonly isPercent: boolean;
  readonly meaning: DerivedQuantity;
}

/** `index`: 101.2 where a change in per cent is 1.2. */
export type GrowthWriting = "value" | "index";

const ON_DECEMBER = /^(?:pct_ytd|prev_december|prev_year_end|growth_ytd)$/;
const CHANGES = /^growth_(prev|mom|qoq|yoy|ytd)$/;

/** The growth that a published series tells, and how it writes it; null: it tells none. */
export function growthOfSeries({
  measure,
  transformation,
  frequency,
  isPercent,
  meaning,
}: PrintedSeries): {readonly form: PublishedForm; readonly writing: GrowthWriting} | null {
  if (!isPercent) return null;
  const codes = [measure, transformation].filter((code) => code !== null);
  const change = codes.map((code) => CHANGES.exec(code)?.[1]).find((base) => base !== undefined);
  const writing = change === undefined ? "index" : "value";
  if (codes.some((code) => ON_DECEMBER.test(code))) return {form: `ytd ${frequency}`, writing};
  const isYearly = change === undefined ? meaning === "index_yoy" : change === "yoy";
  if (isYearly) return {form: `yoy ${frequency}`, writing};
  if (change === undefined && meaning !== "index_prev") return null;
  return {form: frequency === "A" ? "yoy A" : `prev ${frequency}`, writing};
}
