// From events to messages: who follows what happened, and what each of them is told.
//
// The messages of an event are written first and the event is marked afterwards. After a crash between the two the same messages are made
// again, and those that are there stay.

import type {MessageBody, MessageKind} from "../service/message-body.ts";
import type {Queries} from "../store/engines/differences.ts";
import {type EventKind, listWithoutMessages, markWithMessages, type NotedEvent} from "../store/messages/event.ts";
import {listListFollowers} from "../store/messages/list-follower.ts";
import {type NewMessage, TO_OPERATOR, writeMessages} from "../store/messages/message.ts";
import {listFollowers, type Subscription} from "../store/messages/subscription.ts";
import type {Store} from "../store/open.ts";
import {readSeriesNews} from "../store/overview/series-news.ts";
import {findRelease} from "../store/releases/release.ts";
import {readRunChecks} from "../store/releases/run-details.ts";
import {runOfEvent} from "../store/releases/unpublished-run.ts";
import type {Script} from "../store/script.ts";
import {createPace} from "../work/pace.ts";
import {listMessages} from "./list-messages.ts";
import {bodyOf, type OfAllMessages} from "./write-body.ts";

const EVENTS_AT_ONCE = 100;

const TO_THE_OPERATOR: ReadonlySet<EventKind> = new Set(["held", "withdrawn", "silent", "overdue", "back", "fault"]);

export interface FanOut {
  /** The operator's mailbox; null: there is none to tell. */
  readonly operator: string | null;
  /** The start of links, without a slash at the end. */
  readonly base: string;
}

/** Writes the messages of all events that are not told. @returns how many events there were */
export async function writeDueMessages(store: Store, {operator, base}: FanOut, now: () => number): Promise<number> {
  let done = 0;
  for (;;) {
    const events = await store.statistics.read((q) => listWithoutMessages(q, EVENTS_AT_ONCE));
    for (const event of events) {
      const words = {base, findings: await store.statistics.read((q) => findingsOf(q, event))};
      const {followers, ofLists} = await store.accounts.read((q) => everyFollower(q, event));
      const toFollowers = await store.statistics.read((q) => messagesOf(q, event, followers, words));
      const toLists = await store.statistics.readWithRests((q) => listMessages(q, event, ofLists, words), createPace());
      const named = (event.addresses ?? "").split(" ").filter((one) => one !== "" && one !== operator);
      const mailboxes = operator !== null && TO_THE_OPERATOR.has(event.kind) ? [null, ...named] : named;
      const toOperator = mailboxes.map((address) => operatorMessage(event, words, address));
      const messages = [...toOperator, ...toFollowers, ...toLists];
      if (messages.length > 0) await store.accounts.write((q) => writeMessages(q, messages, now()));
      await store.statistics.write((q) => markWithMessages(q, event.id));
    }
    done += events.length;
    if (events.length < EVENTS_AT_ONCE) return done;
  }
}

function* everyFollower(q: Queries, event: NotedEvent) {
  if (event.kind === "fault") return {followers: [], ofLists: []};
  const followers = yield* listFollowers(q, event, event.happenedAt);
  return {followers, ofLists: yield* listListFollowers(q, event)};
}

/** Why a run is held; null: the event is another one, or an older program wrote it. */
function* findingsOf(q: Queries, {kind, id}: NotedEvent): Script<MessageBody["findings"]> {
  if (kind !== "held") return null;
  const failed = (yield* readRunChecks(q, runOfEvent(id))).filter(({required, passed}) => required && !passed);
  return failed.length === 0 ? null : failed.flatMap(({findings}) => findings);
}

function operatorMessage(event: NotedEvent, words: OfAllMessages, address: string | null): NewMessage {
  const own = bodyOf(event, event.kind, words, null);
  const page = `${words.base}/desk/runs/${runOfEvent(event.id)}`;
  const body = event.kind === "held" ? {...own, page} : own;
  return {subscriptionId: TO_OPERATOR, eventId: event.id, address, kind: event.kind, body: JSON.stringify(body)};
}

function* messagesOf(
  q: Queries,
  event: NotedEvent,
  followers: readonly Subscription[],
  words: OfAllMessages,
): Script<readonly NewMessage[]> {
  if (followers.length === 0) return [];
  const share = event.kind === "release" ? yield* revisedShare(q, event) : 0;
  const messages: NewMessage[] = [];
  for (const follower of followers) {
    const found =
      follower.scope === "series" ? yield* seriesMessage(q, event, follower) : ofWhole(event, follower, share);
    if (found === null || !follower.kinds.some((kind) => kind === found.kind)) continue;
    const body = bodyOf(event, found.kind, words, found.series);
    const eventId = found.eventId ?? event.id;
    messages.push({subscriptionId: follower.id, eventId, address: null, kind: found.kind, body: JSON.stringify(body)});
  }
  return messages;
}

interface FoundNews {
  readonly kind: Exclude<MessageKind, "fault">;
  readonly series: MessageBody["series"];
  /** Of an event of the series alone. */
  readonly eventId?: string;
}

/** Of a dataset or a provider, the threshold is one of the release's values that are revised. */
function ofWhole({kind, revisedValues}: NotedEvent, {threshold, kinds}: Subscription, share: number): FoundNews {
  const isRevision = kind === "release" && revisedValues > 0 && share >= threshold && kinds.includes("revision");
  return {kind: isRevision ? "revision" : (kind as FoundNews["kind"]), series: null};
}

/** null: the event does not concern the series. */
function* seriesMessage(
  q: Queries,
  event: NotedEvent,
  {target, threshold, kinds}: Subscription,
): Script<FoundNews | null> {
  const news = yield* readSeriesNews(q, target, event.kind === "release" ? event.day : null);
  const series = news?.inMessage ?? null;
  if (event.kind !== "release") return {kind: event.kind as FoundNews["kind"], series};
  if (news === null) return null;
  const {changes, status, inMessage} = news;
  if (changes.newValues + changes.revisedValues === 0) {
    // it has stopped while its dataset goes on: told once for each last period
    return status === "stalled"
      ? {kind: "silent", series, eventId: `stalled ${target} ${inMessage.last_period}`}
      : null;
  }
  const isRevision = changes.largest !== null && changes.largest.percent >= threshold && kinds.includes("revision");
  return {kind: isRevision ? "revision" : "release", series};
}

/** Per cent of the release's values that it revised; 0 of a release that is gone. */
function* revisedShare(q: Queries, {releaseId, revisedValues}: NotedEvent) {
  const release = releaseId === null ? null : yield* findRelease(q, releaseId);
  return release === null || release.valueCount === 0 ? 0 : (revisedValues / release.valueCount) * 100;
}
