// /verify?value=…&q=…: whether a number was published. It works without a token and without a script, within a limit for each address.
//
// The verdict is the one of the API (store/claims). Candidates have no values.
import {dayText, parseCalendarDay} from "../../../statistics/time/day.ts";
import {readFigure} from "../../../store/claims/claim-figure.ts";
import {readClaimPeriod} from "../../../store/claims/claim-period.ts";
import {MAX_CLAIM_LETTERS} from "../../../store/claims/claim-words.ts";
import {
  type ClaimQuery,
  type JudgedSeries,
  type VerifiedClaim,
  verifyClaim,
} from "../../../store/claims/verify-claim.ts";
import type {SeriesOfKey} from "../../../store/series/series-of-key.ts";
import {type Page, PageFault, page} from "../../frame/page.ts";
import {type Html, html} from "../../html/html.ts";
import type {Visit} from "../../visit/visit.ts";
import {dataTable} from "../../widgets/data-table.ts";
import {factLine} from "../../widgets/fact-list.ts";
import {FREQUENCY_WORDS, numberText, periodWords, shortDayWords} from "../../words/wording.ts";
import {locationWords, reread} from "../series/evidence.ts";
import {measuredIn} from "../series/head.ts";
import {seriesPath, titleWords} from "../series/link.ts";
import {SERIES_WORDS} from "../series/words.ts";
import {VERIFY_WORDS, type VerifyWords} from "./words.ts";

const LONGEST = MAX_CLAIM_LETTERS;

export const verifyPage: Page = {
  path: "/verify",
  costly: "own",
  async draw(visit) {
    const words = VERIFY_WORDS[visit.language];
    const isWanted = given(visit, "value") !== "";
    return page({
      title: words.title,
      description: words.description,
      ...(isWanted ? {unlisted: true as const, kept: "never" as const} : {}),
      main: html`<h1>${words.title}</h1>
<p class="lead">${words.lead}</p>
${drawForm(visit, words)}
${isWanted && (await drawAnswer(visit, words))}`,
    });
  },
};

/** The key of a series may also be in `series`, as in the API: the query of one is the query of the other. */
function given(visit: Visit, name: string): string {
  const text = visit.query.get(name) || (name === "q" ? visit.query.get("series") : null);
  return (text ?? "").trim().slice(0, LONGEST + 1);
}

function drawForm(visit: Visit, words: VerifyWords): Html {
  const field = (name: string, label: string, hint: string | null, isRequired: boolean): Html =>
    html`<div class="field"><label for="claim-${name}">${label}</label><input type="text" id="claim-${name}" name="${name}" value="${given(visit, name)}" maxlength="${LONGEST}" autocomplete="off"${isRequired && html` required`}${hint !== null && html` aria-describedby="hint-${name}"`}>${hint !== null && html`<span class="quiet" id="hint-${name}">${hint}</span>`}</div>\n`;
  return html`<form action="${visit.link("/verify")}">
${field("value", words.value, null, true)}${field("q", words.about, null, true)}${field("period", words.period, words.periodHint, false)}${field("geo", words.geo, words.geoHint, false)}${field("on", words.on, words.onHint, false)}${visit.query.get("lang") && html`<input type="hidden" name="lang" value="${visit.query.get("lang")}">`}
<p><button type="submit">${words.check}</button></p>
</form>\n`;
}

async function drawAnswer(visit: Visit, words: VerifyWords): Promise<Html> {
  const query = readQuery(visit, words);
  const said = (text: string): Html => html`<p class="notice warn" role="status">${text}</p>\n`;
  if (typeof query === "string") return said(query);
  const {store, catalogues, now} = visit.site;
  const seconds = await store.addresses.count("rereadings", visit.ip, now().getTime());
  if (seconds !== null) throw new PageFault(429, "too many claims were verified for this address", seconds);
  const found = await verifyClaim(
    {statistics: store.statistics, search: store.search, catalogues},
    query,
    visit.budget,
  );
  if (found === null) return said(words.none);
  const territory = "key" in query.about ? found.judged?.found.series.fullTerritory : undefined;
  if (territory && query.territory !== null && ![territory.code, territory.canonical].includes(query.territory))
    return said(words.badGeo);
  return drawVerified(visit, found, words);
}

/** A text: what is wrong. */
function readQuery(visit: Visit, words: VerifyWords): ClaimQuery | string {
  const [value, about, period, geo, on] = ["value", "q", "period", "geo", "on"].map((name) => given(visit, name));
  if ([value, about, period, geo, on].some((text) => text!.length > LONGEST)) return words.tooLong;
  const figure = readFigure(value!);
  if (figure === null) return words.noNumber;
  if (about === "") return words.noAbout;
  const parsed = period === "" ? null : readClaimPeriod(period!);
  if (parsed === null && period !== "") return words.badPeriod;
  const day = on === "" ? null : parseCalendarDay(on!);
  if (day === null && on !== "") return words.badDay;
  const isKey = /^[0-9a-z]{16}$/.test(about!) && /\d/.test(about!);
  return {
    ...figure,
    about: isKey ? {key: about!} : {words: about!},
    period: parsed,
    territory: geo === "" ? null : geo!,
    on: day,
  };
}

/** The answer to a claim: the verdict in words, the estimates of the period with their days, the cell of the one that decides, candidates. */

async function drawVerified(visit: Visit, found: VerifiedClaim, words: VerifyWords): Promise<Html> {
  const {verdict, judged, candidates} = found;
  const {language} = visit;
  return html`<h2 id="answer">${words.answer}</h2>
<p class="notice" role="status" data-verdict="${verdict}"><strong>${words.verdicts[verdict]}</strong></p>
${judged !== null && (await drawJudged(visit, judged, words))}
${
  candidates.length > 0 &&
  html`<h3>${words.candidates}</h3>
<ul>
${candidates.map(
  ({found: one, period}) =>
    html`<li>${seriesLine(visit, one)}${period !== null && html`, ${periodWords(period, one.series.frequency, language)}`}. <a href="${visit.here({q: one.series.key, geo: null, ...(period === null ? {} : {period: dayText(period)})})}">${words.again}</a></li>\n`,
)}</ul>\n`
}`;
}

function seriesLine(visit: Visit, found: SeriesOfKey): Html {
  const {language} = visit;
  const facts = [...measuredIn(found, language), FREQUENCY_WORDS[language][found.series.frequency]];
  return html`<a href="${visit.link(seriesPath(found.series.key))}">${titleWords(found.series, language)}</a> <span class="quiet">${factLine(facts)}</span>`;
}

async function drawJudged(visit: Visit, judged: JudgedSeries, words: VerifyWords): Promise<Html> {
  const {language} = visit;
  const {found, judgement, periods, period} = judged;
  const {estimates, deciding} = judgement;
  const line = html`<p>${words.series}: ${seriesLine(visit, found)}</p>\n`;
  if (deciding === null) return line;
  const first = periods.days[period! - periods.base]!;
  const named = periodWords(first, found.series.frequency, language);
  const link = visit.link(seriesPath(found.series.key), {as_of: dayText(estimates[deciding]!.from)});
  return html`${line}${dataTable({
    caption: `${words.estimates}: ${named}`,
    columns: [{head: words.estimate, decimals: language}, {head: words.from}, {head: words.until}],
    rows: estimates.map(({value, from, superseded}) => [
      numberText(value, language),
      shortDayWords(from, language),
      superseded === null ? words.now : shortDayWords(superseded - 1, language),
    ]),
  })}
${await drawCell(visit, judged, words)}<p><a href="${link}">${words.permalink}</a></p>\n`;
}

async function drawCell(visit: Visit, judged: JudgedSeries, words: VerifyWords): Promise<Html | false> {
  const {proof, found, period} = judged;
  if (proof === null) return false;
  const readings = await reread(visit, [{releaseId: proof.id, seriesKey: found.series.key, period: period!}]);
  if (readings === null) return html`<p class="notice warn">${words.busy}</p>\n`;
  const explanation = readings[0]?.explanation ?? null;
  if (explanation === null) return false;
  return html`<p>${words.cell}: ${locationWords(explanation.locator, SERIES_WORDS[visit.language])}. ${words.raw}: <code>${explanation.raw.slice(0, 200)}</code></p>\n`;
}
