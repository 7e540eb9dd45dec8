// Messages of the contact form (accounts engine). They are kept whether or not they could be mailed.
import type {Queries} from "../engines/differences.ts";
import type {NewRow} from "../schema/tables.ts";
import {all, one, run, type Script, statement, type Take, takeAll} from "../script.ts";

export interface ContactMessage {
  readonly id: number;
  /** ISO 8601, UTC. */
  readonly receivedAt: string;
  readonly email: string;
  readonly name: string;
  readonly message: string;
  /** null: not mailed to anybody. */
  readonly mailedAt: string | null;
}

/** Gives its number. */
export function* insertContactMessage(
  q: Queries,
  {receivedAt, email, name, message}: Omit<ContactMessage, "id" | "mailedAt">,
): Script<number> {
  return (yield* one(insert(q, {received_at: receivedAt, email, name, message})))!.id;
}

export function* noteMessageMailed(q: Queries, id: number, now: string): Script<void> {
  yield* run(noteMailed(q, {id, now}));
}

/** All of them, oldest first. */
export function* listContactMessages(q: Queries): Script<ContactMessage[]> {
  return (yield* all(every(q, {}))).map((row) => ({
    id: row.id,
    receivedAt: row.received_at,
    email: row.email,
    name: row.name,
    message: row.message,
    mailedAt: row.mailed_at,
  }));
}

const insert = statement((q, take: Take<NewRow<"contact_message">>) =>
  q.db
    .insertInto("contact_message")
    .values(takeAll(take, ["received_at", "email", "name", "message"]))
    .returning("id"),
);

const noteMailed = statement((q, take: Take<{id: number; now: string}>) =>
  q.db
    .updateTable("contact_message")
    .set({mailed_at: take("now")})
    .where("id", "=", take("id")),
);

const every = statement((q, _take: Take<object>) =>
  q.db
    .selectFrom("contact_message")
    .select(["id", "received_at", "email", "name", "message", "mailed_at"])
    .orderBy("id"),
);
