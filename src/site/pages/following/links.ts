// How a dataset or a series is followed, as a row of facts or beside a chart: by letters or a webhook, by a feed, by a calendar.
import {type Html, html} from "../../html/html.ts";
import type {Visit} from "../../visit/visit.ts";
import type {FactRow} from "../../widgets/fact-list.ts";
import {inPairs} from "../../words/language.ts";

const WORDS = inPairs({
  follow: ["Следить", "Follow"],
  mail: ["по почте или webhook", "by email or webhook"],
  feed: ["лента Atom", "Atom feed"],
  calendar: ["календарь .ics", "calendar (.ics)"],
});

interface OfDataset {
  readonly provider: string;
  readonly code: string;
}

/** @param series the key; null: the dataset as a whole */
export function followRow(visit: Visit, dataset: OfDataset, series: string | null = null): FactRow {
  return [WORDS[visit.language].follow, followLinks(visit, dataset, series), "phone-row"];
}

interface Followed {
  readonly dataset: OfDataset;
  /** The key; null: the dataset as a whole. */
  readonly series: string | null;
  readonly name: Html;
}

/** Beside a chart: of one series or dataset a line, of several a folded list with their names. */
export function followLine(visit: Visit, followed: readonly Followed[]): Html {
  const {follow} = WORDS[visit.language];
  const [one, ...others] = followed;
  if (one === undefined) return html``;
  if (others.length === 0)
    return html`<p class="follow">${follow}: ${followLinks(visit, one.dataset, one.series)}</p>\n`;
  return html`<details>
<summary>${follow}</summary>
<ul>${followed.map(({dataset, series, name}) => html`<li>${name}: ${followLinks(visit, dataset, series)}</li>\n`)}</ul>
</details>\n`;
}

function followLinks({language, link}: Visit, {provider, code}: OfDataset, series: string | null): Html {
  const words = WORDS[language];
  const dataset = `${provider}/${code}`;
  const what = series === null ? {dataset} : {series};
  return html`<a href="${link("/account/following", what)}#follow" rel="nofollow">${words.mail}</a>, <a href="${link("/updates.atom", {...what, lang: language})}">${words.feed}</a>, <a href="${link("/calendar.ics", {dataset, lang: language})}">${words.calendar}</a>`;
}
