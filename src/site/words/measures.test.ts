import assert from "node:assert/strict";
import {test} from "node:test";
import {baseWords, isLevel, isPerCent, withoutCodes} from "./measures.ts";

test("ratios to an earlier time are not levels, and neither are per cent of a publisher's own measure [site.compare-rebased site.chart-base]", () => {
  const level = {measure: null, transformation: "level", unit: "PCT", unitLabel: null};
  assert.equal(isLevel(level), true);
  assert.equal(isLevel({...level, transformation: "pct_yoy"}), false);
  assert.equal(isLevel({...level, transformation: "growth_yoy"}), false);
  assert.equal(isLevel({...level, unit: "bln", measure: "prev_month"}), false);
  const own = "k_sootvetstvuyuschemu_periodu_predyduschego_goda";
  assert.equal(isLevel({...level, measure: own, unitLabel: {name: "процент"}}), false);
  assert.equal(isLevel({...level, measure: "na_konets_goda", unit: "RUB"}), true);
  assert.equal(isPerCent({unit: "percent", unitLabel: null}), true);
  assert.equal(isPerCent({unit: "744", unitLabel: {name: "Процент"}}), true);
  assert.equal(isPerCent({unit: "RUB", unitLabel: null}), false);
});

test("an index in per cent without a base says that its source names none, and cannot be shown in per cent of a period [site.chart-base]", () => {
  const index = {
    measure: null,
    transformation: "level",
    unit: "percent",
    unitLabel: null,
    indicatorLabel: "ВВП",
    className: "Индекс физического объема",
  };
  assert.equal(isLevel(index), false);
  assert.equal(baseWords(index, "ru"), "к чему — источник не указал");
  assert.equal(baseWords(index, "en"), "the source does not say of what");
  assert.equal(baseWords({...index, transformation: null}, "en"), "the source does not say of what");
  for (const said of [
    {transformation: "pct_yoy"},
    {measure: "prev_month"},
    {unit: "RUB"},
    {className: "Уровень безработицы"},
    {className: "Индекс цен к декабрю"},
    {className: "Price index, 2015 = 100"},
  ])
    assert.equal(baseWords({...index, ...said}, "ru"), null, JSON.stringify(said));
});

test("a text of a package loses the codes that only introduce their words [site.no-codes]", () => {
  assert.equal(
    withoutCodes("measure=prev_month: к предыдущему месяцу; measure=prev_december: к декабрю. Индекс: произведение."),
    "к предыдущему месяцу; к декабрю. Индекс: произведение.",
  );
  assert.equal(withoutCodes("pct_yoy: к тому же месяцу; own_code: своё"), "к тому же месяцу; own_code: своё");
});
