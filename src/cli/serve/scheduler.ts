// The scheduler of a server: it looks which sources are due, and has each fetched by a command of its own.
//
// A run is a child process, so a parser that takes all memory or never ends takes no answer with it. Of several servers each looks by itself;
// the store gives a due moment to one of them. A run that dies leaves its moment to the next look, after a pause that grows.
import {spawn} from "node:child_process";
import {fileURLToPath} from "node:url";
import {lastOf} from "../../fetch/run/fetch-target.ts";
import {readSourceOutlook} from "../../fetch/run/load-file.ts";
import {dayIn, lastDue} from "../../fetch/sources/due.ts";
import {type FetchSource, termsOf} from "../../fetch/sources/source.ts";
import {readSourcesFile, type SourcesFile} from "../../fetch/sources/sources-file.ts";
import type {Emit} from "../../service/events.ts";
import {dayText} from "../../statistics/time/day.ts";
import {type FetchOutcome, listAttempts} from "../../store/fetches/attempt.ts";
import {abandonMoment, type FetchState, listFetchStates} from "../../store/fetches/moment.ts";
import type {Store} from "../../store/open.ts";
import {awaitedDay} from "../../store/overview/expected-release.ts";

const PROGRAM = fileURLToPath(new URL("../main.ts", import.meta.url));
const LOOK_MS = 5000;
const MOST_AT_ONCE = 2;
/** A load may take long, a run may not last for ever. */
const LONGEST_LOAD_S = 4 * 3600;
const MOST_LETTERS = 2 ** 20;
const ABANDONED_MS = 900_000;

export interface SchedulerContext {
  readonly store: Store;
  /** Path of sources.yaml. */
  readonly path: string;
  readonly now: () => Date;
  readonly emit: Emit;
  /** Fetches the source for the moment, to its end. Rejects if it died. null: another server has taken the moment. */
  readonly fetch: (source: FetchSource, moment: Date) => Promise<FetchEnd | null>;
}

/** How a run of a source ended. */
export interface FetchEnd {
  readonly outcome: FetchOutcome;
  readonly words: string;
}

export interface Scheduler {
  /** Starts what is due, a few at a time. Resolves when all that it started has ended. */
  look(): Promise<void>;
}

interface DueSource {
  readonly source: FetchSource;
  readonly moment: Date;
}

export function createScheduler({store, path, now, emit, fetch}: SchedulerContext): Scheduler {
  const running = new Set<string>();
  /** What the last look found and nobody fetches yet. */
  let waiting: DueSource[] = [];
  /** It is read every five seconds, and seldom changes. */
  let file: SourcesFile | null = null;

  async function run({source, moment}: DueSource): Promise<void> {
    running.add(source.id);
    try {
      // Another server may have taken the moment while it waited.
      const states = await readStates(store);
      const end = isOpen(states.get(source.id), moment) ? await fetch(source, moment) : null;
      if (end !== null) emit({type: "fetch-finished", source: source.id, outcome: end.outcome, words: end.words});
    } catch (error) {
      emit({type: "fetch-failed", source: source.id, error: error as Error});
      const retryAt = new Date(Date.now() + ABANDONED_MS).toISOString();
      await store.sources.write((q) => abandonMoment(q, source.id, moment.toISOString(), retryAt));
    } finally {
      running.delete(source.id);
    }
    await start();
  }

  async function start(): Promise<void> {
    const started: Promise<void>[] = [];
    while (running.size < MOST_AT_ONCE && waiting.length > 0) started.push(run(waiting.shift()!));
    await Promise.all(started);
  }

  return {
    async look() {
      try {
        file = readSourcesFile(path, file);
        const due = await findDue(store, file, now());
        waiting = due.filter(({source}) => !running.has(source.id));
        await start();
      } catch (error) {
        emit({type: "fetch-failed", source: null, error: error as Error});
      }
    },
  };
}

/** Those first whose last run is the longest ago, so that none starves behind sources that are due more often. */
async function findDue(store: Store, {sources}: SourcesFile, at: Date): Promise<readonly DueSource[]> {
  const states = await readStates(store);
  const due: DueSource[] = [];
  for (const source of sources) {
    const moment = lastDue(source, at);
    if (moment === null || !isOpen(states.get(source.id), moment)) continue;
    if (source.when?.after === undefined || (await isAwaited(store, source, moment))) due.push({source, moment});
  }
  const last = ({source}: DueSource): string => states.get(source.id)?.moment ?? "";
  return due.sort((one, other) => (last(one) < last(other) ? -1 : last(one) > last(other) ? 1 : 0));
}

async function readStates(store: Store): Promise<ReadonlyMap<string, FetchState>> {
  return new Map((await store.sources.read((q) => listFetchStates(q))).map((state) => [state.source, state]));
}

/** Only a hint that spares a process: the store decides who takes the moment. Tries go by the clock of the machine, also on a simulated day. */
function isOpen(state: FetchState | undefined, moment: Date): boolean {
  if (state === undefined) return true;
  if (state.isHeld) return false;
  const due = moment.toISOString();
  if (state.moment !== due) return state.moment < due;
  return state.finished === 0 || (state.retryAt !== null && state.retryAt <= new Date().toISOString());
}

/** For `after: calendar`: the day from which the next release is looked for has come, or nobody knows one. */
async function isAwaited(store: Store, source: FetchSource, moment: Date): Promise<boolean> {
  const isNamed = source.as?.provider !== undefined && source.as.dataset !== undefined;
  const last = isNamed ? null : lastOf(await store.sources.read((q) => listAttempts(q, source.id, 50)));
  const outlook = await readSourceOutlook(store, source, last);
  const day = outlook === null ? null : awaitedDay(outlook);
  return day === null || dayIn(source.when?.zone ?? "UTC", moment) >= dayText(day);
}

/** Looks again and again until it is stopped; runs under way are killed then, and their moments are taken up after the lease. */
export function keepFetching(
  context: Omit<SchedulerContext, "fetch">,
  environment: NodeJS.ProcessEnv,
): {readonly stop: () => void} {
  const stopping = new AbortController();
  const fetch: SchedulerContext["fetch"] = (source, moment) =>
    fetchInChild(source, moment, environment, stopping.signal);
  const scheduler = createScheduler({
    ...context,
    emit: (event) => {
      if (!stopping.signal.aborted) context.emit(event);
    },
    fetch,
  });
  const looking = setInterval(() => void scheduler.look(), LOOK_MS);
  void scheduler.look();
  return {
    stop() {
      clearInterval(looking);
      stopping.abort();
    },
  };
}

function fetchInChild(
  source: FetchSource,
  moment: Date,
  environment: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<FetchEnd | null> {
  const {seconds, tries} = termsOf(source);
  return new Promise((resolve, reject) => {
    const words = ["fetch", source.id, "--json", `--due=${moment.toISOString()}`];
    const child = spawn(process.execPath, [PROGRAM, ...words], {
      env: {...environment, RYAD_LOG: "error"},
      stdio: ["ignore", "pipe", "pipe"],
      timeout: (seconds * tries + LONGEST_LOAD_S) * 1000,
      killSignal: "SIGKILL",
      signal,
    });
    let [stdout, stderr] = ["", ""];
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      if (stdout.length < MOST_LETTERS) stdout += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      stderr = (stderr + text).slice(-2000);
    });
    child.once("error", reject);
    child.once("close", (code, ended) => {
      if (stdout.trim() !== "") resolve(JSON.parse(stdout) as FetchEnd);
      else if (code === 0) resolve(null);
      else reject(new Error(`the run of ${source.id} ended with ${ended ?? code}: ${stderr.trim()}`));
    });
  });
}
