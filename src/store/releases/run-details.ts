// The checks of a load run, and the cells that it could not read. Also of held and discarded runs.
import type {Queries} from "../engines/differences.ts";
import {deleteRowsBy, insertRows, selectRows} from "../rows.ts";
import {all, type Param, records, run, type Script, statement} from "../script.ts";

export interface RunDetails {
  readonly checks: readonly RunCheck[];
  /** The first of the cells that could not be read. */
  readonly cells: readonly QuarantinedCell[];
  /** What the run gives up, grouped; all of it, also beyond `cells`. */
  readonly losses: readonly RunLoss[];
}

/** Unreadable places with one reason and text, or a series that is gone. */
export interface RunLoss {
  readonly kind: string;
  readonly reason: string;
  readonly text: string;
  readonly places: number;
  readonly values: number;
  /** The first of the places. */
  readonly example: string;
}

export interface RunCheck {
  readonly name: string;
  /** Whether its failure holds the run. */
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

/** The stored cells that a run could not read and left out, in the order of the files. */
export function readQuarantine(q: Queries, id: string): Script<QuarantinedCell[]> {
  return records(cellsOf(q, {id}));
}

/** In the order of the record; empty for a run of an older program. */
export function readLosses(q: Queries, id: string): Script<RunLoss[]> {
  return records(lossesOf(q, {id}));
}

export function* insertRunDetails(q: Queries, id: string, {checks, cells, losses}: RunDetails): Script<void> {
  const ofRun = (position: number) => ({load_run: id, position});
  const checkRows = checks.map(({name, required, passed, seen}, position) => {
    return {...ofRun(position), name, required: required ? 1 : 0, passed: passed ? 1 : 0, seen};
  });
  yield* run(insertChecks(q, checkRows));
  const cellRows = cells.map(({column, ...cell}, position) => ({...ofRun(position), ...cell, place: column}));
  yield* run(insertCells(q, cellRows));
  const lossRows = losses.map(({values, ...loss}, position) => ({...ofRun(position), ...loss, value_count: values}));
  yield* run(insertLosses(q, lossRows));
}

export function* deleteRunDetails(q: Queries, id: string): Script<void> {
  yield* run(deleteChecks(q, {load_run: id}));
  yield* run(deleteCells(q, {load_run: id}));
  yield* run(deleteLosses(q, {load_run: id}));
}

const insertChecks = insertRows("run_check");

const insertCells = insertRows("quarantined_cell");

const insertLosses = insertRows("run_loss");

const lossesOf = selectRows(
  "run_loss",
  ["kind", "reason", "text", "places", "value_count as values", "example"],
  {id: "load_run"},
  ["position"],
);

const deleteLosses = deleteRowsBy("run_loss", "load_run");

const checksOf = statement((q, param: Param<{id: string}>) =>
  q.db.selectFrom("run_check").selectAll().where("load_run", "=", param("id")).orderBy("position"),
);

const cellsOf = selectRows(
  "quarantined_cell",
  ["kind", "file", "sheet", "cell", "line", "place as column", "reason", "text"],
  {id: "load_run"},
  ["position"],
);

const deleteChecks = deleteRowsBy("run_check", "load_run");

const deleteCells = deleteRowsBy("quarantined_cell", "load_run");
