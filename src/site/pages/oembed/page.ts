// /oembed?url=…: the frame of a series, a comparison or a map for sites that embed links (oEmbed 1.0). Their pages name it in the head.
//
// Only addresses of this service are answered: the frame that another site shows is always our own.
import {PICTURE_HEIGHT, PICTURE_WIDTH} from "../../chart/picture-document.ts";
import {SERVICE} from "../../frame/layout.ts";
import {file, type Page, PageFault} from "../../frame/page.ts";
import type {Visit} from "../../visit/visit.ts";
import {partQuery} from "../../widgets/chart-part.ts";
import {frameCode} from "../../widgets/embed-code.ts";
import {shownOf} from "../compare/lines.ts";
import {heightOf} from "../compare/picture.ts";
import {comparisonQuery} from "../compare/query.ts";
import {readWhole} from "../compare/read-compared.ts";
import {comparisonTitle} from "../compare/title.ts";
import {chartPath, embedPath, titleText} from "../series/link.ts";
import {dayChosen} from "../series/query.ts";
import {readSeriesView} from "../series/read-series.ts";
import {mapFramePath, mapQuery, mapTitle, readMap} from "../territories/picture.ts";

const [WIDTH, HEIGHT] = [720, 520];

interface Embedded {
  readonly title: string;
  readonly frame: string;
  /** The PNG with its height; null: the height depends on the drawing. */
  readonly picture: {readonly path: string; readonly height: number} | null;
  readonly query: Readonly<Record<string, string | null>>;
}

export const oembedFile: Page = {
  path: "/oembed",
  costly: "shared",
  async draw(visit) {
    const {query, language} = visit;
    if ((query.get("format") ?? "json") !== "json") throw new PageFault(404, "only JSON is written");
    const address = URL.parse(query.get("url") ?? "");
    if (address === null || address.origin !== visit.origin) throw new PageFault(404, "url is none of this service");
    // the page is asked as its own visitor would ask it
    const {title, frame, picture, ...own} = await embeddedAt(address, {...visit, query: address.searchParams});
    const wanted = {...own.query, lang: language};
    const [width, height] = [within(query.get("maxwidth"), WIDTH), within(query.get("maxheight"), HEIGHT)];
    const body = {
      version: "1.0",
      type: "rich",
      title,
      provider_name: SERVICE[language],
      provider_url: visit.absolute("/"),
      ...(picture !== null && {thumbnail_url: visit.absolute(picture.path, wanted)}),
      ...(picture !== null && {thumbnail_width: PICTURE_WIDTH, thumbnail_height: picture.height}),
      ...{width, height},
      html: frameCode(visit.absolute(frame, wanted), title, width, height),
    };
    return file({
      type: "application/json; charset=utf-8",
      body: JSON.stringify(body),
      headers: {"access-control-allow-origin": "*"},
    });
  },
};

async function embeddedAt({pathname}: URL, visit: Visit): Promise<Embedded> {
  const {query, language} = visit;
  const map = /\/series\/([0-9a-z]{16})\/territories$/.exec(pathname)?.[1];
  if (map !== undefined) {
    const read = await readMap(visit, map);
    return {title: mapTitle(read, language), frame: mapFramePath(map), picture: null, query: mapQuery(visit)};
  }
  if (/\/compare$/.test(pathname)) {
    const compared = await readWhole(visit);
    const shown = await visit.withRests(shownOf(visit, compared.views));
    const height = await visit.withRests(heightOf(visit, compared, shown));
    const title = comparisonTitle(compared, language);
    return {title, frame: "/embed/compare", picture: {path: "/compare.png", height}, query: comparisonQuery(visit)};
  }
  const key = /\/(?:series|embed)\/([0-9a-z]{16})$/.exec(pathname)?.[1];
  if (key === undefined) throw new PageFault(404, "url is no series, comparison or map");
  const asOf = dayChosen(visit);
  const {series} = await readSeriesView(visit, key, asOf);
  const as_of = asOf === null ? null : query.get("as_of");
  const picture = {path: chartPath(key, "png"), height: PICTURE_HEIGHT};
  return {title: titleText(series, language), frame: embedPath(key), picture, query: {as_of, ...partQuery(visit)}};
}

function within(most: string | null, own: number): number {
  const given = Number(most);
  return Number.isInteger(given) && given > 0 ? Math.min(given, own) : own;
}
