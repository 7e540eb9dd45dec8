// The head of a series page: the change that it tells, and the name.
import assert from "node:assert/strict";
import {test} from "node:test";
import {lastChange} from "./head.ts";
import {subjectTitle} from "./link.ts";

test("of values that stay the same the last change is told, with the values on both sides of it [site.last-change]", () => {
  const values = [15, 16, 16, 15.5, 15.5, 15.5].map((value, day) => ({value, day}));
  assert.deepEqual(lastChange(values), [
    {value: 16, day: 2},
    {value: 15.5, day: 3},
  ]);
  // the latest two differ, all are equal, one or none
  for (const some of [values.slice(0, 4), values.slice(3), values.slice(0, 1), []])
    assert.equal(lastChange(some), null);
});

test("a name in capitals is shown as a sentence, the end that names all regions is left out before a territory, and the indicator leads its class [site.no-capitals]", () => {
  const shown = (indicatorLabel: string, className: string | null = null): string =>
    subjectTitle({classification: className, className, indicator: "x", indicatorLabel}, "ru");
  assert.equal(
    shown("ИНДЕКСЫ ПОТРЕБИТЕЛЬСКИХ ЦЕН (ТАРИФОВ) НА УСЛУГИ"),
    "Индексы потребительских цен (тарифов) на услуги",
  );
  assert.equal(
    shown("ВАЛОВОЙ РЕГИОНАЛЬНЫЙ ПРОДУКТ на душу населения"),
    "Валовой региональный продукт на душу населения",
  );
  assert.equal(shown("ИНДЕКСЫ ВВП И ВРП"), "Индексы ВВП и ВРП");
  assert.equal(
    shown("Заболеваемость на 1000 человек ПО ОСНОВНЫМ КЛАССАМ"),
    "Заболеваемость на 1000 человек по основным классам",
  );
  assert.equal(shown("Доля ВВП ЕАЭС"), "Доля ВВП ЕАЭС");
  assert.equal(shown("Объем ВВП"), "Объем ВВП");
  assert.equal(shown("ВВП России"), "ВВП России");
  assert.equal(shown("Заработная плата по субъектам Российской Федерации", "Всего"), "Заработная плата, Всего");
});
