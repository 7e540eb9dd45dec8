// The tables of a series page: values and revisions, newest first. They are cut unless `?rows=all` is given (query.ts).

import {BAND_PERIODS, describeRevisions} from "../../../statistics/history/revision-statistics.ts";
import type {RevisedPeriod} from "../../../statistics/history/revisions.ts";
import {dayText} from "../../../statistics/time/day.ts";
import type {Steps} from "../../../work/pace.ts";
import {GAP_DAYS} from "../../chart/chart-line.ts";
import {type Html, html} from "../../html/html.ts";
import type {Visit} from "../../visit/visit.ts";
import {rowsOf, tableInSteps} from "../../widgets/data-table.ts";
import {onOneLine} from "../../words/line-breaks.ts";
import {numberText, shortDayWords, shortPeriodWords, spanWords} from "../../words/wording.ts";
import {differenceText} from "./change-text.ts";
import {cellsLink} from "./evidence.ts";
import {finalityText} from "./finality.ts";
import {withdrawnText} from "./head.ts";
import {valuePath} from "./link.ts";
import {noteMarks} from "./notes.ts";
import {moreRows, rowsChosen} from "./query.ts";
import {firstDayOf, type SeriesValue, type SeriesView} from "./read-series.ts";
import {SERIES_WORDS} from "./words.ts";

export function* drawValues(visit: Visit, view: SeriesView): Steps<Html | false> {
  const {language} = visit;
  const {values, series} = view;
  const words = SERIES_WORDS[language];
  if (values.length === 0) return false;
  const shown = [...values.slice(-rowsChosen(visit))].reverse();
  const hasCells = view.releases.length > 0;
  const oldest = shown.at(-1)!.period;
  const revised = new Map(
    Array.from(view.revised.slice(view.revised.findLastIndex(({period}) => period < oldest) + 1), (one) => [
      one.period,
      one,
    ]),
  );
  const released = releaseLinks(visit, view);
  const marksOf = noteMarks(visit, view);
  yield;
  const table = yield* tableInSteps({
    caption: words.values,
    narrow: hasLonger(visit, shown, 11) ? "folded long" : "folded",
    columns: [
      {head: words.period},
      {head: words.value, decimals: language},
      {head: words.difference, decimals: language},
      {head: words.asOf, below: true},
    ],
    rows: rowsOf(shown, (value, at) => {
      const before = shown[at + 1] ?? values.at(-shown.length - 1);
      const period = shortPeriodWords(value.first, series.frequency, language);
      const span = view.withdrawn.get(value.period);
      const text = span === undefined ? valueText(value.value, visit) : html`<s>${valueText(value.value, visit)}</s>`;
      return [
        html`<time datetime="${dayText(value.first)}">${period}</time>${marksOf(value.first)}`,
        hasCells
          ? html`<a class="to-cell" href="${cellsLink(visit, value.first)}" rel="nofollow" title="${words.cellShort}">${text}</a>`
          : text,
        before === undefined || value.first - before.first > GAP_DAYS[series.frequency]
          ? ""
          : differenceText(value.value, before.value, language),
        html`${released(value)}${wasText(visit, view, revised.get(value.period))}${span !== undefined && html` <span class="was">${withdrawnText(span, language)}</span>`}`,
      ];
    }),
  });
  return html`<h2 id="values">${words.values}</h2>
${table}${moreRows(visit, shown.length, values.length)}${hasCells && html`<p class="quiet">${words.cellHint}</p>\n`}`;
}

/** The value in force before the shown one, to the day of its successor, and the first one if that is another; each leads to its own address. */
function wasText(visit: Visit, view: SeriesView, revised: RevisedPeriod | undefined): Html | false {
  if (revised === undefined) return false;
  const words = SERIES_WORDS[visit.language];
  const {first, before, latest, estimates} = revised;
  const at = (estimate: DatedValue): Html => valueLink(visit, view, revised.period, estimate);
  return html` <span class="quiet was">${words.was} ${at(before)} ${words.until} ${shortDayWords(latest.day, visit.language)}${estimates > 2 && html`; ${words.atFirst} ${at(first)}`}</span>`;
}

type DatedValue = Pick<RevisedPeriod["first"], "value" | "day">;

/** A published value as the link to its page, which has its address, proof and citation. */
function valueLink(visit: Visit, {series, periods}: SeriesView, period: number, {value, day}: DatedValue): Html {
  const address = visit.link(valuePath(series.key, dayText(firstDayOf(period, periods)), dayText(day)));
  return html`<a class="to-cell" href="${address}" rel="nofollow" title="${SERIES_WORDS[visit.language].ownAddress}">${valueText(value, visit)}</a>`;
}

/** The band of the latest value by past revisions; false if there are too few of them, and on a page of a past day. */
function* bandText(visit: Visit, {history, asOf, revised, periods, series}: SeriesView): Steps<Html | false> {
  const {language} = visit;
  const words = SERIES_WORDS[language];
  const band =
    asOf !== null || revised.length < BAND_PERIODS ? null : ((yield* describeRevisions(history))?.band ?? null);
  if (band === null) return false;
  const period = shortPeriodWords(firstDayOf(band.period, periods), series.frequency, language);
  const range = `${valueText(band.low, visit)} … ${valueText(band.high, visit)}`;
  return html`<p class="revision-band">${words.bandOf} ${onOneLine(period)}: ${onOneLine(range)} (${words.bandBy}: ${numberText(band.basedOn, language)}).</p>
`;
}

/** @param letters for which a phone has room beside the other cells of a line */
function hasLonger(visit: Visit, values: readonly {readonly value: number}[], letters: number): boolean {
  return values.some(({value}) => valueText(value, visit).length > letters);
}

function valueText(value: number, {language}: Visit): string {
  return Number.isFinite(value) ? numberText(value, language) : "—";
}

/** The days of publication, each with a link to the release of the value. */
function releaseLinks(
  {language}: Visit,
  {releases}: SeriesView,
): (value: Pick<SeriesValue, "day" | "sequence">) => Html {
  const ids = new Map(releases.map(({proof}) => [`${proof.publishedAt}/${proof.sequence}`, proof.id]));
  return ({day, sequence}) => {
    const id = ids.get(`${day}/${sequence}`);
    const text = shortDayWords(day, language);
    return id === undefined
      ? html`<time datetime="${dayText(day)}">${text}</time>`
      : html`<a href="#release-${id}">${text}</a>`;
  };
}

/** false: nothing is published yet. */
export function* drawRevisions(visit: Visit, view: SeriesView): Steps<Html | false> {
  const {language} = visit;
  const {dataset, series, asOf, revised, periods, values} = view;
  const vintages = asOf === null ? view.vintages : view.vintages.filter((day) => day <= asOf);
  if (vintages.length === 0) return false;
  const words = SERIES_WORDS[language];
  const shown = [...revised.slice(-rowsChosen(visit))].reverse();
  const countedText = () =>
    onOneLine(
      `${words.revisedAre}: ${numberText(revised.length, language)} ${words.of} ${numberText(values.length, language)}`,
    );
  const released = releaseLinks(visit, view);
  const band = yield* bandText(visit, view);
  const final = yield* finalityText(view, language);
  yield;
  const table = yield* tableInSteps({
    caption: words.revisions,
    narrow: hasLonger(
      visit,
      shown.map(({latest}) => latest),
      9,
    )
      ? "stacked"
      : "folded",
    columns: [
      {head: words.period},
      {head: words.first, decimals: language},
      {head: words.asOf},
      {head: words.last, decimals: language},
      {head: words.asOf},
      {head: words.delta, decimals: language},
      {head: words.estimates, number: true},
    ],
    rows: rowsOf(shown, ({period, first, latest, estimates}) => [
      html`<time datetime="${dayText(firstDayOf(period, periods))}">${shortPeriodWords(firstDayOf(period, periods), series.frequency, language)}</time>`,
      valueLink(visit, view, period, first),
      released(first),
      valueLink(visit, view, period, latest),
      released(latest),
      differenceText(latest.value, first.value, language),
      numberText(estimates, language),
    ]),
  });
  return html`<h2 id="revisions">${words.revisions}</h2>
<p>${
    vintages.length < 2
      ? words.oneVintage
      : html`${words.vintagesAre}: ${numberText(vintages.length, language)} (${spanWords([vintages[0]!, vintages.at(-1)!], "D", language, shortPeriodWords)}). ${
          revised.length === 0 ? words.neverRevised : `${final ?? countedText()}.`
        }`
  } ${!dataset.revised && words.notRevisedBySource}</p>
${band}${
  revised.length > 0 &&
  html`<p class="quiet">${words.ownAddressHint}</p>
${table}${moreRows(visit, shown.length, revised.length)}`
}`;
}
