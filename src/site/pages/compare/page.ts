// /compare?series=KEY,KEY: several series in one chart, or many in small ones. The whole state of the page is in its address.

import type {Steps} from "../../../work/pace.ts";
import {TOGETHER} from "../../assets/assets.ts";
import {type Page, page} from "../../frame/page.ts";
import {type Html, html, NOTHING} from "../../html/html.ts";
import type {Visit} from "../../visit/visit.ts";
import {pictureLinks, takeFrame} from "../../widgets/embed-code.ts";
import {followLine, type NextRelease, nextReleases} from "../../widgets/follow-links.ts";
import {downloadMenu, tableLinks, toolbar} from "../../widgets/toolbar.ts";
import {nameWords, noteWords} from "../../words/names.ts";
import {notOwnPrices} from "../derived/price-indices.ts";
import {DERIVED_WORDS} from "../derived/words.ts";
import {countTaken, seriesFile} from "../series/files.ts";
import {titleWords} from "../series/link.ts";
import {asOfNotice, readVintage} from "../series/query.ts";
import type {SeriesView} from "../series/read-series.ts";
import {fileWords} from "../series/readable-table.ts";
import {yearsChoice} from "../series/years.ts";
import {addForm, drawChosen, stepLinks, typedName} from "./chosen.ts";
import {citeComparison} from "./cite.ts";
import {drawComparedLines, type Shown, shownOf} from "./lines.ts";
import {drawMany} from "./many.ts";
import {headOf} from "./picture.ts";
import {comparisonQuery, filesCounted, hasSmallCharts, MOST_SERIES, MOST_TOGETHER, seriesChosen} from "./query.ts";
import {type Compared, readCompared, readWhole} from "./read-compared.ts";
import {drawTables} from "./tables.ts";
import {commonTitle, comparisonTitle, drawTitle} from "./title.ts";
import {COMPARE_WORDS} from "./words.ts";

export const comparePage: Page = {
  path: "/compare",
  costly: "shared",
  async draw(visit) {
    const {language} = visit;
    const words = COMPARE_WORDS[language];
    const compared = await readCompared(visit);
    const {views} = compared;
    const shown = await visit.withRests(shownOf(visit, views));
    const found = await typedName(visit, compared);
    const drawn =
      views.length > 0 &&
      (await visit.withRests(drawAll(visit, compared, shown, {found, releaseOf: await nextReleases(visit)})));
    const common = commonTitle(compared, language);
    const title = common === null ? words.title : `${words.title}: ${common}`;
    const isWhole = views.length > 0 && compared.unknown.length === 0 && compared.refused.length === 0;
    return page({
      title,
      description: words.description,
      canonical: ["series"],
      modules: ["search", "copy", ...(views.length > 0 ? ["compare"] : [])],
      styles: [TOGETHER],
      head: isWhole && !compared.isCut ? await visit.withRests(headOf(visit, compared, shown)) : NOTHING,
      main: html`${drawTitle(compared, language)}
${views.length === 0 && html`<p class="lead">${words.lead}</p>\n`}${asOfNotice(visit, readVintage(visit.query.get("as_of")), visit.here({as_of: null, add: null, series: seriesShown(compared)}))}
${drawNotices(visit, compared, shown)}
${drawn || html`${addForm(visit, compared)}${found}`}`,
    });
  },
};

interface Around {
  /** The series that typed words may mean. */
  readonly found: Html;
  /** By the id of a dataset. */
  readonly releaseOf: (id: number) => NextRelease;
}

/** The chart comes first, and below it the ways to change it. */
function* drawAll(visit: Visit, compared: Compared, shown: Shown, {found, releaseOf}: Around): Steps<Html> {
  const {views, refused} = compared;
  const {language} = visit;
  const lines = yield* hasSmallCharts(visit, views.length)
    ? drawMany(visit, views, shown)
    : drawComparedLines(visit, views, shown);
  const tables = yield* drawTables(visit, views, shown.base !== null);
  // of published values among computed ones there is neither a file nor a picture
  const years = yearsChoice(visit, views, {add: null, series: seriesChosen(visit.query)});
  const add =
    compared.chosen.length < MOST_SERIES && html`<a href="#search">${COMPARE_WORDS[language].addSeries}</a>\n`;
  const changed = html`${drawChosen(visit, compared)}${stepLinks(visit, compared)}${addForm(visit, compared)}${found}`;
  if (refused.length > 0) return html`${toolbar(visit, [years], [add])}${lines}${changed}${tables}`;
  const title = comparisonTitle(compared, language);
  yield;
  // a picture is refused if a series is missing: only the shown ones are in its address
  const query = {...comparisonQuery(visit), series: seriesShown(compared)};
  const picture = {path: "/compare", query};
  return html`${toolbar(visit, [years], [add, downloadMenu(visit, [files(visit, compared), pictureLinks(visit, picture)])])}${lines}${changed}${takeFrame(visit, {...picture, frame: "/embed/compare", title, follow: followed(visit, views, releaseOf)})}${tables}${citeComparison(visit, compared, query)}`;
}

function seriesShown({chosen}: Compared): string {
  return chosen.map(({entry}) => entry.text).join(",");
}

/** Of a few series each, of many their datasets. */
function followed(visit: Visit, views: readonly SeriesView[], releaseOf: Around["releaseOf"]): Html {
  const {language} = visit;
  const isMany = views.length > MOST_TOGETHER;
  const all = views.map(({series, dataset}) =>
    isMany
      ? {dataset, release: releaseOf(dataset.id), series: null, name: nameWords(dataset.name, language)}
      : {dataset, release: releaseOf(dataset.id), series: series.key, name: titleWords(series, language)},
  );
  const once = new Map(all.map((one) => [one.series ?? `${one.dataset.provider}/${one.dataset.code}`, one]));
  return followLine(visit, [...once.values()]);
}

function files(visit: Visit, compared: Compared): Html {
  const query = {
    series: seriesShown(compared),
    shape: "wide",
    as_of: comparisonQuery(visit)["as_of"] ?? null,
    derive: visit.query.get("derive"),
    lang: visit.language,
  };
  const at = (type: "csv" | "xlsx"): string => visit.link(`/compare.${type}`, query);
  return tableLinks(at);
}

function filePage(type: "csv" | "xlsx"): Page {
  return {
    path: `/compare.${type}`,
    costly: "own",
    async draw(visit) {
      await countTaken(visit, "downloads", filesCounted(visit));
      const compared = await readWhole(visit);
      const {chosen, views} = compared;
      const isComputed = chosen.some(({steps}) => steps !== null);
      const name = `compare_${views.length}_series${isComputed ? "_computed" : ""}`;
      const words = fileWords(comparisonTitle(compared, visit.language));
      return seriesFile(visit, views, type, type === "csv" ? name : words, name);
    },
  };
}

export const compareCsv = filePage("csv");
export const compareXlsx = filePage("xlsx");

/** What a reader has to know before the lines. */
function drawNotices(visit: Visit, compared: Compared, shown: Shown): Html {
  const {chosen, views, unknown, isCut, refused} = compared;
  const computed = DERIVED_WORDS[visit.language];
  const words = COMPARE_WORDS[visit.language];
  const {whyNotRebased: why} = shown;
  const hasNoBase = shown.wantsIndex && shown.base === null;
  const count = chosen.filter(({steps}) => steps !== null).length;
  const inReal = chosen.filter(({steps}) => steps?.startsWith("real:"));
  const otherPrices = inReal.map(({view, beside}) => notOwnPrices({inputs: [view, ...beside]}, visit.language));
  return html`${count > 0 && html`<p class="notice">${count === chosen.length ? computed.notPublished : words.someComputed}${otherPrices.find((one) => one !== false)}</p>`}${refused.length > 0 && html`<p class="notice warn">${computed.refusedSome} ${refused.map(({series}, at) => html`${at > 0 && "; "}${titleWords(series, visit.language)}`)}</p>`}${views.length === 0 && html`<p class="notice">${words.empty}</p>`}${unknown.length > 0 && html`<p class="notice warn">${words.unknown} ${unknown.map((key, at) => html`${at > 0 && ", "}<code>${key}</code>`)}</p>`}${isCut && html`<p class="notice warn">${words.full}</p>`}${hasNoBase && views.length > 0 && html`<p class="notice">${why === null ? words.noCommon : words.noRebasing[why]}</p>`}${noSplicing(visit, views)}`;
}

/** For each two datasets of which one declares that they must not be spliced: two lines in one chart look like one history. */
function noSplicing({language}: Visit, views: readonly SeriesView[]): Html {
  const words = COMPARE_WORDS[language];
  const datasets = [...new Map(views.map((view) => [view.dataset.id, view])).values()];
  const namedPairs = new Set<string>();
  return html`${datasets.flatMap(({dataset, related}) =>
    related.flatMap(({provider, dataset: code, splice, note}) => {
      const other = datasets.find((one) => one.dataset.provider === provider && one.dataset.code === code)?.dataset;
      if (splice || other === undefined || other.id === dataset.id) return [];
      const pair = [dataset.id, other.id].sort((one, another) => one - another).join();
      if (namedPairs.has(pair)) return [];
      namedPairs.add(pair);
      return html`<p class="notice warn">${words.noSplicing} <cite>${nameWords(dataset.name, language)}</cite> ${words.and} <cite>${nameWords(other.name, language)}</cite>.${note !== null && html`<br><span class="quiet">${noteWords(note, language)}</span>`}</p>`;
    }),
  )}`;
}
