// `derive=`: steps joined by `|`, applied from left to right, and their names. Reading them needs no series.
//
// [derived.*]. FRED's names of units are aliases; they are read and never written.
import {parsePeriod} from "../time/day.ts";
import type {AggregateBy} from "./aggregate.ts";
import type {BasePeriod} from "./index-base.ts";
import {MOST_ROLLED} from "./rolling.ts";

export type DeriveStep =
  | {readonly name: "change" | "pct" | "yoy" | "yoy_pct" | "ytd_pct" | "saar" | "cca" | "log"}
  | {readonly name: "index" | "chain"; readonly base: BasePeriod; readonly period: string}
  | {readonly name: "rolling"; readonly periods: number; readonly by: "mean" | "sum"}
  | {readonly name: "to"; readonly target: "Q" | "A"; readonly by: AggregateBy}
  | {readonly name: "real" | "minus" | "over"; readonly key: string};

const PLAIN = ["change", "pct", "yoy", "yoy_pct", "ytd_pct", "saar", "cca", "log"] as const;
const ALIASES: Readonly<Record<string, (typeof PLAIN)[number]>> = {
  ...{chg: "change", ch1: "yoy", pch: "pct", pc1: "yoy_pct", pca: "saar"},
};

const MOST_STEPS = 8;
const KEY = /^[0-9a-z]{16}$/;

/** What is wrong with the text, in a sentence that names the step. */
export interface UnreadSteps {
  readonly problem: string;
}

export function parseSteps(text: string): readonly DeriveStep[] | UnreadSteps {
  const parts = text.split("|").map((one) => one.trim());
  if (parts.length > MOST_STEPS) return {problem: `${parts.length} steps are more than ${MOST_STEPS}`};
  const steps: DeriveStep[] = [];
  for (const part of parts) {
    const step = parseStep(part);
    if ("problem" in step) return step;
    steps.push(step);
  }
  return steps;
}

function parseStep(text: string): DeriveStep | UnreadSteps {
  const [name = "", ...parts] = text.split(":");
  const plain = ALIASES[name] ?? PLAIN.find((one) => one === name);
  if (plain !== undefined)
    return parts.length === 0 ? {name: plain} : {problem: `the step ${name} takes nothing behind it`};
  const read = WITH_PARTS[name];
  if (read !== undefined) return read(parts);
  return {
    problem: `${text === "" ? "an empty step" : `${text.slice(0, 60)} is no step`}; the steps are ${[...PLAIN, ...Object.values(FORMS)].join(", ")}`,
  };
}

const FORMS = {
  ...{index: "index:PERIOD", chain: "chain:PERIOD", rolling: "rolling:N:mean|sum", to: "to:Q|A:mean|sum|end|chain"},
  ...{real: "real:SERIES_KEY", minus: "minus:SERIES_KEY", over: "over:SERIES_KEY"},
} as const;

const WITH_PARTS: Readonly<Record<string, (parts: readonly string[]) => DeriveStep | UnreadSteps>> = {
  index: (parts) => withBase("index", parts),
  chain: (parts) => withBase("chain", parts),
  rolling([count = "", by, ...rest]) {
    const periods = /^\d{1,3}$/.test(count) ? Number(count) : 0;
    if (periods < 2 || periods > MOST_ROLLED || (by !== "mean" && by !== "sum") || rest.length > 0)
      return {problem: `${FORMS.rolling} has a number from 2 to ${MOST_ROLLED}, and mean or sum`};
    return {name: "rolling", periods, by};
  },
  to([target, by, ...rest]) {
    if ((target !== "Q" && target !== "A") || !isAggregate(by) || rest.length > 0)
      return {problem: `a step of the form ${FORMS.to} is wanted`};
    return {name: "to", target, by};
  },
  real: (parts) => withKey("real", parts),
  minus: (parts) => withKey("minus", parts),
  over: (parts) => withKey("over", parts),
};

function isAggregate(text: string | undefined): text is AggregateBy {
  return text === "mean" || text === "sum" || text === "end" || text === "chain";
}

function withBase(name: "index" | "chain", [period = "", ...rest]: readonly string[]): DeriveStep | UnreadSteps {
  const base = parsePeriod(period);
  if (base === null || rest.length > 0)
    return {problem: `${name}:PERIOD needs a period as YYYY, YYYY-Qn, YYYY-MM or YYYY-MM-DD`};
  return {name, base, period};
}

function withKey(name: "real" | "minus" | "over", [key = "", ...rest]: readonly string[]): DeriveStep | UnreadSteps {
  if (!KEY.test(key) || rest.length > 0)
    return {problem: `${name}:SERIES_KEY needs the key of a series, 16 letters and digits`};
  return {name, key};
}

/** The step as it is written in `derive`. */
export function stepText(step: DeriveStep): string {
  switch (step.name) {
    case "index":
    case "chain":
      return `${step.name}:${step.period}`;
    case "rolling":
      return `rolling:${step.periods}:${step.by}`;
    case "to":
      return `to:${step.target}:${step.by}`;
    case "real":
    case "minus":
    case "over":
      return `${step.name}:${step.key}`;
    default:
      return step.name;
  }
}
