// /opensearch.xml: lets a browser add the search of series to its own.
import {ICON} from "../../frame/assets.ts";
import {SERVICE} from "../../frame/layout.ts";
import {file, type Page, PageFault} from "../../frame/page.ts";
import {html} from "../../widgets/html.ts";
import {inBoth} from "../../words/language.ts";

const WORDS = inBoth({
  ru: {description: "Поиск рядов экономической статистики"},
  en: {description: "Search of economic statistics series"},
});

export const openSearchFile: Page = {
  path: "/opensearch.xml",
  tries: [],
  draw(visit) {
    const {language, site} = visit;
    if (!site.paths.has("/search")) throw new PageFault(404, "there is no search");
    const body = html`<?xml version="1.0" encoding="UTF-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
<ShortName>${SERVICE[language]}</ShortName>
<Description>${WORDS[language].description}</Description>
<InputEncoding>UTF-8</InputEncoding>
<Language>${language}</Language>
<Image width="16" height="16" type="image/svg+xml">${visit.absolute(site.assets.path(ICON))}</Image>
<Url type="text/html" template="${visit.absolute("/search")}?q={searchTerms}&amp;lang=${language}"/>
</OpenSearchDescription>
`;
    return file({
      type: "application/opensearchdescription+xml; charset=utf-8",
      body: body.text,
      kept: "public, max-age=86400",
    });
  },
};
