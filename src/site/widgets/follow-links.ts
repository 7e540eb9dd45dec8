// How a reader is told of the next release of a dataset or a series, as a row of facts or beside a chart. What needs no account comes first.
import {type Day, dayText} from "../../statistics/time/day.ts";
import {type Html, html} from "../html/html.ts";
import {queryText, type Visit} from "../visit/visit.ts";
import {inPairs} from "../words/language.ts";
import {shortDayWords} from "../words/wording.ts";
import {byMailForm} from "./by-mail.ts";
import type {FactRow} from "./fact-list.ts";

/** The page of what an account follows; its query names what to follow. */
export const FOLLOWING_PATH = "/account/following";

const WORDS = inPairs({
  follow: ["Узнать о следующем выпуске", "Be told of the next release"],
  expected: ["ждём", "expected"],
  calendar: ["календарь .ics", "calendar (.ics)"],
  feed: ["лента Atom", "Atom feed"],
  webhook: ["webhook и другое", "webhook and more"],
  account: ["нужен кабинет", "needs an account"],
  noDay: ["в календаре дня пока нет", "the calendar has no day yet"],
  byMail: ["Сообщать письмом", "Tell me by email"],
});

interface OfDataset {
  readonly provider: string;
  readonly code: string;
  /** Of an archival one no next release is awaited. */
  readonly archival: boolean;
}

/** @param isDated whether somebody knows or estimates the day: a calendar without one would be empty */
export function followRow(visit: Visit, dataset: OfDataset, isDated: boolean): FactRow {
  return [
    WORDS[visit.language].follow,
    dataset.archival ? null : html`${followLinks(visit, dataset, null, isDated)}${mailForm(visit, dataset, null)}`,
    "phone-row",
  ];
}

interface FollowedChart {
  readonly dataset: OfDataset;
  /** The key; null: the dataset as a whole. */
  readonly series: string | null;
  readonly name: Html;
}

/**
 * Beside a chart: of one series or dataset a line, of several a folded list with their names.
 * @param next the expected day of the next release; null: unknown, or of several
 * @param isDated false: the calendar has no day of it
 */
export function followLine(visit: Visit, all: readonly FollowedChart[], next: Day | null = null, isDated = true): Html {
  const {language, site} = visit;
  const {follow, expected} = WORDS[language];
  const followed = all.filter(({dataset}) => !dataset.archival);
  const [one, ...others] = followed;
  if (one === undefined) return html``;
  const day =
    next !== null &&
    next >= site.today() &&
    html` (${expected} <time datetime="${dayText(next)}">${shortDayWords(next, language)}</time>)`;
  if (others.length === 0)
    return html`<p class="follow">${follow}${day}: ${followLinks(visit, one.dataset, one.series, isDated)}</p>
${mailForm(visit, one.dataset, one.series)}`;
  return html`<details>
<summary>${follow}</summary>
<ul>${followed.map(({dataset, series, name}) => html`<li>${name}: ${followLinks(visit, dataset, series)}</li>\n`)}</ul>
</details>\n`;
}

function mailForm(visit: Visit, dataset: OfDataset, series: string | null): Html {
  return byMailForm(visit, FOLLOWING_PATH + queryText(named(dataset, series)), WORDS[visit.language].byMail);
}

function named({provider, code}: OfDataset, series: string | null): Readonly<Record<string, string>> {
  return series === null ? {dataset: `${provider}/${code}`} : {series};
}

function followLinks({language, link}: Visit, of: OfDataset, series: string | null, isDated = true): Html {
  const words = WORDS[language];
  const what = named(of, series);
  const calendar = isDated
    ? html`<a href="${link("/calendar.ics", {dataset: `${of.provider}/${of.code}`, lang: language})}">${words.calendar}</a>`
    : html`<span class="quiet">${words.noDay}</span>`;
  return html`${calendar}, <a href="${link("/updates.atom", {...what, lang: language})}">${words.feed}</a>, <a href="${link(FOLLOWING_PATH, what)}#follow" rel="nofollow">${words.webhook}</a> (${words.account})`;
}
