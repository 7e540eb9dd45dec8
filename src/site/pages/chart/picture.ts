// A drawing for other sites: as SVG, as PNG and as a page for frames. widgets/embed-code.ts has the code that readers copy.
//
// A frame is the only page that other sites may frame: it has no form and nothing about the visitor. Its one script tells its height to the
// page around it (client/embed.ts).
import {crc32} from "node:zlib";
import type {Steps} from "../../../work/pace.ts";
import {ICON, STYLESHEET} from "../../assets/assets.ts";
import {inDarkColours} from "../../chart/picture-colours.ts";
import {SERVICE} from "../../frame/layout.ts";
import {type File, file, type Page} from "../../frame/page.ts";
import {type HtmlValue, html} from "../../html/html.ts";
import type {Visit} from "../../visit/visit.ts";
import {VALUE_WORDS} from "../value/words.ts";

/** Any page may show the file as an image, but not in a frame. */
const SHOWN_ANYWHERE = {"cross-origin-resource-policy": "cross-origin"};

export interface Picture {
  /** All that the drawing depends on, besides the language. */
  readonly state: string;
  draw(): Steps<string>;
  /** The address of the latest value that is drawn; absent: the picture has many. */
  readonly address?: string | null;
  /** The addresses of the latest values of several lines. */
  readonly addresses?: readonly string[];
}

/** `path`.svg and `path`.png, with `theme=dark` in dark colours. The PNG is drawn on a thread of its own and kept. */
export function picturePages(path: string, read: (visit: Visit) => Promise<Picture>): [svg: Page, png: Page] {
  const drawing = async (visit: Visit, picture: Picture): Promise<string> => {
    const svg = await visit.withRests(picture.draw());
    return isDark(visit) ? inDarkColours(svg) : svg;
  };
  const svg = async (visit: Visit): Promise<File> => {
    const body = await drawing(visit, await read(visit));
    return file({type: "image/svg+xml; charset=utf-8", body, headers: SHOWN_ANYWHERE});
  };
  const png = async (visit: Visit): Promise<File> => {
    const {language, site, origin} = visit;
    const picture = await read(visit);
    // the addresses in it have the host of the request
    const state = [path, language, isDark(visit), origin, picture.state].join(" ");
    const drawn = site.pictures.find(state) ?? (await site.drawer.draw(await drawing(visit, picture)));
    site.pictures.keep(state, drawn, drawn.length);
    const addresses = picture.address ? [picture.address] : (picture.addresses ?? []);
    const body = addresses.length > 0 ? withText(drawn, "Source", addresses.join("\n")) : drawn;
    return file({type: "image/png", body, kept: "public, max-age=600", headers: SHOWN_ANYWHERE});
  };
  return [
    {path: `${path}.svg`, costly: "shared", draw: svg},
    {path: `${path}.png`, costly: "shared", draw: png},
  ];
}

/** Bytes of the signature and of the first chunk, which must stay first. */
const HEAD_BYTES = 8 + 25;

/**
 * The picture with a tEXt chunk: who has the file alone finds there the address of its latest value.
 * @param keyword one of those that the format registers, such as "Source" @param text Latin letters
 */
function withText(png: Buffer, keyword: string, text: string): Buffer {
  const content = Buffer.from(`tEXt${keyword}\0${text}`, "latin1");
  const chunk = Buffer.alloc(content.length + 8);
  chunk.writeUInt32BE(content.length - 4, 0);
  content.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(content), content.length + 4);
  return Buffer.concat([png.subarray(0, HEAD_BYTES), chunk, png.subarray(HEAD_BYTES)]);
}

function isDark({query}: Visit): boolean {
  return query.get("theme") === "dark";
}

interface Framed {
  readonly title: string;
  readonly heading: HtmlValue;
  readonly lead: HtmlValue;
  readonly drawing: HtmlValue;
  readonly providers: string;
  /** The address of the latest value. */
  readonly address?: string | null;
  /** The address of the page that has more. */
  readonly source: string;
  /** Further stylesheets (assets.ts). */
  readonly styles?: readonly string[];
  /** Scripts beside the one that tells the height. */
  readonly modules?: readonly string[];
}

/** A page for frames. */
export function framePage(
  visit: Visit,
  {title, heading, lead, drawing, providers, address = null, source, styles = [], modules = []}: Framed,
): File {
  const {site, language} = visit;
  const body = html`<!DOCTYPE html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · ${SERVICE[language]}</title>
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
${[STYLESHEET, ...styles].map((name) => html`<link rel="stylesheet" href="${visit.link(site.assets.path(name))}">\n`)}<link rel="icon" href="${visit.link(site.assets.path(ICON))}" type="image/svg+xml">
<link rel="canonical" href="${source}">
${["embed", ...modules].map((name) => html`<script type="module" src="${visit.link(site.assets.path(`${name}.js`))}"></script>\n`)}</head>
<body class="embed">
<main>
<h1>${heading}</h1>
<p class="series-line">${lead}</p>
${drawing}
<p class="quiet">${providers}${address !== null && html` · <a href="${address}" target="_blank" rel="noopener">${VALUE_WORDS[language].link}</a>`} · <a href="${source}" target="_blank" rel="noopener">${SERVICE[language]}</a></p>
</main>
</body>
</html>\n`;
  return file({type: "text/html; charset=utf-8", body: body.text});
}
