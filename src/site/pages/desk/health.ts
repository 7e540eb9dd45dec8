// The second half of the desk: the state of the service, its loads, its usage, unsent mail and the sources.
import type {DeskState} from "../../../service/operator-desk.ts";
import {type Html, html} from "../../html/html.ts";
import type {Visit} from "../../visit/visit.ts";
import {dataTable} from "../../widgets/data-table.ts";
import {factList} from "../../widgets/fact-list.ts";
import {monthWords, numberText, shortDayWords, shortMomentWords} from "../../words/wording.ts";
import {DESK_WORDS, OUTCOME_WORDS} from "./words.ts";

/** @param fault why the database does not answer; null: it answers */
export function drawDeskHealth(visit: Visit, {health}: DeskState, fault: string | null): Html {
  const {language} = visit;
  const words = DESK_WORDS[language];
  const {disk, last_backup: backup, is_database, letters, contact_messages: messages} = health;
  const number = (value: number): string => numberText(value, language);
  const gigabytes = (bytes: number): string => `${number(Math.round(bytes / 1e8) / 10)} ${words.gigabytes}`;
  return html`<h2 id="health">${words.health}</h2>
${factList([
  [words.database, fault ?? words.answers],
  [
    words.backup,
    backup !== null ? shortMomentWords(backup, language) : is_database ? words.databaseBackup : words.noBackup,
  ],
  [words.disk, disk === null ? null : `${gigabytes(disk.free)} ${words.diskOf} ${gigabytes(disk.total)}`],
  [words.mail, `${words.mailWaiting} ${number(letters.waiting)}, ${words.mailLost} ${number(letters.given_up)}`],
  [words.contact, messages === 0 ? null : html`${number(messages)} (<code>ryad contact list</code>)`],
])}`;
}

export function drawLoads(visit: Visit, loads: DeskState["loads"]): Html | false {
  const {language} = visit;
  const words = DESK_WORDS[language];
  if (loads.length === 0) return false;
  return html`<h2 id="loads">${words.loads}</h2>
${dataTable({
  caption: words.loads,
  narrow: "stacked",
  columns: [
    ...[{head: words.dataset}, {head: words.published}, {head: words.loaded}],
    ...[words.news, words.changed].map((head) => ({head, number: true})),
    {head: words.by},
  ],
  rows: loads.map(({run, provider, dataset, published_at, at, new_values, revised_values, by}) => [
    html`<a href="${visit.link(`/desk/runs/${run}`)}">${provider}/${dataset}</a>`,
    shortDayWords(published_at, language),
    shortMomentWords(at, language),
    numberText(new_values, language),
    numberText(revised_values, language),
    by ?? "",
  ]),
})}`;
}

export function drawDeskUsage(visit: Visit, {month, accounts, values}: DeskState["usage"]): Html {
  const words = DESK_WORDS[visit.language];
  return html`<h2 id="usage">${words.usage}: ${monthWords(month, visit.language)}</h2>
<p>${words.values}: ${numberText(values, visit.language)} · <a href="${visit.link("/desk/accounts")}">${words.accounts}: ${numberText(accounts, visit.language)}</a></p>
`;
}

export function drawUnsent(visit: Visit, unsent: DeskState["unsent"]): Html | false {
  const {language} = visit;
  const words = DESK_WORDS[language];
  if (unsent.length === 0) return false;
  return html`<h2 id="unsent">${words.unsent}</h2>
${dataTable({
  caption: words.unsent,
  narrow: "stacked",
  columns: [{head: words.kind}, {head: words.written}, {head: words.tries, number: true}, {head: words.error}],
  rows: unsent.map(({kind, created_at, tries, error}) => [
    kind,
    shortMomentWords(created_at, language),
    numberText(tries, language),
    html`<span lang="en">${error ?? ""}</span>`,
  ]),
})}`;
}

export function drawSources(visit: Visit, {sources, sources_refused: refused}: DeskState): Html {
  const {language} = visit;
  const words = DESK_WORDS[language];
  const outcomes: Readonly<Record<string, string>> = OUTCOME_WORDS[language];
  const moment = (at: string | null, otherwise: string): string =>
    at === null ? otherwise : shortMomentWords(at, language);
  return html`<h2 id="sources">${words.sources}</h2>
${
  sources === null
    ? html`<pre class="wrong" lang="en">${refused}</pre>`
    : sources.length === 0
      ? html`<p class="quiet">${words.noSources}</p>`
      : dataTable({
          caption: words.sources,
          narrow: "stacked",
          columns: [words.source, words.schedule, words.next, words.last, words.outcome].map((head) => ({head})),
          rows: sources.map(({id, kind, schedule, next, last, outcome, held_run}) => [
            `${id} (${kind})`,
            schedule,
            moment(next, words.byCommand),
            moment(last, words.never),
            held_run !== null && outcome === "held"
              ? html`<a href="${visit.link(`/desk/runs/${held_run}`)}">${outcomes[outcome]}</a>`
              : (outcomes[outcome ?? ""] ?? outcome ?? ""),
          ]),
        })
}
`;
}
