// /updates.atom: the feed of what happened (RFC 4287), newest first: loads, one entry for each day and dataset, and what else is told: held
// runs, silent and overdue datasets, and their return. `?dataset=PROVIDER/CODE`, `?provider=PROVIDER` or `?series=KEY` narrows it.
//
// The counts of a day may grow until its end; its entry keeps the same id, and its time is that of the last load. Of a series each day of
// publication that gave it a value is an entry.

import {countDatasetsByProvider} from "../../../store/datasets/dataset-pages.ts";
import type {Queries} from "../../../store/engines/differences.ts";
import {type EventKind, listEvents, type NotedEvent} from "../../../store/messages/event.ts";
import {type PublishedSeries, readSeriesFeed, type SeriesEntry} from "../../../store/overview/series-feed.ts";
import {
  type DayOfUpdates,
  readTimesOfUpdates,
  readUpdates,
  type UpdateFilters,
} from "../../../store/releases/update.ts";
import type {Script} from "../../../store/script.ts";
import {type Page, PageFault} from "../../frame/page.ts";
import {type Html, html} from "../../html/html.ts";
import {EVENT_WORDS} from "../../mail/event-letter.ts";
import type {Visit} from "../../visit/visit.ts";
import {atomFeed} from "../../widgets/atom-feed.ts";
import type {Language} from "../../words/language.ts";
import {inPairs} from "../../words/language.ts";
import {nameText} from "../../words/names.ts";
import {nameDatasets, nameRows, nameSeries} from "../../words/own-names.ts";
import {countText, monthWords, numberText, providerName, shortDayWords} from "../../words/wording.ts";
import {datasetPath, findDatasetOf} from "../datasets/rows.ts";
import {titleText} from "../series/link.ts";

const ENTRIES = 60;

/** Releases and withdrawals are in the rows of their days. */
const OTHER_KINDS: readonly EventKind[] = ["held", "silent", "overdue", "back"];

const WORDS = inPairs({
  title: ["Ряд: обновления", "Ryad: updates"],
  revised: ["пересмотрено", "revised"],
  reaches: ["данные по", "data up to"],
  back: ["выпуск отозван", "a release was withdrawn"],
});

export interface Feed {
  /** null: of everything. */
  readonly name: string | null;
  /** The page that the feed is about. */
  readonly path: string;
  readonly days: readonly DayOfUpdates[];
  readonly times: ReadonlyMap<string, string>;
  readonly events: readonly NotedEvent[];
  readonly series: PublishedSeries | null;
}

export interface FeedEntry {
  readonly id: string;
  readonly title: string;
  /** ISO 8601, UTC. */
  readonly moment: string;
  readonly address: string;
  readonly provider: string;
  readonly summary: string;
}

export const updatesFeed: Page = {
  path: "/updates.atom",
  async draw(visit) {
    const {language, query} = visit;
    const narrowed = ["dataset", "provider", "series"].map((name) => [name, query.get(name)] as const);
    const [only] = narrowed.filter(([, value]) => value !== null) as [string, string][];
    const found = await visit.site.store.statistics.readWithRests(
      (q) => readFeed(q, only ?? null, language),
      visit.budget,
    );
    if (found === null) throw new PageFault(404, "there is no such series, dataset or provider");
    const words = WORDS[language];
    const entries = entriesOf(visit, found).slice(0, ENTRIES);
    const home = visit.absolute(found.path);
    const self = {...(only && {[only[0]]: only[1]}), lang: language};
    const feed = {
      id: html`${home}${only?.[0] === "provider" && `?provider=${only[1]}`}`,
      title: found.name === null ? words.title : `${words.title}: ${found.name}`,
      updated: entries[0]?.moment,
      self: visit.absolute("/updates.atom", self),
      page: home,
      entries: entries.map((entry) => drawEntry(entry, visit)),
    };
    return atomFeed(feed, language, "public, max-age=600");
  },
};

const EVERY = {since: null, provider: null, dataset: null};
const NO_UPDATES = {days: [], times: new Map<string, string>()};

/** @param only what the feed is narrowed to; null: everything. @returns null: there is no such thing */
export function* readFeed(q: Queries, only: readonly [string, string] | null, language: Language): Script<Feed | null> {
  const feed = yield* readPublished(q, only, language);
  if (feed === null) return null;
  const days = yield* nameRows(q, language, feed.days);
  return {...feed, days, events: yield* nameRows(q, language, feed.events)};
}

function* readPublished(q: Queries, only: readonly [string, string] | null, language: Language): Script<Feed | null> {
  if (only === null) return yield* ofFilters(q, EVERY, null, "/updates");
  const [what, value] = only;
  if (what === "provider") {
    const isKnown = (yield* countDatasetsByProvider(q)).some(({provider}) => provider === value);
    return isKnown ? yield* ofFilters(q, {...EVERY, provider: value}, value, "/datasets") : null;
  }
  const series = what === "series" ? yield* readSeriesFeed(q, value, ENTRIES) : null;
  if (series !== null) {
    const {provider, code: dataset} = series.dataset;
    const filters = {provider, dataset, kinds: OTHER_KINDS, since: ""};
    const events = yield* listEvents(q, filters, ENTRIES);
    const title = yield* titleIn(q, language, series);
    return {name: title, path: `/series/${value}`, ...NO_UPDATES, events, series: {...series, title}};
  }
  const dataset = what === "dataset" ? yield* findDatasetOf(q, value) : null;
  const [known] = yield* nameDatasets(q, language, dataset === null ? [] : [dataset]);
  if (known === undefined) return null;
  const one = {provider: known.provider, dataset: known.code};
  return yield* ofFilters(q, {...EVERY, dataset: one}, known.name, datasetPath(known));
}

/** The published title for Russian readers, who have the same title in files. */
function* titleIn(q: Queries, language: Language, {title, series, dataset}: PublishedSeries): Script<string> {
  if (language === "ru") return title;
  const [named] = yield* nameSeries(q, language, [series], () => dataset.id);
  return titleText(named!, language);
}

function* ofFilters(q: Queries, filters: UpdateFilters, name: string | null, path: string): Script<Feed> {
  const {days} = yield* readUpdates(q, filters, 0, ENTRIES);
  const {provider = filters.provider, dataset = null} = filters.dataset ?? {};
  const events = yield* listEvents(q, {provider, dataset, kinds: OTHER_KINDS, since: ""}, ENTRIES);
  const times = yield* readTimesOfUpdates(q, [...new Set(days.map(({day}) => day))]);
  return {name, path, days, times, events, series: null};
}

/** The newest first. */
export function entriesOf(visit: Visit, {days, times, events, series}: Feed): FeedEntry[] {
  return [
    ...days.map((row) => dayEntry(visit, row, times)),
    ...events.map((event) => eventEntry(visit, event)),
    ...(series?.entries ?? []).map((entry) => seriesEntry(visit, series!, entry)),
  ].sort((one, other) => (one.moment < other.moment ? 1 : one.moment > other.moment ? -1 : 0));
}

export function drawEntry({id, title, moment, address, provider, summary}: FeedEntry, {language}: Visit): Html {
  return html`<entry>
<id>${id}</id>
<title>${title}</title>
<updated>${moment}</updated>
<link rel="alternate" type="text/html" href="${address}"/>
<category term="${provider}" label="${providerName(provider, language)}"/>
<summary>${summary}</summary>
</entry>\n`;
}

function dayEntry(visit: Visit, row: DayOfUpdates, times: ReadonlyMap<string, string>): FeedEntry {
  const {language} = visit;
  const words = WORDS[language];
  const parts = [
    ...(row.releases === 0 ? [words.back] : []),
    countText(row.newValues, "newValue", language),
    `${row.revisedValues} ${words.revised}`,
    ...(row.latestPeriod === null ? [] : [`${words.reaches} ${monthWords(row.latestPeriod, language)}`]),
  ];
  const address = visit.absolute(datasetPath({provider: row.provider, code: row.dataset}));
  return {
    id: `${address}#${row.day}`,
    title: nameText(row.name, language),
    moment: times.get(`${row.day} ${row.provider}/${row.dataset}`) ?? `${row.day}T00:00:00Z`,
    address,
    provider: row.provider,
    summary: parts.join("; "),
  };
}

function eventEntry(visit: Visit, {kind, provider, dataset, name, happenedAt, day, reason}: NotedEvent): FeedEntry {
  const {language} = visit;
  const address = visit.absolute(datasetPath({provider, code: dataset}));
  const parts = [
    EVENT_WORDS[language][kind],
    ...(day === null ? [] : [shortDayWords(day, language)]),
    ...(reason === null ? [] : [reason]),
  ];
  return {
    id: `${address}#${kind}-${happenedAt}`,
    title: `${nameText(name, language)}: ${EVENT_WORDS[language][kind]}`,
    moment: happenedAt,
    address,
    provider,
    summary: parts.join("; "),
  };
}

function seriesEntry(visit: Visit, {key, title, dataset}: PublishedSeries, entry: SeriesEntry): FeedEntry {
  const {language} = visit;
  const address = visit.absolute(`/series/${key}`);
  const {day, newValues, revisedValues, lastPeriod, lastValue} = entry;
  const parts = [
    countText(newValues, "newValue", language),
    `${revisedValues} ${WORDS[language].revised}`,
    `${lastPeriod}: ${numberText(lastValue, language)}`,
  ];
  const moment = `${day}T00:00:00Z`;
  return {id: `${address}#${day}`, title, moment, address, provider: dataset.provider, summary: parts.join("; ")};
}
