// Messages of the contact form (accounts engine). They are stored even if they could not be mailed; their number and their age are bounded.
import type {Queries} from "../engines/differences.ts";
import {insertNumbered} from "../rows.ts";
import {one, type Param, records, run, type Script, statement} from "../script.ts";

export interface ContactMessage {
  readonly id: number;
  /** ISO 8601, UTC. */
  readonly receivedAt: string;
  readonly email: string;
  readonly name: string;
  readonly message: string;
  /** null: not mailed. */
  readonly mailedAt: string | null;
}

/** Messages that are stored at most; each is at most 20 kB. */
export const MOST_MESSAGES = 10_000;

/** Returns its number; null: there are too many, and it is not stored. */
export function* insertContactMessage(
  q: Queries,
  {receivedAt, email, name, message}: Omit<ContactMessage, "id" | "mailedAt">,
  most = MOST_MESSAGES,
): Script<number | null> {
  if ((yield* one(count(q, {})))!.messages >= most) return null;
  return (yield* one(insert(q, {received_at: receivedAt, email, name, message})))!.id;
}

export function* noteMessageMailed(q: Queries, id: number, now: string): Script<void> {
  yield* run(noteMailed(q, {id, now}));
}

/** Deletes the messages received before `since`. */
export function* sweepContactMessages(q: Queries, since: string): Script<void> {
  yield* run(removeOld(q, {since}));
}

/** All messages, oldest first. */
export function* listContactMessages(q: Queries): Script<ContactMessage[]> {
  return yield* records(every(q, {}));
}

const insert = insertNumbered("contact_message", ["received_at", "email", "name", "message"]);

const count = statement((q, _param: Param<object>) =>
  q.db.selectFrom("contact_message").select((select) => select.fn.countAll<number>().as("messages")),
);

const removeOld = statement((q, param: Param<{since: string}>) =>
  q.db.deleteFrom("contact_message").where("received_at", "<", param("since")),
);

const noteMailed = statement((q, param: Param<{id: number; now: string}>) =>
  q.db
    .updateTable("contact_message")
    .set({mailed_at: param("now")})
    .where("id", "=", param("id")),
);

const every = statement((q, _param: Param<object>) =>
  q.db
    .selectFrom("contact_message")
    .select(["id", "received_at as receivedAt", "email", "name", "message", "mailed_at as mailedAt"])
    .orderBy("id"),
);
