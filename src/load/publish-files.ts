// From files to a release: parsed, archived, and published or held.
//
// The bytes are archived before the checks run: a person needs them to look at a held run and to accept it.
import type {ReleaseMetadata} from "../statistics/release/release.ts";
import {dayText} from "../statistics/time/day.ts";
import type {Store} from "../store/open.ts";
import type {ReleaseOfDataset} from "../store/releases/release.ts";
import type {DecidedBy} from "../store/releases/run-decision.ts";
import type {RunCheck} from "../store/releases/run-details.ts";
import {beginArchiving, keepFiles} from "./archive/archive.ts";
import type {Loss} from "./buffer/losses.ts";
import {type BufferedRelease, createObservationBuffer} from "./buffer/observation-buffer.ts";
import type {IncomingRelease} from "./change/change-plan.ts";
import {type ChangeEffects, publishRelease} from "./change/dataset-change.ts";
import {saysPartial} from "./checks/missing-series.ts";
import {knownEnding, refuseInput} from "./checks/whole-input.ts";
import {dropHeldRun, HeldRelease, keepHeldRun, MAX_CELLS_KEPT} from "./held-release.ts";
import type {FileFingerprint} from "./identity/fingerprint.ts";
import type {Ending} from "./input/ending.ts";
import {findSameContent} from "./known-content.ts";
import type {LoadHints, ObservationSink, Parser, ReleaseReading, SourceFile, Unreadable} from "./source.ts";
import {parserName} from "./sources/sources.ts";
import {closeWorkbook} from "./workbook/workbook.ts";

export interface LoadOptions extends ChangeEffects {
  /** Called with the bytes parsed so far and with all bytes. */
  readonly onProgress: (done: number, total: number) => void;
  /** Called for each unreadable row; null: such rows stop a package and hold a publisher's file. */
  readonly setAside: ((row: Unreadable) => void) | null;
  /** Path or text of the descriptor for a workbook; absent or null: the files are recognised by themselves. */
  readonly descriptor?: string | {readonly text: string} | null;
  /** Called once the release is read and before anything of it is stored; a Refusal that it throws ends the load. */
  readonly judge?: (metadata: ReleaseMetadata) => void;
}

export interface FilesToPublish {
  /** For messages. */
  readonly path: string;
  readonly files: readonly SourceFile[];
  readonly fingerprints: readonly FileFingerprint[];
  readonly fingerprint: string;
  readonly parser: Parser;
  /** The name of the files if the parser gives none. */
  readonly sourceFile: string;
  readonly hints: LoadHints;
  /** The held run that a person accepts, with that person; null: the checks decide. */
  readonly accepted: (DecidedBy & {readonly run: string}) | null;
}

/** @throws Refusal as loadPath does */
export async function publishFiles(store: Store, from: FilesToPublish, effects: LoadOptions): Promise<LoadOutcome> {
  const cells: Unreadable[] = [];
  const buffer = createObservationBuffer({
    memoryLimit: effects.memoryLimit,
    onUnreadable(problem) {
      if (cells.length < MAX_CELLS_KEPT) cells.push(problem);
      effects.setAside?.(problem);
    },
  });
  const archiving = beginArchiving(store, from.files, from.fingerprints);
  let buffered: BufferedRelease | null = null;
  try {
    buffer.sink.startFile(from.files[0]!.name);
    const reading = await readFiles(from, buffer.sink, effects.onProgress);
    buffered = buffer.finish();
    const ending = knownEnding(from.parser.name, reading.ending);
    effects.judge?.(reading.metadata);
    if (from.parser.isPackage === true) refuseInput(from.path, buffered, ending, effects.setAside !== null);
    const isPublished = await hasContent(store, from, reading.metadata);
    if (!isPublished) await archiving.keep();
    const incoming = incomingRelease(from, {reading, ending, buffered, cells}, effects.setAside !== null);
    return isPublished ? await nothingNew(store, incoming) : await publishOrHold(store, from, incoming, effects);
  } finally {
    await archiving.stop();
    (buffered ?? buffer).discard();
  }
}

/** Runs the parser. */
async function readFiles(
  {files, parser, hints}: FilesToPublish,
  sink: ObservationSink,
  onProgress: LoadOptions["onProgress"],
): Promise<ReleaseReading> {
  const read = watched(files, onProgress);
  const reading = await parser.parse(read, hints, sink);
  for (const file of read) closeWorkbook(file);
  return reading;
}

interface ParsedFiles {
  readonly reading: ReleaseReading;
  readonly ending: Ending;
  readonly buffered: BufferedRelease;
  readonly cells: readonly Unreadable[];
}

function incomingRelease(
  {parser, hints, accepted, fingerprint, fingerprints, sourceFile}: FilesToPublish,
  {reading, ending, buffered, cells}: ParsedFiles,
  setAside: boolean,
): IncomingRelease {
  const {metadata} = reading;
  const name = parserName(parser);
  return {
    metadata,
    buffered,
    fingerprint,
    files: fingerprints,
    sourceFile: metadata.sourceFile ?? sourceFile,
    parser: name,
    hints,
    run: {
      id: accepted?.run ?? globalThis.crypto.randomUUID(),
      accepted,
      setAside,
      isPackage: parser.isPackage === true,
      isPartial: parser.isPartial === true || metadata.partial === true,
      saysWhole: metadata.partial === false,
      cells,
      ending,
      unconfirmed: reading.unconfirmed === true,
      isDayGiven: reading.isDayGiven === true,
      ownUnits: reading.ownUnits ?? [],
      mayBeCut: ending.kind === "unknown" && !saysPartial({parser: name, metadata}),
    },
  };
}

/** The release that is published has the content already: an accepted run of it is over. */
async function nothingNew(store: Store, incoming: IncomingRelease): Promise<LoadOutcome> {
  if (incoming.run.accepted !== null) await dropHeldRun(store, incoming);
  return loadOutcome(incoming.metadata);
}

async function publishOrHold(
  store: Store,
  {files, fingerprints}: FilesToPublish,
  incoming: IncomingRelease,
  effects: LoadOptions,
): Promise<LoadOutcome> {
  const {metadata, buffered} = incoming;
  try {
    const done = await publishRelease(store, incoming, effects);
    await keepFiles(store, files, fingerprints);
    if (!done) return await nothingNew(store, incoming);
    const {newValues, revisedValues, losses} = done;
    const [series, values, skippedRows] = [buffered.series.length, buffered.count, buffered.unreadableCount];
    return loadOutcome(metadata, {changed: true, newValues, revisedValues, series, values, skippedRows, losses});
  } catch (error) {
    if (!(error instanceof HeldRelease)) throw error;
    const run = await keepHeldRun(store, incoming, error.findings, effects.now());
    await keepFiles(store, files, fingerprints);
    return loadOutcome(metadata, {held: {run, checks: error.findings.checks}, losses: error.findings.losses});
  }
}

/** Whether the dataset has the content under the same day, packed in another way. */
async function hasContent(
  store: Store,
  {fingerprints, fingerprint}: FilesToPublish,
  {provider, dataset, publishedAt}: ReleaseMetadata,
): Promise<boolean> {
  const same = (await findSameContent(store, fingerprints)).filter(
    (one) => one.provider === provider && one.dataset === dataset && one.publishedAt === publishedAt,
  );
  // A release of these bytes is looked for in the transaction.
  return same.length > 0 && same.every((one) => one.fingerprint !== fingerprint);
}

/** The files, with each chunk that is read counted. */
function watched(files: readonly SourceFile[], onProgress: LoadOptions["onProgress"]): SourceFile[] {
  const total = files.reduce((sum, file) => sum + file.size, 0);
  let done = 0;
  return files.map((file) => {
    return {
      ...file,
      async *open(borrowed) {
        for await (const bytes of file.open(borrowed)) {
          done += bytes.length;
          onProgress(Math.min(done, total), total);
          yield bytes;
        }
      },
    };
  });
}

export interface LoadOutcome {
  readonly changed: boolean;
  readonly provider: string;
  readonly dataset: string;
  /** YYYY-MM-DD */
  readonly publishedAt: string;
  readonly newValues: number;
  readonly revisedValues: number;
  readonly series: number;
  readonly values: number;
  /** Rows set aside (--skip-bad-rows), or left out of a held run that a person accepted. */
  readonly skippedRows: number;
  /** Values and series that the release lacks, or would lack if it is published. */
  readonly losses: readonly Loss[];
  /** The run that its checks hold; null: it is not held. */
  readonly held: {readonly run: string; readonly checks: readonly RunCheck[]} | null;
  /** Of a catalogue: the number of its indicators and of the datasets whose words changed; absent for a release. */
  readonly listing?: {readonly indicators: number; readonly datasets: number};
}

/** @param result what differs from "nothing new" */
export function loadOutcome(
  {provider, dataset, publishedAt}: Pick<ReleaseOfDataset, "provider" | "dataset" | "publishedAt">,
  result: Partial<LoadOutcome> = {},
): LoadOutcome {
  return {
    provider,
    dataset,
    publishedAt: dayText(publishedAt),
    changed: false,
    newValues: 0,
    revisedValues: 0,
    series: 0,
    values: 0,
    skippedRows: 0,
    losses: [],
    held: null,
    ...result,
  };
}
