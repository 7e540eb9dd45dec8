// The chosen series of an indicator: one chart, and under it each line with its dataset, last value and change.
import type {Steps} from "../../../work/pace.ts";
import {lineChart} from "../../chart/line-chart.ts";
import {figureChangeText, ON_YEAR} from "../../figures/change-words.ts";
import {type Html, html} from "../../html/html.ts";
import type {Visit} from "../../visit/visit.ts";
import {dataTable} from "../../widgets/data-table.ts";
import {factLine} from "../../widgets/fact-list.ts";
import {steppedFound} from "../../words/held-values.ts";
import {isPerCent, kindWords} from "../../words/measures.ts";
import {nameWords, territoryWords, unitWords} from "../../words/names.ts";
import {capitalized, FREQUENCY_WORDS, fewDigitsText, shortPeriodWords} from "../../words/wording.ts";
import {measured} from "../search/variants.ts";
import {drawBandList, eventBands} from "../series/events.ts";
import {seriesPath, subjectWords, territoriesPath, titleText} from "../series/link.ts";
import type {ConceptView, ShownLine} from "./read-concept.ts";
import type {IndicatorWords} from "./words.ts";

export function* drawLines(visit: Visit, {lines, territoryCount}: ConceptView, words: IndicatorWords): Steps<Html> {
  const {language, link} = visit;
  const [first] = lines;
  if (first === undefined) return html`<p class="notice">${words.none}</p>\n`;
  const {series} = first;
  const unit = series.unitName ?? series.unit;
  const bands = lines.flatMap((line) => eventBands(line));
  const drawn = yield* lineChart({
    label: `${words.chart}: ${lines.map((one) => titleText(one.series, language)).join("; ")}`,
    lines: lines.map(({series: one, figures}, at) => ({
      points: figures.points,
      frequency: one.frequency,
      ...steppedFound(one),
      className: `line-${at + 1}`,
    })),
    bands,
    language,
  });
  const points = lines.flatMap(({figures}) => figures.points).sort((one, other) => one.day - other.day);
  const keys = lines.map((one) => one.series.key);
  return html`<figure class="leading">
<figcaption>${factLine([territoryWords(series.fullTerritory, language), ...kindWords(series, language), unit === null ? "" : unitWords(unit, language), FREQUENCY_WORDS[language][series.frequency]])}${territoryCount > 1 && html` · <a href="${link(territoriesPath(series.key))}">${words.byTerritory}</a>`}</figcaption>
${drawn}</figure>
${drawBandList(bands, points, language)}${drawTable(visit, lines, words)}${lines.length > 1 && html`<p><a href="${link("/compare", {series: keys.join(",")})}">${words.compare}</a></p>\n`}`;
}

function drawTable({language, link}: Visit, lines: readonly ShownLine[], words: IndicatorWords): Html {
  const onYear = capitalized(ON_YEAR[language]);
  return dataTable({
    caption: words.values,
    narrow: "stacked",
    columns: [
      {head: words.oneSeries},
      {head: words.value, number: true},
      {head: words.period},
      {head: onYear, number: true},
    ],
    rows: lines.map(({series, figures: {latest, points, meaning}}, at) => {
      const change = latest?.onYear ?? (series.frequency === "A" ? latest?.onPeriod : null);
      return [
        html`${lines.length > 1 && html`<span class="line-key line-${at + 1}" aria-hidden="true"></span> `}<a href="${link(seriesPath(series.key))}">${subjectWords(series, language)}</a><br><span class="quiet">${nameWords(series.datasetName, language)}</span>`,
        html`${latest === null ? "—" : fewDigitsText(latest.value, language)}`,
        html`${latest === null ? "—" : shortPeriodWords(points.at(-1)!.day, series.frequency, language)}`,
        html`${change ? figureChangeText(change, meaning, isPerCent(measured(series)), language) : "—"}`,
      ];
    }),
  });
}
