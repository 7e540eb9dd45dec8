// /verify?value=…&q=…: whether a number was published. It works without a token and without a script, within a limit for each address.
//
// The verdict is the one of the API (store/claims). Candidates have no values.
import {readClaim} from "../../../statistics/claim/claim.ts";
import {parseCalendarDay, parsePeriod} from "../../../statistics/time/day.ts";
import {MAX_CLAIM_LETTERS} from "../../../store/claims/claim-words.ts";
import {type ClaimQuery, verifyClaim} from "../../../store/claims/verify-claim.ts";
import {type Page, PageFault, page} from "../../frame/page.ts";
import {type Html, html} from "../../html/html.ts";
import type {Visit} from "../../visit/visit.ts";
import {drawVerified} from "./answer.ts";
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
  const number = readClaim(value!);
  if (number === null) return words.noNumber;
  if (about === "") return words.noAbout;
  const parsed = period === "" ? null : parsePeriod(period!);
  if (parsed === null && period !== "") return words.badPeriod;
  const day = on === "" ? null : parseCalendarDay(on!);
  if (day === null && on !== "") return words.badDay;
  const isKey = /^[0-9a-z]{16}$/.test(about!) && /\d/.test(about!);
  return {
    number,
    about: isKey ? {key: about!} : {words: about!},
    period: parsed,
    territory: geo === "" ? null : geo!,
    on: day,
  };
}
