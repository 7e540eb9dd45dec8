// The box for a text on /verify: each number of it marked, with its verdict, its proof and the sentence that would be right.
//
// The form is sent with POST, so that a text is in no address and no log, and nothing of it is kept. It works without a script.

import {correctedSentence} from "../../../claims/draft/correction.ts";
import {type DraftClaim, MAX_DRAFT_LETTERS} from "../../../claims/draft/verify-draft.ts";
import {basesOf, isGrowth, isUnitOfPerCent} from "../../../claims/find-meant.ts";
import type {Candidate} from "../../../claims/judge-series.ts";
import {verifyText} from "../../../claims/text/verify-text.ts";
import {dayText, firstDay} from "../../../statistics/time/day.ts";
import {DRAFT_STYLES} from "../../assets/assets.ts";
import {latestChangeText} from "../../figures/change-words.ts";
import {type Drawn, PageFault, privatePage} from "../../frame/page.ts";
import {type Html, html} from "../../html/html.ts";
import type {Form, Visit} from "../../visit/visit.ts";
import type {Language} from "../../words/language.ts";
import {numberText, periodWords} from "../../words/wording.ts";
import {valuePath} from "../series/link.ts";
import {
  computedWords,
  drawCandidates,
  isOutdated,
  periodAndBase,
  sentenceEnd,
  seriesLine,
  verdictWords,
} from "./verdict.ts";
import {VERIFY_WORDS, type VerifyWords} from "./words.ts";

export async function drawDraft(visit: Visit, form: Form): Promise<Drawn> {
  const words = VERIFY_WORDS[visit.language];
  const text = form.text("draft").replace(/\r\n?/g, "\n");
  const wrong = text.trim() === "" ? words.draftEmpty : text.length > MAX_DRAFT_LETTERS ? words.draftLong : null;
  return privatePage({
    status: wrong === null ? 200 : 422,
    title: words.draft,
    styles: [DRAFT_STYLES],
    main: html`<h1>${words.draft}</h1>
${wrong === null ? await drawNumbers(visit, text) : html`<p class="notice warn" role="alert">${wrong}</p>\n`}
${drawDraftForm(visit, text)}`,
  });
}

export function drawDraftForm(visit: Visit, text: string): Html {
  const words = VERIFY_WORDS[visit.language];
  return html`<h2 id="draft-head">${words.draft}</h2>
<p>${words.draftLead}</p>
<form class="stack" method="post" action="${visit.link("/verify")}">
<div class="field"><label for="draft">${words.draftText}</label>
<textarea id="draft" name="draft" required maxlength="${MAX_DRAFT_LETTERS}">
${text}</textarea></div>
<p><button type="submit">${words.draftCheck}</button></p>
</form>
`;
}

/** Verdicts of an address count by the length of the text: the longest text takes eleven of the thirty of a minute. */
const LETTERS_OF_ONE = 2000;

/** The text with its numbers marked, and a verdict for each. */
export async function drawNumbers(visit: Visit, text: string): Promise<Html> {
  const words = VERIFY_WORDS[visit.language];
  const {store, catalogues, now} = visit.site;
  for (let counted = 0; counted <= text.length; counted += LETTERS_OF_ONE) {
    const seconds = await store.addresses.count("rereadings", visit.ip, now().getTime());
    if (seconds !== null) throw new PageFault(429, "too many claims were verified for this address", seconds);
  }
  const parts = {statistics: store.statistics, search: store.search, catalogues};
  const {claims, next} = await verifyText(parts, text, null, visit.budget);
  if (claims.length === 0) return html`<p class="notice warn" role="status">${words.draftNone}</p>\n`;
  return html`<h2 id="answer">${words.draftAnswer}</h2>
<p role="status">${summaryOf(claims, visit)}</p>
${next !== null && html`<p class="notice warn">${words.draftMore}</p>\n`}<blockquote class="draft">${markedText(text, claims)}</blockquote>
<ol>
${claims.map((_, at) => drawClaim(visit, text, claims, at, words))}</ol>
`;
}

const TRUE: readonly string[] = ["match", "rounded", "other_form"];
const UNKNOWN: readonly string[] = ["ambiguous", "not_published"];

type Standing = keyof VerifyWords["summary"];

function standingOf({found}: DraftClaim): Standing {
  if (isOutdated(found)) return "outdated";
  if (TRUE.includes(found.verdict)) return "right";
  return UNKNOWN.includes(found.verdict) ? "unclear" : "wrong";
}

/** How many numbers are true, outdated, wrong and unclear. */
function summaryOf(claims: readonly DraftClaim[], {language}: Visit): string {
  const words = VERIFY_WORDS[language];
  const counts = Map.groupBy(claims, standingOf);
  return (["right", "outdated", "wrong", "unclear"] as const)
    .flatMap((kind) => (counts.has(kind) ? [`${words.summary[kind]}: ${counts.get(kind)!.length}`] : []))
    .join(". ");
}

function markedText(text: string, claims: readonly DraftClaim[]): Html[] {
  let from = 0;
  const parts = claims.map((claim, at) => {
    const {figure} = claim.stated;
    const before = text.slice(from, figure.start);
    from = figure.end;
    return html`${before}<mark data-verdict="${claim.found.verdict}" data-standing="${standingOf(claim)}"><a href="#number-${at + 1}">${text.slice(figure.start, figure.end)}</a></mark>`;
  });
  return [...parts, html`${text.slice(from)}`];
}

function drawClaim(visit: Visit, text: string, all: readonly DraftClaim[], at: number, words: VerifyWords): Html {
  const claim = all[at]!;
  const {stated, found} = claim;
  const {verdict, judged, candidates, computed} = found;
  const {language} = visit;
  const said =
    computed === undefined
      ? verdictWords(found, words, language, claim.query.number)
      : computedWords(visit, computed, words, claim.query.number);
  const number = text.slice(stated.figure.start, stated.figure.end);
  const right = correctedSentence(text, claim, all);
  return html`<li id="number-${at + 1}" data-verdict="${verdict}"><strong>${number}</strong>: ${said}${right === null && publishedWords(claim, words, language)}
${judged !== null && html`<p>${seriesLine(visit, judged.found)}${proofOf(visit, claim, words)}</p>\n`}${right !== null && html`<p>${words.rightSentence}${rightDay(visit, claim)}: <q>${right}</q></p>\n`}${
  candidates.length > 0 &&
  drawCandidates(visit, candidates, words, (one) => singleLink(visit, number, one, stated.period))
}</li>
`;
}

/** The value in the place of a wrong number, where no sentence has it; an index also as the growth. */
function publishedWords(claim: DraftClaim, words: VerifyWords, language: Language): string {
  const {deciding = null, estimates = []} = claim.found.judged?.judgement ?? {};
  if (standingOf(claim) !== "wrong" || deciding === null || estimates[deciding]!.superseded !== null) return "";
  const {series} = claim.found.judged!.found;
  const {value} = estimates[deciding]!;
  const isIndex =
    isUnitOfPerCent(series.unit, series.unitLabel?.name ?? null) && basesOf(series).length > 0 && !isGrowth(series);
  const growth = {value: value - 100, unit: "percent", base: 0} as const;
  return ` ${words.published}: ${numberText(value, language)}${isIndex ? ` (${latestChangeText(growth, false, language)})` : ""}.`;
}

/** The time of the value that a claim without a time is corrected by. */
function rightDay(visit: Visit, {stated, found: {judged}}: DraftClaim): string {
  if (stated.period !== null || judged === null || judged.period === null) return "";
  const first = judged.periods.days[judged.period - judged.periods.base]!;
  return ` (${periodWords(first, judged.found.series.frequency, visit.language)})`;
}

/** The period, and the address of the estimate that decides, which leads to its cell. */
function proofOf(visit: Visit, {found: {judged}}: DraftClaim, words: VerifyWords): Html | false {
  const {judgement, periods, period, found} = judged!;
  if (judgement.deciding === null) return false;
  const first = periods.days[period! - periods.base]!;
  const path = valuePath(found.series.key, dayText(first), dayText(judgement.estimates[judgement.deciding]!.from));
  return html`, ${sentenceEnd(periodAndBase(found.series, first, visit.language))} <a href="${visit.link(path)}">${words.proof}</a>`;
}

function singleLink(
  visit: Visit,
  number: string,
  {found, period}: Candidate,
  stated: DraftClaim["stated"]["period"],
): string {
  const day =
    period ??
    (stated === null ? null : stated.frequency === "D" ? stated.ordinal : firstDay(stated.frequency, stated.ordinal));
  return visit.link("/verify", {value: number, q: found.series.key, ...(day !== null && {period: dayText(day)})});
}
