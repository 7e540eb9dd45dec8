// /oembed?url=…: the frame of a series for sites that embed links (oEmbed 1.0). The page of a series names it in its head.
//
// Only addresses of this service are answered: the frame that another site shows is always our own.
import {PICTURE_HEIGHT, PICTURE_WIDTH} from "../../chart/chart-document.ts";
import {SERVICE} from "../../frame/layout.ts";
import {file, type Page, PageFault} from "../../frame/page.ts";
import type {Visit} from "../../frame/visit.ts";
import {html} from "../../widgets/html.ts";
import {embedPath, picturePath, titleText} from "../series/link.ts";
import {readSeries} from "../series/read-series.ts";
import {readVintage} from "../series/vintage.ts";

const [WIDTH, HEIGHT] = [720, 520];

export const oembedFile: Page = {
  path: "/oembed",
  costly: "shared",
  async draw(visit) {
    const {query, language} = visit;
    if ((query.get("format") ?? "json") !== "json") throw new PageFault(404, "only JSON is written");
    const address = URL.parse(query.get("url") ?? "");
    const key = /\/(?:series|embed)\/([0-9a-z]{16})$/.exec(address?.pathname ?? "")?.[1];
    if (address === null || address.origin !== visit.origin || key === undefined)
      throw new PageFault(404, "url is no series of this service");
    const vintage = readVintage(address.searchParams.get("as_of"));
    if (vintage.isUnreadable) throw new PageFault(404, "as_of is no day");
    const {series} = await readSeries(visit, key, vintage.asOf);
    const as_of = vintage.asOf === null ? null : address.searchParams.get("as_of");
    const [width, height] = [within(query.get("maxwidth"), WIDTH), within(query.get("maxheight"), HEIGHT)];
    const title = titleText(series, language);
    const body = {
      version: "1.0",
      type: "rich",
      title,
      provider_name: SERVICE[language],
      provider_url: visit.absolute("/"),
      ...{thumbnail_url: visit.absolute(picturePath(key), {as_of, lang: language})},
      ...{thumbnail_width: PICTURE_WIDTH, thumbnail_height: PICTURE_HEIGHT, width, height},
      html: html`<iframe src="${visit.absolute(embedPath(key), {as_of, lang: language})}" title="${title}" width="${width}" height="${height}" loading="lazy" style="border:0"></iframe>`
        .text,
    };
    return file({
      type: "application/json; charset=utf-8",
      body: JSON.stringify(body),
      headers: {"access-control-allow-origin": "*"},
    });
  },
};

/** The link by which a page names its oEmbed answer. */
export function oembedLink(visit: Visit, path: string, title: string) {
  const url = visit.absolute(path);
  return html`<link rel="alternate" type="application/json+oembed" title="${title}" href="${visit.absolute("/oembed", {url, lang: visit.language})}">\n`;
}

function within(most: string | null, own: number): number {
  const given = Number(most);
  return Number.isInteger(given) && given > 0 ? Math.min(given, own) : own;
}
