// A source that needs a person, as an event: the operator is told once of each fault, until a file of the source is good again.

import {type FetchOutcome, listAttempts} from "../../store/fetches/attempt.ts";
import type {Store} from "../../store/open.ts";
import {NO_FACTS, noteEvent} from "../../store/told/event.ts";
import type {EndedAttempt} from "./fetch-target.ts";

const FAULTS: ReadonlySet<FetchOutcome> = new Set(["blocked", "refused", "moved", "unreachable"]);
const GOOD: ReadonlySet<FetchOutcome | null> = new Set(["loaded", "unchanged", "held"]);
/** Runs in a row that did not reach the host: fewer pass by themselves. */
const UNREACHABLE_RUNS = 3;
const KNOWN_ATTEMPTS = 1000;

interface EndedRun {
  readonly source: string;
  readonly outcome: FetchOutcome;
  readonly attempts: readonly Pick<EndedAttempt, "outcome" | "words">[];
}

/** @param failures runs in a row that reached nothing, this one included */
export async function noteFault(
  {sources, statistics}: Store,
  {source, outcome, attempts}: EndedRun,
  failures: number,
): Promise<void> {
  if (!FAULTS.has(outcome) || (outcome === "unreachable" && failures < UNREACHABLE_RUNS)) return;
  const known = await sources.read((q) => listAttempts(q, source, KNOWN_ATTEMPTS));
  const since = known.find((one) => GOOD.has(one.outcome))?.startedAt ?? "";
  const words = attempts.find((one) => one.outcome === outcome)?.words ?? "";
  const id = `fault ${source} ${outcome} ${since}`;
  const about = {provider: "", dataset: "", name: "", happenedAt: new Date().toISOString()};
  await statistics.write((q) =>
    noteEvent(q, {...NO_FACTS, ...about, id, kind: "fault", reason: `${source} (${outcome}): ${words}`}),
  );
}
