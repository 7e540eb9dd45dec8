// A verdict on the page: in words, with the estimates of the period and their days, the cell of the one that decides, and candidates.
//
// Candidates have no values: one verdict tells something about one.

import type {ComputedInstead} from "../../../claims/computed.ts";
import type {Candidate, JudgedSeries} from "../../../claims/judge-series.ts";
import type {VerifiedClaim} from "../../../claims/verify-claim.ts";
import {agreementOf, type Decimal, decimalOf, plus} from "../../../statistics/claim/claim.ts";
import {type Day, dayText} from "../../../statistics/time/day.ts";
import type {SeriesOfKey} from "../../../store/series/series-of-key.ts";
import {type Html, html} from "../../html/html.ts";
import type {Visit} from "../../visit/visit.ts";
import {dataTable} from "../../widgets/data-table.ts";
import {factLine} from "../../widgets/fact-list.ts";
import {growthOnWords} from "../../words/base-period.ts";
import type {Language} from "../../words/language.ts";
import {FREQUENCY_WORDS, numberText, periodWords, shortDayWords} from "../../words/wording.ts";
import {locatorWords, reread} from "../series/evidence.ts";
import {measuredIn} from "../series/head.ts";
import {derivedPath, seriesPath, titleWords} from "../series/link.ts";
import {SERIES_WORDS} from "../series/words.ts";
import type {VerifyWords} from "./words.ts";

/** A number in another form is right as a growth, or as an index: the words say what the source publishes and what that comes to. */
export function verdictWords(
  {verdict, judged}: Pick<VerifiedClaim, "verdict" | "judged">,
  words: VerifyWords,
  language: Language,
  number: Decimal,
): string {
  const {deciding = null, estimates = []} = judged?.judgement ?? {};
  const published = deciding === null ? null : decimalOf(estimates[deciding]!.value);
  const amount = {...number, digits: number.digits < 0n ? -number.digits : number.digits};
  const agrees = (value: Decimal): boolean => agreementOf(amount, value) !== null;
  const isInForm = verdict === "other_form" || (verdict === "was_true" && published !== null && !agrees(published));
  if (!isInForm || published === null) return words.verdicts[verdict];
  const text = (value: Decimal): string => numberText(Number(value.digits) / 10 ** value.decimals, language);
  const [growth, index] = [plus(published, -100), plus(published, 100)];
  const fall = {...growth, digits: -growth.digits};
  const [own, inOtherForm] = [text(published), isOutdated({verdict, judged}) ? words.otherFormBefore : words.otherForm];
  if (agrees(growth)) return inOtherForm.growth(own, text(growth));
  if (agrees(fall)) return inOtherForm.fall(own, text(fall));
  if (agrees(index)) return inOtherForm.index(own, text(index));
  return agrees(published) ? words.indexAsGrowth(own) : words.verdicts[verdict];
}

/** An estimate that decided has been replaced or withdrawn since. */
export function isOutdated({verdict, judged}: Pick<VerifiedClaim, "verdict" | "judged">): boolean {
  if (verdict !== "was_true" && verdict !== "other_form") return false;
  const {deciding = null, estimates = []} = judged?.judgement ?? {};
  return verdict === "was_true" || (deciding !== null && estimates[deciding]!.superseded !== null);
}

/** A Russian day ends with a point, that of "г.", which ends the sentence too. */
export function sentenceEnd(text: string): string {
  return text.endsWith(".") ? text : `${text}.`;
}

export async function drawVerified(
  visit: Visit,
  found: VerifiedClaim,
  words: VerifyWords,
  number: Decimal,
): Promise<Html> {
  const {verdict, judged, candidates, computed} = found;
  const said = verdictWords(found, words, visit.language, number);
  return html`<h2 id="answer">${words.answer}</h2>
<p class="notice" role="status" data-verdict="${verdict}"><strong>${computed === undefined ? said : computedWords(visit, computed, words, number)}</strong></p>
${judged !== null && (await drawJudged(visit, judged, words))}
${
  candidates.length > 0 &&
  drawCandidates(visit, candidates, words, ({found: one, period}) =>
    visit.here({q: one.series.key, geo: null, ...(period === null ? {} : {period: dayText(period)})}),
  )
}`;
}

/** In the place of the verdict `not_published`: the value as rounded by the claim, and in brackets with two digits; its page has the formula and the inputs. */
export function computedWords(
  visit: Visit,
  {from, derive, value, agrees}: ComputedInstead,
  words: VerifyWords,
  {decimals}: Decimal,
): Html {
  const shown = (digits: number): string => numberText(Number(value.toFixed(digits)), visit.language);
  const link = visit.link(derivedPath(from.series.key), {derive});
  const [exact, rounded] = [shown(2), shown(Math.min(Math.max(decimals, 0), 2))];
  const inBrackets = exact === rounded ? "" : ` (${exact})`;
  return html`${words.computed} <a href="${link}">${titleWords(from.series, visit.language)}</a>: ${rounded}\u00a0%${inBrackets}. ${agrees ? words.computedAgrees : words.computedDiffers}`;
}

/** Those under which the claim would be true come first, and the page says so. */
export function drawCandidates(
  visit: Visit,
  candidates: readonly Candidate[],
  words: VerifyWords,
  again: (candidate: Candidate) => string,
): Html {
  const {language} = visit;
  const line = (candidate: Candidate): Html => {
    const {found: one, period, until} = candidate;
    const day = (wanted: Day): string => periodWords(wanted, one.series.frequency, language);
    const named =
      period !== null && until !== undefined
        ? `, ${words.held(day(period), day(until))}.`
        : period === null
          ? "."
          : sentenceEnd(`, ${periodAndBase(one.series, period, language)}`);
    return html`<li>${seriesLine(visit, one)}${named} <a href="${again(candidate)}">${words.again}</a></li>\n`;
  };
  const [agreeing = [], others = []] = [true, false].map((wanted) =>
    candidates.filter(({verdict}) => AGREEING.includes(verdict) === wanted),
  );
  const list = (head: string, some: readonly Candidate[]): Html | false =>
    some.length > 0 && html`<h3>${head}</h3>\n<ul>\n${some.map(line)}</ul>\n`;
  return agreeing.length === 0
    ? html`${list(words.candidates, others)}`
    : html`${list(words.trueOf, agreeing)}${list(words.otherwise, others)}`;
}

const AGREEING: readonly string[] = ["match", "rounded", "was_true", "other_form"];

/** "IV квартал 2016 (рост к IV кварталу 2015 года)". */
export function periodAndBase(series: SeriesOfKey["series"], first: Day, language: Language): string {
  const base = growthOnWords(series, first, language);
  const named = periodWords(first, series.frequency, language);
  return base === null ? named : `${named} (${base})`;
}

export function seriesLine(visit: Visit, found: SeriesOfKey): Html {
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
  const named = periodAndBase(found.series, first, language);
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
  return html`<p>${words.cell}: ${locatorWords(explanation.locator, SERIES_WORDS[visit.language])}. ${words.raw}: <code>${explanation.raw.slice(0, 200)}</code></p>\n`;
}
