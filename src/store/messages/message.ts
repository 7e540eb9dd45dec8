// Messages about events to those who follow (accounts engine): one for each event and subscription, with an id that stays for all tries.
//
// The id is made from the event and the subscription, so writing it twice changes nothing. A message waits until `due_at`; it is over when it
// is sent, or given up after a day of tries. The process that sends holds the lease; if that ends while a message is under way, the next sender
// sends it again with the same id.
import {hash} from "node:crypto";
import {sql} from "kysely";
import type {Queries} from "../engines/differences.ts";
import {insertRow} from "../rows.ts";
import {all, one, type Param, records, run, type Script, statement} from "../script.ts";

/** To the operator, or an address that the operator named. */
export const TO_OPERATOR = 0;

export interface NewMessage {
  /** TO_OPERATOR, or the number of a subscription. */
  readonly subscriptionId: number;
  readonly eventId: string;
  /** The mailbox of somebody without a subscription; null: the operator's or the subscription's. */
  readonly address: string | null;
  readonly kind: string;
  /** JSON text without the id. */
  readonly body: string;
}

export interface DueMessage extends NewMessage {
  readonly id: string;
  /** Milliseconds since 1970-01-01. */
  readonly createdAt: number;
  readonly tries: number;
}

/** 32 hexadecimal digits. */
export function messageId({
  subscriptionId,
  eventId,
  address,
}: Pick<NewMessage, "subscriptionId" | "eventId" | "address">): string {
  return hash("sha256", `${subscriptionId}\n${eventId}${address === null ? "" : `\n${address}`}`).slice(0, 32);
}

/** Writes messages that are due at once; one that is written already stays as it is. */
export function* writeMessages(q: Queries, messages: readonly NewMessage[], now: number): Script<void> {
  for (const message of messages) {
    const {subscriptionId, eventId, address, kind, body} = message;
    const id = messageId(message);
    if ((yield* one(withId(q, {id}))) !== undefined) continue;
    const row = {
      id,
      subscription_id: subscriptionId,
      event_id: eventId,
      address,
      kind,
      body,
      created_at: now,
      due_at: now,
    };
    yield* run(insert(q, {...row, tries: 0, sent_at: null, error: null}));
  }
}

/** Messages that are due, the longest waiting first. */
export function* listDue(q: Queries, now: number, limit: number): Script<readonly DueMessage[]> {
  return yield* records(due(q, {now, limit}));
}

export function* noteSent(q: Queries, id: string, now: number): Script<void> {
  yield* run(sent(q, {id, now}));
}

/** @param dueAt of the next try; null: there is none */
export function* noteFailed(q: Queries, id: string, dueAt: number | null, error: string): Script<void> {
  yield* run(failed(q, {id, dueAt, error}));
}

/** A message whose subscription is over. */
export function* dropMessage(q: Queries, id: string): Script<void> {
  yield* run(drop(q, {id}));
}

export interface WaitingMessages {
  readonly count: number;
  /** When the oldest was written, in milliseconds since 1970-01-01; null: none waits. */
  readonly oldest: number | null;
}

export function* countWaiting(q: Queries): Script<WaitingMessages> {
  const row = (yield* all(waiting(q, {})))[0]!;
  return {count: Number(row.count), oldest: row.oldest === null ? null : Number(row.oldest)};
}

/** Messages that were given up, as long as they are kept. */
export function* countGivenUp(q: Queries): Script<number> {
  return Number((yield* all(givenUp(q, {})))[0]!.count);
}

/** Messages that are not sent, those given up included, the oldest first; at most `limit`. */
export function* listUnsent(
  q: Queries,
  limit: number,
): Script<readonly (DueMessage & {readonly error: string | null})[]> {
  return yield* records(unsent(q, {limit}));
}

/** Why the last message of each subscription of an account was not sent; without those whose last one was. */
export function* lastErrors(q: Queries, accountId: number): Script<ReadonlyMap<number, string>> {
  const rows = yield* all(errors(q, {accountId}));
  const last = new Map(rows.map((row) => [row.subscription_id, row.error]));
  return new Map([...last].flatMap(([id, error]) => (error === null ? [] : [[id, error] as const])));
}

/** Deletes messages that are over and were written before. */
export function* sweepMessages(q: Queries, before: number): Script<void> {
  yield* run(removeOld(q, {before}));
}

const FIELDS = [
  ...(["id", "subscription_id as subscriptionId", "event_id as eventId", "address", "kind", "body"] as const),
  ...(["created_at as createdAt", "tries"] as const),
] as const;

const insert = insertRow("message");

const withId = statement((q, param: Param<{id: string}>) =>
  q.db.selectFrom("message").select("id").where("id", "=", param("id")),
);

const due = statement((q, param: Param<{now: number; limit: number}>) =>
  q.db
    .selectFrom("message")
    .select(FIELDS)
    .where("due_at", "<=", param("now"))
    .orderBy("due_at")
    .orderBy("id")
    .limit(param("limit")),
);

const sent = statement((q, param: Param<{id: string; now: number}>) =>
  q.db
    .updateTable("message")
    .set({sent_at: param("now"), due_at: null, error: null, tries: sql`tries + 1`})
    .where("id", "=", param("id")),
);

const failed = statement((q, param: Param<{id: string; dueAt: number | null; error: string}>) =>
  q.db
    .updateTable("message")
    .set({due_at: param("dueAt"), error: param("error"), tries: sql`tries + 1`})
    .where("id", "=", param("id")),
);

const drop = statement((q, param: Param<{id: string}>) => q.db.deleteFrom("message").where("id", "=", param("id")));

const waiting = statement((q, _param: Param<object>) =>
  q.db
    .selectFrom("message")
    .select(({fn}) => [fn.countAll<number>().as("count"), fn.min<number | null>("created_at").as("oldest")])
    .where("due_at", "is not", null),
);

const givenUp = statement((q, _param: Param<object>) =>
  q.db
    .selectFrom("message")
    .select(({fn}) => fn.countAll<number>().as("count"))
    .where("due_at", "is", null)
    .where("sent_at", "is", null),
);

const unsent = statement((q, param: Param<{limit: number}>) =>
  q.db
    .selectFrom("message")
    .select([...FIELDS, "error"])
    .where("sent_at", "is", null)
    .orderBy("created_at")
    .orderBy("id")
    .limit(param("limit")),
);

const errors = statement((q, param: Param<{accountId: number}>) =>
  q.db
    .selectFrom("message")
    .innerJoin("subscription", "subscription.id", "message.subscription_id")
    .select(["message.subscription_id", "message.error"])
    .where("subscription.account_id", "=", param("accountId"))
    .where("message.tries", ">", 0)
    .orderBy("message.created_at")
    .orderBy("message.id"),
);

const removeOld = statement((q, param: Param<{before: number}>) =>
  q.db.deleteFrom("message").where("due_at", "is", null).where("created_at", "<", param("before")),
);
