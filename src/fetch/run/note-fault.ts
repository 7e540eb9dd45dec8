// A run of a source that needs a person, as an event: the operator and those whom the source names are told once of each fault, until a file
// of the source is good again, and once of each held run.

import {FAILED_OUTCOMES, type FetchOutcome, findLastAttempt} from "../../store/fetches/attempt.ts";
import {addAddresses, NO_FACTS, noteEvent} from "../../store/messages/event.ts";
import type {Store} from "../../store/open.ts";
import {heldEventId} from "../../store/releases/unpublished-run.ts";
import type {FetchSource} from "../sources/source.ts";
import type {EndedAttempt} from "./fetch-target.ts";

const GOOD: readonly FetchOutcome[] = ["loaded", "unchanged", "held"];
/** Runs in a row that did not reach the host: fewer pass by themselves. */
const UNREACHABLE_RUNS = 3;

interface EndedRun {
  readonly outcome: FetchOutcome;
  readonly attempts: readonly Pick<EndedAttempt, "outcome" | "words" | "heldRun">[];
}

/** @param failures runs in a row that reached nothing, this one included */
export async function noteFault(
  {sources, statistics}: Store,
  {id: source, notify = []}: FetchSource,
  {outcome, attempts}: EndedRun,
  failures: number,
): Promise<void> {
  // The load has noted the event of a held run, in its transaction.
  const held = notify.length === 0 ? [] : attempts.flatMap(({heldRun}) => heldRun ?? []);
  for (const run of held) await statistics.write((q) => addAddresses(q, heldEventId(run), notify));
  if (!FAILED_OUTCOMES.has(outcome) || (outcome === "unreachable" && failures < UNREACHABLE_RUNS)) return;
  const good = await sources.read((q) => findLastAttempt(q, source, GOOD));
  const since = good?.startedAt ?? "";
  const words = attempts.find((one) => one.outcome === outcome)?.words ?? "";
  const id = `fault ${source} ${outcome} ${since}`;
  const about = {provider: "", dataset: "", name: "", happenedAt: new Date().toISOString()};
  const reason = `${source} (${outcome}): ${words}`;
  await statistics.write(function* (q) {
    yield* noteEvent(q, {...NO_FACTS, ...about, id, kind: "fault", reason});
    if (notify.length > 0) yield* addAddresses(q, id, notify);
  });
}
