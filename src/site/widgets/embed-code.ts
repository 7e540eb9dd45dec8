// The links and the code by which readers take a drawing to their own site.
//
// The code shows the page for frames of the drawing, never the page around it.
import {type Html, html} from "../html/html.ts";
import type {Visit} from "../visit/visit.ts";
import {inPairs} from "../words/language.ts";
import {codeBlock} from "./code-block.ts";

const WORDS = inPairs({
  picture: ["Картинка", "Picture"],
  embedCode: ["Код для вставки на сайт", "Code to embed on a site"],
});

/** Pixels: the title, the drawing and the source without a scroll bar on most screens. */
const FRAME_HEIGHT = 520;

interface Taken {
  /** For example "/compare": the addresses of the pictures are this with their endings. */
  readonly path: string;
  readonly frame: string;
  readonly query: Readonly<Record<string, string | number | null>>;
  readonly title: string;
}

/** The links to the pictures, and the code of the frame. The page needs the client module "copy". */
export function takePicture(visit: Visit, {path, frame, query, title}: Taken): Html {
  const words = WORDS[visit.language];
  const wanted = {...query, lang: visit.language};
  const link = (type: "png" | "svg"): Html =>
    html`<a class="button quiet" href="${visit.link(`${path}.${type}`, wanted)}">${type.toUpperCase()}</a>`;
  return html`<p class="downloads">${words.picture}: ${link("png")} ${link("svg")}</p>
<details>
<summary>${words.embedCode}</summary>
${codeBlock("embed-code", words.embedCode, frameCode(visit.absolute(frame, wanted), title), visit.language)}</details>\n`;
}

/** The element that shows a frame on another site; the title is for screen readers. */
export function frameCode(
  address: string,
  title: string,
  width: number | string = "100%",
  height = FRAME_HEIGHT,
): string {
  return html`<iframe src="${address}" title="${title}" width="${width}" height="${height}" loading="lazy" style="border:0"></iframe>`
    .text;
}

/** Names the oEmbed answer of a page, for sites that embed links. @param url of the page, with scheme and host */
export function oembedLink(visit: Visit, url: string, title: string): Html {
  return html`<link rel="alternate" type="application/json+oembed" title="${title}" href="${visit.absolute("/oembed", {url, lang: visit.language})}">\n`;
}
