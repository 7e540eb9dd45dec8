// Which step may be taken of which quantity, what comes out, and the sentence for what is wrong.
//
// Of an unknown quantity only differences and a fixed base are given: they are right for anything [derived.*].
import type {Frequency} from "../time/frequency.ts";
import type {DerivedQuantity} from "./quantity.ts";
import type {DeriveStep} from "./step.ts";

/** What the rules look at. */
export interface StepSubject {
  readonly meaning: DerivedQuantity;
  readonly frequency: Frequency;
  /** Whether the season is taken out of the values. */
  readonly isAdjusted: boolean;
  /** Whether the values are amounts of money or prices. Missing: not known, so they have no real terms. */
  readonly isMoney?: boolean;
}

/** The meaning of the result, or the reason why the step is refused. */
export type JudgedStep = {readonly meaning: DerivedQuantity} | {readonly refusal: string};

const AMOUNTS: readonly DerivedQuantity[] = ["level", "flow", "stock", "price", "index"];
const PERCENTAGES: readonly DerivedQuantity[] = ["rate", "share", "pct_prev", "pct_yoy", "pct_ytd", "annual_rate"];
const INDICES: readonly DerivedQuantity[] = ["index", "index_prev", "index_yoy"];

/** @param other the second series of a step that has one */
export function judgeStep(step: DeriveStep, subject: StepSubject, other: StepSubject | null = null): JudgedStep {
  const {meaning, frequency} = subject;
  switch (step.name) {
    case "change":
      return meaning === "cumulative"
        ? refused("a difference to the period before of cumulative values is wrong in the first period of each year")
        : {meaning: "difference"};
    case "yoy":
      return {meaning: "difference"};
    case "pct":
      return meaning === "cumulative"
        ? refused("a change in per cent of cumulative values is wrong in the first period of each year")
        : inPercent(meaning, "pct_prev");
    case "yoy_pct":
      return meaning === "cumulative" ? {meaning: "pct_yoy"} : inPercent(meaning, "pct_yoy");
    case "ytd_pct":
      if (frequency !== "M" && frequency !== "Q")
        return refused("only months and quarters have a December before them");
      return meaning === "cumulative"
        ? refused("a change of cumulative values since December compares a part of a year with a whole one")
        : inPercent(meaning, "pct_ytd");
    case "saar":
    case "cca":
      return yearlyRate(subject);
    case "index":
      return rebased(meaning);
    case "chain":
      return chained(meaning) ?? {meaning: "index"};
    case "rolling":
      return step.by === "sum" ? summed(meaning) : averaged(meaning);
    case "to":
      return takenTogether(step, subject);
    case "log":
      return AMOUNTS.includes(meaning) || meaning === "cumulative"
        ? {meaning: "log"}
        : refused(`a logarithm is taken of amounts, prices and indices, and these are ${PLURALS[meaning]}`);
    default:
      return besideOther(step.name, subject, other);
  }
}

/** Steps in a row, each judged by what the one before makes. @param others the second series of steps, by key */
export function judgeSteps(
  steps: readonly DeriveStep[],
  subject: StepSubject,
  others: ReadonlyMap<string, StepSubject> = new Map(),
): JudgedStep {
  let {meaning, frequency} = subject;
  for (const step of steps) {
    const other = "key" in step ? (others.get(step.key) ?? null) : null;
    const judged = judgeStep(step, {...subject, meaning, frequency}, other);
    if ("refusal" in judged) return judged;
    ({meaning} = judged);
    if (step.name === "to") frequency = step.target;
  }
  return {meaning};
}

const PLURALS: Readonly<Record<DerivedQuantity, string>> = {
  ...{
    level: "levels",
    flow: "flows",
    stock: "stocks",
    cumulative: "cumulative values",
    index: "indices",
    price: "prices",
  },
  ...{index_prev: "indices with the period before as 100", index_yoy: "indices with a year before as 100"},
  ...{rate: "percentages", share: "shares", unknown: "values of an unknown quantity", difference: "differences"},
  ...{
    pct_prev: "changes in per cent",
    pct_yoy: "yearly changes in per cent",
    pct_ytd: "changes in per cent since December",
  },
  ...{annual_rate: "rates a year", log: "logarithms", ratio: "ratios"},
};

function refused(refusal: string): JudgedStep {
  return {refusal};
}

function inPercent(meaning: DerivedQuantity, result: DerivedQuantity): JudgedStep {
  if (AMOUNTS.includes(meaning)) return {meaning: result};
  if (PERCENTAGES.includes(meaning))
    return refused(
      `a percentage of a percentage misleads: these are ${PLURALS[meaning]}; \`change\` gives percentage points`,
    );
  if (meaning === "index_prev" || meaning === "index_yoy")
    return refused(`these are ${PLURALS[meaning]}, which are changes already; \`change\` gives percentage points`);
  return refused(`a change in per cent is given of amounts, prices and indices, and these are ${PLURALS[meaning]}`);
}

function yearlyRate({meaning, frequency, isAdjusted}: StepSubject): JudgedStep {
  if (frequency === "D" || frequency === "W") return refused("days and weeks have no fixed number a year");
  if (!isAdjusted) return refused("the season is not taken out of these values, and a yearly rate would multiply it");
  const rates: readonly DerivedQuantity[] = ["index_prev", "pct_prev"];
  if (AMOUNTS.includes(meaning) || rates.includes(meaning)) return {meaning: "annual_rate"};
  return refused(
    `a yearly rate is made of amounts or of changes on the period before, and these are ${PLURALS[meaning]}`,
  );
}

function rebased(meaning: DerivedQuantity): JudgedStep {
  if (AMOUNTS.includes(meaning) || meaning === "unknown" || meaning === "ratio") return {meaning: "index"};
  if (meaning === "cumulative")
    return refused("cumulative values begin anew each year, so no period of them is a base");
  if (meaning === "index_prev" || meaning === "pct_prev")
    return refused(`these are ${PLURALS[meaning]}; \`chain:PERIOD\` joins them into an index`);
  return refused(`${PLURALS[meaning]} have no base period`);
}

/** null: they chain. */
function chained(meaning: DerivedQuantity): JudgedStep | null {
  if (meaning === "index_prev" || meaning === "pct_prev") return null;
  if (meaning === "index_yoy" || meaning === "pct_yoy")
    return refused("yearly indices overlap: only rates on the period before join into an index");
  return refused(`only rates on the period before join into an index, and these are ${PLURALS[meaning]}`);
}

function summed(meaning: DerivedQuantity): JudgedStep {
  if (meaning === "flow") return {meaning: "flow"};
  if (INDICES.includes(meaning)) return refused("a sum of indices means nothing");
  if (meaning === "stock" || meaning === "price")
    return refused(`a sum of ${PLURALS[meaning]} counts the same thing again and again`);
  if (meaning === "level")
    return refused("only flows are added, and nobody declared whether these values are flows or stocks");
  return refused(`only flows are added, and these are ${PLURALS[meaning]}`);
}

function averaged(meaning: DerivedQuantity): JudgedStep {
  if (AMOUNTS.includes(meaning) || meaning === "rate" || meaning === "share" || meaning === "ratio") return {meaning};
  if (meaning === "cumulative") return refused("a mean of cumulative values means nothing");
  if (meaning === "index_prev" || meaning === "pct_prev")
    return refused("a mean of rates on the period before is no rate of a longer one; `chain` joins them");
  return refused(`a mean of ${PLURALS[meaning]} means nothing`);
}

function takenTogether(
  {target, by}: DeriveStep & {readonly name: "to"},
  {meaning, frequency}: StepSubject,
): JudgedStep {
  if (frequency === "D" || frequency === "W")
    return refused("a whole quarter or year of days and weeks is not known, so they are not taken together");
  if (frequency === target || frequency === "A")
    return refused(`values of frequency ${frequency} can't be taken together to ${target}`);
  if (by === "chain") return chained(meaning) ?? {meaning};
  if (by === "sum") return summed(meaning);
  if (by === "mean") return averaged(meaning);
  if (meaning === "flow") return refused("the last period of a flow is not the flow of the whole");
  const ends: readonly DerivedQuantity[] = ["level", "stock", "cumulative", "index", "price", "rate", "share", "ratio"];
  return ends.includes(meaning)
    ? {meaning: meaning === "cumulative" && target === "A" ? "flow" : meaning}
    : refused(`the last of ${PLURALS[meaning]} says nothing about the whole`);
}

/** Of which a price index is taken together for values of the frequency. */
const FINER: Readonly<Record<Frequency, readonly Frequency[]>> = {D: [], W: [], M: [], Q: ["M"], A: ["M", "Q"]};

function besideOther(name: "real" | "minus" | "over", subject: StepSubject, other: StepSubject | null): JudgedStep {
  if (other === null) throw new RangeError(`the step ${name} needs a second series`);
  const isTakenTogether = name === "real" && FINER[subject.frequency].includes(other.frequency);
  if (other.frequency !== subject.frequency && !isTakenTogether)
    return refused(
      `the two series have the frequencies ${subject.frequency} and ${other.frequency}: values are paired by period`,
    );
  if (name === "real") {
    if (other.meaning !== "index" && other.meaning !== "index_prev")
      return refused(`values are divided by a price index, and the second series has ${PLURALS[other.meaning]}`);
    const amounts: readonly DerivedQuantity[] = ["level", "flow", "stock", "price"];
    if (!amounts.includes(subject.meaning))
      return refused(`amounts of money and prices have real terms, and these are ${PLURALS[subject.meaning]}`);
    return subject.isMoney === true
      ? {meaning: subject.meaning}
      : refused("only amounts of money and prices have real terms, and the unit of these values is not of money");
  }
  if (subject.meaning === "unknown" || other.meaning === "unknown")
    return refused("of an unknown quantity only `change`, `yoy` and `index` are given");
  if (name === "over") return {meaning: "ratio"};
  return subject.meaning === other.meaning
    ? {
        meaning:
          AMOUNTS.includes(subject.meaning) && !INDICES.includes(subject.meaning) ? subject.meaning : "difference",
      }
    : refused(`a difference of ${PLURALS[subject.meaning]} and ${PLURALS[other.meaning]} means nothing`);
}
