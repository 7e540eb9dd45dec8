// Held runs that stand together because the same thing holds them: an operator decides once for all of a cause.
//
// The words of a check name files, places and counts, which differ from run to run. So a cause is the failed checks and, of texts that
// could not be read, the reason that costs most values; a word that no list has is a cause of its own.

export interface HeldFindings {
  readonly checks: readonly {
    readonly name: string;
    readonly required: boolean;
    readonly passed: boolean;
    readonly seen: string;
  }[];
  /** Most values first within a kind. */
  readonly losses: readonly {readonly kind: string; readonly reason: string; readonly text: string}[];
}

/** A check that holds a run. */
export interface HeldCause {
  readonly check: string;
  /** What could not be read, or the name that is in no list; null: the check says all. */
  readonly detail: string | null;
}

export interface RunsOfCause<R> {
  readonly causes: readonly HeldCause[];
  /** In the order in which they were given. */
  readonly runs: readonly R[];
}

/** The causes with most runs first. */
export function groupByCause<R extends HeldFindings>(runs: readonly R[]): RunsOfCause<R>[] {
  const groups = Map.groupBy(runs, (run) => JSON.stringify(causesOf(run)));
  return [...groups.values()]
    .map((own) => ({causes: causesOf(own[0]!), runs: own}))
    .sort((a, b) => b.runs.length - a.runs.length);
}

/** In the order of the checks. */
function causesOf({checks, losses}: HeldFindings): HeldCause[] {
  return checks
    .filter(({required, passed}) => required && !passed)
    .map(({name, seen}) => ({check: name, detail: detailOf(name, seen, losses)}));
}

/** The check of each kind of loss (load/checks/whole-input.ts). */
const KINDS: Readonly<Record<string, string>> = {
  "readable-cells": "cell",
  "known-periods": "period",
  "known-territories": "territory",
  "known-units": "unit",
};

function detailOf(check: string, seen: string, losses: HeldFindings["losses"]): string | null {
  const kind = KINDS[check];
  if (kind === undefined) return null;
  const loss = losses.find((one) => one.kind === kind);
  // Unknown units are named by the check: their values are read, so nothing is lost.
  if (loss === undefined) return /^\d+ unknown: ([^;]*)/.exec(seen)?.[1] ?? null;
  // Each cell has a text of its own; a word of a list is the same in many files.
  return kind === "cell" || loss.text === "" ? loss.reason : `${loss.reason}: ${loss.text}`;
}
