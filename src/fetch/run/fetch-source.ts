// A run of a source gets all of its files. It holds the lease of the source, so that no other process fetches it at the same time.
//
// The lease is renewed while the run lasts and ends by itself if its process dies. A run that another one has taken over meanwhile (its
// process slept longer than the lease) stops before its next file.
import {randomUUID} from "node:crypto";
import {resolve} from "node:path";
import {setTimeout as delay} from "node:timers/promises";
import {Refusal} from "../../service/refusal.ts";
import {
  type FetchAttempt,
  type FetchOutcome,
  insertAttempt,
  listAttempts,
  UNENDED,
} from "../../store/fetches/attempt.ts";
import {endRun, listFetchStates, sourceLease, takeMoment} from "../../store/fetches/moment.ts";
import {restHost} from "../../store/fetches/pace.ts";
import {prolongLease} from "../../store/lease.ts";
import type {FetchTarget, FetchVisit} from "../acquire/acquired-file.ts";
import {targetsOf} from "../acquire/targets.ts";
import {FetchProblem} from "../fetch-problem.ts";
import {readingDigest} from "../judge/content-digest.ts";
import {type FetchSource, termsOf} from "../sources/source.ts";
import {type EndedAttempt, type TargetOptions, tryTarget} from "./fetch-target.ts";
import {noteFault} from "./note-fault.ts";
import {type FetchOptions, openSourceVisit} from "./open-visit.ts";

/** How long a lease lasts that nobody renews: longer than a parser lets no timer run. */
const LEASE_MS = 180_000;
const RENEWED_EACH_MS = 45_000;
/** How often a run by command looks whether the source is free. */
const LOOKS_EACH_MS = 1000;
/** Of the attempts of a source, those that a run knows. */
const KNOWN_ATTEMPTS = 1000;
/** A host that wants to rest longer than this is left to the next run. */
const LONGEST_REST_S = 60;

export interface SourceRun {
  readonly source: string;
  /** Of all files the one that most needs a person. */
  readonly outcome: FetchOutcome;
  /** The last try of each file. */
  readonly attempts: readonly EndedAttempt[];
}

export interface RunWish {
  /** The due moment; null: a person wants it now, and waits until the source is free. */
  readonly moment: Date | null;
  /** Loads content that is known too. */
  readonly isAgain: boolean;
}

/** @returns null: another process has taken the moment. @throws Refusal if the source can't be free in time */
export async function fetchSource(
  options: FetchOptions,
  source: FetchSource,
  wish: RunWish,
): Promise<SourceRun | null> {
  const {sources} = options.store;
  const holder = randomUUID();
  const take = (): Promise<boolean> => {
    const [moment, now] = [wish.moment?.toISOString() ?? null, new Date().toISOString()];
    return sources.write((q) => takeMoment(q, {source: source.id, holder, moment, now, milliseconds: LEASE_MS}));
  };
  const {seconds, tries} = termsOf(source);
  for (const until = Date.now() + seconds * tries * 1000; !(await take()); await delay(LOOKS_EACH_MS)) {
    if (wish.moment !== null) return null;
    if (Date.now() > until)
      throw new Refusal(
        `another process is fetching ${source.id}`,
        "call again when it has ended; a lease of a dead process ends by itself",
      );
  }
  let isHeld = true;
  const renewing = setInterval(() => {
    sources
      .write((q) => prolongLease(q, {name: sourceLease(source.id), holder, milliseconds: LEASE_MS}))
      .then((done) => {
        isHeld = done;
      })
      // Without the store the lease ends by itself; the run ends at its next statement.
      .catch(() => {});
  }, RENEWED_EACH_MS);
  const failuresBefore =
    (await sources.read((q) => listFetchStates(q))).find((state) => state.source === source.id)?.failures ?? 0;
  let rest: number | null = null;
  let run: SourceRun | null = null;
  try {
    const found = await fetchFiles(options, source, wish.isAgain, () => isHeld);
    rest = found.rest;
    run = {source: source.id, outcome: worstOf(found), attempts: found.attempts};
    await noteFault(options.store, source, run, failuresBefore + 1);
    return run;
  } finally {
    clearInterval(renewing);
    const failures = run !== null && run.outcome !== "unreachable" ? 0 : failuresBefore + 1;
    const retryAt = failures === 0 ? null : new Date(Date.now() + retryMs(failures, rest)).toISOString();
    await sources.write((q) => endRun(q, {source: source.id, holder, failures, retryAt}));
  }
}

const [FIRST_RETRY_MS, LONGEST_RETRY_MS] = [300_000, 6 * 3_600_000];

/** Twice as long after each failure in a row, with a quarter of chance so that servers do not come back together. */
function retryMs(failures: number, restSeconds: number | null): number {
  const pause = Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), LONGEST_RETRY_MS);
  return Math.max(pause * (0.75 + Math.random() / 2), (restSeconds ?? 0) * 1000);
}

interface Fetched {
  readonly attempts: readonly EndedAttempt[];
  /** Seconds that a host wants to rest; null: none does. */
  readonly rest: number | null;
  /** Of a source with a file for each day, some are there: a day without one is no fault. */
  readonly hasSome: boolean;
}

async function fetchFiles(
  options: FetchOptions,
  source: FetchSource,
  isAgain: boolean,
  isHeld: () => boolean,
): Promise<Fetched> {
  const descriptor = source.as?.descriptor === undefined ? null : resolve(options.folder, source.as.descriptor);
  const reading = readingDigest(source, descriptor);
  const attempts = await options.store.sources.read((q) => listAttempts(q, source.id, KNOWN_ATTEMPTS));
  const visit = openSourceVisit(options, source, {attempts, reading, isAgain});
  try {
    const targets = await targetsOrProblem(options, source, visit, reading);
    if ("attempt" in targets) return {attempts: [targets.attempt], rest: null, hasSome: false};
    const wanted = isAgain ? targets.list : targets.list.filter(({address}) => !isThere(source, attempts, address));
    const done: EndedAttempt[] = [];
    let rest: number | null = null;
    for (const target of wanted) {
      if (!isHeld()) throw new Error(`another process has taken ${source.id} over`);
      const tried = await tryUntilDone({...options, source, attempts, reading, descriptor, isAgain}, target);
      done.push(tried.attempt);
      rest = tried.rest ?? rest;
      // A host that is down, or does not want this program, is not called for the next file.
      if (rest !== null || tried.attempt.outcome === "unreachable" || tried.attempt.outcome === "blocked") break;
    }
    const isMissing = ({outcome}: EndedAttempt): boolean => outcome === "moved";
    const hasSome = source.each !== undefined && (wanted.length < targets.list.length || !done.every(isMissing));
    return {attempts: done, rest, hasSome};
  } finally {
    await visit.close();
  }
}

async function targetsOrProblem(
  {store, now}: FetchOptions,
  source: FetchSource,
  visit: FetchVisit,
  reading: string,
): Promise<{readonly list: readonly FetchTarget[]} | {readonly attempt: EndedAttempt}> {
  try {
    return {list: targetsOf(source, visit)};
  } catch (error) {
    if (!(error instanceof FetchProblem)) throw error;
    const nothing = {
      status: null,
      bytes: null,
      sha256: null,
      content: null,
      fingerprint: null,
      headers: {},
      milliseconds: 0,
    };
    const named = {source: source.id, address: source.folder ?? "", startedAt: now().toISOString(), reading};
    const words = `${error.message}; ${error.hint}`;
    const attempt = {...nothing, ...named, ...UNENDED, outcome: error.outcome, words};
    await store.sources.write((q) => insertAttempt(q, attempt));
    return {attempt};
  }
}

/** Of a source with a file for each day: the file of that day has come, and does not change any more. */
function isThere({each}: FetchSource, attempts: readonly FetchAttempt[], address: string): boolean {
  return (
    each !== undefined &&
    attempts.some((one) => one.address === address && (one.outcome === "loaded" || one.outcome === "unchanged"))
  );
}

async function tryUntilDone(
  options: TargetOptions,
  target: FetchTarget,
): Promise<{readonly attempt: EndedAttempt; readonly rest: number | null}> {
  const {tries, backoff} = termsOf(options.source);
  for (let number = 1; ; number++) {
    const {attempt, problem} = await tryTarget(options, target);
    const rest = problem?.restSeconds ?? null;
    if (rest !== null) {
      const host = new URL(attempt.address).host;
      await options.store.sources.write((q) => restHost(q, host, Date.now() + rest * 1000));
      if (rest > LONGEST_REST_S) return {attempt, rest};
    }
    if (problem === null || !problem.mayPass || number >= tries) return {attempt, rest: null};
    await delay(backoff * 4 ** (number - 1) * (750 + Math.random() * 500));
  }
}

const BY_NEED: readonly FetchOutcome[] = ["blocked", "refused", "moved", "unreachable", "held", "loaded", "unchanged"];

function worstOf({attempts, hasSome}: Fetched): FetchOutcome {
  const outcomes = attempts.map(({outcome}) => outcome).filter((outcome) => !(hasSome && outcome === "moved"));
  return BY_NEED.find((outcome) => outcomes.includes(outcome)) ?? "unchanged";
}
