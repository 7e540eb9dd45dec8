// /compare.svg, /compare.png and /embed/compare: a comparison for other sites, with the address of its page.
//
// A picture without a requested series would be a silent gap: it is refused, and the answer names the series.

import {dayText} from "../../../statistics/time/day.ts";
import type {Steps} from "../../../work/pace.ts";
import {TOGETHER} from "../../assets/assets.ts";
import {chartDocument, pictureMore} from "../../chart/chart-document.ts";
import {manyDocument, manyHeight} from "../../chart/many-document.ts";
import {PICTURE_HEIGHT} from "../../chart/picture-document.ts";
import {SERVICE} from "../../frame/layout.ts";
import type {Page} from "../../frame/page.ts";
import {type Html, html} from "../../html/html.ts";
import type {Visit} from "../../visit/visit.ts";
import {oembedLink, previewTags} from "../../widgets/embed-code.ts";
import type {Language} from "../../words/language.ts";
import {copied} from "../../words/line-breaks.ts";
import {dayWords, providerName, spanWords} from "../../words/wording.ts";
import {framePage, picturePages} from "../chart/picture.ts";
import {measuredText} from "../series/head.ts";
import {type SeriesView, shownVintage} from "../series/read-series.ts";
import {latestValueAddress} from "../series/use.ts";
import {
  type ComparedPanel,
  drawComparedLines,
  indexWords,
  panelsOf,
  type Shown,
  shownOf,
  timesOfLines,
} from "./lines.ts";
import {drawMany, manyGroups, scalesText} from "./many.ts";
import {comparisonQuery, hasSmallCharts} from "./query.ts";
import {type Compared, readWhole} from "./read-compared.ts";
import {commonTitle, comparisonTitle} from "./title.ts";
import {COMPARE_WORDS} from "./words.ts";

export const [compareDrawing, comparePng] = picturePages("/compare", async (visit) => {
  const compared = await readWhole(visit);
  const {chosen, views} = compared;
  // a computed value has no address: nobody published it
  const addresses = chosen.flatMap(({view, steps}) => (steps === null ? (latestValueAddress(visit, view) ?? []) : []));
  return {
    state: JSON.stringify([comparisonQuery(visit), views.map(({dataset}) => dataset.changedBy)]),
    addresses,
    draw: () => documentOf(visit, compared, addresses),
  };
});

function* documentOf(visit: Visit, compared: Compared, addresses: readonly string[]): Steps<string> {
  const {views} = compared;
  const {language} = visit;
  const words = COMPARE_WORDS[language];
  const shown = yield* shownOf(visit, views);
  const named = {
    title: pictureTitle(compared, language),
    source: sourceOf(views, language, [SERVICE[language]]),
    ...{addresses, language},
  };
  if (hasSmallCharts(visit, views.length)) {
    const found = yield* manyGroups(visit, views, shown);
    const groups = found.map((one) => ({
      ...one,
      caption: `${one.caption} · ${scalesText(one, language)}`,
      times: one.lines.map((line) => timesOfLines(visit, [line])),
    }));
    return yield* manyDocument({...named, subtitle: spanText(views, language), groups});
  }
  const panels = yield* panelsOf(views, shown, language);
  const captionOf = ({lines, second}: ComparedPanel): string => {
    if (shown.base !== null) return indexWords(visit, views, shown.base);
    const unit = measuredText(lines[0]!.view, language);
    if (second.length === 0) return unit;
    return `${words.leftScale}: ${unit}; ${words.rightScale}: ${measuredText(second[0]!.view, language)}`;
  };
  return yield* chartDocument({
    ...named,
    subtitle: spanText(views, language),
    panels: panels.map((panel) => ({
      ...panel,
      caption: copied(captionOf(panel)),
      ...timesOfLines(visit, [...panel.lines, ...panel.second]),
    })),
  });
}

/** Beside its lines a picture has the names in which they differ. */
function pictureTitle(compared: Pick<Compared, "views" | "chosen">, language: Language): string {
  return commonTitle(compared, language) ?? comparisonTitle(compared, language);
}

/** The height of the picture, which sites that embed links want to know. */
export function* heightOf(visit: Visit, compared: Pick<Compared, "views" | "chosen">, shown: Shown): Steps<number> {
  const {views} = compared;
  if (hasSmallCharts(visit, views.length))
    return manyHeight(yield* manyGroups(visit, views, shown), pictureTitle(compared, visit.language));
  return PICTURE_HEIGHT + pictureMore((yield* panelsOf(views, shown, visit.language)).length);
}

/** For sites that show a preview of a link, or embed it. */
export function* headOf(visit: Visit, compared: Pick<Compared, "views" | "chosen">, shown: Shown): Steps<Html> {
  const {language} = visit;
  const {views} = compared;
  const title = comparisonTitle(compared, language);
  const query = comparisonQuery(visit);
  const description = `${spanText(views, language)}. ${sourceOf(views, language, [])}`;
  yield;
  const preview = previewTags({
    title,
    description,
    picture: visit.absolute("/compare.png", {...query, lang: language}),
    height: yield* heightOf(visit, compared, shown),
  });
  return html`${oembedLink(visit, visit.absolute("/compare", query), title)}${preview}`;
}

/** In periods if all series have the same, else in years. */
function spanText(views: readonly SeriesView[], language: Language): string {
  const ends = views.flatMap(({values}) => (values.length === 0 ? [] : [values.at(0)!.first, values.at(-1)!.first]));
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
    const compared = await readWhole(visit);
    const {views} = compared;
    const shown = await visit.withRests(shownOf(visit, views));
    const title = comparisonTitle(compared, language);
    const isMany = hasSmallCharts(visit, views.length);
    return framePage(visit, {
      title,
      heading: title,
      lead: spanText(views, language),
      drawing: await visit.withRests((isMany ? drawMany : drawComparedLines)(visit, views, shown, true)),
      providers: sourceOf(views, language, []),
      source: visit.absolute("/compare", {...comparisonQuery(visit), lang: language}),
      styles: [TOGETHER],
      modules: ["compare"],
    });
  },
};
