// Levels and ratios, by what is known of codes.
import assert from "node:assert/strict";
import {test} from "node:test";
import {isLevel, isPerCent} from "./ratio.ts";

test("ratios to an earlier time are no levels, nor is what a publisher's own measure says in per cent [site.compare-rebased site.chart-base]", () => {
  const level = {measure: null, transformation: "level", unit: "PCT", unitLabel: null};
  assert.equal(isLevel(level), true);
  assert.equal(isLevel({...level, transformation: "pct_yoy"}), false);
  assert.equal(isLevel({...level, transformation: "growth_yoy"}), false);
  assert.equal(isLevel({...level, unit: "bln", measure: "prev_month"}), false);
  const own = "k_sootvetstvuyuschemu_periodu_predyduschego_goda";
  assert.equal(isLevel({...level, measure: own, unitLabel: {name: "процент", mult: 1}}), false);
  assert.equal(isLevel({...level, measure: "na_konets_goda", unit: "RUB"}), true);
  assert.equal(isPerCent({unit: "percent", unitLabel: null}), true);
  assert.equal(isPerCent({unit: "744", unitLabel: {name: "Процент", mult: 1}}), true);
  assert.equal(isPerCent({unit: "RUB", unitLabel: null}), false);
});
