// /compare?series=KEY,KEY: several series in one chart. The whole state of the page is in its address.

import {type Day, dayText} from "../../../statistics/time/day.ts";
import type {Frequency} from "../../../statistics/time/frequency.ts";
import type {FoundSeries} from "../../../store/series/named-series.ts";
import type {Steps} from "../../../work/pace.ts";
import {type Page, PageFault, page} from "../../frame/page.ts";
import {type Html, html, NOTHING} from "../../html/html.ts";
import type {Visit} from "../../visit/visit.ts";
import {dataTable} from "../../widgets/data-table.ts";
import {oembedLink, takePicture} from "../../widgets/embed-code.ts";
import {factLine} from "../../widgets/fact-list.ts";
import type {Language} from "../../words/language.ts";
import {nameWords, territoryWords} from "../../words/names.ts";
import {nameFound} from "../../words/own-names.ts";
import {FREQUENCY_WORDS, numberText, shortPeriodWords} from "../../words/wording.ts";
import {DERIVED_WORDS, stepsWords} from "../derived/words.ts";
import {factTexts} from "../search/variants.ts";
import {countTaken, seriesFile} from "../series/files.ts";
import {measuredIn, stalledBadge} from "../series/head.ts";
import {seriesPath, subjectWords, titleText, titleWords} from "../series/link.ts";
import type {SeriesView} from "../series/read-series.ts";
import {fileWords} from "../series/readable-table.ts";
import {drawLines, type Shown, shownOf, swatch, whyNotRebased} from "./lines.ts";
import {comparisonQuery, comparisonTitle} from "./picture.ts";
import {type Compared, MOST_SERIES, readCompared} from "./query.ts";
import {COMPARE_WORDS} from "./words.ts";

const ROWS_SHOWN = 24;
/** Series offered for typed words. */
const CHOICES = 8;

export const comparePage: Page = {
  path: "/compare",
  costly: "shared",
  async draw(visit) {
    const {language} = visit;
    const words = COMPARE_WORDS[language];
    const compared = await readCompared(visit);
    const {views} = compared;
    const shown = await visit.inSlices(shownOf(visit, views));
    const drawn = views.length > 0 && (await visit.inSlices(drawAll(visit, compared, shown)));
    const found = await typedName(visit, compared);
    return page({
      title: words.title,
      description: words.description,
      canonical: ["series"],
      modules: ["search", "copy"],
      head:
        views.length > 0 && compared.unknown.length === 0 && compared.refused.length === 0
          ? oembedLink(visit, visit.absolute("/compare", comparisonQuery(visit)), words.title)
          : NOTHING,
      main: html`<h1>${words.title}</h1>
<p class="lead">${words.lead}</p>
${drawNotices(visit, compared, shown.wantsIndex && shown.base === null)}
${chosen(visit, views)}
${stepLinks(visit, compared)}
${addForm(visit, views, compared.typed)}
${found}
${drawn}`,
    });
  },
};

function* drawAll(visit: Visit, {views, refused}: Compared, shown: Shown): Steps<Html> {
  const lines = yield* drawLines(visit, views, shown);
  const tables = yield* drawTables(visit, views, shown.base !== null);
  // of published values among computed ones there is neither a file nor a picture
  if (refused.length > 0) return html`${lines}${tables}`;
  const title = comparisonTitle(views, visit.language);
  // a picture is refused if a series is missing: only the shown ones are in its address
  const query = {...comparisonQuery(visit), series: views.map(({series}) => series.key).join(",")};
  return html`${lines}${tables}${files(visit, views)}${takePicture(visit, {path: "/compare", frame: "/embed/compare", query, title})}`;
}

function chosen(visit: Visit, views: readonly SeriesView[]): Html | false {
  const {language} = visit;
  const words = COMPARE_WORDS[language];
  const keys = views.map(({series}) => series.key);
  return (
    views.length > 0 &&
    html`<ul class="compared">
${views.map((view, at) => {
  const {series, status} = view;
  const others = keys.filter((key) => key !== series.key).join(",");
  const facts = [...measuredIn(view, language), FREQUENCY_WORDS[language][series.frequency]];
  return html`<li>${swatch(at)}<div><a href="${visit.link(seriesPath(series.key))}">${titleWords(series, language)}</a><br><span class="quiet">${factLine(facts)}</span>${status === "stalled" && stalledBadge(series, language)}<a class="quiet" href="${visit.here({series: others === "" ? null : others, add: null})}" aria-label="${words.remove}: ${titleText(series, language)}">${words.remove}</a></div></li>\n`;
})}</ul>\n`
  );
}

/** Links to computed values, and back. */
function stepLinks(visit: Visit, {offered, derive, views}: Compared): Html | false {
  const {language} = visit;
  const words = DERIVED_WORDS[language];
  const series = views.map((view) => view.series.key).join(",");
  const ways = [...new Set([...offered, ...(derive === null ? [] : [derive])])];
  return (
    ways.length > 0 &&
    html`<p class="computed-ways">${words.computedHere}: ${ways.map(
      (one) =>
        html`<a class="button quiet" href="${visit.here({derive: one, as: null, base: null, add: null, series})}" rel="nofollow"${one === derive && html` aria-current="true"`}>${stepsWords(one, language)}</a>\n`,
    )}${derive !== null && html`<a class="button quiet" href="${visit.here({derive: null, add: null, series})}">${words.published}</a>\n`}</p>\n`
  );
}

/** The results are replaced while a visitor types (client/search.ts). */
function addForm(visit: Visit, views: readonly SeriesView[], typed: string): Html | false {
  const words = COMPARE_WORDS[visit.language];
  if (views.length >= MOST_SERIES) return false;
  const kept = {
    series: views.map(({series}) => series.key).join(","),
    as: visit.query.get("as"),
    base: visit.query.get("base"),
    years: visit.query.get("years"),
    derive: visit.query.get("derive"),
    lang: visit.query.get("lang"),
  };
  return html`<form class="inline-form choices" id="search" action="${visit.link("/compare")}">
${Object.entries(kept).map(([name, value]) => value !== null && value !== "" && html`<input type="hidden" name="${name}" value="${value}">`)}
<div class="field"><label for="q">${words.add}</label><input type="text" id="q" name="add" value="${typed}" maxlength="300" autocomplete="off"></div>
<button type="submit" class="quiet">${words.addButton}</button>
<a href="${visit.link("/search", {compare: kept.series === "" ? null : kept.series})}">${words.search}</a>
</form>\n`;
}

/** Series that a reader may mean by the words typed into the field, each with a link that adds it. */
async function typedName(visit: Visit, {views, typed}: Compared): Promise<Html> {
  const {language, site} = visit;
  const words = COMPARE_WORDS[language];
  const keys = views.map(({series}) => series.key);
  const query = {text: typed, filters: {}, limit: CHOICES + keys.length};
  const found = typed === "" ? [] : (await site.store.search.findSeries(query, false, visit.budget)).series;
  const others = found.filter(({key}) => !keys.includes(key)).slice(0, CHOICES);
  const choices = await nameFound(visit, others);
  return html`<div id="results" role="status">${typed !== "" && choices.length === 0 && html`<p class="notice">${words.noneTyped}</p>`}${
    choices.length > 0 &&
    html`<p>${words.choose}</p>
<ul class="names">${choices.map(
      (one) =>
        html`<li><a href="${visit.here({series: [...keys, one.key].join(","), add: null})}">${titleWords(one, language)}</a>\u00a0<span class="quiet">${factsOf(one, language)}</span></li>\n`,
    )}</ul>`
  }</div>\n`;
}

/** The facts that tell two series with one title apart. */
function factsOf(series: FoundSeries, language: Language): string {
  const {unit, kind, frequency, dataset} = factTexts(series, language);
  return [unit, kind, frequency, dataset].filter((fact) => fact !== "").join(" · ");
}

/** One table for each frequency: with days and quarters in one, most cells would be empty. @param underIndex the chart above shows per cent, not these values */
function* drawTables(visit: Visit, views: readonly SeriesView[], underIndex: boolean): Steps<Html> {
  const {language} = visit;
  const words = COMPARE_WORDS[language];
  const byFrequency = [...Map.groupBy(views, ({series}) => series.frequency)];
  const tables: Html[] = [];
  for (const [frequency, own] of byFrequency)
    tables.push(
      html`${byFrequency.length > 1 && html`<h3 class="frequency">${FREQUENCY_WORDS[language][frequency]}</h3>`}${yield* drawTable(visit, frequency, own, views)}`,
    );
  return html`<h2>${underIndex ? words.tablePublished : words.values}</h2>
${tables}`;
}

function* drawTable(
  visit: Visit,
  frequency: Frequency,
  views: readonly SeriesView[],
  all: readonly SeriesView[],
): Steps<Html> {
  const {language} = visit;
  const words = COMPARE_WORDS[language];
  const found = new Set<Day>();
  for (const {values} of views) {
    for (const {first} of values) found.add(first);
    yield;
  }
  const days = Float64Array.from(found).sort();
  const shown = [...days.subarray(-ROWS_SHOWN)].reverse();
  const columns = views.map(({values}) => {
    const latest = values.filter(({first}) => first >= shown.at(-1)!);
    return new Map(latest.map(({first, value}) => [first, value]));
  });
  return html`${dataTable({
    caption: `${words.values}, ${FREQUENCY_WORDS[language][frequency]}`,
    columns: [
      {head: words.period},
      ...views.map((view) => ({
        head: columnHead(view, all.indexOf(view), language),
        decimals: language,
      })),
    ],
    rows: shown.map((day) => [
      html`<time datetime="${dayText(day)}">${shortPeriodWords(day, frequency, language)}</time>`,
      ...columns.map((column) => {
        const value = column.get(day);
        return value === undefined || !Number.isFinite(value) ? "—" : numberText(value, language);
      }),
    ]),
  })}${shown.length < days.length && html`<p class="quiet">${words.rowsShown}\u00a0${shown.length}\u00a0${words.of}\u00a0${numberText(days.length, language)}.</p>`}`;
}

/** The style cuts a long subject, never the territory. The whole title is in the list above, with the same line. */
function columnHead(view: SeriesView, index: number, language: Visit["language"]): Html {
  const measured = measuredIn(view, language);
  return html`${swatch(index)}<span class="head-title" title="${titleText(view.series, language)}">${subjectWords(view.series, language)}</span><span class="unseen">, </span><span class="head-place">${territoryWords(view.series.fullTerritory, language)}</span>${measured.length > 0 && html`<span class="head-unit">${factLine(measured)}</span>`}`;
}

function files(visit: Visit, views: readonly SeriesView[]): Html {
  const series = views.map((view) => view.series.key).join(",");
  const at = (type: "csv" | "xlsx"): string =>
    visit.link(`/compare.${type}`, {series, shape: "wide", derive: visit.query.get("derive"), lang: visit.language});
  return html`<p class="downloads">${COMPARE_WORDS[visit.language].download}: <a class="button quiet" href="${at("csv")}" download>CSV</a>
<a class="button quiet" href="${at("xlsx")}" download>XLSX</a></p>\n`;
}

function filePage(type: "csv" | "xlsx"): Page {
  return {
    path: `/compare.${type}`,
    costly: "own",
    async draw(visit) {
      await countTaken(visit, "downloads");
      const {views, unknown, isCut, derive, refused} = await readCompared(visit);
      // a column of published values among computed ones would be mistaken for one
      if (refused.length > 0) throw new PageFault(404, DERIVED_WORDS[visit.language].refused);
      // a file without a requested series would be a silent gap
      if (views.length === 0 || unknown.length > 0 || isCut)
        throw new PageFault(404, isCut ? "more series than are compared" : "there is no such series");
      const name = `compare_${views.length}_series${derive === null ? "" : "_computed"}`;
      const words = fileWords(comparisonTitle(views, visit.language));
      return seriesFile(visit, views, type, type === "csv" ? name : words, name);
    },
  };
}

export const compareCsv = filePage("csv");
export const compareXlsx = filePage("xlsx");

/** What a reader has to know before the lines. @param hasNoBase per cent of a common period are requested but cannot be shown */
function drawNotices(visit: Visit, compared: Compared, hasNoBase: boolean): Html {
  const {views, unknown, isCut, derive, refused} = compared;
  const computed = DERIVED_WORDS[visit.language];
  const words = COMPARE_WORDS[visit.language];
  const why = whyNotRebased(views);
  return html`${derive !== null && html`<p class="notice">${computed.notPublished}</p>`}${refused.length > 0 && html`<p class="notice warn">${computed.refusedSome} ${refused.map(({series}, at) => html`${at > 0 && "; "}${titleWords(series, visit.language)}`)}</p>`}${views.length === 0 && html`<p class="notice">${words.empty}</p>`}${unknown.length > 0 && html`<p class="notice warn">${words.unknown} ${unknown.map((key, at) => html`${at > 0 && ", "}<code>${key}</code>`)}</p>`}${isCut && html`<p class="notice warn">${words.full}</p>`}${hasNoBase && views.length > 0 && html`<p class="notice">${why === null ? words.noCommon : words.noRebasing[why]}</p>`}${noSplicing(visit, views)}`;
}

/** For each two datasets of which one declares that they must not be spliced: two lines in one chart look like one history. */
function noSplicing({language}: Visit, views: readonly SeriesView[]): Html {
  const words = COMPARE_WORDS[language];
  const datasets = [...new Map(views.map((view) => [view.dataset.id, view])).values()];
  const told = new Set<string>();
  return html`${datasets.flatMap(({dataset, related}) =>
    related.flatMap(({provider, dataset: code, splice, note}) => {
      const other = datasets.find((one) => one.dataset.provider === provider && one.dataset.code === code)?.dataset;
      if (splice || other === undefined || other.id === dataset.id) return [];
      const pair = [dataset.id, other.id].sort((one, another) => one - another).join();
      if (told.has(pair)) return [];
      told.add(pair);
      return html`<p class="notice warn">${words.noSplicing} <cite>${nameWords(dataset.name, language)}</cite> ${words.and} <cite>${nameWords(other.name, language)}</cite>.${note !== null && html`<br><span class="quiet" lang="ru">${note}</span>`}</p>`;
    }),
  )}`;
}
