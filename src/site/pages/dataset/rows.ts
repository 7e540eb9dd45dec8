// Datasets as a list of rows: name, what it spans, how fresh it is. Shown by provider on the list page and in short on others.

import {datasetStatus} from "../../../statistics/status.ts";
import {type Day, dayText} from "../../../statistics/time/day.ts";
import type {DatasetRecord} from "../../../store/datasets/dataset.ts";
import type {Visit} from "../../frame/visit.ts";
import {type Html, html} from "../../widgets/html.ts";
import {statusBadge} from "../../widgets/status-badge.ts";
import type {Language} from "../../words/language.ts";
import {drawnName} from "../../words/line-breaks.ts";
import {
  countText,
  FREQUENCY_WORDS,
  monthWords,
  periodWords,
  providerName,
  SERIES_FORMS,
  spanWords,
  TERRITORY_FORMS,
} from "../../words/wording.ts";

export function datasetRows(visit: Visit, datasets: readonly DatasetRecord[], today: Day): Html {
  return html`<ul class="rows">
${datasets.map((dataset) => datasetRow(visit, dataset, today))}</ul>
`;
}

function datasetRow(visit: Visit, dataset: DatasetRecord, today: Day): Html {
  const {language} = visit;
  const status = datasetStatus(dataset.spans, dataset.archival, today);
  return html`<li>
<a class="row-name" href="${visit.link(datasetPath(dataset))}" lang="ru">${drawnName(dataset.name)}</a>
<span class="row-facts">${datasetFacts(dataset, language)}</span>
<span class="row-end">${statusBadge(status, language)}</span>
</li>
`;
}

export function datasetPath({provider, code}: {readonly provider: string; readonly code: string}): string {
  return `/datasets/${encodeURIComponent(provider)}/${encodeURIComponent(code)}`;
}

/** "ежемесячно · 1991–2026 · 120 рядов · 85 территорий" */
function datasetFacts(dataset: DatasetRecord, language: Language): string {
  return [
    frequencyWords(dataset, language),
    yearsOf(dataset),
    countText(dataset.seriesCount, SERIES_FORMS[language], language),
    countText(dataset.territoryCount, TERRITORY_FORMS[language], language),
  ]
    .filter((part) => part !== "")
    .join(" · ");
}

export function frequencyWords({spans}: Pick<DatasetRecord, "spans">, language: Language): string {
  return spans.map(({frequency}) => FREQUENCY_WORDS[language][frequency]).join(", ");
}

/** First and last period at each frequency. */
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

export function providerHeading(provider: string, language: Language): Html {
  return html`<h2 id="${provider}">${providerName(provider, language)}</h2>`;
}

/** What an update reached, of which only the month is kept: 2025 of annual data, II квартал 2026 of quarterly. */
export function reachedWords(month: string, spans: DatasetRecord["spans"], language: Language): string {
  const own = spans.find(({last}) => dayText(last).startsWith(month)) ?? (spans.length === 1 ? spans[0] : undefined);
  return own?.frequency === "A" || own?.frequency === "Q"
    ? periodWords(`${month}-01`, own.frequency, language)
    : monthWords(month, language);
}
