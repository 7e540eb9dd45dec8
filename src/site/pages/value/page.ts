// /c/KEY/PERIOD/DAY: one published value for ever, as a page, or as JSON for `Accept: application/json`. It needs no token.
//
// It shows one value alone. A day on which nothing was published leads to the address of the estimate that was in force.
import type {Rereading} from "../../../service/evidence.ts";
import {dayText} from "../../../statistics/time/day.ts";
import {SERVICE} from "../../frame/layout.ts";
import {type Answer, file, type Page, PageFault, page, redirect} from "../../frame/page.ts";
import {type Html, html} from "../../html/html.ts";
import type {Visit} from "../../visit/visit.ts";
import {withCode} from "../../widgets/code-block.ts";
import {factLine, factList} from "../../widgets/fact-list.ts";
import {fileLink} from "../../widgets/outside-link.ts";
import {copied} from "../../words/line-breaks.ts";
import {languageOfText, nameWords} from "../../words/names.ts";
import {asPublished} from "../../words/own-names.ts";
import {dayWords, numberText, periodWords, providerName} from "../../words/wording.ts";
import {isConverted, locatorWords, reread} from "../series/evidence.ts";
import {measuredIn, measuredTexts, unitShown} from "../series/head.ts";
import {seriesPath, titleWords, valuePath} from "../series/link.ts";
import {citedNames} from "../series/use.ts";
import {SERIES_WORDS} from "../series/words.ts";
import {readValueView, type ValueView} from "./read-value.ts";
import {VALUE_WORDS} from "./words.ts";

export const valuePage: Page = {
  path: "/c/:key/:period/:published",
  costly: "own",
  async draw(visit) {
    const {store, now} = visit.site;
    const seconds = await store.addresses.count("rereadings", visit.ip, now().getTime());
    if (seconds !== null) throw new PageFault(429, "too many values were read for this address", seconds);
    const shown = await readValueView(visit);
    const path = valuePath(shown.view.series.key, dayText(shown.first), dayText(shown.estimate.day));
    if (visit.path !== path) return redirect(visit.link(path));
    const reading = await readCell(visit, shown);
    return visit.accepts.json ? answerJson(visit, shown, path, reading) : drawValue(visit, shown, path, reading);
  },
};

/** null: the release is unknown, or too many readers wait. */
async function readCell(visit: Visit, shown: ValueView): Promise<Rereading | null> {
  const proof = proofOf(shown);
  if (proof === undefined) return null;
  const question = {releaseId: proof.id, seriesKey: shown.view.series.key, period: shown.period};
  return (await reread(visit, [question]))?.[0] ?? null;
}

function proofOf({view, estimate}: ValueView) {
  return view.releases.find(({proof}) => proof.publishedAt === estimate.day && proof.sequence === estimate.sequence)
    ?.proof;
}

function fateOf({next, withdrawn}: ValueView): "current" | "superseded" | "withdrawn" {
  return next !== null ? "superseded" : withdrawn !== null ? "withdrawn" : "current";
}

function answerJson(visit: Visit, shown: ValueView, path: string, reading: Rereading | null): Answer {
  const {view, first, estimate, next, withdrawn, licence} = shown;
  const {title} = view;
  const [dataset, series] = [asPublished(view.dataset), asPublished(view.series)];
  const proof = proofOf(shown);
  const cell = reading?.explanation ?? null;
  const body = {
    address: visit.absolute(path),
    series_key: series.key,
    title,
    provider_code: dataset.provider,
    dataset_code: dataset.code,
    dataset_name: dataset.name,
    unit: series.unit ?? "",
    unit_name: unitShown({series}),
    freq: series.frequency,
    geo: series.territory,
    geo_label: series.fullTerritory.name,
    period: dayText(first),
    value: estimate.value,
    published_at: dayText(estimate.day),
    status: fateOf(shown),
    superseded_by: next === null ? null : visit.absolute(valuePath(series.key, dayText(first), dayText(next.day))),
    withdrawn_at: withdrawn === null ? null : dayText(withdrawn),
    source_file: proof?.sourceFile ?? null,
    source_url: proof?.sourceUrl ?? null,
    fingerprint: proof === undefined ? null : `sha256:${proof.fingerprint}`,
    parser: proof?.parser ?? null,
    locator: cell?.locator ?? null,
    raw: cell?.raw.slice(0, MOST_RAW) ?? null,
    licence,
  };
  return file({
    type: "application/json; charset=utf-8",
    body: JSON.stringify(body),
    headers: {"access-control-allow-origin": "*", vary: "Accept, Accept-Encoding"},
  });
}

const MOST_RAW = 200;

/** Of this one value, also of one that was revised since. */
function drawCitation(visit: Visit, {view, first, estimate}: ValueView, address: string): Html {
  const {language} = visit;
  const [words, copyWords] = [VALUE_WORDS[language], SERIES_WORDS[language]];
  const {series, dataset} = view;
  const cited = citedNames(view, language);
  const measured = measuredTexts(view, language).join(", ");
  const value = copied(
    `${numberText(estimate.value, language)} (${measured}), ${periodWords(first, series.frequency, language)}`,
  );
  const day = copied(dayWords(estimate.day, language)).replace(/\.$/, "");
  return html`<h2 id="cite">${copyWords.cite}</h2>
<div class="copied"><p id="citation" class="citation">${providerName(dataset.provider, language)}. <cite lang="${languageOfText(cited.title)}">${cited.title}</cite>: ${value}. <span lang="${languageOfText(cited.dataset)}">${cited.dataset}</span>, ${words.publishedOn} ${day}. ${SERVICE[language]}, ${series.key}. ${address}</p>
<button class="quiet" type="button" data-copy="citation" data-done="${copyWords.copied}" hidden>${copyWords.copy}</button></div>`;
}

function drawValue(visit: Visit, shown: ValueView, path: string, reading: Rereading | null): Answer {
  const {language} = visit;
  const words = VALUE_WORDS[language];
  const {view, first, estimate, next, withdrawn, licence} = shown;
  const {dataset, series} = view;
  const proof = proofOf(shown);
  const cell = reading?.explanation ?? null;
  const address = visit.absolute(path);
  const fate = fateOf(shown);
  const newer = next && visit.link(valuePath(series.key, dayText(first), dayText(next.day)));
  return page({
    title: words.heading,
    modules: ["copy"],
    unlisted: true,
    kept: "never",
    main: html`<h1><a href="${visit.link(seriesPath(series.key))}">${titleWords(series, language)}</a></h1>
<p class="notice" role="status" data-status="${fate}">${fate === "current" && words.current}${next !== null && html`${words.superseded} ${dayWords(next.day, language)}: <a href="${newer}">${words.newer}</a>`}${fate === "withdrawn" && html`${words.withdrawn} ${dayWords(withdrawn!, language)}`}</p>
${factList([
  [words.value, html`<strong>${numberText(estimate.value, language)}</strong>`],
  [words.unit, factLine(measuredIn(view, language))],
  [words.period, periodWords(first, series.frequency, language)],
  [words.published, dayWords(estimate.day, language)],
  [words.by, html`${providerName(dataset.provider, language)}. ${nameWords(dataset.name, language)}`],
  [words.file, proof === undefined ? null : fileLink(proof.sourceFile, proof.sourceUrl)],
  [
    words.cell,
    cell === null
      ? reading === null && proof !== undefined
        ? words.busy
        : null
      : locatorWords(cell.locator, SERIES_WORDS[language]),
  ],
  [words.raw, cell === null ? null : html`<code>${cell.raw.slice(0, MOST_RAW)}</code>`],
  [words.licence, licence],
  [words.address, html`<a href="${address}">${address}</a>`, "whole-row"],
])}${cell !== null && proof !== undefined && isConverted(proof) && html`<p class="quiet">${withCode(SERIES_WORDS[language].convertedTable)}</p>\n`}
<p><a class="button quiet" href="${visit.link(seriesPath(series.key), {as_of: dayText(estimate.day)})}">${words.series}</a></p>
${drawCitation(visit, shown, address)}`,
  });
}
