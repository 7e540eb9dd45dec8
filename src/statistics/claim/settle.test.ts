import assert from "node:assert/strict";
import {test} from "node:test";
import type {Verdict} from "./judge.ts";
import {settleVerdict} from "./settle.ts";

const one = (verdict: Verdict, relevance = 1000, unit = "percent", subject = "1 gdp") => ({
  verdict,
  relevance,
  unit,
  subject,
});

test("series that the words mean equally well and that disagree are ambiguous, unless only one unit has the number [verify.ambiguous]", () => {
  assert.equal(settleVerdict([one("match"), one("no_match")]).verdict, "ambiguous");
  assert.deepEqual(settleVerdict([one("no_match"), one("match", 1000, "roubles")]), {verdict: "match", place: 1});
  assert.equal(settleVerdict([one("match"), one("match", 1000, "roubles")]).verdict, "ambiguous");
  assert.deepEqual(settleVerdict([one("not_published"), one("match")]), {verdict: "match", place: 1});
  assert.equal(settleVerdict([one("no_match"), one("match", 500)]).verdict, "ambiguous");
  assert.equal(settleVerdict([one("match"), one("no_match", 959)]).verdict, "match");
  assert.equal(settleVerdict([one("match"), one("no_match", 960)]).verdict, "ambiguous");
  assert.equal(settleVerdict([one("match"), one("no_match", 850, "percent", "2 cpi")]).verdict, "ambiguous");
  assert.equal(settleVerdict([one("match"), one("no_match", 849, "percent", "2 cpi")]).verdict, "match");
});
