// What the desk of the operator shows first: what needs somebody, then health, loads of late, usage and unsent mail.
import {statfs} from "node:fs/promises";
import {nextDue, scheduleText} from "../../fetch/sources/due.ts";
import {sourceKind} from "../../fetch/sources/source.ts";
import {readSourcesFile} from "../../fetch/sources/sources-file.ts";
import {sourcesPath} from "../../fetch/sources/sources-path.ts";
import type {DeskCause, DeskHealth, DeskLoad, DeskSource, DeskState, DeskWaiting} from "../../service/operator-desk.ts";
import {Refusal} from "../../service/refusal.ts";
import type {Settings} from "../../settings/settings.ts";
import {groupByCause} from "../../statistics/release/held-causes.ts";
import {listAccounts} from "../../store/accounts/account-list.ts";
import {listContactMessages} from "../../store/accounts/contact-message.ts";
import type {Queries} from "../../store/engines/differences.ts";
import {listAttempts} from "../../store/fetches/attempt.ts";
import {readLastBackup} from "../../store/files/last-backup.ts";
import {lastSilences, listEvents} from "../../store/messages/event.ts";
import {countGivenUp, countWaiting, listUnsent} from "../../store/messages/message.ts";
import type {Store} from "../../store/open.ts";
import {listPublishedRuns} from "../../store/releases/load-run.ts";
import {readDecision} from "../../store/releases/run-decision.ts";
import {readDifference, readLosses, readRunChecks} from "../../store/releases/run-details.ts";
import {listHeldRuns} from "../../store/releases/unpublished-run.ts";
import type {Script} from "../../store/script.ts";

/** Held runs that are read with their findings; the rest is only counted. */
const MOST_HELD = 1000;
const LOADS_SHOWN = 10;
const LETTERS_SHOWN = 20;
const FAILED_DAYS = 3;
const MOST_FAULTS = 200;
/** How the id of the event of a failed decision begins. */
export const FAILED_DECISION = "desk ";

export async function readDeskState(store: Store, settings: Settings, now: Date): Promise<DeskState> {
  const month = now.toISOString().slice(0, 7);
  const {sources, refused} = await readSources(store, settings, now);
  const statistics = await store.statistics.read(function* (q) {
    return {
      ...(yield* readHeld(q)),
      loads: yield* readLoads(q),
      waiting: yield* readWaiting(q),
      failed_decisions: yield* readFailedDecisions(q, now),
    };
  });
  const accounts = await store.accounts.read(function* (q) {
    return {
      all: yield* listAccounts(q, month),
      unsent: yield* listUnsent(q, LETTERS_SHOWN),
      waiting: yield* countWaiting(q),
      givenUp: yield* countGivenUp(q),
      messages: (yield* listContactMessages(q)).filter(({mailedAt}) => mailedAt === null).length,
    };
  });
  const {waiting, givenUp, all, unsent, messages} = accounts;
  return {
    ...statistics,
    sources,
    sources_refused: refused,
    health: {
      ...(await readDisk(settings)),
      letters: {waiting: waiting.count, given_up: givenUp},
      contact_messages: messages,
    },
    usage: {month, accounts: all.length, values: all.reduce((sum, {used}) => sum + used, 0)},
    unsent: unsent.map(({id, kind, createdAt, tries, error}) => {
      return {id, kind, created_at: new Date(createdAt).toISOString(), tries, error};
    }),
  };
}

function* readHeld(q: Queries): Script<{held_runs: number; causes: DeskCause[]}> {
  const held = yield* listHeldRuns(q);
  const found = [];
  for (const run of held.slice(0, MOST_HELD)) {
    const own = {checks: yield* readRunChecks(q, run.id), losses: yield* readLosses(q, run.id)};
    found.push({...own, run, difference: yield* readDifference(q, run.id)});
  }
  const causes = groupByCause(found).map(({causes, runs}) => ({
    causes,
    runs: runs.map(({run, difference: own}) => ({
      ...{run: run.id, provider: run.provider, dataset: run.dataset, name: run.name, published_at: run.publishedAt},
      ...{held_at: run.heldAt, source_file: run.sourceFile},
      difference: own && {new: own.newValues, changed: own.changedValues, gone: own.goneValues},
    })),
  }));
  return {held_runs: held.length, causes};
}

function* readLoads(q: Queries): Script<DeskLoad[]> {
  const loads: DeskLoad[] = [];
  for (const one of yield* listPublishedRuns(q, LOADS_SHOWN)) {
    const {id: run, provider, dataset, publishedAt, loadedAt: at, newValues, revisedValues} = one;
    const values = {new_values: newValues, revised_values: revisedValues};
    const decision = yield* readDecision(q, run);
    loads.push({run, provider, dataset, published_at: publishedAt, at, ...values, by: decision?.by ?? null});
  }
  return loads;
}

function* readWaiting(q: Queries): Script<DeskWaiting[]> {
  return [...(yield* lastSilences(q)).values()].flatMap(({kind, provider, dataset, name, day, happenedAt}) =>
    kind === "silent" || kind === "overdue" ? [{kind, provider, dataset, name, day, since: happenedAt}] : [],
  );
}

/** The events that `ryad desk --note` writes. */
function* readFailedDecisions(q: Queries, now: Date): Script<DeskState["failed_decisions"]> {
  const since = new Date(now.getTime() - FAILED_DAYS * 86_400_000).toISOString();
  const faults = yield* listEvents(q, {provider: null, dataset: null, kinds: ["fault"], since}, MOST_FAULTS);
  return faults
    .filter(({id}) => id.startsWith(FAILED_DECISION))
    .map(({happenedAt, reason}) => ({at: happenedAt, words: reason ?? ""}));
}

async function readSources(
  store: Store,
  settings: Settings,
  now: Date,
): Promise<{sources: DeskSource[] | null; refused: string | null}> {
  try {
    const rows: DeskSource[] = [];
    for (const source of readSourcesFile(sourcesPath(settings)).sources) {
      const [attempt] = await store.sources.read((q) => listAttempts(q, source.id, 1));
      rows.push({
        ...{id: source.id, kind: sourceKind(source), schedule: scheduleText(source)},
        next: nextDue(source, now)?.toISOString() ?? null,
        last: attempt?.startedAt ?? null,
        outcome: attempt?.outcome ?? null,
        words: attempt?.words ?? null,
        held_run: attempt?.heldRun ?? null,
      });
    }
    return {sources: rows, refused: null};
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return {sources: null, refused: error.message};
  }
}

async function readDisk({
  databaseUrl,
  dataFolder,
}: Settings): Promise<Pick<DeskHealth, "disk" | "is_database" | "last_backup">> {
  if (databaseUrl !== null) return {disk: null, is_database: true, last_backup: null};
  const {bavail, blocks, bsize} = await statfs(dataFolder);
  const disk = {free: bavail * bsize, total: blocks * bsize};
  return {disk, is_database: false, last_backup: readLastBackup(dataFolder)};
}
