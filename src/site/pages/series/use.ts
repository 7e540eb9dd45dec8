// Examples for programs, and the citation of a series.
import {dayText} from "../../../statistics/time/day.ts";
import {SERVICE} from "../../frame/layout.ts";
import {type Html, html} from "../../html/html.ts";
import type {Visit} from "../../visit/visit.ts";
import {codeBlock, TOKEN_INDEX, tokenSentence} from "../../widgets/code-block.ts";
import type {Language} from "../../words/language.ts";
import {copied} from "../../words/line-breaks.ts";
import {isRussian, languageOfText, nameText} from "../../words/names.ts";
import {asPublished} from "../../words/own-names.ts";
import {dayWords, providerName} from "../../words/wording.ts";
import {seriesFilePath, seriesPath, titleText, valuePath} from "./link.ts";
import {dayQuery} from "./query.ts";
import {type SeriesView, shownVintage} from "./read-series.ts";
import {SERIES_WORDS} from "./words.ts";

export function drawUse(visit: Visit, view: SeriesView): Html {
  const words = SERIES_WORDS[visit.language];
  const samples = programSamples(visit, view);
  return html`<h2 id="use">${words.use}</h2>
${tokenSentence(visit, samples[0]?.[1])}
${samples.map(
  ([name, text], at) => html`<details${at === 0 && html` open`}>
<summary>${name}</summary>
${codeBlock(`use-${at}`, name, text, visit.language)}</details>\n`,
)}`;
}

function programSamples(visit: Visit, {series, asOf}: SeriesView): (readonly [string, string])[] {
  const path = `/api/v1/series/${series.key}/observations`;
  const address = visit.absolute(path);
  const day = dayQuery(asOf);
  const query = `limit=5000${day === null ? "" : `&as_of=${day}`}`;
  const base = address.slice(0, -path.length);
  return [
    ["curl", `curl -H "Authorization: Bearer ${TOKEN_INDEX}" \\\n  "${address}?${query}"`],
    [
      "Python",
      `import pandas as pd
import requests

answer = requests.get(
    "${address}",
    params={"limit": 5000${day === null ? "" : `, "as_of": "${day}"`}},
    headers={"Authorization": "Bearer ${TOKEN_INDEX}"},
)
answer.raise_for_status()
series = pd.DataFrame(answer.json()["items"])
series["period"] = pd.to_datetime(series["period"])`,
    ],
    [
      "R",
      `source <- url(
  "${address}?${query}",
  headers = c(Authorization = "Bearer ${TOKEN_INDEX}")
)
series <- jsonlite::fromJSON(source)$items
series$period <- as.Date(series$period)`,
    ],
    [
      "Excel (Power Query)",
      `let
  Source = Json.Document(Web.Contents("${base}", [
    RelativePath = "${path.slice(1)}",
    Query = [limit = "5000"${day === null ? "" : `, as_of = "${day}"`}],
    Headers = [#"X-API-Key" = "${TOKEN_INDEX}"]
  ])),
  Rows = Table.FromRecords(Source[items]),
  Typed = Table.TransformColumnTypes(
    Rows, {{"period", type date}, {"value", type number}, {"as_of", type date}}, "en-US")
in
  Typed`,
    ],
  ];
}

/**
 * An address that shows exactly these values, and says if they have changed.
 * @param vintage their day: the one that was asked for, or the latest
 */
export function permalink(visit: Visit, {series}: SeriesView, vintage: string | null, digest: string): string {
  return visit.absolute(seriesPath(series.key), {as_of: vintage, digest: digest.slice(0, 16)});
}

/** The address of the latest shown value; null: there is none. */
export function latestValueAddress(
  visit: Visit,
  {series, values}: Pick<SeriesView, "series" | "values">,
): string | null {
  const last = values.at(-1);
  return last === undefined ? null : visit.absolute(valuePath(series.key, dayText(last.first), dayText(last.day)));
}

export function drawCitation(visit: Visit, view: SeriesView, digest: string): Html | false {
  const {language} = visit;
  const words = SERIES_WORDS[language];
  const vintage = view.asOf === null ? shownVintage(view) : dayText(view.asOf);
  if (vintage === null || view.values.length === 0) return false;
  const address = permalink(visit, view, vintage, digest);
  const valueAddress = latestValueAddress(visit, view);
  const cited = citedNames(view, language);
  return html`<h2 id="cite">${words.cite}</h2>
<div class="copied"><p id="citation" class="citation">${providerName(view.dataset.provider, language)}. <cite lang="${languageOfText(cited.title)}">${cited.title}</cite>. <span lang="${languageOfText(cited.dataset)}">${cited.dataset}</span>, ${words.knownOn} ${copied(dayWords(vintage, language)).replace(/\.$/, "")}. ${SERVICE[language]}, ${view.series.key}. ${address}</p>
<button class="quiet" type="button" data-copy="citation" data-done="${words.copied}" hidden>${words.copy}</button></div>
<p class="quiet cite-link"><a href="${address}">${words.permalink}</a>. ${words.digestIs} SHA-256: <code>${digest}</code> ${words.valueAddress}: <a href="${valueAddress}">${valueAddress}</a>.</p>
<p class="downloads">${(["bib", "ris"] as const).map((type) => html`<a class="button quiet" href="${visit.link(seriesFilePath(view.series.key, type), {as_of: view.asOf === null ? null : vintage, lang: language})}" rel="nofollow" download>${CITATION_NAMES[type]}</a> `)}</p>`;
}

const CITATION_NAMES = {bib: "BibTeX", ris: "RIS"};

/** As published, or for English readers in English: a name of which a part has no English one stays whole, as published. */
export function citedNames({series, title, dataset}: SeriesView, language: Language) {
  if (language === "ru") return {title, dataset: asPublished(dataset).name};
  const english = titleText(series, language);
  return {title: isRussian(english) ? title : english, dataset: nameText(dataset.name, language)};
}
