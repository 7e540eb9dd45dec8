// The link by which a page names its oEmbed answer (oembed.ts), for sites that embed links.
import type {Visit} from "../../frame/visit.ts";
import {type Html, html} from "../../widgets/html.ts";

/** @param url of the page, with scheme and host */
export function oembedLink(visit: Visit, url: string, title: string): Html {
  return html`<link rel="alternate" type="application/json+oembed" title="${title}" href="${visit.absolute("/oembed", {url, lang: visit.language})}">\n`;
}
