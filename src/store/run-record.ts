// What is kept of a load run beside what it published: its checks and what it could not read; of a held run, all that it takes
// to read its archived bytes again.
//
// A held run is known by what would have been its release: dataset, day and fingerprint. When these come again, or are published,
// it is no longer held.
import type {Queries} from "./engines.ts";
import type {ReleaseFile, ReleaseHints} from "./release.ts";
import type {NewRow, RowOf} from "./schema.ts";
import {all, one, run, type Script} from "./script.ts";
import {batch, statement, type Take, takeAll} from "./statement.ts";

export interface RunCheck {
  readonly name: string;
  readonly required: boolean;
  readonly passed: boolean;
  readonly seen: string;
}

export interface QuarantinedCell {
  readonly kind: string;
  readonly file: string;
  /** Of a workbook. */
  readonly sheet: string | null;
  readonly cell: string | null;
  readonly line: number | null;
  /** A column's name or an element's path. */
  readonly column: string | null;
  readonly reason: string;
  readonly text: string;
}

export interface HeldRun {
  readonly id: string;
  readonly provider: string;
  readonly dataset: string;
  /** The dataset's name, as the files say. */
  readonly name: string;
  /** YYYY-MM-DD */
  readonly publishedAt: string;
  readonly fingerprint: string;
  readonly sourceFile: string;
  /** name@version */
  readonly parser: string;
  readonly hints: ReleaseHints;
  readonly files: readonly ReleaseFile[];
  readonly seriesCount: number;
  readonly valueCount: number;
  readonly unreadableCount: number;
}

export interface RecordedRun extends HeldRun {
  readonly checks: readonly RunCheck[];
  /** The first of `unreadableCount`. */
  readonly cells: readonly QuarantinedCell[];
}

/** Within the transaction that publishes: keeps the run's checks and cells; a held run of the same bytes is held no longer. */
export function* recordRun(q: Queries, recorded: RecordedRun): Script<void> {
  yield* forgetHeldRun(q, recorded);
  yield* deleteDetails(q, recorded.id);
  yield* insertDetails(q, recorded.id, recorded);
}

/** Keeps a held run; gives its id, which is the older one where the same bytes were held before. */
export function* recordHeldRun(q: Queries, recorded: RecordedRun, heldAt: string): Script<string> {
  const id = (yield* forgetHeldRun(q, recorded)) ?? recorded.id;
  yield* run(
    insertHeld(q, {
      id,
      provider_code: recorded.provider,
      dataset_code: recorded.dataset,
      dataset_name: recorded.name,
      published_at: recorded.publishedAt,
      held_at: heldAt,
      fingerprint: recorded.fingerprint,
      source_file: recorded.sourceFile,
      parser: recorded.parser,
      hints: JSON.stringify(recorded.hints),
      files: JSON.stringify(recorded.files.map(({name, sha256, size}) => ({name, sha256, size}))),
      series_count: recorded.seriesCount,
      value_count: recorded.valueCount,
      unreadable_count: recorded.unreadableCount,
    }),
  );
  yield* insertDetails(q, id, recorded);
  return id;
}

/** Takes away the held run of the same dataset, day and fingerprint; gives its id, or null when there was none. */
export function* forgetHeldRun(
  q: Queries,
  {provider, dataset, publishedAt, fingerprint}: Pick<HeldRun, "provider" | "dataset" | "publishedAt" | "fingerprint">,
): Script<string | null> {
  const found = yield* one(heldAs(q, {provider, dataset, publishedAt, fingerprint}));
  if (found === undefined) return null;
  yield* run(deleteHeld(q, {id: found.id}));
  yield* deleteDetails(q, found.id);
  return found.id;
}

/** Takes one run out of those that are held, its checks and cells left where they are; null when it is not among them. */
export function* takeHeldRun(q: Queries, id: string): Script<(HeldRun & {readonly heldAt: string}) | null> {
  const found = yield* one(heldWith(q, {id}));
  if (found === undefined) return null;
  yield* run(deleteHeld(q, {id}));
  return heldRun(found);
}

/** Held runs, newest first. */
export function* listHeldRuns(q: Queries): Script<(HeldRun & {readonly heldAt: string})[]> {
  return (yield* all(everyHeld(q, {}))).map(heldRun);
}

/** The checks of a run, in their order; empty when there is no such run. */
export function* readRunChecks(q: Queries, id: string): Script<RunCheck[]> {
  return (yield* all(checksOf(q, {id}))).map(({name, required, passed, seen}) => ({
    name,
    required: required === 1,
    passed: passed === 1,
    seen,
  }));
}

/** What a run could not read and left out, in the order of the files; so much of it as is kept. */
export function* readQuarantine(q: Queries, id: string): Script<QuarantinedCell[]> {
  return (yield* all(cellsOf(q, {id}))).map(({kind, file, sheet, cell, line, place, reason, text}) => ({
    kind,
    file,
    sheet,
    cell,
    line,
    column: place,
    reason,
    text,
  }));
}

function* insertDetails(q: Queries, id: string, {checks, cells}: Pick<RecordedRun, "checks" | "cells">): Script<void> {
  yield* run(
    insertChecks(
      q,
      checks.map(({name, required, passed, seen}, position) => ({
        load_run: id,
        position,
        name,
        required: required ? 1 : 0,
        passed: passed ? 1 : 0,
        seen,
      })),
    ),
  );
  yield* run(
    insertCells(
      q,
      cells.map(({column, ...cell}, position) => ({load_run: id, position, ...cell, place: column})),
    ),
  );
}

function* deleteDetails(q: Queries, id: string): Script<void> {
  yield* run(deleteChecks(q, {id}));
  yield* run(deleteCells(q, {id}));
}

function heldRun(row: RowOf<"held_run">): HeldRun & {readonly heldAt: string} {
  return {
    id: row.id,
    provider: row.provider_code,
    dataset: row.dataset_code,
    name: row.dataset_name,
    publishedAt: row.published_at,
    heldAt: row.held_at,
    fingerprint: row.fingerprint,
    sourceFile: row.source_file,
    parser: row.parser,
    hints: JSON.parse(row.hints) as ReleaseHints,
    files: JSON.parse(row.files) as ReleaseFile[],
    seriesCount: row.series_count,
    valueCount: row.value_count,
    unreadableCount: row.unreadable_count,
  };
}

const everyHeld = statement((q, _take: Take<object>) =>
  q.db.selectFrom("held_run").selectAll().orderBy("held_at", "desc").orderBy("id"),
);

const heldWith = statement((q, take: Take<{id: string}>) =>
  q.db.selectFrom("held_run").selectAll().where("id", "=", take("id")),
);

const heldAs = statement(
  (q, take: Take<{provider: string; dataset: string; publishedAt: string; fingerprint: string}>) =>
    q.db
      .selectFrom("held_run")
      .select("id")
      .where("fingerprint", "=", take("fingerprint"))
      .where("provider_code", "=", take("provider"))
      .where("dataset_code", "=", take("dataset"))
      .where("published_at", "=", take("publishedAt")),
);

const insertHeld = statement((q, take: Take<NewRow<"held_run">>) =>
  q.db
    .insertInto("held_run")
    .values(
      takeAll(take, [
        "id",
        "provider_code",
        "dataset_code",
        "dataset_name",
        "published_at",
        "held_at",
        "fingerprint",
        "source_file",
        "parser",
        "hints",
        "files",
        "series_count",
        "value_count",
        "unreadable_count",
      ]),
    ),
);

const deleteHeld = statement((q, take: Take<{id: string}>) => q.db.deleteFrom("held_run").where("id", "=", take("id")));

const insertChecks = batch((q, take: Take<NewRow<"run_check">>) =>
  q.db.insertInto("run_check").values(takeAll(take, ["load_run", "position", "name", "required", "passed", "seen"])),
);

const insertCells = batch((q, take: Take<NewRow<"quarantined_cell">>) =>
  q.db
    .insertInto("quarantined_cell")
    .values(
      takeAll(take, ["load_run", "position", "kind", "file", "sheet", "cell", "line", "place", "reason", "text"]),
    ),
);

const checksOf = statement((q, take: Take<{id: string}>) =>
  q.db.selectFrom("run_check").selectAll().where("load_run", "=", take("id")).orderBy("position"),
);

const cellsOf = statement((q, take: Take<{id: string}>) =>
  q.db.selectFrom("quarantined_cell").selectAll().where("load_run", "=", take("id")).orderBy("position"),
);

const deleteChecks = statement((q, take: Take<{id: string}>) =>
  q.db.deleteFrom("run_check").where("load_run", "=", take("id")),
);

const deleteCells = statement((q, take: Take<{id: string}>) =>
  q.db.deleteFrom("quarantined_cell").where("load_run", "=", take("id")),
);
