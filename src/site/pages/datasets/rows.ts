// Datasets on any page: a list of rows, a link, the badge of their status, and texts of their periods.

import {isEnded} from "../../../statistics/silence.ts";
import {type DatasetStatus, datasetStatus} from "../../../statistics/status.ts";
import {type Day, dayText} from "../../../statistics/time/day.ts";
import {type DatasetRecord, findDatasets} from "../../../store/datasets/dataset.ts";
import type {Queries} from "../../../store/engines/differences.ts";
import type {DayOfUpdates} from "../../../store/releases/update.ts";
import type {Script} from "../../../store/script.ts";
import {type Html, type HtmlValue, html, isEmpty} from "../../html/html.ts";
import type {Visit} from "../../visit/visit.ts";
import {inBoth, type Language} from "../../words/language.ts";
import {nameWords} from "../../words/names.ts";
import {nameDatasets} from "../../words/own-names.ts";
import {
  countText,
  FREQUENCY_WORDS,
  monthWords,
  periodWords,
  providerName,
  STATUS_WORDS,
  spanWords,
} from "../../words/wording.ts";

export function datasetRows(visit: Visit, datasets: readonly DatasetRecord[], today: Day): Html {
  return html`<ul class="rows">
${datasets.map((dataset) => datasetRow(visit, dataset, today))}</ul>\n`;
}

function datasetRow(visit: Visit, dataset: DatasetRecord, today: Day): Html {
  const {language} = visit;
  const status = datasetStatus(dataset.spans, dataset.archival, today);
  return listRow(
    datasetLink(visit, dataset, "row-name"),
    datasetFacts(dataset, language),
    statusBadge(status, language),
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
export function datasetLists(visit: Visit, shown: readonly DatasetRecord[]): Html {
  const today = visit.site.today();
  const isStopped = ({spans, archival}: DatasetRecord): boolean =>
    archival || isEnded(datasetStatus(spans, archival, today));
  const stopped = shown.filter(isStopped);
  const going = shown.filter((dataset) => !isStopped(dataset));
  return html`${going.length > 0 && datasetRows(visit, going, today)}${
    stopped.length > 0 &&
    html`<details class="stopped"${going.length === 0 && html` open`}>
<summary>${WORDS[visit.language].stopped} ${countText(stopped.length, "dataset", visit.language)}</summary>
${datasetRows(visit, stopped, today)}</details>\n`
  }`;
}

/** The first datasets of a provider, with a link to all of them. @param total of all its datasets */
export function providerSection(visit: Visit, provider: string, shown: readonly DatasetRecord[], total: number): Html {
  const {language} = visit;
  const all = `${WORDS[language].all} ${countText(total, "dataset", language)}`;
  return html`<section aria-labelledby="${provider}">
<h2 id="${provider}">${providerName(provider, language)}</h2>
${datasetLists(visit, shown)}
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
  ru: {
    by: "на",
    all: "Все:",
    ended: "больше не выходит",
    dataEnded: "больше не выходят",
    stopped: "Больше не выходят или в архиве:",
  },
  en: {by: "by", all: "All:", ended: "ended", dataEnded: "ended", stopped: "Ended or archival:"},
});

/**
 * Always a word, and a colour with it: orange is for a dataset that somebody should look at, and one that has ended is grey, without the
 * months since. @param subject a word before it, where the page does not name the dataset beside the badge
 */
export function statusBadge(judged: DatasetStatus, language: Language, subject = ""): Html {
  const {status, overdueBy} = judged;
  const before = subject !== "" && `${subject} `;
  if (isEnded(judged))
    return html`<span class="badge ended">${before}${WORDS[language][subject === "" ? "ended" : "dataEnded"]}</span>`;
  const by = overdueBy > 0 ? ` ${WORDS[language].by} ${countText(overdueBy, "month", language)}` : "";
  return html`<span class="badge ${status}">${before}${STATUS_WORDS[language][status]}${by}</span>`;
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
