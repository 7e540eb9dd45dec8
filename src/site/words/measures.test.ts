import assert from "node:assert/strict";
import {test} from "node:test";
import {isLevel, isPerCent, withoutCodes} from "./measures.ts";

test("ratios to an earlier time are not levels, and neither are per cent of a publisher's own measure [site.compare-rebased site.chart-base]", () => {
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

test("a text of a package loses the codes that only introduce their words [site.no-codes]", () => {
  assert.equal(
    withoutCodes("measure=prev_month: к предыдущему месяцу; measure=prev_december: к декабрю. Индекс: произведение."),
    "к предыдущему месяцу; к декабрю. Индекс: произведение.",
  );
  assert.equal(withoutCodes("pct_yoy: к тому же месяцу; own_code: своё"), "к тому же месяцу; own_code: своё");
});
