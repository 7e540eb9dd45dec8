// Load runs of every state as rows: held ones first, then the newest that published and the newest that were discarded.
import {heldBy} from "../../load/checks/release-check.ts";
import type {DeskRun} from "../../service/operator-desk.ts";
import type {Queries} from "../../store/engines/differences.ts";
import {listPublishedRuns} from "../../store/releases/load-run.ts";
import {readDecision} from "../../store/releases/run-decision.ts";
import {type QuarantinedCell, type RunCheck, readQuarantine, readRunChecks} from "../../store/releases/run-details.ts";
import {listDiscardedRuns, listHeldRuns} from "../../store/releases/unpublished-run.ts";
import type {Script} from "../../store/script.ts";

/** What `--show` says of a run without its details; a run that published has no `source_file`, because its release has it. */
export interface RunRow extends Omit<DeskRun, "checks" | "losses" | "difference"> {
  readonly checks: readonly RunCheck[];
  readonly cells: readonly QuarantinedCell[];
}

export interface RunsQuery {
  readonly heldOnly: boolean;
  /** of the published runs, and of the discarded ones */
  readonly most: number;
  /** The beginning of the ids; "": any. */
  readonly id: string;
}

export function* readRuns(q: Queries, {heldOnly, most, id: begin}: RunsQuery): Script<RunRow[]> {
  const rows: RunRow[] = [];
  const isWanted = ({id}: {readonly id: string}): boolean => id.startsWith(begin);
  for (const one of (yield* listHeldRuns(q)).filter(isWanted)) {
    const {id, provider, dataset, publishedAt, heldAt: at, valueCount: values, sourceFile} = one;
    const own = {provider, dataset, published_at: publishedAt, at, source_file: sourceFile, values};
    rows.push({run: id, state: "held", ...own, ...(yield* readDetails(q, id))});
  }
  if (heldOnly) return rows;
  for (const one of (yield* listPublishedRuns(q, most)).filter(isWanted)) {
    const {id, provider, dataset, publishedAt, loadedAt, newValues, revisedValues} = one;
    const details = yield* readDetails(q, id);
    const isAccepted = details.by !== undefined || heldBy(details.checks).length > 0;
    const state = isAccepted ? "accepted" : "published";
    const own = {provider, dataset, published_at: publishedAt, at: loadedAt, values: newValues + revisedValues};
    rows.push({run: id, state, ...own, ...details});
  }
  for (const one of (yield* listDiscardedRuns(q, most)).filter(isWanted)) {
    const {id, provider, dataset, publishedAt, discardedAt: at, valueCount: values, sourceFile} = one;
    const own = {provider, dataset, published_at: publishedAt, at, source_file: sourceFile, values};
    rows.push({run: id, state: "discarded", ...own, ...(yield* readDetails(q, id))});
  }
  return rows;
}

function* readDetails(q: Queries, id: string): Script<Pick<RunRow, "checks" | "cells" | "by" | "reason">> {
  const decision = yield* readDecision(q, id);
  return {
    ...(decision !== null && {by: decision.by, reason: decision.reason}),
    checks: yield* readRunChecks(q, id),
    cells: yield* readQuarantine(q, id),
  };
}
