// /verify?value=…&q=…: whether a number was published. It works without a token and without a script, within a limit for each address.
//
// The verdict is the one of the API (src/claims). Candidates have no values.

import {readFigure} from "../../../claims/claim-figure.ts";
import {readClaimPeriod} from "../../../claims/claim-period.ts";
import {MAX_CLAIM_LETTERS} from "../../../claims/claim-words.ts";
import type {ClaimQuery} from "../../../claims/judge-series.ts";
import {verifyWithDirection} from "../../../claims/text/verify-text.ts";
import {parseCalendarDay} from "../../../statistics/time/day.ts";
import {DRAFT_STYLES} from "../../assets/assets.ts";
import {type Page, PageFault, page} from "../../frame/page.ts";
import {type Html, html} from "../../html/html.ts";
import type {Visit} from "../../visit/visit.ts";
import {drawDraft, drawDraftForm, drawNumbers} from "./draft.ts";
import {drawVerified} from "./verdict.ts";
import {VERIFY_WORDS, type VerifyWords} from "./words.ts";

const LONGEST = MAX_CLAIM_LETTERS;

export const verifyPage: Page = {
  path: "/verify",
  costly: "own",
  async draw(visit) {
    const words = VERIFY_WORDS[visit.language];
    const isWanted = given(visit, "value") !== "" || given(visit, "q") !== "";
    return page({
      title: words.title,
      description: words.description,
      styles: [DRAFT_STYLES],
      ...(isWanted ? {unlisted: true as const, kept: "never" as const} : {}),
      main: html`<h1>${words.title}</h1>
<p class="lead">${words.lead}</p>
${isWanted && (await drawAnswer(visit, words))}${drawDraftForm(visit, "")}${drawForm(visit, words, isWanted)}`,
    });
  },
  // the form changes nothing, so it is taken from any visitor, with or without the fields of a session
  perform: drawDraft,
  redraw: drawDraft,
};

/** The key of a series may also be in `series`, as in the API: the query of one is the query of the other. */
function given(visit: Visit, name: string): string {
  const text = visit.query.get(name) || (name === "q" ? visit.query.get("series") : null);
  return (text ?? "").trim().slice(0, LONGEST + 1);
}

/** Behind the box for a text, and open only where it was filled. */
function drawForm(visit: Visit, words: VerifyWords, isOpen: boolean): Html {
  const field = (name: string, label: string, hint: string | null): Html =>
    html`<div class="field"><label for="claim-${name}">${label}</label><input type="text" id="claim-${name}" name="${name}" value="${given(visit, name)}" maxlength="${LONGEST}" autocomplete="off"${hint !== null && html` aria-describedby="hint-${name}"`}>${hint !== null && html`<span class="quiet" id="hint-${name}">${hint}</span>`}</div>\n`;
  return html`<details${isOpen && html` open`}><summary>${words.single}</summary>
<form action="${visit.link("/verify")}">
${field("value", words.value, null)}${field("q", words.about, null)}${field("period", words.period, words.periodHint)}${field("geo", words.geo, words.geoHint)}${field("on", words.on, words.onHint)}${visit.query.get("lang") && html`<input type="hidden" name="lang" value="${visit.query.get("lang")}">`}
<p><button type="submit">${words.check}</button></p>
</form></details>\n`;
}

async function drawAnswer(visit: Visit, words: VerifyWords): Promise<Html> {
  const sentence = sentenceOf(visit);
  if (sentence !== null) return await drawNumbers(visit, sentence);
  const query = readQuery(visit, words);
  const said = (text: string): Html => html`<p class="notice warn" role="status">${text}</p>\n`;
  if (typeof query === "string") return said(query);
  const {store, catalogues, now} = visit.site;
  const seconds = await store.addresses.count("rereadings", visit.ip, now().getTime());
  if (seconds !== null) throw new PageFault(429, "too many claims were verified for this address", seconds);
  const found = await verifyWithDirection(
    {statistics: store.statistics, search: store.search, catalogues},
    query,
    visit.budget,
  );
  if (found === null) return said(words.none);
  const territory = "key" in query.about ? found.judged?.found.series.fullTerritory : undefined;
  if (territory && query.territory !== null && ![territory.code, territory.canonical].includes(query.territory))
    return said(words.badGeo);
  return drawVerified(visit, found, words, query.number);
}

/** A whole sentence in one of the two first fields; null: the fields are filled apart. */
function sentenceOf(visit: Visit): string | null {
  const [value, about] = [given(visit, "value"), given(visit, "q")];
  if (value === "" && /\d/.test(about) && /\s/.test(about) && about.length <= LONGEST) return about;
  const isSentence = about === "" && readFigure(value) === null && /\p{L}.*\d|\d.*\p{L}/su.test(value);
  return isSentence && value.length <= LONGEST ? value : null;
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
