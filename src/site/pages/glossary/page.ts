// /glossary: the words of the site. Each entry has an anchor (`/glossary#vintage`), the same in both languages.
import {GLOSSARY_STYLES} from "../../assets/assets.ts";
import {type Page, page} from "../../frame/page.ts";
import {html} from "../../html/html.ts";
import {GLOSSARY_WORDS} from "./words.ts";

export const glossaryPage: Page = {
  path: "/glossary",
  draw({language, link}) {
    const words = GLOSSARY_WORDS[language];
    return page({
      title: words.title,
      description: words.lead,
      styles: [GLOSSARY_STYLES],
      main: html`<h1>${words.title}</h1>
<p class="lead">${words.lead}</p>
<dl class="glossary">
${Object.entries(words.entries).map(([id, [word, meaning]]) => html`<div id="${id}"><dt>${word}</dt><dd>${meaning}</dd></div>\n`)}</dl>
<p>${words.more} <a href="${link("/methodology")}">${words.methodology}</a></p>`,
    });
  },
};
