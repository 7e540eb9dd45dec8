// What is refused of which quantity, and how the words of `derive` are read.
import assert from "node:assert/strict";
import {test} from "node:test";
import type {DerivedQuantity} from "./quantity.ts";
import {quantityByCodes} from "./quantity.ts";
import {parseSteps, stepText} from "./step.ts";
import {judgeStep} from "./step-rules.ts";

const KEY = "a".repeat(16);

/** Step, quantities of which it is refused, and a word of the sentence. */
const REFUSALS: readonly (readonly [string, readonly DerivedQuantity[], RegExp])[] = [
  ["change", ["cumulative"], /first period of each year/],
  ["pct", ["rate", "share", "pct_prev", "pct_yoy", "annual_rate"], /percentage of a percentage/],
  ["pct", ["index_prev", "index_yoy"], /changes already/],
  ["pct", ["cumulative"], /first period of each year/],
  ["pct", ["unknown", "difference", "log"], /these are/],
  ["yoy_pct", ["rate", "share", "pct_ytd"], /percentage of a percentage/],
  ["yoy_pct", ["index_prev", "index_yoy"], /changes already/],
  ["yoy_pct", ["unknown"], /unknown quantity/],
  ["ytd_pct", ["rate", "share"], /percentage of a percentage/],
  ["ytd_pct", ["cumulative"], /part of a year/],
  ["ytd_pct", ["index_prev"], /changes already/],
  ["saar", ["rate", "share", "index_yoy", "cumulative", "unknown"], /these are/],
  ["index:2020", ["index_prev", "pct_prev"], /chain:PERIOD/],
  ["index:2020", ["rate", "share", "index_yoy", "log"], /no base period/],
  ["index:2020", ["cumulative"], /begin anew/],
  ["chain:2020", ["index_yoy", "pct_yoy"], /overlap/],
  ["chain:2020", ["level", "flow", "index", "rate", "unknown", "cumulative"], /only rates/],
  ["rolling:3:sum", ["index", "index_prev", "index_yoy"], /sum of indices/],
  ["rolling:3:sum", ["stock", "price"], /again and again/],
  ["rolling:3:sum", ["level", "unknown", "rate", "share", "cumulative"], /only flows/],
  ["rolling:3:mean", ["cumulative"], /mean of cumulative/],
  ["rolling:3:mean", ["index_prev", "index_yoy", "unknown"], /a mean of/],
  ["to:A:sum", ["index", "index_prev"], /sum of indices/],
  ["to:A:sum", ["stock", "price"], /again and again/],
  ["to:A:sum", ["level", "unknown"], /flows/],
  ["to:A:mean", ["cumulative", "index_yoy"], /a mean of/],
  ["to:A:end", ["flow"], /last period of a flow/],
  ["to:A:end", ["index_prev", "unknown"], /nothing about the whole/],
  ["to:A:chain", ["index_yoy", "level"], /join into an index/],
  ["log", ["rate", "index_prev", "unknown"], /logarithm/],
];

function judge(text: string, meaning: DerivedQuantity, more = {}) {
  const steps = parseSteps(text);
  assert.ok(!("problem" in steps));
  const subject = {meaning, frequency: "M", isAdjusted: true, isMoney: true, ...more} as const;
  return judgeStep(steps[0]!, subject, "key" in steps[0]! ? {...subject, meaning: "index"} : null);
}

test("a step that is wrong for a quantity is refused with the reason [derived.refusals]", () => {
  const refused = REFUSALS.flatMap(([text, quantities, pattern]) =>
    quantities.map((one) => [text, one, pattern] as const),
  );
  assert.ok(refused.length >= 60, `${refused.length} refusals`);
  for (const [text, meaning, pattern] of refused) {
    const judged = judge(text, meaning);
    assert.ok("refusal" in judged, `${text} of ${meaning}`);
    assert.match(judged.refusal, pattern, `${text} of ${meaning}`);
  }
  assert.match((judge("saar", "index_prev", {isAdjusted: false}) as {refusal: string}).refusal, /season/);
  assert.match((judge("to:A:sum", "flow", {frequency: "D"}) as {refusal: string}).refusal, /days and weeks/);
  assert.match((judge("to:Q:sum", "flow", {frequency: "A"}) as {refusal: string}).refusal, /can't be taken together/);
  assert.match((judge(`real:${KEY}`, "rate") as {refusal: string}).refusal, /real terms/);
  assert.match((judge(`real:${KEY}`, "stock", {isMoney: false}) as {refusal: string}).refusal, /only amounts of money/);
  assert.match(
    (judge(`real:${KEY}`, "level", {isMoney: undefined}) as {refusal: string}).refusal,
    /only amounts of money/,
  );
  assert.ok("meaning" in judge(`real:${KEY}`, "level"));
  assert.match((judge(`minus:${KEY}`, "flow") as {refusal: string}).refusal, /means nothing/);
});

test("of an unknown quantity only change, yoy and a fixed base are given [derived.unknown]", () => {
  const all = [
    "change",
    "yoy",
    "index:2020",
    "pct",
    "yoy_pct",
    "ytd_pct",
    "saar",
    "cca",
    "chain:2020",
    "rolling:3:mean",
  ];
  const given = [
    ...all,
    "rolling:3:sum",
    "to:A:mean",
    "to:A:sum",
    "to:A:end",
    "to:A:chain",
    "log",
    `real:${KEY}`,
    `minus:${KEY}`,
    `over:${KEY}`,
  ];
  assert.deepEqual(
    given.filter((text) => "meaning" in judge(text, "unknown")),
    ["change", "yoy", "index:2020"],
  );
});

test("steps are read from left to right, with FRED's names of units as aliases, and a wrong one is named [derived.steps]", () => {
  const read = (text: string) => {
    const steps = parseSteps(text);
    return "problem" in steps ? steps.problem : steps.map(stepText).join("|");
  };
  assert.equal(read("chg|ch1|pch|pc1|pca|cca|log"), "change|yoy|pct|yoy_pct|saar|cca|log");
  const forms = `index:2020-Q1|chain:2019|rolling:366:sum|to:A:end|real:${KEY}|over:${KEY}`;
  assert.equal(read(forms), forms);
  assert.match(read("growth"), /growth is no step; the steps are change, /);
  assert.match(read(""), /an empty step/);
  assert.match(read("yoy:3"), /takes nothing/);
  assert.match(read("rolling:367:sum"), /from 2 to 366/);
  assert.match(read("rolling:1:sum"), /from 2 to 366/);
  assert.match(read("rolling:3"), /mean or sum/);
  assert.match(read("to:M:sum"), /to:Q\|A/);
  assert.match(read("index:2020-13"), /needs a period/);
  assert.match(read("real:x"), /needs the key/);
  assert.match(read(Array.from({length: 9}, () => "change").join("|")), /more than 8/);
});

test("a quantity follows from unit and transformation, else it is unknown [derived.quantity]", () => {
  const of = (measure: string | null, transformation: string | null, isPercent: boolean) =>
    quantityByCodes({measure, transformation, isPercent});
  assert.equal(of(null, "pct_mom", true), "index_prev");
  assert.equal(of("prev_month", null, true), "index_prev");
  assert.equal(of(null, "pct_yoy", true), "index_yoy");
  assert.equal(of(null, "level_ytd", false), "cumulative");
  assert.equal(of(null, "level", false), "level");
  assert.equal(of(null, "level", true), null);
  assert.equal(of("prev_december", null, true), null);
  assert.equal(of(null, null, false), null);
});
