// What is kept of a load run beside what it published: its checks, and what it could not read. Of a held run too, and of one that
// was discarded.
import type {Queries} from "../engines/differences.ts";
import type {NewRow} from "../schema/tables.ts";
import {all, batch, run, type Script, statement, type Take, takeAll} from "../script.ts";

export interface RunDetails {
  readonly checks: readonly RunCheck[];
  /** The first of what could not be read. */
  readonly cells: readonly QuarantinedCell[];
}

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

export function* insertRunDetails(q: Queries, id: string, {checks, cells}: RunDetails): Script<void> {
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

export function* deleteRunDetails(q: Queries, id: string): Script<void> {
  yield* run(deleteChecks(q, {id}));
  yield* run(deleteCells(q, {id}));
}

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
