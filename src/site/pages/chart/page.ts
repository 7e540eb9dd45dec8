// /chart/KEY.svg, /chart/KEY.png and /embed/KEY: the chart of a series for other sites.
import type {Steps} from "../../../work/pace.ts";
import {chartDocument} from "../../chart/chart-document.ts";
import {SERVICE} from "../../frame/layout.ts";
import type {Page} from "../../frame/page.ts";
import {html} from "../../html/html.ts";
import type {Visit} from "../../visit/visit.ts";
import {partQuery, withPart} from "../../widgets/chart-part.ts";
import {steppedView} from "../../words/held-values.ts";
import type {Language} from "../../words/language.ts";
import {nameText} from "../../words/names.ts";
import {dayWords, fewDigitsText, periodWords, providerName, shortDayWords} from "../../words/wording.ts";
import {drawChart} from "../series/chart.ts";
import {breakMarks, eventBands, unitSince} from "../series/events.ts";
import {finalityText} from "../series/finality.ts";
import {measuredText, stalledBadge} from "../series/head.ts";
import {seriesPath, titleText, titleWords} from "../series/link.ts";
import {eventMarks, eventsQuery} from "../series/marked-events.ts";
import {readQuery} from "../series/query.ts";
import {pointsOf, type SeriesView, shownVintage} from "../series/read-series.ts";
import {latestValueAddress} from "../series/use.ts";
import {SERIES_WORDS} from "../series/words.ts";
import {framePage, picturePages} from "./picture.ts";

export const [chartDrawing, chartPng] = picturePages("/chart/:key", async (visit) => {
  const view = await readQuery(visit);
  return {
    state: [
      view.series.key,
      view.dataset.changedBy,
      view.asOf,
      eventsQuery(visit),
      ...Object.values(partQuery(visit)),
    ].join("/"),
    address: latestValueAddress(visit, view),
    draw: () => documentOf(view, visit),
  };
});

function documentOf(view: SeriesView, visit: Visit): Steps<string> {
  const {language} = visit;
  const {dataset, series} = view;
  const vintage = shownVintage(view);
  const published = vintage === null ? [] : [`${SERIES_WORDS[language].published} ${shortDayWords(vintage, language)}`];
  const points = pointsOf(withPart(view, visit).values);
  return chartDocument({
    title: titleText(series, language),
    subtitle: latestWords(view, language),
    source: [
      providerName(dataset.provider, language),
      SERVICE[language],
      ...published,
      nameText(dataset.name, language),
    ].join(" · "),
    address: latestValueAddress(visit, view),
    panels: [
      {
        lines: [{points, frequency: series.frequency, className: "line-1", ...steppedView(view), ...unitSince(view)}],
        caption: "",
      },
    ],
    bands: eventBands(view),
    marks: [...breakMarks(view, language), ...eventMarks(visit, [view], language)],
    language,
  });
}

/** "процент · к предыдущему месяцу · март 2026: 100,5" */
function latestWords(view: SeriesView, language: Language): string {
  const last = view.values.at(-1);
  const value =
    last === undefined
      ? SERIES_WORDS[language].noValues
      : `${periodWords(last.first, view.series.frequency, language)}: ${fewDigitsText(last.value, language)}`;
  const known = view.asOf === null ? null : `${SERIES_WORDS[language].knownOn} ${dayWords(view.asOf, language)}`;
  return [measuredText(view, language), value, known].filter((part) => part !== null && part !== "").join(" · ");
}

export const embedPage: Page = {
  path: "/embed/:key",
  costly: "shared",
  framed: true,
  async draw(visit) {
    const {language} = visit;
    const view = await readQuery(visit);
    const {series, dataset, status} = view;
    const final = await visit.withRests(finalityText(view, language));
    return framePage(visit, {
      title: titleText(series, language),
      heading: titleWords(series, language),
      lead: html`${latestWords(view, language).replaceAll(" · ", "\u00a0· ")}${status === "stalled" && html` ${stalledBadge(series, language)}`}${final !== null && html`\u00a0· ${final}`}`,
      drawing: await visit.withRests(drawChart(visit, withPart(view, visit), true)),
      providers: providerName(dataset.provider, language),
      address: latestValueAddress(visit, view),
      source: visit.absolute(seriesPath(series.key)),
    });
  },
};
