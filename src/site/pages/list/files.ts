// /list.csv and /list.atom: a list of the address (`?s=`) as a table of last values, and as a feed of what happened to its items.
import {dayText} from "../../../statistics/time/day.ts";
import {file, type Page} from "../../frame/page.ts";
import {html} from "../../html/html.ts";
import type {Visit} from "../../visit/visit.ts";
import {nameText, unitText} from "../../words/names.ts";
import {countText, numberText, shortDayWords} from "../../words/wording.ts";
import {releasePath} from "../datasets/release-link.ts";
import {datasetPath} from "../datasets/rows.ts";
import {countTaken, tableFile} from "../series/files.ts";
import {seriesPath, titleText} from "../series/link.ts";
import {drawEntry, entriesOf, type FeedEntry, readFeed} from "../updates/feed.ts";
import {itemsText, readItems} from "./items.ts";
import {type ListedItem, readList} from "./read-list.ts";
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
    const told = [null, null, null, null, ...nothing, dayText(publishedAt), absolute(releasePath(id))];
    return [one.kind, one.item, nameText(name, language), ...told];
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
    const words = LIST_WORDS[language];
    const items = readItems(visit.query.get("s"));
    const entries = (await readEntries(visit, items))
      .sort((one, other) => (one.moment < other.moment ? 1 : one.moment > other.moment ? -1 : 0))
      .slice(0, ENTRIES);
    const s = itemsText(items);
    const body = html`<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}">
<id>${absolute("/list", {s})}</id>
<title>${words.title}</title>
<updated>${entries[0]?.moment ?? "1970-01-01T00:00:00Z"}</updated>
<link rel="self" type="application/atom+xml" href="${absolute("/list.atom", {s, lang: language})}"/>
<link rel="alternate" type="text/html" href="${absolute("/list", {s})}"/>
<author><name>Ryad</name></author>
${entries.map((entry) => drawEntry(entry, visit))}</feed>\n`;
    return file({type: "application/atom+xml; charset=utf-8", body: body.text, kept: "private, max-age=600"});
  },
};

/** Items that share a dataset share its events, so each entry is told once. */
async function readEntries(visit: Visit, items: readonly string[]): Promise<FeedEntry[]> {
  const byId = new Map<string, FeedEntry>();
  const {statistics} = visit.site.store;
  for (const one of await readList(visit, items)) {
    if (one.kind === "release") byId.set(one.item, releaseEntry(visit, one));
    if (one.kind !== "series" && one.kind !== "dataset") continue;
    const feed = await statistics.read((q) => readFeed(q, [one.kind, one.item], visit.language));
    if (feed === null) continue;
    for (const entry of entriesOf(visit, feed).slice(0, ENTRIES_EACH)) byId.set(entry.id, entry);
  }
  return [...byId.values()];
}

function releaseEntry(visit: Visit, {release}: Extract<ListedItem, {readonly kind: "release"}>): FeedEntry {
  const {language} = visit;
  const address = visit.absolute(releasePath(release.id));
  const words = LIST_WORDS[language];
  return {
    ...{id: address, address, moment: release.loadedAt, provider: release.provider},
    title: `${nameText(release.name, language)}: ${words.release} ${shortDayWords(release.publishedAt, language)}`,
    summary: `${countText(release.newValues, "newValue", language)}; ${numberText(release.revisedValues, language)} ${words.revised}`,
  };
}
