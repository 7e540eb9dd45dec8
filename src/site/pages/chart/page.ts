// /chart/KEY.svg, /chart/KEY.png and /embed/KEY: the chart of a series for other sites.
//
// /embed is the only page that other sites may frame: it has no script, no form and nothing about the visitor.
import type {Steps} from "../../../budget.ts";
import {chartDocument} from "../../chart/chart-document.ts";
import type {ChartLine} from "../../chart/line-chart.ts";
import {ICON, STYLESHEET} from "../../frame/assets.ts";
import {SERVICE} from "../../frame/layout.ts";
import {file, type Page, PageFault} from "../../frame/page.ts";
import type {Visit} from "../../frame/visit.ts";
import {html} from "../../widgets/html.ts";
import type {Language} from "../../words/language.ts";
import {kindWords} from "../../words/measures.ts";
import {unitText} from "../../words/names.ts";
import {dayWords, fewDigitsText, periodWords, providerName, shortDayWords} from "../../words/wording.ts";
import {drawChart} from "../series/chart.ts";
import {stalledBadge, unitOf} from "../series/head.ts";
import {seriesPath, titleText, titleWords} from "../series/link.ts";
import {readSeries, type SeriesView, shownVintage} from "../series/read-series.ts";
import {readVintage} from "../series/vintage.ts";
import {SERIES_WORDS} from "../series/words.ts";

export const chartDrawing: Page = {
  path: "/chart/:key.svg",
  costly: "shared",
  async draw(visit) {
    const body = await visit.inSlices(documentOf(await viewOf(visit), visit.language));
    return file({type: "image/svg+xml; charset=utf-8", body, headers: SHOWN_ANYWHERE});
  },
};

function documentOf(view: SeriesView, language: Language): Steps<string> {
  const {dataset, series} = view;
  const vintage = shownVintage(view);
  const published = vintage === null ? [] : [`${SERIES_WORDS[language].published} ${shortDayWords(vintage, language)}`];
  return chartDocument({
    title: titleText(series, language),
    told: latestWords(view, language),
    source: [providerName(dataset.provider, language), SERVICE[language], ...published, dataset.name].join(" · "),
    line: lineOf(view),
    language,
  });
}

/** For previews of links, which do not show SVG. */
export const chartPng: Page = {
  path: "/chart/:key.png",
  costly: "shared",
  async draw(visit) {
    const {language, site} = visit;
    const view = await viewOf(visit);
    const state = [view.series.key, view.dataset.changedBy, view.asOf, language].join("/");
    const body =
      site.pictures.find(state) ?? (await site.drawer.draw(await visit.inSlices(documentOf(view, language))));
    site.pictures.keep(state, body, body.length);
    return file({type: "image/png", body, kept: "public, max-age=600", headers: SHOWN_ANYWHERE});
  },
};

/** Any page may show the file as an image, but not in a frame. */
const SHOWN_ANYWHERE = {"cross-origin-resource-policy": "cross-origin"};

function lineOf({values, series}: SeriesView): ChartLine {
  return {
    points: values.map(({first, value}) => ({day: first, value})),
    frequency: series.frequency,
    className: "line-1",
  };
}

/** An unreadable day is refused: the other site would show values of another day than it wants. */
async function viewOf(visit: Visit): Promise<SeriesView> {
  const {asOf, isUnreadable} = readVintage(visit.query.get("as_of"));
  if (isUnreadable) throw new PageFault(404, "as_of is no day");
  return readSeries(visit, visit.params["key"] ?? "", asOf);
}

/** "процент · к предыдущему месяцу · март 2026: 100,5" */
function latestWords(view: SeriesView, language: Language): string {
  const last = view.values.at(-1);
  const unit = unitOf(view);
  const named = unit === null ? null : unitText(unit, language);
  const value =
    last === undefined
      ? SERIES_WORDS[language].noValues
      : `${periodWords(last.first, view.series.frequency, language)}: ${fewDigitsText(last.value, language)}`;
  const known = view.asOf === null ? null : `${SERIES_WORDS[language].knownOn} ${dayWords(view.asOf, language)}`;
  const kinds = kindWords({...view.series, provider: view.dataset.provider}, language);
  return [named, ...kinds, value, known].filter((part) => part !== null).join(" · ");
}

export const embedPage: Page = {
  path: "/embed/:key",
  costly: "shared",
  framed: true,
  async draw(visit) {
    const {site, language} = visit;
    const view = await viewOf(visit);
    const {series, dataset, status} = view;
    const chart = await visit.inSlices(drawChart(visit, view));
    const body = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${titleText(series, language)} · ${SERVICE[language]}</title>
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<link rel="stylesheet" href="${visit.link(site.assets.path(STYLESHEET))}">
<link rel="icon" href="${visit.link(site.assets.path(ICON))}" type="image/svg+xml">
<link rel="canonical" href="${visit.absolute(seriesPath(series.key))}">
</head>
<body class="embed">
<main>
<h1>${titleWords(series, language)}</h1>
<p class="series-line">${latestWords(view, language).replaceAll(" · ", "\u00a0· ")}${status === "stalled" && html` ${stalledBadge(series, language)}`}</p>
${chart}
<p class="quiet">${providerName(dataset.provider, language)} · <a href="${visit.absolute(seriesPath(series.key))}" target="_blank" rel="noopener">${SERVICE[language]}</a></p>
</main>
</body>
</html>\n`;
    return file({type: "text/html; charset=utf-8", body: body.text});
  },
};
