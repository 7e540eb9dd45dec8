// The head of a series page: title, unit, status, the latest value and its changes.

import {quantityOfCodes} from "../../../country/series-quantity.ts";
import {meansGrowth} from "../../../statistics/derived/quantity.ts";
import type {WithdrawnSpan} from "../../../statistics/history/withdrawal.ts";
import type {RowList} from "../../../statistics/row-list.ts";
import type {FreshnessState} from "../../../statistics/silence.ts";
import {dayText, parsePeriod} from "../../../statistics/time/day.ts";
import type {Frequency} from "../../../statistics/time/frequency.ts";
import {type DatasetInOverview, stateOfDataset} from "../../../store/overview/dataset-overview.ts";
import {type Html, type HtmlValue, html} from "../../html/html.ts";
import type {Visit} from "../../visit/visit.ts";
import {factLine} from "../../widgets/fact-list.ts";
import {namedBase} from "../../words/base-period.ts";
import {countedUnit} from "../../words/counted-unit.ts";
import type {Language} from "../../words/language.ts";
import {BY_FOOTNOTE, baseWords, isPerCent, kindWords, measureWords} from "../../words/measures.ts";
import {nameText, nameWords, noteWords, territoryWords, unitText, unitWords} from "../../words/names.ts";
import {asPublished} from "../../words/own-names.ts";
import {stateSentence} from "../../words/state-words.ts";
import {
  dayWords,
  FREQUENCY_WORDS,
  fewDigitsText,
  numberText,
  periodWords,
  providerName,
  shortDayWords,
  writtenPeriodWords,
} from "../../words/wording.ts";
import {datasetLink, datasetPath, stateBadge} from "../datasets/rows.ts";
import {changeText, differenceText} from "./change-text.ts";
import {hasLongHead, headWords, seriesPath, subjectNames} from "./link.ts";
import {notesLink} from "./notes.ts";
import {notesOf, type SeriesValue, type SeriesView} from "./read-series.ts";
import {SERIES_WORDS} from "./words.ts";

/** @param known the dataset with the rhythm of its releases; undefined: it was loaded a moment ago */
export function drawHead(visit: Visit, view: SeriesView, known: DatasetInOverview | undefined): Html {
  const {language} = visit;
  const {badge, sentence} = freshness(visit, view, known);
  const {dataset, series} = view;
  return html`<p class="over">${overLink(visit, view)} · ${providerName(dataset.provider, language)}</p>
<h1 class="series-title${hasLongHead(series, language) && " long"}">${headWords(series, language)}<span class="unseen">, </span><span class="series-place">${territoryWords(series.fullTerritory, language)}</span></h1>
<p class="series-line">${factLine([...measuredIn(view, language).map((fact) => linkedFootnote(fact, view, language)), FREQUENCY_WORDS[language][series.frequency]])}${notesLink(visit, view)}${badge}</p>
${sentence}${continuation(visit, view)}`;
}

/** A dataset of one indicator has its name, which stands in the heading below. */
function overLink(visit: Visit, {dataset, series}: SeriesView): Html {
  const {language, link} = visit;
  return nameText(dataset.name, language) === nameText(subjectNames(series).at(-1) ?? "", language)
    ? html`<a href="${link(datasetPath(dataset))}">${SERIES_WORDS[language].wholeDataset}</a>`
    : datasetLink(visit, dataset);
}

/** The words of a measure that a footnote explains lead to the text of the source. */
function linkedFootnote(fact: HtmlValue, view: SeriesView, language: Language): HtmlValue {
  const {measure} = view.series;
  const isFootnote = measure === BY_FOOTNOTE && fact === measureWords(view.dataset.provider, measure, language);
  return isFootnote && notesOf(view).length > 0 ? html`<a href="#notes">${fact}</a>` : fact;
}

/**
 * "Not updated" if the series has stopped before its dataset; else the state of its dataset, or of its own frequency where that is later.
 * A page of a past day has none: the state is only known for today.
 */
export function freshness(
  {language, site}: Visit,
  view: SeriesView,
  dataset: DatasetInOverview | undefined,
): Freshness {
  const {series, status, asOf} = view;
  if (asOf !== null || dataset === undefined) return {badge: false, sentence: false};
  if (status === "stalled") return {badge: html` ${stalledBadge(series, language)}`, sentence: false};
  const spans = dataset.dataset.spans.filter(({frequency}) => frequency === series.frequency);
  const own = {
    ...dataset,
    dataset: {...dataset.dataset, spans: spans.map((span) => ({...span, last: series.lastPeriod}))},
  };
  // years have longer terms than months: where the dataset is late, its page says so of all its series
  const [whole, ofSeries] = [stateOfDataset(dataset, site.today()), stateOfDataset(own, site.today())];
  const shown = LATER.indexOf(ofSeries.state) > LATER.indexOf(whole.state) ? ofSeries : whole;
  if (shown.state === "fresh" || shown.state === "unknown") return {badge: false, sentence: false};
  // the words of these name the values themselves
  const subject = shown.state === "archival" || shown.state === "ended" ? "" : SERIES_WORDS[language].data;
  return {
    badge: html` ${stateBadge(shown, language, subject)}`,
    sentence: html`<p class="quiet state">${stateSentence(shown, language)}</p>\n`,
  };
}

interface Freshness {
  readonly badge: Html | false;
  readonly sentence: Html | false;
}

const LATER: readonly FreshnessState[] = ["unknown", "fresh", "silent", "overdue", "ended", "archival"];

/** For a series that has stopped before its dataset. */
export function stalledBadge({lastPeriod, frequency}: Lasting, language: Language): Html {
  return html`<span class="badge stalled">${SERIES_WORDS[language].notUpdated} ${periodWords(lastPeriod, frequency, language)}</span>`;
}

type Lasting = Pick<SeriesView["series"], "lastPeriod" | "frequency">;

/** The name of the unit, or its code if it has no name; null: the dataset has no units. */
export function unitShown({series}: Pick<SeriesView, "series">): string | null {
  return series.unitLabel?.name ?? series.unit;
}

/** The unit, and the measure and transformation that have words. */
export function measuredIn({series, dataset}: MeasuredView, language: Language): HtmlValue[] {
  const unit = unitShown({series});
  const base = baseWords(series, language);
  return [
    ...(unit === null ? [] : [unitWords(unit, language)]),
    ...kindWords({...series, provider: dataset.provider}, language),
    ...(base === null ? [] : [base]),
  ];
}

/** The same as plain text. */
export function measuredText(view: MeasuredView, language: Language): string {
  return [...measuredTexts(view, language), baseWords(view.series, language)].filter(Boolean).join(" · ");
}

/** Without the base that a source does not say. */
export function measuredTexts({series, dataset}: MeasuredView, language: Language): string[] {
  const unit = unitShown({series});
  return [
    ...(unit === null ? [] : [unitText(unit, language)]),
    ...kindWords({...series, provider: dataset.provider}, language),
  ];
}

type MeasuredView = Pick<SeriesView, "series" | "dataset">;

function continuation(visit: Visit, {status, continuations}: SeriesView): Html {
  const words = SERIES_WORDS[visit.language];
  const {as, from} = continuations;
  const link = ({series}: NonNullable<typeof as>): Html =>
    html`<a href="${visit.link(seriesPath(series.key))}">${nameWords(series.className ?? series.classification ?? "", visit.language)}</a>`;
  const note = ({note}: NonNullable<typeof as>): Html | false =>
    note !== null && html`<br><span class="quiet">${noteWords(note, visit.language)}</span>`;
  const period = (text: string): string => writtenPeriodWords(text, visit.language);
  return html`${
    (status === "stalled" || as !== null) &&
    html`<div class="notice${status === "stalled" && " warn"}">
${status === "stalled" && html`<p>${words.stalled}</p>`}${as !== null && html`<p>${words.continuesAs}: ${link(as)}, ${words.since} ${period(as.period)}${note(as)}</p>`}
</div>\n`
  }${from !== null && html`<p class="quiet">${parsePeriod(from.period)?.frequency === "D" ? words.beforeDay : words.beforePeriod} ${period(from.period)} ${words.continuesFrom}: ${link(from)}${note(from)}</p>`}`;
}

/** The latest value with its changes from the period before and from a year before. */
export function drawLatest(visit: Visit, view: SeriesView): Html {
  const {language} = visit;
  const {series, values} = view;
  const words = SERIES_WORDS[language];
  const last = values.at(-1);
  if (last === undefined) return html`<p class="lead">${view.asOf === null ? words.noValues : words.noneYet}</p>`;
  const period = (value: SeriesValue): string => periodWords(value.first, series.frequency, language);
  const unit = unitShown(view);
  const span = view.withdrawn.get(last.period);
  const shown = exactly(last.value, fewDigitsText(last.value, language), language);
  const changed = lastChange(values);
  const {meaning} = quantityOfCodes(view.dataset, asPublished(series), view.declared);
  // the growth of one month less that of the month a year before tells nothing of the year
  const isToBefore = meaning === "index_prev";
  const changes = [
    changed?.[0] ?? values.at(-2),
    isToBefore ? undefined : yearBefore(values, last, series.frequency),
  ].filter(
    (one, at, all): one is SeriesValue =>
      one !== undefined && all.findIndex((other) => other?.period === one.period) === at,
  );
  const until = (one: SeriesValue): SeriesValue => (one.period === changed?.[0].period ? changed[1] : last);
  return html`<div class="latest">
<p class="latest-value"><span class="unseen">${words.latest}: </span><strong>${span === undefined ? shown : html`<s>${shown}</s>`}</strong>${span === undefined && growthWords(view, last, language)}<br><span class="quiet">${unit !== null && html`${countedUnit(fewDigitsText(last.value, language), unit, language)} · `}${period(last)}, ${words.published} <time class="unbroken" datetime="${dayText(last.day)}">${dayWords(last.day, language)}</time>${span !== undefined && html`<br>${withdrawnText(span, language)}`}</span></p>
<dl class="changes">
${changes.map(
  (one) =>
    html`<div><dt>${one.period === changed?.[0].period ? words.lastChange : meansGrowth(meaning) ? words.growthChange : words.change}, ${period(one)} → ${period(until(one))}</dt><dd>${changeText(last.value, one.value, isPerCent(view.series), language)}</dd></div>\n`,
)}</dl>
</div>\n`;
}

/** What an index with the base 100 comes to: 100.6 is +0.6 % against the previous month. false: the values are no such index. */
function growthWords(
  {dataset, series, declared}: SeriesView,
  {value, first}: SeriesValue,
  language: Language,
): Html | false {
  const {meaning} = quantityOfCodes(dataset, asPublished(series), declared);
  if (meaning !== "index_prev" && meaning !== "index_yoy") return false;
  const base =
    namedBase(series, first, language) ?? kindWords({...series, provider: dataset.provider}, language).join(", ");
  return html`<br>${SERIES_WORDS[language].comesTo} <b>${differenceText(value, 100, language)}\u00a0%</b> ${base}`;
}

/**
 * The last two neighbouring values that differ, the later one first in force at its period: of a rate that stays the same for months, no
 * change since yesterday says nothing. null: the latest two differ, or all are equal.
 */
export function lastChange<V extends {readonly value: number}>(
  values: RowList<V>,
): readonly [before: V, since: V] | null {
  const last = values.at(-1);
  if (last === undefined || values.at(-2)?.value !== last.value) return null;
  const at = values.findLastIndex(({value}) => value !== last.value);
  return at === -1 ? null : [values.at(at)!, values.at(at + 1)!];
}

/** The day on which the publisher took the value back, and the reason that it gives. */
export function withdrawnText({day, reason}: WithdrawnSpan, language: Language): string {
  const {withdrawnOn, reasons} = SERIES_WORDS[language];
  return `${withdrawnOn} ${shortDayWords(day, language)}${reasons[reason]}`;
}

/** A figure with fewer digits than it has; the exact value is in the markup. */
export function exactly(value: number, shown: string, language: Language): Html | string {
  const exact = numberText(value, language);
  return exact === shown ? exact : html`<data value="${value}" title="${exact}">${shown}</data>`;
}

const PERIODS_A_YEAR: Readonly<Partial<Record<Frequency, number>>> = {M: 12, Q: 4};

function yearBefore(values: RowList<SeriesValue>, last: SeriesValue, frequency: Frequency): SeriesValue | undefined {
  const periods = PERIODS_A_YEAR[frequency];
  return periods === undefined ? undefined : values.find(({period}) => period === last.period - periods);
}
