// How a reader is told of the next release of a dataset or a series, as a row of facts or beside a chart. What needs no account comes first.
// Of an archival dataset nobody expects a release: that is said, and its feed has one that comes after all. One that is merely old here may go on,
// so it is followed like any other. A calendar without a day is not offered.
import {type Day, dayText} from "../../statistics/time/day.ts";
import type {DatasetInOverview} from "../../store/overview/dataset-overview.ts";
import {expectedRelease} from "../../store/overview/expected-release.ts";
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
  noDay: ["день не объявлен", "no day is announced"],
  byMail: ["Сообщать письмом", "Tell me by email"],
  next: ["Следующий выпуск", "Next release"],
  ended: ["не ожидается; если выйдет, о нём скажет", "none is expected; if one comes, it is in the feed:"],
});

interface OfDataset {
  readonly provider: string;
  readonly code: string;
}

export function followRow(visit: Visit, dataset: OfDataset, {isDated, isArchival}: NextRelease): FactRow {
  const words = WORDS[visit.language];
  if (isArchival) return [words.next, html`${words.ended} ${feedLink(visit, dataset, null)}`, "phone-row"];
  return [
    words.follow,
    html`${followLinks(visit, dataset, null, isDated)}${mailForm(visit, dataset, null)}`,
    "phone-row",
  ];
}

export interface NextRelease {
  /** The calendar has a day for it. */
  readonly isDated: boolean;
  /** Nobody expects one. */
  readonly isArchival: boolean;
}

/** Of each dataset by its id. */
export async function nextReleases({site}: Pick<Visit, "site">): Promise<(id: number) => NextRelease> {
  const all = new Map((await site.store.overview.read()).map((one) => [one.dataset.id, one]));
  return (id) => nextRelease(all.get(id), site.today());
}

/** @param one undefined: it was loaded a moment ago */
export function nextRelease(one: DatasetInOverview | undefined, today: Day): NextRelease {
  const isDated = one !== undefined && expectedRelease(one, today) !== null;
  return {isDated, isArchival: one?.dataset.archival ?? false};
}

interface FollowedChart {
  readonly dataset: OfDataset;
  readonly release: NextRelease;
  /** The key; null: the dataset as a whole. */
  readonly series: string | null;
  readonly name: Html;
}

/**
 * Beside a chart: of one series or dataset a line, of several a folded list with their names.
 * @param next the expected day of the next release; null: unknown, or of several
 */
export function followLine(visit: Visit, all: readonly FollowedChart[], next: Day | null = null): Html {
  const {language, site} = visit;
  const {follow, expected, next: nextOne, ended} = WORDS[language];
  const followed = all.filter((chart) => !chart.release.isArchival);
  const [one, ...others] = followed;
  if (one === undefined)
    return html`${all.length > 0 && html`<p class="follow">${nextOne}: ${ended} ${all.map(({dataset, series, name}, at) => html`${at > 0 && ", "}${feedLink(visit, dataset, series, all.length > 1 && name)}`)}</p>\n`}`;
  const day =
    next !== null &&
    next >= site.today() &&
    html` (${expected} <time datetime="${dayText(next)}">${shortDayWords(next, language)}</time>)`;
  if (others.length === 0)
    return html`<p class="follow">${follow}${day}: ${followLinks(visit, one.dataset, one.series, one.release.isDated)}</p>
${mailForm(visit, one.dataset, one.series)}`;
  return html`<details>
<summary>${follow}</summary>
<ul>${followed.map(({dataset, release, series, name}) => html`<li>${name}: ${followLinks(visit, dataset, series, release.isDated)}</li>\n`)}</ul>
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

function followLinks(visit: Visit, of: OfDataset, series: string | null, isDated: boolean): Html {
  const {language, link} = visit;
  const words = WORDS[language];
  const what = named(of, series);
  const calendar = isDated
    ? html`<a href="${link("/calendar.ics", {dataset: `${of.provider}/${of.code}`, lang: language})}">${words.calendar}</a>`
    : html`<span class="quiet">${words.noDay}</span>`;
  return html`${calendar}, ${feedLink(visit, of, series)}, <a href="${link(FOLLOWING_PATH, what)}#follow" rel="nofollow">${words.webhook}</a> (${words.account})`;
}
