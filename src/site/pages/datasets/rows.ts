// Datasets on any page: a list of rows, a link, the badge of their state, and texts of their periods.

import type {DatedState} from "../../../statistics/silence.ts";
import {type Day, dayText} from "../../../statistics/time/day.ts";
import {type DatasetRecord, findDatasets} from "../../../store/datasets/dataset.ts";
import type {Queries} from "../../../store/engines/differences.ts";
import {type DatasetInOverview, stateOfDataset} from "../../../store/overview/dataset-overview.ts";
import type {DayOfUpdates} from "../../../store/releases/update.ts";
import type {Script} from "../../../store/script.ts";
import {type Html, type HtmlValue, html, isEmpty} from "../../html/html.ts";
import type {Visit} from "../../visit/visit.ts";
import {inBoth, type Language} from "../../words/language.ts";
import {nameWords} from "../../words/names.ts";
import {nameDatasets} from "../../words/own-names.ts";
import {PLURAL_STATE_WORDS, STATE_WORDS, stateText} from "../../words/state-words.ts";
import {countText, FREQUENCY_WORDS, monthWords, periodWords, providerName, spanWords} from "../../words/wording.ts";

/** By the id of the dataset. */
export type DatasetStates = ReadonlyMap<number, DatedState>;

export function statesOf(overview: readonly DatasetInOverview[], today: Day): DatasetStates {
  return new Map(overview.map((one) => [one.dataset.id, stateOfDataset(one, today)]));
}

/** Whether nobody waits for more of it. */
export function isStopped({id}: Pick<DatasetRecord, "id">, states: DatasetStates): boolean {
  const state = states.get(id)?.state;
  return state === "ended" || state === "archival";
}

export function datasetRows(visit: Visit, datasets: readonly DatasetRecord[], states: DatasetStates): Html {
  return html`<ul class="rows">
${datasets.map((dataset) => datasetRow(visit, dataset, states))}</ul>\n`;
}

function datasetRow(visit: Visit, dataset: DatasetRecord, states: DatasetStates): Html {
  const {language} = visit;
  const judged = states.get(dataset.id);
  return listRow(
    datasetLink(visit, dataset, "row-name"),
    datasetFacts(dataset, language),
    judged === undefined ? null : stateBadge(judged, language),
  );
}

/** A row of a list: a name, facts about it, and something at the end. */
export function listRow(name: Html, facts: HtmlValue, end: HtmlValue = null): Html {
  return html`<li>\n${name}\n<span class="row-facts">${facts}</span>\n${!isEmpty(end) && html`<span class="row-end">${end}</span>\n`}</li>\n`;
}

interface Named {
  readonly provider: string;
  readonly code: string;
  readonly name: string;
}

/** The name of a dataset with a link to its card. */
export function datasetLink(visit: Visit, dataset: Named, className = ""): Html {
  return html`<a${className !== "" && html` class="${className}"`} href="${visit.link(datasetPath(dataset))}">${nameWords(dataset.name, visit.language)}</a>`;
}

/** The name of a dataset of an update. @param known undefined: the dataset does not exist any more, so there is no link */
export function updatedDataset(
  visit: Visit,
  {provider, dataset, name}: DayOfUpdates,
  known: DatasetRecord | undefined,
): Html {
  return known === undefined
    ? html`<span class="row-name">${nameWords(name, visit.language)}</span>`
    : datasetLink(visit, {provider, code: dataset, name}, "row-name");
}

export function datasetPath({provider, code}: {readonly provider: string; readonly code: string}): string {
  return `/datasets/${encodeURIComponent(provider)}/${encodeURIComponent(code)}`;
}

/** "ежемесячно · 1991–2026 · 120 рядов · 85 территорий" */
function datasetFacts(dataset: DatasetRecord, language: Language): string {
  const series = countText(dataset.seriesCount, "series", language);
  const territories = countText(dataset.territoryCount, "territory", language);
  const parts = [frequencyWords(dataset, language), yearsOf(dataset), series, territories];
  return parts.filter((part) => part !== "").join(" · ");
}

export function frequencyWords({spans}: Pick<DatasetRecord, "spans">, language: Language): string {
  return spans.map(({frequency}) => FREQUENCY_WORDS[language][frequency]).join(", ");
}

/** The first and last period at each frequency. */
export function spanTexts({spans}: Pick<DatasetRecord, "spans">, language: Language): string[] {
  return spans.map(({frequency, first, last}) => spanWords([first, last], frequency, language));
}

function yearsOf({spans}: Pick<DatasetRecord, "spans">): string {
  if (spans.length === 0) return "";
  const year = (day: Day): string => dayText(day).slice(0, 4);
  const first = year(Math.min(...spans.map(({first}) => first)));
  const last = year(Math.max(...spans.map(({last}) => last)));
  return first === last ? first : `${first}–${last}`;
}

/** Datasets that go on as rows, and below them, folded, those that have ended or are archival. */
export function datasetLists(visit: Visit, shown: readonly DatasetRecord[], states: DatasetStates): Html {
  const stopped = shown.filter((dataset) => isStopped(dataset, states));
  const going = shown.filter((dataset) => !isStopped(dataset, states));
  return html`${going.length > 0 && datasetRows(visit, going, states)}${
    stopped.length > 0 &&
    html`<details class="stopped"${going.length === 0 && html` open`}>
<summary>${WORDS[visit.language].stopped} ${countText(stopped.length, "dataset", visit.language)}</summary>
${datasetRows(visit, stopped, states)}</details>\n`
  }`;
}

/** The first datasets of a provider, with a link to all of them; `total` is the number of these. */
export function providerSection(
  visit: Visit,
  provider: string,
  shown: readonly DatasetRecord[],
  {total, states}: {readonly total: number; readonly states: DatasetStates},
): Html {
  const {language} = visit;
  const all = `${WORDS[language].all} ${countText(total, "dataset", language)}`;
  return html`<section aria-labelledby="${provider}">
<h2 id="${provider}">${providerName(provider, language)}</h2>
${datasetLists(visit, shown, states)}
${total > shown.length && html`<p><a href="${visit.link("/datasets", {provider})}">${all}</a></p>`}</section>\n`;
}

/** The latest period of an update, of which only the month is stored: 2025 for annual data, II квартал 2026 for quarterly. */
export function reachedWords(month: string, spans: DatasetRecord["spans"], language: Language): string {
  const own = spans.find(({last}) => dayText(last).startsWith(month)) ?? (spans.length === 1 ? spans[0] : undefined);
  return own?.frequency === "A" || own?.frequency === "Q"
    ? periodWords(`${month}-01`, own.frequency, language)
    : monthWords(month, language);
}

const WORDS = inBoth({
  ru: {all: "Все:", stopped: "Новых данных здесь нет или архив:"},
  en: {all: "All:", stopped: "No newer values here, or archival:"},
});

/**
 * Always a word, and a colour with it: orange is for a dataset that somebody should look at, and one that has ended is grey, without the
 * months since. @param subject a word before it, where the page does not name the dataset beside the badge
 */
export function stateBadge(judged: DatedState, language: Language, subject = ""): Html {
  const colour = judged.state === "silent" ? "overdue" : judged.state;
  return html`<span class="badge ${colour}">${subject !== "" && `${subject} `}${stateText(judged, language, subject === "" ? STATE_WORDS : PLURAL_STATE_WORDS)}</span>`;
}

/** The dataset of a code with its provider, or of a short one that only one provider has; null: there is none, or several. */
export function* findDatasetOf(q: Queries, code: string): Script<DatasetRecord | null> {
  const slash = code.indexOf("/");
  const provider = slash === -1 ? null : code.slice(0, slash);
  const found = yield* findDatasets(q, {provider, dataset: code.slice(slash + 1)});
  return found.length === 1 ? found[0]! : null;
}

/** Names by full code. A code without a dataset is its own name. @param codes `provider/dataset`, at most as many as a page shows */
export async function datasetNames(
  {site, language}: Visit,
  codes: Iterable<string>,
): Promise<ReadonlyMap<string, string>> {
  return site.store.statistics.read((q) => readNames(q, language, codes));
}

function* readNames(q: Queries, language: Language, codes: Iterable<string>): Script<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  const datasets: DatasetRecord[] = [];
  for (const full of codes) {
    const [provider = "", dataset = ""] = full.split("/");
    const [found] = yield* findDatasets(q, {provider, dataset});
    names.set(full, full);
    if (found !== undefined) datasets.push(found);
  }
  for (const {provider, code, name} of yield* nameDatasets(q, language, datasets))
    names.set(`${provider}/${code}`, name);
  return names;
}
