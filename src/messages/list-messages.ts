// What those who follow their list are told of an event: one message that names all series of the list in which it left values.
//
// An event is about one dataset, so a load run is one letter, however many series of the list it changed. Changes are counted by the day of
// publication, so a second release of a day tells the first again. A day that left nothing in them is told only to those who have the dataset
// itself in the list; of a withdrawal all listed series of the dataset are named, those that are gone by their key.
import type {ListedNews, ListInMessage, MessageKind, SeriesInMessage} from "../service/message-body.ts";
import type {Queries} from "../store/engines/differences.ts";
import type {NotedEvent} from "../store/messages/event.ts";
import type {ListFollower} from "../store/messages/list-follower.ts";
import type {NewMessage} from "../store/messages/message.ts";
import {readSeriesNews} from "../store/overview/series-news.ts";
import type {Script} from "../store/script.ts";
import {bodyOf, type OfAllMessages} from "./write-body.ts";

export function* listMessages(
  q: Queries,
  event: NotedEvent,
  followers: readonly ListFollower[],
  words: OfAllMessages,
): Script<readonly NewMessage[]> {
  // lists share series
  const read = new Map<string, ListedNews | null>();
  const messages: NewMessage[] = [];
  for (const {id, kinds, items} of followers) {
    const series: ListedNews[] = [];
    for (const item of items.filter(isKey)) {
      if (!read.has(item)) read.set(item, yield* readNews(q, event, item, words.base));
      const news = read.get(item);
      if (news) series.push(news);
      yield;
    }
    const list = {has_whole: items.some((item) => !isKey(item)), series};
    const kind = kindOf(event, list);
    if (kind === null || !kinds.includes(kind)) continue;
    const body = {...bodyOf(event, kind, words, null), page: `${words.base}/list`, list};
    messages.push({subscriptionId: id, eventId: event.id, address: null, kind, body: JSON.stringify(body)});
  }
  return messages;
}

function isKey(item: string): boolean {
  return !/[/:]/.test(item);
}

/** null: the event left nothing in the series, or there is none. A series that was withdrawn whole has its key alone. */
function* readNews(q: Queries, event: NotedEvent, key: string, base: string): Script<ListedNews | null> {
  const news = yield* readSeriesNews(q, key, event.kind === "release" ? event.day : null);
  if (news === null && event.kind === "withdrawn") return {...goneSeries(key), page: `${base}/series/${key}`};
  // a key begins with a short hash of its dataset, which two datasets may share
  if (news === null || news.dataset !== `${event.provider}/${event.dataset}`) return null;
  const {newValues, revisedValues} = news.changes;
  if (event.kind === "release" && newValues + revisedValues === 0) return null;
  return {...news.inMessage, page: `${base}/series/${key}`};
}

function goneSeries(key: string): SeriesInMessage {
  return {
    ...{series_key: key, title: key, unit: null, last_period: null, last_value: null},
    ...{new_values: 0, revised_values: 0, largest_revision: null},
  };
}

/** A release without new values of the list is a revision; null: nothing of the list is concerned. */
function kindOf(event: NotedEvent, {has_whole, series}: ListInMessage): MessageKind | null {
  if (!has_whole && series.length === 0) return null;
  if (event.kind !== "release") return event.kind;
  const hasNew = has_whole ? event.newValues > 0 : series.some((one) => one.new_values > 0);
  const isRevised = has_whole ? event.revisedValues > 0 : series.some((one) => one.revised_values > 0);
  return isRevised && !hasNew ? "revision" : "release";
}
