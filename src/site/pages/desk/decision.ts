// The word of the operator about held releases: the form with a reason, and what becomes of it.
//
// A form names the very runs that the page showed, so a run that is held in the meantime is not accepted unseen.
import type {DeskCause, DeskDecision, DeskDone, OperatorDesk} from "../../../service/operator-desk.ts";
import type {FailedCheck} from "../../../service/table-loader.ts";
import {type Answer, redirect} from "../../frame/page.ts";
import {type Html, html} from "../../html/html.ts";
import type {Form, Visit} from "../../visit/visit.ts";
import {findingsWords, reasonWords} from "../../words/finding-words.ts";
import type {Language} from "../../words/language.ts";
import {numberText} from "../../words/wording.ts";
import {CHECK_WORDS, DESK_WORDS} from "./words.ts";

/** Their ids are one word of a command. */
const MOST_RUNS = 1000;
const REASON_LETTERS = 500;

/** What holds runs, in words. */
export function causeWords(visit: Visit, causes: DeskCause["causes"]): Html {
  const words: Readonly<Record<string, string>> = CHECK_WORDS[visit.language];
  return html`${causes.map(
    ({check, detail}, at) =>
      html`${at > 0 && "; "}${words[check] ?? check}${detail !== null && html`: ${detailWords(detail, visit.language)}`}`,
  )}`;
}

/** A reason of a parser, and for words of lists the word (statistics/release/held-causes.ts). */
function detailWords(detail: string, language: Language): Html {
  const end = detail.indexOf(": ");
  return end < 0
    ? reasonWords(detail, language)
    : html`${reasonWords(detail.slice(0, end), language)}${detail.slice(end)}`;
}

/** The checks that hold a run, and what they found. */
export function failedList({language}: Visit, failed: readonly FailedCheck[]): Html {
  const words: Readonly<Record<string, string>> = CHECK_WORDS[language];
  return html`<ul>${failed.map(({name, findings}) => html`<li><strong>${words[name] ?? name}.</strong> ${findingsWords(findings, language)}</li>`)}</ul>`;
}

/** @param fields hidden ones (forms.ts). @param id of the field, once on a page */
export function decisionForm(
  visit: Visit,
  {action, runs, fields, id}: {action: string; runs: readonly string[]; fields: Html; id: string},
): Html {
  const words = DESK_WORDS[visit.language];
  const named = runs.slice(0, MOST_RUNS);
  const count = named.length === 1 ? "" : ` ${numberText(named.length, visit.language)}`;
  const [accept, discard] = named.length === 1 ? [words.accept, words.discard] : [words.acceptAll, words.discardAll];
  return html`<form method="post" action="${visit.link(action)}" class="stack">${fields}<input type="hidden" name="runs" value="${named.join(",")}">
<div class="field"><label for="${id}">${words.why}</label>
<input id="${id}" name="reason" required maxlength="${REASON_LETTERS}" autocomplete="off" aria-describedby="${id}-hint">
<p class="hint" id="${id}-hint">${words.whyHint}</p></div>
<p class="inline-form"><button type="submit" name="act" value="accept">${accept}${count}</button> <button type="submit" name="act" value="discard" class="bad">${discard}${count}</button></p>
</form>\n`;
}

/** Carries the form out. @param redraw the page with what is wrong */
export async function performDecision(
  visit: Visit,
  desk: OperatorDesk,
  {form, by}: {readonly form: Form; readonly by: string},
  redraw: (wrong: string) => Promise<Answer>,
): Promise<Answer> {
  const reason = form.line("reason", REASON_LETTERS);
  const runs = form.text("runs").split(",").slice(0, MOST_RUNS);
  const act = form.text("act");
  if (!runs.every((run) => /^[\w-]{1,64}$/.test(run)) || (act !== "accept" && act !== "discard"))
    return redirect(visit.link("/desk"));
  if (reason === "") return redraw(DESK_WORDS[visit.language].noReason);
  const decision: DeskDecision = {act, runs, by, reason};
  const done = await desk.decide(decision);
  if (done.refused !== null) return redraw(done.refused);
  return redirect(visit.link("/desk", doneQuery(decision, done)));
}

function doneQuery({act}: DeskDecision, {done, isUnderWay}: DeskDone): Record<string, string | number> {
  return isUnderWay ? {done: "later"} : {done: act, runs: done};
}

/** What the last decision did, from the address to which it led. */
export function doneNotice(visit: Visit): Html | false {
  const words = DESK_WORDS[visit.language];
  const done = visit.query.get("done");
  if (done === "later") return html`<p class="notice" role="status">${words.underWay}</p>\n`;
  const runs = Number(visit.query.get("runs"));
  if ((done !== "accept" && done !== "discard") || !Number.isSafeInteger(runs) || runs < 0) return false;
  const text = done === "accept" ? words.accepted : words.discarded;
  return html`<p class="notice" role="status">${text} ${numberText(runs, visit.language)}</p>\n`;
}
