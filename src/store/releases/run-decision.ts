// The word of a person about a held run: accepted or discarded, by whom, when and why.
//
// Written in the transaction that publishes or discards the run, and never changed: of a run there is one at most.
import type {Queries} from "../engines/differences.ts";
import {insertRow, selectRows} from "../rows.ts";
import {one, run, type Script} from "../script.ts";

/** A person, and the reason in that person's words; both may be empty in a store of an older program, the reason also by command. */
export interface DecidedBy {
  readonly by: string;
  readonly reason: string;
}

export interface RunDecision extends DecidedBy {
  readonly decision: "accepted" | "discarded";
  /** ISO 8601, UTC. */
  readonly at: string;
}

export function* insertDecision(q: Queries, id: string, {decision, at, by, reason}: RunDecision): Script<void> {
  yield* run(insert(q, {load_run: id, decision, decided_at: at, decided_by: by, reason}));
}

/** null: nobody had to decide, or not yet. */
export function* readDecision(q: Queries, id: string): Script<RunDecision | null> {
  const row = yield* one(ofRun(q, {id}));
  return row === undefined ? null : {...row, decision: row.decision as RunDecision["decision"]};
}

const insert = insertRow("run_decision");

const ofRun = selectRows("run_decision", ["decision", "decided_at as at", "decided_by as by", "reason"], {
  id: "load_run",
});
