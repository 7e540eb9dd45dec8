// /desk/runs/RUN: one load run: why it is held, what it would change, and the word of the operator; also of runs that are decided.
//
// The comparison is of the moment at which the run was held; the page says so if the dataset has changed since.
import type {DeskDifference, DeskRun} from "../../../service/operator-desk.ts";
import {relativeDifference} from "../../../statistics/difference.ts";
import type {Frequency} from "../../../statistics/time/frequency.ts";
import {findDatasets} from "../../../store/datasets/dataset.ts";
import type {Queries} from "../../../store/engines/differences.ts";
import type {Script} from "../../../store/script.ts";
import {findSeriesOfKey, titleOf} from "../../../store/series/series-of-key.ts";
import {formFields} from "../../forms/forms.ts";
import {type Answer, PageFault, privatePage} from "../../frame/page.ts";
import {type Html, html} from "../../html/html.ts";
import type {Visit} from "../../visit/visit.ts";
import {dataTable} from "../../widgets/data-table.ts";
import {factList} from "../../widgets/fact-list.ts";
import {locationWords, reasonWords} from "../../words/finding-words.ts";
import {nameText, nameWords} from "../../words/names.ts";
import {dayWords, numberText, shortMomentWords, shortPeriodWords, signedText} from "../../words/wording.ts";
import {decisionForm, failedList, performDecision} from "./decision.ts";
import {operatorPage, wrongBlock} from "./operator.ts";
import {DESK_WORDS, STATE_WORDS} from "./words.ts";

const LOSSES_SHOWN = 50;

export const deskRunPage = operatorPage({
  path: "/desk/runs/:run",
  draw: (visit) => drawRun(visit, null),
  async perform(visit, owner, form) {
    const {desk} = visit.site;
    if (desk === null) return drawRun(visit, null);
    return performDecision(visit, desk, {form, by: owner.email}, (wrong) => drawRun(visit, wrong));
  },
});

async function drawRun(visit: Visit, wrong: string | null): Promise<Answer> {
  const {language, params, site} = visit;
  const words = DESK_WORDS[language];
  const id = params["run"] ?? "";
  const run = site.desk === null || !/^[\w-]{1,64}$/.test(id) ? {refused: words.none} : await site.desk.run(id);
  if ("refused" in run) throw new PageFault(404, run.refused);
  const {name, changedAt, titles} = await site.store.statistics.read((q) => readNames(q, run));
  const code = `${run.provider}/${run.dataset}`;
  const isHeld = run.state === "held";
  const isStale = isHeld && changedAt !== null && changedAt > run.at;
  return privatePage({
    title: `${words.release}: ${name === null ? code : nameText(name, language)}`,
    main: html`<p class="over"><a href="${visit.link("/desk")}">${words.back}</a></p>
<h1>${name === null ? code : nameWords(name, language)}</h1>
${wrongBlock(wrong)}${runFacts(visit, run, name !== null)}
${drawReasons(visit, run)}
<h2 id="difference">${isHeld ? words.difference : words.differenceDone}</h2>
${isStale && html`<p class="notice warn">${words.stale}</p>\n`}${run.difference === null ? html`<p class="quiet">${words.noDifference}</p>` : drawDifference(visit, run.difference, titles)}
${drawLosses(visit, run.losses)}
${
  isHeld &&
  html`<h2 id="decide">${words.decide}</h2>
${decisionForm(visit, {action: `/desk/runs/${run.run}`, runs: [run.run], fields: await formFields(visit), id: "why"})}
<p class="hint">${words.byCommands}: <code>ryad load --accept ${run.run} --reason …</code></p>`
}`,
  });
}

interface RunNames {
  /** null: the dataset has no release in force. */
  readonly name: string | null;
  readonly changedAt: string | null;
  readonly titles: ReadonlyMap<string, string>;
}

function* readNames(q: Queries, {provider, dataset: code, difference}: DeskRun): Script<RunNames> {
  const [dataset] = yield* findDatasets(q, {provider, dataset: code});
  const titles = new Map<string, string>();
  for (const {key} of difference?.rows ?? []) {
    const found = yield* findSeriesOfKey(q, key);
    if (found !== null) titles.set(key, titleOf(found.series));
  }
  return {name: dataset?.name ?? null, changedAt: dataset?.changedAt ?? null, titles};
}

function runFacts(visit: Visit, run: DeskRun, isKnown: boolean): Html {
  const {language} = visit;
  const words = DESK_WORDS[language];
  const code = `${run.provider}/${run.dataset}`;
  const path = `/datasets/${encodeURIComponent(run.provider)}/${encodeURIComponent(run.dataset)}`;
  const decided = run.by === undefined ? "" : `, ${run.by}${run.reason ? `: ${run.reason}` : ""}`;
  return factList([
    [words.state, `${STATE_WORDS[language][run.state]}${decided}`, "whole-row"],
    [words.dataset, isKnown ? html`<a href="${visit.link(path)}">${code}</a>` : code],
    [words.file, run.source_file ?? null],
    [words.published, dayWords(run.published_at, language)],
    [run.state === "held" ? words.heldAt : words.loaded, shortMomentWords(run.at, language)],
    [words.values, numberText(run.values, language)],
  ]);
}

function drawReasons(visit: Visit, {checks}: DeskRun): Html | false {
  const failed = checks.filter(({required, passed}) => required && !passed);
  return (
    failed.length > 0 &&
    html`<h2 id="reasons">${DESK_WORDS[visit.language].reasons}</h2>
${failedList(visit, failed)}`
  );
}

function drawDifference(visit: Visit, difference: DeskDifference, titles: ReadonlyMap<string, string>): Html {
  const {language} = visit;
  const words = DESK_WORDS[language];
  const {rows, changedSeries} = difference;
  const number = (value: number): string => numberText(value, language);
  return html`${factList([
    [words.news, number(difference.newValues)],
    [words.changed, number(difference.changedValues)],
    [words.gone, number(difference.goneValues)],
  ])}${
    rows.length > 0 &&
    html`<h3>${words.most}</h3>
${rows.length < changedSeries && html`<p class="hint">${words.first} ${number(rows.length)} / ${number(changedSeries)}</p>\n`}${dataTable(
  {
    caption: words.most,
    narrow: "stacked",
    columns: [
      ...[{head: words.series}, {head: words.period}],
      ...[words.before, words.after, words.change].map((head) => ({head, number: true})),
      ...[words.news, words.changed, words.gone].map((head) => ({head, number: true})),
    ],
    rows: rows.map((row) => [
      seriesName(visit, row, titles),
      periodOf(row, visit),
      number(row.before),
      row.after === null ? words.noValue : number(row.after),
      changeText(row.before, row.after, visit),
      ...[number(row.newValues), number(row.changedValues), number(row.goneValues)],
    ]),
  },
)}`
  }`;
}

/** A series of the store by its title; one that is gone or was never published by its codes. */
function seriesName(
  visit: Visit,
  {key, title}: {key: string; title: string},
  titles: ReadonlyMap<string, string>,
): Html {
  const name = titles.get(key);
  if (name !== undefined) return html`<a href="${visit.link(`/series/${key}`)}">${name}</a>`;
  return html`${title
    .split("|")
    .filter((code) => code !== "")
    .join(" · ")}`;
}

/** Weeks without a day in their calendar stay as they are written. */
function periodOf({title, period}: {title: string; period: string}, {language}: Visit): string {
  const frequency = title.split("|").at(-2) as Frequency;
  return /^\d{4}-\d\d-\d\d$/.test(period) ? shortPeriodWords(period, frequency, language) : period;
}

function changeText(before: number, after: number | null, {language}: Visit): string {
  const share = after === null ? null : relativeDifference(after, before);
  return share === null ? "" : `${signedText(share, language)}\u00a0%`;
}

function drawLosses(visit: Visit, losses: DeskRun["losses"]): Html | false {
  const {language} = visit;
  const words = DESK_WORDS[language];
  if (losses.length === 0) return false;
  return html`<h2 id="losses">${words.given}</h2>
${losses.length > LOSSES_SHOWN && html`<p class="hint">${words.first} ${numberText(LOSSES_SHOWN, language)} / ${numberText(losses.length, language)}</p>\n`}${dataTable(
  {
    caption: words.given,
    narrow: "stacked",
    columns: [{head: words.cause}, {head: words.inFile}, {head: words.values, number: true}, {head: words.where}],
    rows: losses
      .slice(0, LOSSES_SHOWN)
      .map(({reason, text, values, example}) => [
        reasonWords(reason, language),
        text,
        numberText(values, language),
        locationWords(example, language),
      ]),
  },
)}`;
}
