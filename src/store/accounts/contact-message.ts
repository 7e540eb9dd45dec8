// Messages of the contact form (accounts engine). They are stored whether or not they could be mailed.
import type {Queries} from "../engines/differences.ts";
import {insertNumbered} from "../rows.ts";
import {one, records, run, type Script, statement, type Take} from "../script.ts";

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

/** Returns its number. */
export function* insertContactMessage(
  q: Queries,
  {receivedAt, email, name, message}: Omit<ContactMessage, "id" | "mailedAt">,
): Script<number> {
  return (yield* one(insert(q, {received_at: receivedAt, email, name, message})))!.id;
}

export function* noteMessageMailed(q: Queries, id: number, now: string): Script<void> {
  yield* run(noteMailed(q, {id, now}));
}

/** All messages, oldest first. */
export function* listContactMessages(q: Queries): Script<ContactMessage[]> {
  return yield* records(every(q, {}));
}

const insert = insertNumbered("contact_message", ["received_at", "email", "name", "message"]);

const noteMailed = statement((q, take: Take<{id: number; now: string}>) =>
  q.db
    .updateTable("contact_message")
    .set({mailed_at: take("now")})
    .where("id", "=", take("id")),
);

const every = statement((q, _take: Take<object>) =>
  q.db
    .selectFrom("contact_message")
    .select(["id", "received_at as receivedAt", "email", "name", "message", "mailed_at as mailedAt"])
    .orderBy("id"),
);
