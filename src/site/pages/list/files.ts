// /list.csv and /list.atom: a list of the address (`?s=`) as a table of last values, and as a feed of what happened to its items.
import {dayText} from "../../../statistics/time/day.ts";
import type {Queries} from "../../../store/engines/differences.ts";
import type {Page} from "../../frame/page.ts";
import type {Visit} from "../../visit/visit.ts";
import {atomFeed} from "../../widgets/atom-feed.ts";
import type {Language} from "../../words/language.ts";
import {nameText, unitText} from "../../words/names.ts";
import {countText, numberText, shortDayWords} from "../../words/wording.ts";
import {releasePath} from "../datasets/release-link.ts";
import {datasetPath} from "../datasets/rows.ts";
import {countTaken, tableFile} from "../series/files.ts";
import {seriesPath, titleText} from "../series/link.ts";
import {drawEntry, entriesOf, type Feed, type FeedEntry, readFeed} from "../updates/feed.ts";
import {itemsText, kindOfItem, readItems} from "./items.ts";
import {type ListedItem, type ListedRelease, readList, readReleases} from "./read-list.ts";
import {LIST_WORDS} from "./words.ts";

const HEAD = [
  ...["kind", "code", "title", "unit", "freq", "period", "value", "change", "change_unit", "year_change"],
  ...["year_change_unit", "published_at", "address"],
];

export const listCsv: Page = {
  path: "/list.csv",
  costly: "own",
  async draw(visit) {
    await countTaken(visit, "downloads");
    const listed = await readList(visit, readItems(visit.query.get("s")));
    const isComma = (visit.query.get("decimal") ?? (visit.language === "ru" ? "comma" : "point")) === "comma";
    const rows = listed.map((one) => rowOf(visit, one));
    return tableFile(visit, {name: "list.csv", plain: "list.csv"}, {head: HEAD, rows}, isComma);
  },
};

/** Changes are in per cent, or in the unit of the value. */
function rowOf(visit: Visit, one: ListedItem): (string | number | null)[] {
  const {language, absolute} = visit;
  const nothing = [null, null, null, null];
  if (one.kind === "gone") return [one.kind, one.item, null, null, null, null, null, ...nothing, null, null];
  if (one.kind === "dataset") {
    const {dataset} = one;
    const address = absolute(datasetPath(dataset));
    return [one.kind, one.item, nameText(dataset.name, language), null, null, null, null, ...nothing, null, address];
  }
  if (one.kind === "release") {
    const {id, name, publishedAt} = one.release;
    const facts = [null, null, null, null, ...nothing, dayText(publishedAt), absolute(releasePath(id))];
    return [one.kind, one.item, nameText(name, language), ...facts];
  }
  const {series, figures} = one;
  const latest = figures?.latest ?? null;
  const last = figures?.points.at(-1);
  const unit = series.unitName ?? series.unit;
  const changes = [latest?.onPeriod, latest?.onYear].flatMap((change) =>
    change ? [change.value, change.unit] : [null, null],
  );
  return [
    ...[one.kind, one.item, titleText(series, language), unit && unitText(unit, language), series.frequency],
    ...[last === undefined ? null : dayText(last.day), latest?.value ?? null, ...changes],
    ...[null, absolute(seriesPath(series.key))],
  ];
}

const ENTRIES = 60;
/** Of one item. */
const ENTRIES_EACH = 10;

export const listFeed: Page = {
  path: "/list.atom",
  costly: "own",
  async draw(visit) {
    const {language, absolute} = visit;
    const items = readItems(visit.query.get("s"));
    const entries = (await readEntries(visit, items))
      .sort((one, other) => (one.moment < other.moment ? 1 : one.moment > other.moment ? -1 : 0))
      .slice(0, ENTRIES);
    const s = itemsText(items);
    const feed = {
      id: absolute("/list", {s}),
      title: LIST_WORDS[language].title,
      updated: entries[0]?.moment,
      self: absolute("/list.atom", {s, lang: language}),
      page: absolute("/list", {s}),
      entries: entries.map((entry) => drawEntry(entry, visit)),
    };
    return atomFeed(feed, language, "private, max-age=600");
  },
};

/** Of one state of the store. Items that share a dataset share its events, so each entry is told once. */
async function readEntries(visit: Visit, items: readonly string[]): Promise<FeedEntry[]> {
  const {site, language, budget} = visit;
  const {feeds, releases} = await site.store.statistics.readWithRests((q) => readFeeds(q, language, items), budget);
  const entries = [
    ...feeds.flatMap((feed) => entriesOf(visit, feed).slice(0, ENTRIES_EACH)),
    ...releases.map((one) => releaseEntry(visit, one)),
  ];
  return [...new Map(entries.map((entry) => [entry.id, entry])).values()];
}

function* readFeeds(q: Queries, language: Language, items: readonly string[]) {
  const feeds: Feed[] = [];
  for (const item of items) {
    const kind = kindOfItem(item);
    const feed = kind === "release" ? null : yield* readFeed(q, [kind, item], language);
    if (feed !== null) feeds.push(feed);
    yield;
  }
  return {feeds, releases: yield* readReleases(q, language, items)};
}

function releaseEntry(visit: Visit, {release}: ListedRelease): FeedEntry {
  const {language} = visit;
  const address = visit.absolute(releasePath(release.id));
  const words = LIST_WORDS[language];
  return {
    ...{id: address, address, moment: release.loadedAt, provider: release.provider},
    title: `${nameText(release.name, language)}: ${words.release} ${shortDayWords(release.publishedAt, language)}`,
    summary: `${countText(release.newValues, "newValue", language)}; ${numberText(release.revisedValues, language)} ${words.revised}`,
  };
}
