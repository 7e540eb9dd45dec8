// A load run: one path in, one release published, or "nothing new". Reads as the story it is.
//
// The fingerprint decides first: bytes that are known under the same day are not parsed again. A release lands whole or not at
// all; what can't be read stops it, unless the caller asked for the bad rows to be set aside.
import {Refusal} from "../refusal.ts";
import {dayText} from "../statistics/day.ts";
import type {Store} from "../store/open.ts";
import {findReleasesByFingerprint, type ReleaseOfDataset} from "../store/release.ts";
import {archiveFiles} from "./archive.ts";
import {type ChangeEffects, publishRelease} from "./dataset-change.ts";
import {fingerprintFiles} from "./fingerprint.ts";
import {createGather, type Gathered} from "./gather.ts";
import type {LoadHints, SourceFile, Unreadable} from "./source.ts";
import {collectSourceFiles} from "./source-files.ts";
import {findSource, parserName} from "./sources/sources.ts";

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
  /** rows set aside (--skip-bad-rows) */
  readonly skippedRows: number;
}

export interface LoadEffects extends ChangeEffects {
  /** bytes parsed so far, of all */
  readonly onProgress: (done: number, total: number) => void;
  /** hears of each row that can't be read as it is found; null: such rows stop the load */
  readonly setAside: ((row: Unreadable) => void) | null;
}

export const LOAD_MEMORY_LIMIT = 256 * 1024 * 1024;

export const PLAIN_EFFECTS: LoadEffects = {
  now: () => new Date(),
  memoryLimit: LOAD_MEMORY_LIMIT,
  onProgress: () => {},
  setAside: null,
};

/**
 * Loads a folder, a zip of one, or a provider's file.
 * @throws Refusal when it can't be understood, can't be read whole, or would give a wrong number; nothing is then visible of it
 */
export async function loadPath(
  store: Store,
  path: string,
  hints: LoadHints,
  effects: LoadEffects = PLAIN_EFFECTS,
): Promise<LoadOutcome> {
  const {files: found, kind} = await collectSourceFiles(path);
  const {fingerprint, files: fingerprints} = await fingerprintFiles(found, kind);
  const known = await store.statistics.read((q) => findReleasesByFingerprint(q, fingerprint));
  const same = known.find((release) => saysTheSame(release, hints));
  if (same) return unchanged(same);

  const files = watched(found, effects.onProgress);
  const source = await findSource(found);
  if (!source)
    throw new Refusal(
      `${path}: not a tidy package (no dataset.json) and no provider's file that this program knows`,
      found.some(({name}) => /\.(csv|tsv)$/i.test(name))
        ? "a table of your own needs a dataset.json beside it; load the folder that holds both (docs/tidy-package.md)"
        : "ryad load --help names what can be loaded",
    );
  const gather = createGather({
    memoryLimit: effects.memoryLimit,
    ...(effects.setAside && {onUnreadable: effects.setAside}),
  });
  let gathered: Gathered | null = null;
  try {
    gather.sink.startFile(found[0]!.name);
    const metadata = await source.parse(files, hints, gather.sink);
    gathered = gather.finish();
    if (!effects.setAside) refuseUnreadable(path, gathered);
    await archiveFiles(store, found, fingerprints);
    const sourceFile = metadata.sourceFile ?? (kind === "file" ? files[0]!.name : path.split("/").at(-1)!);
    const done = await publishRelease(
      store,
      {metadata, gathered, fingerprint, files: fingerprints, sourceFile, parser: parserName(source), hints},
      effects,
    );
    if (!done) return unchanged(metadata);
    return {
      changed: true,
      provider: metadata.provider,
      dataset: metadata.dataset,
      publishedAt: dayText(metadata.publishedAt),
      newValues: done.newValues,
      revisedValues: done.revisedValues,
      series: gathered.series.length,
      values: gathered.count,
      skippedRows: gathered.unreadableCount,
    };
  } finally {
    (gathered ?? gather).discard();
  }
}

/** The same bytes are the same release unless the command gives them another day or another name. */
function saysTheSame(release: ReleaseOfDataset, hints: LoadHints): boolean {
  const sameDay = hints.publishedAt === null || hints.publishedAt === dayText(release.publishedAt);
  const sameName =
    (hints.provider ?? release.provider) === release.provider && (hints.dataset ?? release.dataset) === release.dataset;
  return sameDay && sameName;
}

function unchanged({
  provider,
  dataset,
  publishedAt,
}: Pick<ReleaseOfDataset, "provider" | "dataset" | "publishedAt">): LoadOutcome {
  return {
    changed: false,
    provider,
    dataset,
    publishedAt: dayText(publishedAt),
    newValues: 0,
    revisedValues: 0,
    series: 0,
    values: 0,
    skippedRows: 0,
  };
}

function refuseUnreadable(path: string, gathered: Gathered): void {
  if (gathered.unreadableCount === 0) return;
  const shown = gathered.unreadable.map(({file, sheet, cell, line, column, reason, text}) => {
    const place = [
      file,
      sheet === undefined ? null : `sheet "${sheet}"`,
      cell === undefined ? null : `cell ${cell}`,
      line === null ? null : `line ${line}`,
      column === null ? null : `column ${column}`,
    ]
      .filter(Boolean)
      .join(", ");
    return `  ${place}: ${reason}${text ? ` (${JSON.stringify(text)})` : ""}`;
  });
  const more = gathered.unreadableCount - gathered.unreadable.length;
  if (more > 0) shown.push(`  … and ${more} more`);
  throw new Refusal(
    `${path}: ${gathered.unreadableCount} rows can't be read; nothing was loaded\n${shown.join("\n")}`,
    "mend them, or set them aside with --skip-bad-rows FILE",
  );
}

/** The same files, telling how many bytes of all have been read. */
function watched(files: readonly SourceFile[], onProgress: LoadEffects["onProgress"]): SourceFile[] {
  const total = files.reduce((sum, file) => sum + file.size, 0);
  let done = 0;
  return files.map((file) => ({
    ...file,
    async *open() {
      for await (const bytes of file.open()) {
        done += bytes.length;
        onProgress(Math.min(done, total), total);
        yield bytes;
      }
    },
  }));
}
