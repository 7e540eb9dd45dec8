// /compare.svg, /compare.png and /embed/compare: a comparison for other sites, with the address of its page.
//
// A picture without a requested series would be a silent gap: it is refused, and the answer names the series.

import {dayText} from "../../../statistics/time/day.ts";
import type {Steps} from "../../../work/pace.ts";
import {chartDocument} from "../../chart/chart-document.ts";
import {SERVICE} from "../../frame/layout.ts";
import {type Page, PageFault} from "../../frame/page.ts";
import {html} from "../../html/html.ts";
import type {Visit} from "../../visit/visit.ts";
import type {Language} from "../../words/language.ts";
import {copied} from "../../words/line-breaks.ts";
import {territoryText} from "../../words/names.ts";
import {dayWords, providerName, spanWords} from "../../words/wording.ts";
import {framePage, picturePages} from "../chart/picture.ts";
import {DERIVED_WORDS} from "../derived/words.ts";
import {measuredText} from "../series/head.ts";
import {subjectOf, titleText} from "../series/link.ts";
import {type SeriesView, shownVintage} from "../series/read-series.ts";
import {type ComparedPanel, drawLines, indexWords, panelsOf, shownOf, swatch} from "./lines.ts";
import {keysChosen, MOST_SERIES, readCompared} from "./query.ts";
import {COMPARE_WORDS} from "./words.ts";

export const [compareDrawing, comparePng] = picturePages("/compare", async (visit) => {
  const views = await readWhole(visit);
  return {
    state: JSON.stringify([comparisonQuery(visit), views.map(({dataset}) => dataset.changedBy)]),
    draw: () => documentOf(visit, views),
  };
});

/** The query of a comparison, in one order. */
export function comparisonQuery({query}: Visit): Readonly<Record<string, string | null>> {
  const {as, base, years, derive} = Object.fromEntries(query) as Record<string, string | undefined>;
  return {
    series: keysChosen(query).join(","),
    as: as ?? null,
    base: base ?? null,
    years: years ?? null,
    derive: derive ?? null,
  };
}

/** @throws PageFault if a series is missing or there are too many */
export async function readWhole(visit: Visit): Promise<readonly SeriesView[]> {
  const words = COMPARE_WORDS[visit.language];
  const {views, unknown, isCut, refused} = await readCompared(visit);
  const refuse = (why: string): never => {
    throw new PageFault(404, why, null, why);
  };
  // a published line among computed ones would be mistaken for one
  if (refused.length > 0) refuse(DERIVED_WORDS[visit.language].refused);
  if (unknown.length > 0) refuse(`${words.unknown} ${unknown.join(", ")}.`);
  if (isCut) refuse(`${words.full} (${keysChosen(visit.query).length} > ${MOST_SERIES})`);
  return views.length === 0 ? refuse(words.noneGiven) : views;
}

function* documentOf(visit: Visit, views: readonly SeriesView[]): Steps<string> {
  const {language} = visit;
  const words = COMPARE_WORDS[language];
  const shown = yield* shownOf(visit, views);
  const panels = yield* panelsOf(views, shown, language);
  const told = ({lines, second}: ComparedPanel): string => {
    if (shown.base !== null) return indexWords(visit, views, shown.base);
    const unit = measuredText(lines[0]!.view, language);
    if (second.length === 0) return unit;
    return `${words.leftScale}: ${unit}; ${words.rightScale}: ${measuredText(second[0]!.view, language)}`;
  };
  return yield* chartDocument({
    title: comparisonTitle(views, language),
    told: spanTold(views, language),
    source: sourceOf(views, language, [SERVICE[language]]),
    panels: panels.map((panel) => ({...panel, told: copied(told(panel))})),
    language,
  });
}

/** The common subject; of series with different subjects all of them. */
export function comparisonTitle(views: readonly SeriesView[], language: Language): string {
  const [one] = views;
  if (views.length === 1) return titleText(one!.series, language);
  const subjects = [...new Set(views.map(({series}) => subjectOf(series, language)))];
  const territories = [...new Set(views.map(({series}) => territoryText(series.fullTerritory, language)))];
  return [subjects.join("; "), ...(territories.length <= 3 ? [territories.join("; ")] : [])].join(", ");
}

/** In periods if all series have the same, else in years. */
function spanTold(views: readonly SeriesView[], language: Language): string {
  const ends = views.flatMap(({values}) => (values.length === 0 ? [] : [values[0]!.first, values.at(-1)!.first]));
  if (ends.length === 0) return COMPARE_WORDS[language].noValues;
  const [first, last] = [Math.min(...ends), Math.max(...ends)];
  const {frequency} = views[0]!.series;
  const isCommon = views.every(({series}) => series.frequency === frequency);
  if (isCommon) return copied(spanWords([first, last], frequency, language));
  return [...new Set([first, last].map((day) => dayText(day).slice(0, 4)))].join("–");
}

/** @param service its name; a frame has it in its link */
function sourceOf(views: readonly SeriesView[], language: Language, service: readonly string[]): string {
  const providers = new Set(views.map(({dataset}) => providerName(dataset.provider, language)));
  const newest = views
    .flatMap((view) => shownVintage(view) ?? [])
    .sort()
    .at(-1);
  const published =
    newest === undefined ? [] : [`${COMPARE_WORDS[language].published} ${copied(dayWords(newest, language))}`];
  return [...providers, ...service, ...published].join(" · ");
}

export const compareFrame: Page = {
  path: "/embed/compare",
  costly: "shared",
  framed: true,
  async draw(visit) {
    const {language} = visit;
    const views = await readWhole(visit);
    const shown = await visit.inSlices(shownOf(visit, views));
    const title = comparisonTitle(views, language);
    return framePage(visit, {
      title,
      heading: title,
      lead: html`${views.map(({series}, at) => html`<span class="framed-line">${swatch(at)} ${titleText(series, language)}</span> `)}`,
      drawing: await visit.inSlices(drawLines(visit, views, shown, true)),
      providers: sourceOf(views, language, []),
      source: visit.absolute("/compare", {...comparisonQuery(visit), lang: language}),
    });
  },
};
