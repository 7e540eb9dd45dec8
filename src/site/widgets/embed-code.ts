// The links and the code by which readers take a drawing to their own site.
//
// The code shows the page for frames of the drawing, never the page around it.
import {PICTURE_WIDTH} from "../chart/picture-document.ts";
import {type Html, html} from "../html/html.ts";
import type {Visit} from "../visit/visit.ts";
import {inPairs} from "../words/language.ts";
import {codeBlock} from "./code-block.ts";

const WORDS = inPairs({
  picture: ["Картинка", "Picture"],
  dark: ["тёмная:", "dark:"],
  embedCode: ["Код для вставки на сайт", "Code to embed on a site"],
  embedLead: [
    'Рамка сама светлая или тёмная, как у читателя. Скрипт необязателен: он даёт рамке высоту, которую она сообщает (postMessage с полями ryad: "height" и height, в пикселях).',
    'The frame is light or dark as its reader has chosen. The script is optional: it gives the frame the height that it tells (a postMessage with ryad: "height" and height, in pixels).',
  ],
});

/** Pixels: the title, the drawing and the source without a scroll bar on most screens. */
const FRAME_HEIGHT = 520;

interface Taken {
  /** For example "/compare": the addresses of the pictures are this with their endings. */
  readonly path: string;
  readonly frame: string;
  readonly query: Readonly<Record<string, string | number | null>>;
  readonly title: string;
  /** The ways to follow what is drawn (follow-links.ts). */
  readonly follow: Html;
}

/** The links to the pictures of a drawing, for its "Download". */
export function pictureLinks(visit: Visit, {path, query}: Pick<Taken, "path" | "query">): Html {
  const words = WORDS[visit.language];
  const wanted = {...query, lang: visit.language};
  const link = (type: "png" | "svg", theme: "dark" | null): Html =>
    html`<a class="button quiet" href="${visit.link(`${path}.${type}`, {...wanted, theme})}"${theme && html` aria-label="${type.toUpperCase()}, ${words.dark.replace(":", "")}"`}>${type.toUpperCase()}</a>`;
  return html`<span class="pictures">${words.picture}: ${link("png", null)} ${link("svg", null)} <span class="quiet">${words.dark}</span> ${link("png", "dark")} ${link("svg", "dark")}</span>`;
}

/** Below a drawing: the ways to follow it, and the code of its frame. The page needs the client module "copy". */
export function takeFrame(visit: Visit, {frame, query, title, follow}: Omit<Taken, "path">): Html {
  const words = WORDS[visit.language];
  const address = visit.absolute(frame, {...query, lang: visit.language});
  return html`<div class="taken">${follow}<details>
<summary>${words.embedCode}</summary>
<p class="quiet">${words.embedLead}</p>
${codeBlock("embed-code", words.embedCode, `${frameCode(address, title)}\n${HEIGHT_SCRIPT}`, visit.language)}</details>
</div>\n`;
}

/** Gives each frame of the page the height that it tells. */
const HEIGHT_SCRIPT = `<script>
addEventListener("message", ({data, source}) => {
  if (data?.ryad === "height")
    for (const frame of document.querySelectorAll("iframe"))
      if (frame.contentWindow === source) frame.height = data.height;
});
</script>`;

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

interface Preview {
  readonly title: string;
  readonly description: string;
  /** The PNG, with scheme and host. */
  readonly picture: string;
  /** null: it depends on the drawing. */
  readonly height: number | null;
}

/** For sites that show a preview of a link. */
export function previewTags({title, description, picture, height}: Preview): Html {
  return html`<meta property="og:title" content="${title}">
<meta property="og:type" content="website">
<meta property="og:description" content="${description}">
<meta property="og:image" content="${picture}">
<meta property="og:image:type" content="image/png">
${height !== null && html`<meta property="og:image:width" content="${PICTURE_WIDTH}">\n<meta property="og:image:height" content="${height}">\n`}<meta name="twitter:card" content="summary_large_image">\n`;
}

/** Names the oEmbed answer of a page, for sites that embed links. @param url of the page, with scheme and host */
export function oembedLink(visit: Visit, url: string, title: string): Html {
  return html`<link rel="alternate" type="application/json+oembed" title="${title}" href="${visit.absolute("/oembed", {url, lang: visit.language})}">\n`;
}
