// The checks of a load run, the cells that it could not read, and what it changes. Also of held and discarded runs.
import type {ChangedSeriesRow, ValueDifference} from "../../statistics/value-difference.ts";
import {type Finding, findingText} from "../../text/finding.ts";
import type {Queries} from "../engines/differences.ts";
import {deleteRowsBy, insertRow, insertRows, selectRows} from "../rows.ts";
import {all, one, type Param, records, run, type Script, statement} from "../script.ts";

export interface RunDetails {
  readonly checks: readonly RunCheck[];
  /** The first of the cells that could not be read. */
  readonly cells: readonly QuarantinedCell[];
  /** What the run gives up, grouped; all of it, also beyond `cells`. */
  readonly losses: readonly RunLoss[];
  /** What it changes in the values that readers see; null: it was published by its checks, so nobody had to look at it. */
  readonly difference: ValueDifference | null;
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
  /** The findings in English. */
  readonly seen: string;
  readonly findings: readonly Finding[];
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
  return (yield* all(checksOf(q, {id}))).map(({name, required, passed, seen: kept}) => {
    const findings = keptFindings(kept);
    return {name, required: required === 1, passed: passed === 1, seen: findingText(findings), findings};
  });
}

/** The stored cells that a run could not read and left out, in the order of the files. */
export function readQuarantine(q: Queries, id: string): Script<QuarantinedCell[]> {
  return records(cellsOf(q, {id}));
}

/** In the order of the record; empty for a run of an older program. */
export function readLosses(q: Queries, id: string): Script<RunLoss[]> {
  return records(lossesOf(q, {id}));
}

/** As it was when the checks looked at the run; null: of a run that nobody had to look at. */
export function* readDifference(q: Queries, id: string): Script<ValueDifference | null> {
  const row = yield* one(differenceOf(q, {id}));
  if (row === undefined) return null;
  const {series, ...sums} = row;
  return {...sums, rows: JSON.parse(series) as ChangedSeriesRow[]};
}

export function* insertRunDetails(
  q: Queries,
  id: string,
  {checks, cells, losses, difference}: RunDetails,
): Script<void> {
  const ofRun = (position: number) => ({load_run: id, position});
  const checkRows = checks.map(({name, required, passed, findings}, position) => {
    return {...ofRun(position), name, required: required ? 1 : 0, passed: passed ? 1 : 0, seen: keptText(findings)};
  });
  yield* run(insertChecks(q, checkRows));
  const cellRows = cells.map(({column, ...cell}, position) => ({...ofRun(position), ...cell, place: column}));
  yield* run(insertCells(q, cellRows));
  const lossRows = losses.map(({values, ...loss}, position) => ({...ofRun(position), ...loss, value_count: values}));
  yield* run(insertLosses(q, lossRows));
  if (difference === null) return;
  const {newValues, changedValues, goneValues, changedSeries, rows} = difference;
  const sums = {new_values: newValues, changed_values: changedValues, gone_values: goneValues};
  yield* run(insertDifference(q, {load_run: id, ...sums, changed_series: changedSeries, series: JSON.stringify(rows)}));
}

export function* deleteRunDetails(q: Queries, id: string): Script<void> {
  yield* run(deleteChecks(q, {load_run: id}));
  yield* run(deleteCells(q, {load_run: id}));
  yield* run(deleteLosses(q, {load_run: id}));
  yield* run(deleteDifference(q, {load_run: id}));
}

/** How the record of a check begins; an English text of an older program never begins so. */
const KEPT_BEGIN = '[{"code":';

function keptText(findings: readonly Finding[]): string {
  return JSON.stringify(findings.map(({code, ...values}) => ({code, ...values})));
}

function keptFindings(kept: string): Finding[] {
  return kept.startsWith(KEPT_BEGIN) ? (JSON.parse(kept) as Finding[]) : [{code: "text", text: kept}];
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

const insertDifference = insertRow("run_difference");

const differenceOf = selectRows(
  "run_difference",
  [
    ...(["new_values as newValues", "changed_values as changedValues", "gone_values as goneValues"] as const),
    ...(["changed_series as changedSeries", "series"] as const),
  ],
  {id: "load_run"},
);

const deleteDifference = deleteRowsBy("run_difference", "load_run");

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
