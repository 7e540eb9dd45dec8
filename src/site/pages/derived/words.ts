// The words of derived values: of their page, of the steps, and of their place on pages of published values.
import {inPairsWith, type Language} from "../../words/language.ts";
import {SERIES_WORDS} from "../series/words.ts";

export const DERIVED_WORDS = inPairsWith(SERIES_WORDS, {
  computedHere: ["Посчитано здесь", "Computed here"],
  notPublished: [
    "Эти значения посчитаны здесь из опубликованных. Сам источник мог опубликовать другие: с другим округлением или по другой методике.",
    "These values are computed here from published ones. What a source publishes of the same may differ, by rounding or method.",
  ],
  formula: ["Формула", "Formula"],
  inputs: ["Из рядов", "From the series"],
  steps: ["Что посчитать", "What to compute"],
  compute: ["Посчитать", "Compute"],
  computeOther: ["Посчитать другое", "Compute something else"],
  published: ["Опубликованные значения", "Published values"],
  inputsAsOf: ["последняя публикация исходных", "latest publication of the inputs"],
  rests: ["из отозванного значения", "from a withdrawn value"],
  withoutValue: ["Периодов без значения", "Periods without a value"],
  noSteps: [
    "Из этого ряда здесь ничего не считается: неизвестно, что он измеряет, или это уже изменение.",
    "Nothing is computed from this series here: what it measures is unknown, or it is a change already.",
  ],
  refused: ["Для этого ряда такой расчёт дал бы неверное число.", "Of this series that would give a wrong number."],
  refusedSome: [
    "Для некоторых рядов такой расчёт дал бы неверное число, поэтому они показаны как опубликованы:",
    "Of some series that would give a wrong number, so they are shown as published:",
  ],
  prices: ["Ключ или адрес индекса цен", "Key or address of a price index"],
  otherPrices: ["По другому индексу цен", "By another price index"],
  request: ["Тот же расчёт для программ", "The same for programs"],
  by: ["по индексу", "by the index"],
  beside: ["вместе с рядом", "with the series"],
  inRealTerms: ["В постоянных ценах", "In real terms"],
  otherTerritory: ["Индекс цен взят по другой территории:", "The price index is of another territory:"],
  mayDiffer: ["Цены этой могли меняться иначе.", "Prices in this one may have changed otherwise."],
  ownPrices: ["потребительские цены своей территории", "consumer prices of each territory"],
  noPricesHere: [
    "Здесь нет подходящего индекса потребительских цен этой территории или её страны: нужны месяцы или та же частота. Поэтому в постоянных ценах ряд по нему не показать.",
    "There is no index of consumer prices here that fits, of months or the same frequency, for this territory or its country, so none is offered for real terms.",
  ],
  noRealTerms: [
    "В постоянных ценах показывают суммы денег и цены; здесь ни то, ни другое.",
    "Real terms are for amounts of money and for prices; these values are neither.",
  ],
  noPricesForAll: [
    "В постоянных ценах их не показать: здесь нет индекса потребительских цен, который подходит всем рядам.",
    "They are not offered in real terms: no index of consumer prices here fits all of them.",
  ],
  noPrices: [
    "Это не индекс цен той же частоты или более частый, или такого ряда нет.",
    "That is no price index of the same or a finer frequency, or there is no such series.",
  ],
});

/** A formula in the language of the visitor: the signs stay, its words are changed. */
export function formulaText(formula: string, language: Language): string {
  if (language === "en") return formula;
  return RUSSIAN_FORMULA.reduce((text, [english, russian]) => text.replaceAll(english, russian), formula);
}

const RUSSIAN_FORMULA: readonly (readonly [string, string])[] = [
  ["p is the price index", "p — индекс цен"],
  [
    "a finer one by its mean over t, for stocks at the end of t",
    "более частый — в среднем за t, для запасов — на конец t",
  ],
  ["p[last]", "p[последний]"],
  ["y is ", "y — "],
  ["December before", "предыдущий декабрь"],
  ["the same day a year before", "тот же день год назад"],
  ["the same week a year before", "та же неделя год назад"],
  [
    "g the growth on the period before, n the periods of a year",
    "g — рост к предыдущему периоду, n — число периодов в году",
  ],
  ["product of the growth of the ", "произведение ростов за "],
  ["last value of the ", "последнее значение за "],
  ["sum of the ", "сумма за "],
  ["mean of the ", "среднее за "],
  ["sum of x", "сумма x"],
  ["mean of x", "среднее x"],
  [" за year", " за год"],
  [" за quarter", " за квартал"],
];

/**
 * Steps as a reader would name them; a step without words by its text in the address.
 * @param isOfGrowth the values are growths: the difference of two is no change of what grows
 */
export function stepsWords(derive: string, language: Language, isOfGrowth = false): string {
  const at = language === "ru" ? 0 : 1;
  const ofGrowth = isOfGrowth ? OF_GROWTH[derive] : undefined;
  if (ofGrowth !== undefined) return ofGrowth[at];
  const known = STEPS[derive.replace(/^chain:\d{4}(?:-\d\d)?\|/, "chain|")];
  if (known !== undefined) return known[at];
  return derive
    .split("|")
    .map((step) => {
      const base = /^(?:index|chain):(\d{4})$/.exec(step);
      if (base !== null) return `${base[1]} = 100`;
      return STEPS[/^(real|minus|over):[0-9a-z]{16}$/.exec(step)?.[1] ?? step]?.[at] ?? step;
    })
    .join("; ");
}

const OF_GROWTH: Readonly<Record<string, readonly [string, string]>> = {
  change: ["изменение темпа прироста к предыдущему периоду", "change of the growth rate on the period before"],
  yoy: ["изменение темпа прироста за год", "change of the growth rate on the year"],
};

const STEPS: Readonly<Record<string, readonly [string, string]>> = {
  change: ["изменение к предыдущему периоду", "change on the period before"],
  pct: ["изменение к предыдущему периоду, %", "change on the period before, %"],
  yoy: ["изменение за год", "change on the year"],
  yoy_pct: ["изменение за год, %", "change on the year, %"],
  ytd_pct: ["изменение к декабрю, %", "change on December, %"],
  "chain|yoy_pct": ["изменение за год, %", "change on the year, %"],
  "chain|ytd_pct": ["изменение к декабрю, %", "change on December, %"],
  real: ["в постоянных ценах", "in real terms"],
  minus: ["разность с другим рядом", "difference to another series"],
  over: ["отношение к другому ряду", "ratio to another series"],
  "to:A:chain": ["за год в целом", "of whole years"],
  "to:A:sum": ["сумма за год", "sum of the year"],
  "to:A:mean": ["среднее за год", "mean of the year"],
  "to:A:end": ["на конец года", "at the end of the year"],
};
