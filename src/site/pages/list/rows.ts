// The table of a list: a series with its last value, changes and line, a dataset with its periods, a release with its counts.

import type {LatestChange} from "../../../statistics/latest/latest-figures.ts";
import {sparkline} from "../../chart/line-chart.ts";
import {figureChangeText, ON_PERIOD, ON_YEAR} from "../../figures/change-words.ts";
import {type Html, type HtmlValue, html} from "../../html/html.ts";
import type {Visit} from "../../visit/visit.ts";
import {dataTable} from "../../widgets/data-table.ts";
import {factLine} from "../../widgets/fact-list.ts";
import {countedUnit} from "../../words/counted-unit.ts";
import {steppedFound} from "../../words/held-values.ts";
import {isPerCent, kindWords} from "../../words/measures.ts";
import {nameWords} from "../../words/names.ts";
import {
  capitalized,
  FREQUENCY_WORDS,
  fewDigitsText,
  numberText,
  shortDayWords,
  shortPeriodWords,
} from "../../words/wording.ts";
import {releasePath} from "../datasets/release-link.ts";
import {datasetLink, spanTexts} from "../datasets/rows.ts";
import {measured} from "../search/variants.ts";
import {seriesPath, titleWords} from "../series/link.ts";
import type {ListedItem} from "./read-list.ts";
import type {ListWords} from "./words.ts";

/** @param endOf what removes the item */
export function drawList(
  visit: Visit,
  listed: readonly ListedItem[],
  endOf: (item: string) => Html,
  words: ListWords,
): Html {
  const onYear = capitalized(ON_YEAR[visit.language]);
  const table = dataTable({
    caption: words.title,
    narrow: "stacked",
    columns: [
      {head: words.what},
      {head: words.value, number: true},
      {head: words.period},
      {head: words.change, number: true},
      {head: onYear, number: true},
      {head: words.fiveYears},
      {head: words.end},
    ],
    rows: listed.map((one) => [...cellsOf(visit, one, words), endOf(one.item)]),
  });
  return html`<div class="reader-list">${table}</div>\n`;
}

function cellsOf(visit: Visit, one: ListedItem, words: ListWords): HtmlValue[] {
  const {language, link} = visit;
  if (one.kind === "series") return seriesCells(visit, one);
  if (one.kind === "dataset") {
    const {dataset} = one;
    return [
      html`${datasetLink(visit, dataset)}<br><span class="quiet">${words.dataset}</span>`,
      ...["", html`${spanTexts(dataset, language).join("; ")}`, "", "", ""],
    ];
  }
  if (one.kind === "release") {
    const {id, name, publishedAt, newValues, revisedValues} = one.release;
    const counts = [
      `${words.newValues}: ${numberText(newValues, language)}`,
      `${words.revised}: ${numberText(revisedValues, language)}`,
    ];
    return [
      html`<a href="${link(releasePath(id))}">${nameWords(name, language)}</a><br><span class="quiet">${words.release}, ${counts.join(", ")}</span>`,
      ...["", html`${shortDayWords(publishedAt, language)}`, "", "", ""],
    ];
  }
  return [html`<code>${one.item}</code><br><span class="quiet">${words.gone}</span>`, "", "", "", "", ""];
}

function seriesCells(
  {language, link}: Visit,
  {series, figures}: Extract<ListedItem, {readonly kind: "series"}>,
): HtmlValue[] {
  const {frequency} = series;
  const latest = figures?.latest ?? null;
  const last = figures?.points.at(-1);
  const isShare = isPerCent(measured(series));
  const change = (one: LatestChange | null | undefined): string =>
    one ? figureChangeText(one, figures!.meaning, isShare, language) : "—";
  const unit = series.unitName ?? series.unit;
  const shown = latest === null ? "" : fewDigitsText(latest.value, language);
  const unitText = isShare ? "%" : unit !== null && countedUnit(shown, unit, language);
  const onYear = latest?.onYear ?? (frequency === "A" ? latest?.onPeriod : null);
  return [
    html`<a href="${link(seriesPath(series.key))}">${titleWords(series, language)}</a><br><span class="quiet">${factLine([...kindWords(series, language), FREQUENCY_WORDS[language][frequency]])}</span>`,
    latest === null ? "—" : html`${shown} <span class="quiet extent">${unitText}</span>`,
    last === undefined ? "—" : shortPeriodWords(last.day, frequency, language),
    latest?.onPeriod
      ? html`${change(latest.onPeriod)} <span class="quiet extent">${ON_PERIOD[language][frequency]}</span>`
      : "—",
    change(onYear),
    figures !== null && sparkline({points: figures.points, frequency, className: "line-1", ...steppedFound(series)}),
  ];
}
