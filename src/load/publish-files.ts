// From files to a release: parsed, archived, and published or held.
//
// The bytes are archived before the checks run: a person needs them to look at a held run and to accept it.
import {counted} from "../counted.ts";
import {Refusal} from "../refusal.ts";
import type {Store} from "../store/open.ts";
import {beginArchiving, keepFiles} from "./archive/archive.ts";
import {type ChangeEffects, publishRelease} from "./change/dataset-change.ts";
import {saysPartial} from "./checks/missing-series.ts";
import {createGather, type Gathered} from "./gather/observation-buffer.ts";
import {unreadableText} from "./gather/problem-text.ts";
import {dropHeldRun, HeldRelease, keepHeldRun, MAX_CELLS_KEPT} from "./held-release.ts";
import type {FileFingerprint} from "./input/fingerprint.ts";
import {type LoadOutcome, loadOutcome} from "./load-outcome.ts";
import type {LoadHints, Source, SourceFile, Unreadable} from "./source.ts";
import {parserName} from "./sources/sources.ts";
import {workbookKind} from "./workbook/workbook.ts";

export interface LoadEffects extends ChangeEffects {
  /** Called with the bytes parsed so far and with all bytes. */
  readonly onProgress: (done: number, total: number) => void;
  /** Called for each unreadable row; null: such rows stop a package and hold a publisher's file. */
  readonly setAside: ((row: Unreadable) => void) | null;
  /** Path of the descriptor for a workbook; absent or null: the files are recognised by themselves. */
  readonly descriptor?: string | null;
}

export interface FilesToPublish {
  /** For messages. */
  readonly path: string;
  readonly files: readonly SourceFile[];
  readonly fingerprints: readonly FileFingerprint[];
  readonly fingerprint: string;
  readonly source: Source;
  /** The name of the files if the source gives none. */
  readonly sourceFile: string;
  readonly hints: LoadHints;
  /** The held run that a person accepts; null: the checks decide. */
  readonly accepted: string | null;
}

/** @throws Refusal as loadPath does */
export async function publishFiles(store: Store, from: FilesToPublish, effects: LoadEffects): Promise<LoadOutcome> {
  const {source, hints, accepted} = from;
  const isPackage = source.isPackage === true;
  const cells: Unreadable[] = [];
  const gather = createGather({
    memoryLimit: effects.memoryLimit,
    onUnreadable(problem) {
      if (cells.length < MAX_CELLS_KEPT) cells.push(problem);
      effects.setAside?.(problem);
    },
  });
  const archiving = beginArchiving(store, from.files, from.fingerprints);
  let gathered: Gathered | null = null;
  try {
    gather.sink.startFile(from.files[0]!.name);
    const watched = watchFiles(from.files, effects.onProgress);
    const metadata = await source.parse(watched.files, hints, gather.sink);
    gathered = gather.finish();
    if (isPackage && !effects.setAside) refuseUnreadable(from.path, gathered);
    const endsInLine = source.text === undefined ? null : watched.endsInLine();
    if (isPackage && endsInLine !== null) refuseCut(endsInLine);
    await archiving.keep();
    const incoming = {
      metadata,
      gathered,
      fingerprint: from.fingerprint,
      files: from.fingerprints,
      sourceFile: metadata.sourceFile ?? from.sourceFile,
      parser: parserName(source),
      hints,
      run: {
        id: accepted ?? globalThis.crypto.randomUUID(),
        accepted: accepted !== null,
        setAside: effects.setAside !== null,
        isPackage,
        isPartial: source.isPartial === true || metadata.partial === true,
        saysWhole: metadata.partial === false,
        cells,
        endsInLine,
        isOpenText: source.text === "open" && watched.hasText() && !saysPartial({parser: parserName(source), metadata}),
      },
    };
    try {
      const done = await publishRelease(store, incoming, effects);
      await keepFiles(store, from.files, from.fingerprints);
      if (!done) {
        if (accepted !== null) await dropHeldRun(store, incoming);
        return loadOutcome(metadata);
      }
      const {newValues, revisedValues} = done;
      const [series, values, skippedRows] = [gathered.series.length, gathered.count, gathered.unreadableCount];
      return loadOutcome(metadata, {changed: true, newValues, revisedValues, series, values, skippedRows});
    } catch (error) {
      if (!(error instanceof HeldRelease)) throw error;
      const run = await keepHeldRun(store, incoming, error.checks, effects.now());
      await keepFiles(store, from.files, from.fingerprints);
      return loadOutcome(metadata, {held: {run, checks: error.checks}});
    }
  } finally {
    await archiving.stop();
    (gathered ?? gather).discard();
  }
}

function refuseCut(name: string): never {
  throw new Refusal(
    `${name}: its last line has no line end, so it was probably cut off; nothing was loaded`,
    "write the file again; if it is complete, end its last line with a line break",
  );
}

function refuseUnreadable(path: string, gathered: Gathered): void {
  if (gathered.unreadableCount === 0) return;
  const shown = gathered.unreadable.map((problem) => `  ${unreadableText(problem)}`);
  const more = gathered.unreadableCount - gathered.unreadable.length;
  if (more > 0) shown.push(`  … and ${more} more`);
  throw new Refusal(
    `${path}: ${counted(gathered.unreadableCount, "row")} can't be read; nothing was loaded\n${shown.join("\n")}`,
    "correct them, or set them aside with --skip-bad-rows FILE",
  );
}

export interface WatchedFiles {
  readonly files: SourceFile[];
  /** Name of the first table of text that ends inside a line; null: there is none. Valid after the files have been read. */
  endsInLine(): string | null;
  /** Whether any file is a table of text. */
  hasText(): boolean;
}

export function watchFiles(
  files: readonly SourceFile[],
  onProgress: (done: number, total: number) => void,
): WatchedFiles {
  const total = files.reduce((sum, file) => sum + file.size, 0);
  const texts = new Set<string>();
  const unended = new Set<string>();
  let done = 0;
  const watched = files.map(
    (file): SourceFile => ({
      ...file,
      async *open(borrowed) {
        let start: Uint8Array | null = null;
        let last = LF;
        let hasLines = false;
        for await (const bytes of file.open(borrowed)) {
          start ??= bytes.slice(0, 8);
          last = bytes.at(-1) ?? last;
          hasLines ||= bytes.includes(LF);
          done += bytes.length;
          onProgress(Math.min(done, total), total);
          yield bytes;
        }
        if (!isTextName(file.name) || workbookKind(start ?? new Uint8Array()) !== null) return;
        texts.add(file.name);
        // Between CR and LF: in a file whose lines end in both.
        if (last !== LF && (last !== CR || hasLines)) unended.add(file.name);
      },
    }),
  );
  return {
    files: watched,
    hasText: () => texts.size > 0,
    endsInLine: () => files.find(({name}) => unended.has(name))?.name ?? null,
  };
}

const [LF, CR] = [10, 13];

function isTextName(name: string): boolean {
  return /\.(?:csv|tsv|txt)$/i.test(name);
}
