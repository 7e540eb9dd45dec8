// How a reader is told of the next release of a dataset or a series, as a row of facts or beside a chart. What needs no account comes first.
// Of a dataset that has ended nobody expects a release: that is said, and its feed has one that comes after all.
import {type Day, dayText} from "../../statistics/time/day.ts";
import {type DatasetInOverview, stateOfDataset} from "../../store/overview/dataset-overview.ts";
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
  next: ["Следующий выпуск", "Next release"],
  ended: ["не ожидается; если выйдет, о нём скажет", "none is expected; if one comes, it is in the feed:"],
});

interface OfDataset {
  readonly provider: string;
  readonly code: string;
}

/**
 * @param isDated whether somebody knows or estimates the day: a calendar without one would be empty
 * @param hasEnded it is archival, or nothing newer has come for long
 */
export function followRow(visit: Visit, dataset: OfDataset, isDated: boolean, hasEnded: boolean): FactRow {
  const words = WORDS[visit.language];
  if (hasEnded) return [words.next, html`${words.ended} ${feedLink(visit, dataset, null)}`, "phone-row"];
  return [
    words.follow,
    html`${followLinks(visit, dataset, null, isDated)}${mailForm(visit, dataset, null)}`,
    "phone-row",
  ];
}

/** The datasets, by their ids, of which nobody expects a release. */
export async function endedDatasets({site}: Pick<Visit, "site">): Promise<ReadonlySet<number>> {
  const all = await site.store.overview.read();
  return new Set(all.filter((one) => hasEnded(one, site.today())).map(({dataset}) => dataset.id));
}

/** @param one undefined: it was loaded a moment ago */
export function hasEnded(one: DatasetInOverview | undefined, today: Day): boolean {
  if (one === undefined) return false;
  const {state} = stateOfDataset(one, today);
  return state === "archival" || state === "ended";
}

export interface NextRelease {
  /** The calendar has a day for it. */
  readonly isDated: boolean;
  readonly hasEnded: boolean;
}

interface FollowedChart {
  readonly dataset: OfDataset;
  readonly hasEnded: boolean;
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
  const {follow, expected, next: nextOne, ended} = WORDS[language];
  const followed = all.filter((chart) => !chart.hasEnded);
  const [one, ...others] = followed;
  if (one === undefined)
    return html`${all.length > 0 && html`<p class="follow">${nextOne}: ${ended} ${all.map(({dataset, series, name}, at) => html`${at > 0 && ", "}${feedLink(visit, dataset, series, all.length > 1 && name)}`)}</p>\n`}`;
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

/** @param name false: nothing else is beside it */
function feedLink({language, link}: Visit, of: OfDataset, series: string | null, name: Html | false = false): Html {
  const address = link("/updates.atom", {...named(of, series), lang: language});
  return html`<a href="${address}">${WORDS[language].feed}${name !== false && html`, ${name}`}</a>`;
}

function followLinks(visit: Visit, of: OfDataset, series: string | null, isDated = true): Html {
  const {language, link} = visit;
  const words = WORDS[language];
  const what = named(of, series);
  const calendar = isDated
    ? html`<a href="${link("/calendar.ics", {dataset: `${of.provider}/${of.code}`, lang: language})}">${words.calendar}</a>`
    : html`<span class="quiet">${words.noDay}</span>`;
  return html`${calendar}, ${feedLink(visit, of, series)}, <a href="${link(FOLLOWING_PATH, what)}#follow" rel="nofollow">${words.webhook}</a> (${words.account})`;
}
