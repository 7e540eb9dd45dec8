// /series/KEY: one series: chart, values, revisions, evidence, files and examples; for search engines a sentence and a schema.org Dataset.

import {valueDigest} from "../../../formats/value-digest.ts";
import {seriesRef} from "../../../statistics/catalogue/catalogue.ts";
import {dayText} from "../../../statistics/time/day.ts";
import type {Steps} from "../../../work/pace.ts";
import {PICTURE_HEIGHT} from "../../chart/picture-document.ts";
import {type Page, page} from "../../frame/page.ts";
import {type Html, html, jsonForScript} from "../../html/html.ts";
import type {Visit} from "../../visit/visit.ts";
import {partQuery, withPart} from "../../widgets/chart-part.ts";
import {oembedLink, pictureLinks, previewTags, takeFrame} from "../../widgets/embed-code.ts";
import {followLine, type NextRelease, nextRelease} from "../../widgets/follow-links.ts";
import {starLink} from "../../widgets/star-link.ts";
import {downloadMenu, tableLinks, toolbar} from "../../widgets/toolbar.ts";
import type {Language} from "../../words/language.ts";
import {copied} from "../../words/line-breaks.ts";
import {territoryText} from "../../words/names.ts";
import {asPublished} from "../../words/own-names.ts";
import {dayWords, FREQUENCY_WORDS, numberText, periodWords, providerName, spanWords} from "../../words/wording.ts";
import {datasetPath} from "../datasets/rows.ts";
import {countFamily} from "../family/read-family.ts";
import {drawAbout, drawRelatedDatasets, nextReleaseOf} from "./about.ts";
import {drawChart} from "./chart.ts";
import {drawCells, drawEvidence} from "./evidence.ts";
import {countTaken, XLSX} from "./files.ts";
import {drawHead, drawLatest, measuredTexts, unitShown} from "./head.ts";
import {
  chartPath,
  derivedPath,
  embedPath,
  pictureBase,
  seriesFilePath,
  seriesPath,
  territoriesPath,
  titleText,
  titleWords,
} from "./link.ts";
import {eventsQuery} from "./marked-events.ts";
import {drawNotes} from "./notes.ts";
import {asksForAllRows, asOfNotice, dayQuery, readVintage} from "./query.ts";
import {readSeriesView, type SeriesView} from "./read-series.ts";
import {drawCitation, drawUse} from "./use.ts";
import {drawRevisions, drawValues} from "./values.ts";
import {SERIES_WORDS} from "./words.ts";
import {yearsChoice} from "./years.ts";

export const seriesPage: Page = {
  path: "/series/:key",
  async draw(visit) {
    const {language, site, params, query} = visit;
    if (asksForAllRows(visit)) await countTaken(visit, "histories");
    const wanted = readVintage(query.get("as_of"));
    const view = await readSeriesView(visit, params["key"] ?? "", wanted.asOf);
    const {series} = view;
    const known = (await site.store.overview.read()).find(({dataset}) => dataset.id === view.dataset.id);
    const familySize = await site.store.statistics.read((q) => countFamily(q, site, view));
    const title = titleText(series, language);
    const digest = await visit.withRests(valueDigest(view.values));
    const cells = await drawCells(visit, view);
    const sections = await visit.withRests(drawSections(visit, view, cells, digest));
    const chart = await visit.withRests(drawChart(visit, withPart(view, visit)));
    const picture = visit.absolute(chartPath(series.key, "png"), {
      ...{as_of: dayQuery(wanted.asOf), lang: language},
      ...partQuery(visit),
    });
    return page({
      title,
      description: seriesSentence(view, language),
      head: html`<script type="application/ld+json">${jsonForScript(seriesBlock(visit, view))}</script>
${oembedLink(visit, visit.absolute(seriesPath(series.key)), title)}${previewTags({title, description: seriesSentence(view, language), picture, height: PICTURE_HEIGHT})}`,
      modules: ["series", "copy"],
      main: html`${drawHead(visit, view, known)}
${asOfNotice(visit, wanted, visit.link(seriesPath(series.key)))}
${digestNotice(visit, digest)}
${drawLatest(visit, view)}
${tools(visit, view, familySize)}${chart}${vintageForm(visit, view)}${taken(visit, view, title, nextRelease(known, site.today()))}
${contents(visit, sections)}
${sections.map(([, drawn]) => drawn)}`,
    });
  },
};

/** false: the section is empty, so no link leads to it. */
type Section = readonly [
  name: "values" | "revisions" | "evidence" | "notes" | "related" | "use" | "cite" | "about",
  drawn: Html | false,
];

/** Step by step: a long table takes long. */
function* drawSections(visit: Visit, view: SeriesView, cells: Html | false, digest: string): Steps<readonly Section[]> {
  const {dataset, series} = view;
  const values = yield* drawValues(visit, view);
  const revisions = yield* drawRevisions(visit, view);
  const evidence = yield* drawEvidence(visit, view, cells);
  yield;
  const citation = drawCitation(visit, view, digest);
  yield;
  return [
    ["values", values],
    ["notes", drawNotes(visit, view)],
    ["revisions", revisions],
    ["evidence", evidence],
    ["related", drawRelatedDatasets(visit, view)],
    ["use", drawUse(visit, view)],
    ["cite", citation],
    ["about", drawAbout(visit, view, seriesRef(dataset.provider, dataset.code, series))],
  ];
}

/** Says whether the values are still those of a permanent address. */
function digestNotice(visit: Visit, digest: string): Html | false {
  const words = SERIES_WORDS[visit.language];
  const given = visit.query.get("digest");
  const isSame = given !== null && given.length >= 8 && digest.startsWith(given.toLowerCase());
  return (
    given !== null && html`<p class="notice${!isSame && " bad"}">${isSame ? words.digestSame : words.digestOther}</p>\n`
  );
}

/** Any day, below the chart; where scripts run the chart has a slider through the days of publication too. */
function vintageForm(visit: Visit, {vintages, asOf}: SeriesView): Html | false {
  const words = SERIES_WORDS[visit.language];
  if (vintages.length < 2) return false;
  const lang = visit.query.get("lang");
  return html`<form class="vintage inline-form" action="${visit.link(visit.path)}">
<div class="field"><label for="vintage">${words.shownAsOf}</label>
<input type="date" id="vintage" name="as_of" min="${dayText(vintages[0]!)}" max="${dayText(vintages.at(-1)!)}" value="${dayText(asOf ?? vintages.at(-1)!)}"></div>
${lang !== null && html`<input type="hidden" name="lang" value="${lang}">`}
<button type="submit" class="quiet">${words.show}</button>
</form>\n`;
}

/** false: nothing was published by the day, so the files would be empty. */
function downloads(visit: Visit, view: SeriesView): Html | false {
  const {series, asOf, values, vintages} = view;
  if (asOf !== null && values.length === 0) return false;
  const words = SERIES_WORDS[visit.language];
  const as_of = dayQuery(asOf);
  const at = (type: "csv" | "xlsx", more: Readonly<Record<string, string>> = {}): string =>
    visit.link(seriesFilePath(series.key, type), {as_of, lang: visit.language, ...more});
  const isRussian = visit.language === "ru";
  return downloadMenu(visit, [
    html`${tableLinks(at)} <span class="quiet">${words.noToken}</span>`,
    html`<a href="${at("csv", {decimal: isRussian ? "point" : "comma"})}" download>${isRussian ? words.decimalPoint : words.decimalComma}</a> · <a href="${at("csv", {shape: "wide"})}" download>${words.wide}</a>`,
    vintages.length > 1 &&
      html`${words.allVintages}: <a href="${at("csv", {shape: "vintages"})}" download>CSV</a>, <a href="${at("xlsx", {shape: "vintages"})}" download>XLSX</a>`,
    values.length > 0 && pictureLinks(visit, {path: pictureBase(series.key), query: pictureQuery(visit, view)}),
  ]);
}

/** What pictures and frames show: the day, the marked events and the part of the page. */
function pictureQuery(visit: Visit, {asOf}: SeriesView) {
  return {as_of: dayQuery(asOf), events: eventsQuery(visit), ...partQuery(visit)};
}

/** Beside the chart: how to follow it, and how to take it along. */
function taken(visit: Visit, view: SeriesView, title: string, release: NextRelease): Html | false {
  const {series, dataset, values} = view;
  const query = pictureQuery(visit, view);
  const name = titleWords(series, visit.language);
  const follow = followLine(visit, [{dataset, release, series: series.key, name}], nextReleaseOf(view));
  return values.length > 0 && takeFrame(visit, {frame: embedPath(series.key), query, title, follow});
}

/** The row above the chart. */
function tools(visit: Visit, view: SeriesView, familySize: number): Html | false {
  const {series, asOf} = view;
  const words = SERIES_WORDS[visit.language];
  const as_of = dayQuery(asOf);
  const range = yearsChoice(visit, [view], {from: null, to: null}, null, "range");
  const more = [
    html`<a href="${visit.link("/compare", {series: series.key})}">${words.compare}</a>\n`,
    familySize > 1 && html`<a href="${visit.link(territoriesPath(series.key), {as_of})}">${words.territories}</a>\n`,
    html`<a href="${visit.link(derivedPath(series.key), {as_of})}">${words.derived}</a>\n`,
    html`${starLink(visit, series.key)}\n`,
    downloads(visit, view),
  ];
  return toolbar(visit, [range], more);
}

function contents(visit: Visit, sections: readonly Section[]): Html {
  const words = SERIES_WORDS[visit.language];
  return html`<nav class="parts" aria-label="${words.contents}">
${sections.map(([name, drawn]) => drawn !== false && html`<a href="#${name}">${words[name]}</a>\n`)}</nav>\n`;
}

/** "Title. March 2026: 101.2 (per cent, against the previous month), published 10 April 2026. January 1991 – March 2026, monthly. Rosstat". */
function seriesSentence({series, values, dataset, ...view}: SeriesView, language: Language): string {
  const period = (first: number): string => periodWords(first, series.frequency, language);
  const last = values.at(-1);
  const measured = measuredTexts({series, dataset}, language).join(", ");
  const sentence = [
    titleText(series, language),
    ...(last === undefined
      ? []
      : [
          `${period(last.first)}: ${numberText(last.value, language)}${measured && ` (${measured})`}, ${SERIES_WORDS[language].published} ${dayWords(last.day, language).replace(/\.$/, "")}`,
          `${spanWords([values.at(0)!.first, last.first], series.frequency, language)}, ${FREQUENCY_WORDS[language][series.frequency]}`,
        ]),
    `${providerName(dataset.provider, language)}${view.asOf === null ? "" : `, ${dayText(view.asOf)}`}`,
  ].join(". ");
  return copied(sentence);
}

function seriesBlock(visit: Visit, view: SeriesView): object {
  const {dataset, series, title, values, releases} = view;
  return {
    "@context": "https://schema.org",
    "@type": "Dataset",
    name: title,
    description: seriesSentence(view, visit.language),
    url: visit.absolute(seriesPath(series.key)),
    identifier: series.key,
    inLanguage: "ru",
    isAccessibleForFree: true,
    creator: {"@type": "Organization", name: providerName(dataset.provider, visit.language)},
    isPartOf: {"@type": "Dataset", name: asPublished(dataset).name, url: visit.absolute(datasetPath(dataset))},
    spatialCoverage: territoryText(series.fullTerritory, visit.language),
    temporalCoverage:
      values.length === 0 ? undefined : `${dayText(values.at(0)!.first)}/${dayText(values.at(-1)!.first)}`,
    dateModified: releases[0] === undefined ? undefined : dayText(releases[0].proof.publishedAt),
    variableMeasured: {
      "@type": "PropertyValue",
      name: title,
      unitText: unitShown({series: asPublished(series)}) ?? undefined,
    },
    distribution: (["csv", "xlsx"] as const).map((type) => ({
      "@type": "DataDownload",
      encodingFormat: type === "csv" ? "text/csv" : XLSX,
      contentUrl: visit.absolute(seriesFilePath(series.key, type)),
    })),
  };
}
