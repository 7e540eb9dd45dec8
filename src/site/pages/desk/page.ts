// /desk: what needs the operator, then how the service is. All of it is the answer of `ryad desk` (service/operator-desk.ts).
import type {DeskCause, DeskHeldRun, DeskSource, DeskState} from "../../../service/operator-desk.ts";
import {FAILED_OUTCOMES} from "../../../store/fetches/attempt.ts";
import {formFields} from "../../forms/forms.ts";
import {type Answer, privatePage} from "../../frame/page.ts";
import {type Html, type HtmlValue, html} from "../../html/html.ts";
import type {Visit} from "../../visit/visit.ts";
import {dataTable} from "../../widgets/data-table.ts";
import {nameText} from "../../words/names.ts";
import {dayWords, numberText, shortDayWords, shortMomentWords} from "../../words/wording.ts";
import {causeWords, decisionForm, doneNotice, performDecision} from "./decision.ts";
import {drawDeskHealth, drawDeskUsage, drawLoads, drawSources, drawUnsent} from "./health.ts";
import {operatorPage, wrongBlock} from "./operator.ts";
import {DESK_WORDS, OUTCOME_WORDS, WAITING_WORDS} from "./words.ts";

/** Outcomes of a source that need somebody. */
/** Folds are open while all of them fit on a screen. */
const OPEN_RUNS = 12;

export const deskPage = operatorPage({
  path: "/desk",
  draw: (visit) => drawDesk(visit, null),
  async perform(visit, owner, form) {
    const {desk} = visit.site;
    if (desk === null) return drawDesk(visit, null);
    return performDecision(visit, desk, {form, by: owner.email}, (wrong) => drawDesk(visit, wrong));
  },
});

async function drawDesk(visit: Visit, wrong: string | null): Promise<Answer> {
  const words = DESK_WORDS[visit.language];
  const {desk, store} = visit.site;
  const state = desk === null ? {refused: words.none} : await desk.state();
  const main =
    "refused" in state
      ? wrongBlock(state.refused)
      : html`${await drawNeeds(visit, state)}
${drawDeskHealth(visit, state, await store.probe())}
${drawLoads(visit, state.loads)}
${drawDeskUsage(visit, state.usage)}
${drawUnsent(visit, state.unsent)}
${drawSources(visit, state)}`;
  return privatePage({
    title: words.title,
    main: html`<h1>${words.title}</h1>
${doneNotice(visit)}${wrongBlock(wrong)}<p><a class="button quiet" href="${visit.link("/desk/load")}">${words.load}</a> <a class="button quiet" href="${visit.link("/desk/accounts")}">${words.accounts}</a></p>
${main}`,
  });
}

async function drawNeeds(visit: Visit, state: DeskState): Promise<Html> {
  const {causes, held_runs: held, sources, waiting, failed_decisions: undone} = state;
  const words = DESK_WORDS[visit.language];
  const failed = (sources ?? []).filter(({outcome}) => FAILED_OUTCOMES.has(outcome));
  const isQuiet = held === 0 && failed.length === 0 && waiting.length === 0 && undone.length === 0;
  return html`<h2 id="needs">${words.needs}</h2>
${isQuiet && html`<p class="quiet">${words.nothing}</p>\n`}${
  undone.length > 0 &&
  html`<h3>${words.failedDecisions}</h3>
<ul class="rows">${undone.map(({at, words: own}) => html`<li><span lang="en">${own}</span><span class="row-facts">${shortMomentWords(at, visit.language)}</span></li>\n`)}</ul>\n`
}${held > 0 && (await drawCauses(visit, causes, held))}${failed.length > 0 && drawFailed(visit, failed)}${waiting.length > 0 && drawWaiting(visit, waiting)}`;
}

async function drawCauses(visit: Visit, causes: readonly DeskCause[], held: number): Promise<Html> {
  const words = DESK_WORDS[visit.language];
  const shown = causes.reduce((sum, {runs}) => sum + runs.length, 0);
  const fields = await formFields(visit);
  return html`<h3>${words.heldRuns} <span class="badge overdue">${numberText(held, visit.language)}</span></h3>
${shown < held && html`<p class="hint">${words.shownOf} ${numberText(held, visit.language)}</p>\n`}<ul class="rows">
${causes.map((cause, at) => {
  const [first] = cause.runs;
  const runs = cause.runs.map(({run}) => run);
  const name = causeWords(visit, cause.causes);
  if (cause.runs.length === 1)
    return html`<li><a class="row-name" href="${visit.link(`/desk/runs/${first!.run}`)}">${name}</a><span class="row-facts">${runName(visit, first!)} · ${shortMomentWords(first!.held_at, visit.language)}</span></li>\n`;
  return html`<li><details class="cause"${shown <= OPEN_RUNS && html` open`}><summary>${name} <span class="badge">${words.files}: ${numberText(runs.length, visit.language)}</span></summary>
${runTable(visit, cause)}
<h4>${words.decideAll}</h4>
${decisionForm(visit, {action: "/desk", runs, fields, id: `why-${at}`})}</details></li>\n`;
})}</ul>\n`;
}

function runTable(visit: Visit, {causes, runs}: DeskCause): Html {
  const {language} = visit;
  const words = DESK_WORDS[language];
  const number = (value: number | undefined): string => (value === undefined ? "" : numberText(value, language));
  return dataTable({
    caption: `${words.heldRuns}: ${causes.map(({check}) => check).join(", ")}`,
    narrow: "stacked",
    columns: [
      ...[{head: words.file}, {head: words.dataset}, {head: words.published}, {head: words.heldAt}],
      ...[words.news, words.changed, words.gone].map((head) => ({head, number: true})),
    ],
    rows: runs.map((one) => [
      html`<a href="${visit.link(`/desk/runs/${one.run}`)}">${one.source_file}</a>`,
      nameText(one.name, language),
      shortDayWords(one.published_at, language),
      shortMomentWords(one.held_at, language),
      ...[number(one.difference?.new), number(one.difference?.changed), number(one.difference?.gone)],
    ]),
  });
}

function runName(visit: Visit, {name, published_at, source_file}: DeskHeldRun): HtmlValue {
  return `${nameText(name, visit.language)} · ${source_file} · ${shortDayWords(published_at, visit.language)}`;
}

function drawFailed(visit: Visit, failed: readonly DeskSource[]): Html {
  const {language} = visit;
  const words = DESK_WORDS[language];
  const outcomes: Readonly<Record<string, string>> = OUTCOME_WORDS[language];
  return html`<h3>${words.failedSources} <span class="badge overdue">${numberText(failed.length, language)}</span></h3>
${dataTable({
  caption: words.failedSources,
  narrow: "stacked",
  columns: [{head: words.source}, {head: words.outcome}, {head: words.advice}, {head: words.last}],
  rows: failed.map(({id, outcome, words: advice, last}) => [
    id,
    outcomes[outcome ?? ""] ?? "",
    html`<span lang="en">${advice ?? ""}</span>`,
    last === null ? "" : shortMomentWords(last, language),
  ]),
})}`;
}

function drawWaiting(visit: Visit, waiting: DeskState["waiting"]): Html {
  const {language} = visit;
  const words = DESK_WORDS[language];
  return html`<h3>${words.waiting} <span class="badge overdue">${numberText(waiting.length, language)}</span></h3>
${dataTable({
  caption: words.waiting,
  narrow: "stacked",
  columns: [{head: words.dataset}, {head: words.state}, {head: words.expected}, {head: words.since}],
  rows: waiting.map(({provider, dataset, name, kind, day, since}) => [
    html`<a href="${visit.link(`/datasets/${encodeURIComponent(provider)}/${encodeURIComponent(dataset)}`)}">${nameText(name, language)}</a>`,
    WAITING_WORDS[language][kind],
    day === null ? "" : dayWords(day, language),
    shortMomentWords(since, language),
  ]),
})}`;
}
