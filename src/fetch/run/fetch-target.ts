// One file of a source, from its address to the release: acquired, judged, archived, loaded, each try as a row.
//
// The row is written once the bytes are in the archive and before they are parsed: a run that is killed leaves the bytes and a row without an
// outcome, and the next run finds both.
import {dirname} from "node:path";
import {keepFiles} from "../../load/archive/archive.ts";
import {fingerprintFiles} from "../../load/identity/fingerprint.ts";
import {collectSourceFiles, withDescriptor} from "../../load/input/source-files.ts";
import type {LoadOutcome} from "../../load/publish-files.ts";
import {Refusal} from "../../service/refusal.ts";
import {dayText} from "../../statistics/time/day.ts";
import type {Queries} from "../../store/engines/differences.ts";
import {
  type AttemptEnding,
  type AttemptFields,
  endAttempt,
  type FetchAttempt,
  type FetchOutcome,
  findLastAttempt,
  insertAttempt,
  listAttemptsWith,
  UNENDED,
} from "../../store/fetches/attempt.ts";
import type {Store} from "../../store/open.ts";
import {findReleasesByFingerprint} from "../../store/releases/release.ts";
import {listHeldRuns} from "../../store/releases/unpublished-run.ts";
import type {Script} from "../../store/script.ts";
import {counted} from "../../text/counted.ts";
import type {AcquiredFile, FetchTarget} from "../acquire/acquired-file.ts";
import {announceCalendar} from "../calendar/announce.ts";
import {FetchProblem} from "../fetch-problem.ts";
import {contentDigest} from "../judge/content-digest.ts";
import {refuseFalseFile} from "../judge/false-file.ts";
import {standingOf} from "../judge/known-content.ts";
import {KnownContent} from "../judge/published-content.ts";
import {isOfOneFile} from "../sources/due.ts";
import type {FetchSource} from "../sources/source.ts";
import {loadFile} from "./load-file.ts";
import type {FetchOptions} from "./open-visit.ts";

export interface TargetOptions extends FetchOptions {
  readonly source: FetchSource;
  /** Earlier attempts of the source, the newest first. */
  readonly attempts: readonly FetchAttempt[];
  readonly reading: string;
  /** Path of the descriptor; null: none. */
  readonly descriptor: string | null;
  /** Loads what is known too. */
  readonly isAgain: boolean;
}

/** An attempt with its ending, as it is stored. */
export type EndedAttempt = Omit<FetchAttempt, "id" | "outcome"> & {readonly outcome: FetchOutcome};

/** One try. @returns the attempt, and the problem if another try may help */
export async function tryTarget(
  options: TargetOptions,
  target: FetchTarget,
): Promise<{readonly attempt: EndedAttempt; readonly problem: FetchProblem | null}> {
  const begun = options.now();
  let fields: AttemptFields = {
    ...{source: options.source.id, address: target.address, startedAt: begun.toISOString(), reading: options.reading},
    ...{status: null, bytes: null, sha256: null, content: null, fingerprint: null, headers: {}, milliseconds: 0},
  };
  const record = async (ending: Ended): Promise<EndedAttempt> => {
    const attempt = {...fields, ...UNENDED, ...ending, milliseconds: since(begun, options.now())};
    await options.store.sources.write((q) => insertAttempt(q, attempt));
    return attempt;
  };
  let folder: string | null = null;
  try {
    const file = await target.acquire();
    const {address, status, bytes, sha256, headers} = file;
    fields = {...fields, address, status, bytes, sha256, headers: kept(headers)};
    const {path} = file;
    if (path === null)
      return {attempt: await record(notModified(options, (known) => (fields = {...fields, ...known}))), problem: null};
    folder = dirname(path);
    refuseFalseFile(path, address);
    fields = {...fields, content: await contentDigest(path)};
    // A calendar that is put back counts again.
    const isKnown = !options.isAgain && options.source.announces === undefined;
    const known = isKnown ? await knownEnding(options, fields) : null;
    if (known !== null) {
      fields = {...fields, fingerprint: known.attempt.fingerprint};
      return {attempt: await record({...namesOf(known.attempt), ...known.ending}), problem: null};
    }
    return {attempt: await archiveAndLoad(options, {...file, path}, fields, begun), problem: null};
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const problem =
      error instanceof FetchProblem ? error : new FetchProblem("refused", error.message, {hint: error.hint});
    const {answer} = problem;
    if (answer !== null)
      fields = {...fields, status: answer.status, bytes: answer.bytes, headers: kept(answer.headers)};
    return {attempt: await record({outcome: problem.outcome, words: wordsOf(problem, folder)}), problem};
  }
}

type Ended = Partial<AttemptEnding> & {readonly outcome: FetchOutcome; readonly words: string};

function since(begun: Date, now: Date): number {
  return Math.max(0, Math.min(now.getTime() - begun.getTime(), 2 ** 31 - 1));
}

/** @param folder of the file, which nobody finds any more */
function wordsOf({message, hint}: Refusal, folder: string | null): string {
  const words = hint === null ? message : `${message}; ${hint}`;
  return folder === null ? words : words.replaceAll(`${folder}/`, "");
}

/** The headers of which a later run or a person wants to know. */
const KEPT = [
  "content-type",
  "content-disposition",
  "content-length",
  "last-modified",
  "etag",
  "retry-after",
  "server",
  "date",
];

function kept(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    KEPT.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name].slice(0, 500)]])),
  );
}

function namesOf({provider, dataset, publishedAt, publishedAtFrom}: FetchAttempt) {
  return {provider, dataset, publishedAt, publishedAtFrom};
}

/** 304: the row has what is known of the content, so that the next run can compare. */
function notModified({attempts}: TargetOptions, know: (known: Partial<AttemptFields>) => unknown): Ended {
  const last = attempts.find(({content, outcome}) => content !== null && outcome !== "refused")!;
  const {content, fingerprint, sha256} = last;
  know({content, fingerprint, sha256, headers: last.headers});
  return {...namesOf(last), outcome: "unchanged", words: "the server says that nothing has changed"};
}

interface KnownAttempt {
  /** That had the content before. */
  readonly attempt: FetchAttempt;
  readonly ending: Ended;
}

/** How it ends if the content is known; null: it is new. */
async function knownEnding(options: TargetOptions, {content, reading}: AttemptFields): Promise<KnownAttempt | null> {
  const {store, attempts, source} = options;
  // also attempts that the run does not know: the content may be one of years ago
  const [last, withContent] = await store.sources.read((q) => readEarlier(q, source.id, content!));
  const earlier = [...attempts, ...(last === null ? [] : [last]), ...withContent];
  const standing = standingOf(earlier, {content, reading}, isOfOneFile(source));
  if (standing.is === "new") return null;
  const {attempt} = standing;
  const {fingerprint, heldRun} = attempt;
  const isPublished = async (): Promise<boolean> => fingerprint !== null && (await hasRelease(store, fingerprint));
  const unchanged = (words: string): KnownAttempt => ({attempt, ending: {outcome: "unchanged", words}});
  switch (standing.is) {
    case "unchanged":
      return unchanged("the content is the one that was loaded");
    case "older": {
      const words = `the publisher has put back the file of ${attempt.startedAt.slice(0, 10)}, which is older than the last one; if it is meant as a correction, load it by hand: ryad load ADDRESS --published DAY`;
      return {attempt, ending: {outcome: "refused", words}};
    }
    case "interrupted":
      return (await isPublished()) ? unchanged("a run that was interrupted had loaded it") : null;
    case "held": {
      const held = await store.statistics.read((q) => listHeldRuns(q));
      if (held.some(({id}) => id === heldRun))
        return {attempt, ending: {heldRun, outcome: "held", words: heldWords(heldRun!)}};
      const end = (await isPublished()) ? "a person accepted it" : "a person discarded it";
      return unchanged(`the content is the one that was held; ${end}`);
    }
  }
}

/** The last one that counts, and those with this content: both may be older than all that a run knows. */
function* readEarlier(q: Queries, source: string, content: string): Script<[FetchAttempt | null, FetchAttempt[]]> {
  const last = yield* findLastAttempt(q, source, ["loaded", "unchanged"]);
  return [last, yield* listAttemptsWith(q, source, content)];
}

async function hasRelease(store: Store, fingerprint: string): Promise<boolean> {
  return (await store.statistics.read((q) => findReleasesByFingerprint(q, fingerprint))).length > 0;
}

function heldWords(run: string): string {
  return `held as run ${run}: ryad runs --show ${run} gives the reasons, ryad load --accept ${run} publishes it all the same`;
}

async function archiveAndLoad(
  options: TargetOptions,
  file: AcquiredFile & {readonly path: string},
  fields: AttemptFields,
  begun: Date,
): Promise<EndedAttempt> {
  const {store, source, descriptor} = options;
  const found = await collectSourceFiles(file.path);
  const {files, kind} = descriptor !== null && found.kind === "file" ? await withDescriptor(found, descriptor) : found;
  const {fingerprint, files: fingerprints} = await fingerprintFiles(files, kind);
  await keepFiles(store, files, fingerprints);
  const archived = {...fields, fingerprint, sha256: fields.sha256 ?? fingerprint};
  const id = await store.sources.write((q) =>
    insertAttempt(q, {...archived, ...UNENDED, milliseconds: since(begun, options.now())}),
  );
  const end = async (ending: Ended): Promise<EndedAttempt> => {
    const whole = {...UNENDED, ...ending};
    await store.sources.write((q) => endAttempt(q, id, whole));
    return {...archived, ...whole, milliseconds: since(begun, options.now())};
  };
  const last = lastOf(options.attempts);
  const lookedAt = options.attempts.find(({outcome}) => outcome === "unchanged")?.startedAt ?? null;
  try {
    const {path, headers} = file;
    if (source.announces !== undefined) {
      const calendar = {path, address: archived.address, now: options.now()};
      const {isChanged, words} = await announceCalendar(store, source, calendar);
      return await end({outcome: isChanged ? "loaded" : "unchanged", words});
    }
    const isPublished = await hasRelease(store, fingerprint);
    const known = {isAgain: options.isAgain, isReadAnew: await isReadAnew(options, archived)};
    const {outcomes, publishedAtFrom} = await loadFile(options, source, {
      ...{path, content: fields.content!, headers, descriptor, isPublished, last, known, lookedAt},
    });
    return await end({...loadedEnding(outcomes, file), publishedAtFrom});
  } catch (error) {
    if (error instanceof KnownContent) return await end(publishedEnding(error));
    if (error instanceof Refusal) return await end({outcome: "refused", words: wordsOf(error, dirname(file.path))});
    throw error;
  }
}

/** Whether the source got the content when other names or another descriptor read it. */
async function isReadAnew(
  {store, source, attempts}: TargetOptions,
  {content, reading}: AttemptFields,
): Promise<boolean> {
  const old = await store.sources.read((q) => listAttemptsWith(q, source.id, content!));
  return [...attempts, ...old].some((one) => one.content === content && one.reading !== reading);
}

function publishedEnding({release, outcome, message}: KnownContent): Ended {
  const {provider, dataset, publishedAt} = release;
  return {...{provider, dataset, publishedAt: dayText(publishedAt)}, outcome, words: message};
}

/** The newest attempt that was published or held; null: none. @param attempts the newest first */
export function lastOf(attempts: readonly FetchAttempt[]): FetchAttempt | null {
  return attempts.find(({outcome, dataset}) => dataset !== null && outcome !== "refused") ?? null;
}

function loadedEnding(outcomes: readonly LoadOutcome[], {movedTo}: AcquiredFile): Ended {
  const held = outcomes.find((outcome) => outcome.held !== null);
  const reported = held ?? outcomes.find(({changed}) => changed) ?? outcomes[0]!;
  const sum = (pick: (one: LoadOutcome) => number): number => outcomes.reduce((total, one) => total + pick(one), 0);
  const {provider, dataset, publishedAt} = reported;
  const names = {provider, dataset, publishedAt};
  if (held?.held) return {...names, heldRun: held.held.run, outcome: "held", words: heldWords(held.held.run)};
  const moved = movedTo === null ? "" : `; the address has moved for good to ${movedTo}: write that in sources.yaml`;
  if (!outcomes.some(({changed}) => changed))
    return {...names, outcome: "unchanged", words: `these bytes are published already${moved}`};
  const values = `${counted(
    sum((one) => one.newValues),
    "new value",
  )}, ${sum((one) => one.revisedValues)} revised`;
  return {...names, outcome: "loaded", words: `${values}${moved}`};
}
