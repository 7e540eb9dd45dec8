// Attempts to get a file of a source (sources engine): one row for each request, with its outcome and the words that an operator reads.
//
// A row is written before its bytes are parsed and gets its outcome afterwards, so a row without one belongs to a run that is under way or
// was killed. Rows are never changed after that.
import {sql} from "kysely";
import type {Queries} from "../engines/differences.ts";
import {insertNumbered} from "../rows.ts";
import {one, type Param, records, run, type Script, statement} from "../script.ts";

/** `moved`: the address has nothing any more; `blocked`: the publisher does not want to give it to a program. */
export type FetchOutcome = (typeof FETCH_OUTCOMES)[number];

/** Somebody has to look at the source, if it goes on. */
export const FAILED_OUTCOMES: ReadonlySet<string | null> = new Set<FetchOutcome>([
  ...(["refused", "unreachable", "blocked", "moved"] as const),
]);

export const FETCH_OUTCOMES = ["unchanged", "loaded", "held", "refused", "unreachable", "blocked", "moved"] as const;

/** Where the day of publication comes from. */
export type PublishedFrom = "file" | "last-modified" | "calendar" | "fetch";

/** What is known before the bytes are parsed. */
export interface AttemptFields {
  readonly source: string;
  /** The address of the request; the path of a file, or the words of a command. */
  readonly address: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly milliseconds: number;
  /** Of HTTP; null: there was no answer, or no request. */
  readonly status: number | null;
  readonly bytes: number | null;
  /** 64 hexadecimal digits, as `content`, `reading` and `fingerprint`. */
  readonly sha256: string | null;
  /** Of what the file says, however it is packed. */
  readonly content: string | null;
  /** Of what the file is read by: names that are given, and the descriptor. */
  readonly reading: string;
  readonly fingerprint: string | null;
  readonly headers: Readonly<Record<string, string>>;
}

/** How it ended. */
export interface AttemptEnding {
  /** null: not yet. */
  readonly outcome: FetchOutcome | null;
  /** For people: what happened, and what to do. */
  readonly words: string;
  readonly provider: string | null;
  readonly dataset: string | null;
  /** YYYY-MM-DD */
  readonly publishedAt: string | null;
  readonly publishedAtFrom: PublishedFrom | null;
  readonly heldRun: string | null;
}

export interface FetchAttempt extends AttemptFields, AttemptEnding {
  readonly id: number;
}

export const UNENDED: AttemptEnding = {
  ...{outcome: null, words: "", provider: null, dataset: null},
  ...{publishedAt: null, publishedAtFrom: null, heldRun: null},
};

/** Writes an attempt; returns its id. */
export function* insertAttempt(q: Queries, fields: AttemptFields & AttemptEnding): Script<number> {
  const {startedAt, headers, provider, dataset, publishedAt, publishedAtFrom, heldRun, ...same} = fields;
  const row = {
    ...same,
    started_at: startedAt,
    headers: JSON.stringify(headers),
    provider_code: provider,
    dataset_code: dataset,
    published_at: publishedAt,
    published_at_from: publishedAtFrom,
    held_run: heldRun,
  };
  return (yield* one(insert(q, row)))!.id;
}

export function* endAttempt(q: Queries, id: number, ending: AttemptEnding): Script<void> {
  const {outcome, words, provider, dataset, publishedAt, publishedAtFrom, heldRun} = ending;
  yield* run(end(q, {id, outcome, words, provider, dataset, publishedAt, publishedAtFrom, heldRun}));
}

/** The newest `limit` attempts of a source, the newest first. */
export function* listAttempts(q: Queries, source: string, limit: number): Script<FetchAttempt[]> {
  return (yield* records(ofSource(q, {source, limit}))).map(attemptOf);
}

/** Those of any age that got this content, the newest first: a publisher may put back a file of years ago. */
export function* listAttemptsWith(q: Queries, source: string, content: string): Script<FetchAttempt[]> {
  return (yield* records(withContent(q, {source, content}))).map(attemptOf);
}

/** The newest attempt of any age that ended so; null: none. */
export function* findLastAttempt(
  q: Queries,
  source: string,
  outcomes: readonly FetchOutcome[],
): Script<FetchAttempt | null> {
  const [row] = yield* records(lastOutcome(q, {source, outcomes: `,${outcomes.join(",")},`}));
  return row === undefined ? null : attemptOf(row);
}

/** Deletes attempts that began before; of each content and outcome of a source the last one stays, because later files are compared with it. */
export function* sweepAttempts(q: Queries, before: string): Script<void> {
  yield* run(removeOld(q, {before}));
}

const insert = insertNumbered("fetch_attempt");

const end = statement((q, param: Param<AttemptEnding & {id: number}>) =>
  q.db
    .updateTable("fetch_attempt")
    .set({
      outcome: param("outcome"),
      words: param("words"),
      provider_code: param("provider"),
      dataset_code: param("dataset"),
      published_at: param("publishedAt"),
      published_at_from: param("publishedAtFrom"),
      held_run: param("heldRun"),
    })
    .where("id", "=", param("id")),
);

const FIELDS = [
  ...(["id", "source", "address", "started_at as startedAt", "milliseconds", "status", "bytes", "sha256"] as const),
  ...(["content", "reading", "fingerprint", "headers", "outcome", "words", "provider_code as provider"] as const),
  ...(["dataset_code as dataset", "published_at as publishedAt", "published_at_from as publishedAtFrom"] as const),
  "held_run as heldRun",
] as const;

const ofSource = statement((q, param: Param<{source: string; limit: number}>) =>
  q.db
    .selectFrom("fetch_attempt")
    .select(FIELDS)
    .where("source", "=", param("source"))
    .orderBy("id", "desc")
    .limit(param("limit")),
);

/** Of attempts with one content the last ones say all: it counts, is held, or was replaced. */
const MOST_WITH_CONTENT = 100;

const withContent = statement((q, param: Param<{source: string; content: string}>) =>
  q.db
    .selectFrom("fetch_attempt")
    .select(FIELDS)
    .where("source", "=", param("source"))
    .where("content", "=", param("content"))
    .orderBy("id", "desc")
    .limit(MOST_WITH_CONTENT),
);

const lastOutcome = statement((q, param: Param<{source: string; outcomes: string}>) =>
  q.db
    .selectFrom("fetch_attempt")
    .select(FIELDS)
    .where("source", "=", param("source"))
    .where(sql<boolean>`${param("outcomes")} like '%,' || outcome || ',%'`)
    .orderBy("id", "desc")
    .limit(1),
);

const removeOld = statement((q, param: Param<{before: string}>) =>
  q.db
    .deleteFrom("fetch_attempt")
    .where("started_at", "<", param("before"))
    .where("id", "not in", (select) =>
      select
        .selectFrom("fetch_attempt")
        .select(({fn}) => fn.max("id").as("id"))
        .groupBy(["source", "content", "outcome"]),
    ),
);

function attemptOf<
  Row extends Omit<FetchAttempt, "headers" | "outcome" | "publishedAtFrom"> & {
    readonly headers: string;
    readonly outcome: string | null;
    readonly publishedAtFrom: string | null;
  },
>({headers, ...row}: Row): FetchAttempt {
  return {
    ...row,
    headers: JSON.parse(headers) as Readonly<Record<string, string>>,
    outcome: row.outcome as FetchOutcome | null,
    publishedAtFrom: row.publishedAtFrom as PublishedFrom | null,
  };
}
