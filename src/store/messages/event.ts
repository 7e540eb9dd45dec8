// What happened that somebody may want to know (statistics engine): a row in the transaction that makes it happen, so that none is lost.
//
// An event has one id however often it is noted: the run of a release, or the silence of a dataset after one release. It is told when its
// messages are written; a crash before that tells it again, with the same ids of messages.
import {sql} from "kysely";
import type {Queries} from "../engines/differences.ts";
import type {NewRow} from "../schema/tables.ts";
import {columnsOf} from "../schema/tables.ts";
import {type Param, params, records, run, type Script, statement} from "../script.ts";

/** `fault`: a source of the operator cannot be fetched; only the operator is told. A revision beyond a threshold is a release here. */
export type EventKind = "release" | "held" | "withdrawn" | "silent" | "overdue" | "back" | "fault";

export interface NotedEvent {
  readonly id: string;
  readonly kind: EventKind;
  /** Empty, as are the two below: the event is about no dataset. */
  readonly provider: string;
  readonly dataset: string;
  readonly name: string;
  /** ISO 8601, UTC. */
  readonly happenedAt: string;
  /** YYYY-MM-DD, of the publication, or on which one was expected. */
  readonly day: string | null;
  readonly releaseId: number | null;
  readonly newValues: number;
  readonly revisedValues: number;
  /** YYYY-MM */
  readonly latestPeriod: string | null;
  /** For people. */
  readonly reason: string | null;
  /** Mailboxes that are told of it beside the operator's, with blanks between them; null: none. */
  readonly addresses: string | null;
}

export const NO_FACTS = {
  day: null,
  releaseId: null,
  newValues: 0,
  revisedValues: 0,
  latestPeriod: null,
  reason: null,
  addresses: null,
};

/** Notes an event, unless it is noted already. @param isOnlyShown there are no messages about it */
export function* noteEvent(q: Queries, event: NotedEvent, isOnlyShown = false): Script<void> {
  yield* run(
    insert(q, {
      ...{id: event.id, kind: event.kind, provider_code: event.provider, dataset_code: event.dataset},
      ...{dataset_name: event.name, happened_at: event.happenedAt, day: event.day, release_id: event.releaseId},
      ...{new_values: event.newValues, revised_values: event.revisedValues, latest_period: event.latestPeriod},
      ...{reason: event.reason, addresses: event.addresses, told: isOnlyShown ? 1 : 0},
    }),
  );
}

/** Has the event told to these mailboxes too; whom it was told already gets no second message, because of its id. */
export function* addAddresses(q: Queries, id: string, mailboxes: readonly string[]): Script<void> {
  yield* run(address(q, {id, addresses: mailboxes.join(" ")}));
}

/** The oldest events whose messages are not written, at most `limit`. */
export function* listWithoutMessages(q: Queries, limit: number): Script<readonly NotedEvent[]> {
  return (yield* records(withoutMessages(q, {limit}))) as unknown as readonly NotedEvent[];
}

export function* markWithMessages(q: Queries, id: string): Script<void> {
  yield* run(mark(q, {id}));
}

interface EventFilters {
  /** null: of every provider, or dataset. */
  readonly provider: string | null;
  readonly dataset: string | null;
  readonly kinds: readonly EventKind[];
  /** ISO 8601, UTC; included. */
  readonly since: string;
}

/** The newest first, at most `limit`. */
export function* listEvents(
  q: Queries,
  {kinds, ...filters}: EventFilters,
  limit: number,
): Script<readonly NotedEvent[]> {
  const rows = yield* records(newest(q, {...filters, kinds: `,${kinds.join(",")},`, limit}));
  return rows as unknown as readonly NotedEvent[];
}

/** The last event about silence of each dataset, by `PROVIDER/CODE`. */
export function* lastSilences(q: Queries): Script<ReadonlyMap<string, NotedEvent>> {
  const rows = (yield* records(silences(q, {}))) as unknown as readonly NotedEvent[];
  return new Map(rows.map((row) => [`${row.provider}/${row.dataset}`, row]));
}

const FIELDS = [
  ...(["id", "kind", "provider_code as provider", "dataset_code as dataset", "dataset_name as name"] as const),
  ...(["happened_at as happenedAt", "day", "release_id as releaseId", "new_values as newValues"] as const),
  ...(["revised_values as revisedValues", "latest_period as latestPeriod", "reason", "addresses"] as const),
] as const;

const insert = statement((q, param: Param<NewRow<"event">>) =>
  q.db
    .insertInto("event")
    .values(params(param, columnsOf("event")))
    .onConflict((conflict) => conflict.column("id").doNothing()),
);

const withoutMessages = statement((q, param: Param<{limit: number}>) =>
  q.db
    .selectFrom("event")
    .select(FIELDS)
    .where("told", "=", 0)
    .orderBy("happened_at")
    .orderBy("id")
    .limit(param("limit")),
);

const address = statement((q, param: Param<{id: string; addresses: string}>) =>
  q.db
    .updateTable("event")
    .set({addresses: param("addresses"), told: 0})
    .where("id", "=", param("id"))
    .where(sql<boolean>`coalesce(addresses, '') <> ${param("addresses")}`),
);

const mark = statement((q, param: Param<{id: string}>) =>
  q.db.updateTable("event").set({told: 1}).where("id", "=", param("id")),
);

const newest = statement(
  (q, param: Param<{provider: string | null; dataset: string | null; kinds: string; since: string; limit: number}>) => {
    const isWanted = (name: "provider" | "dataset") =>
      sql<boolean>`(cast(${param(name)} as text) is null or ${sql.ref(`${name}_code`)} = ${param(name)})`;
    return q.db
      .selectFrom("event")
      .select(FIELDS)
      .where("happened_at", ">=", param("since"))
      .where(isWanted("provider"))
      .where(isWanted("dataset"))
      .where(sql<boolean>`${param("kinds")} like '%,' || kind || ',%'`)
      .orderBy("happened_at", "desc")
      .orderBy("id")
      .limit(param("limit"));
  },
);

/** In the order of time: of a dataset the last one counts. */
const silences = statement((q, _param: Param<object>) =>
  q.db
    .selectFrom("event")
    .select(FIELDS)
    .where("kind", "in", ["silent", "overdue", "back"])
    .orderBy("happened_at")
    .orderBy("id"),
);
