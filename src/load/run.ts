// A load run: one path in; the release is published or held, or there is "nothing new".
//
// The fingerprint comes first: bytes that are already published with the same day are not parsed again. The same content packed anew is
// parsed, because only that tells its day. A release is published completely
// or not at all. An unreadable row stops a package. A publisher's file that fails a required check is held until a person accepts it.
import {existsSync} from "node:fs";
import {dirname, join} from "node:path";
import {Refusal} from "../service/refusal.ts";
import {dayText} from "../statistics/time/day.ts";
import type {Store} from "../store/open.ts";
import {findReleasesByFingerprint, type ReleaseOfDataset} from "../store/releases/release.ts";
import type {DecidedBy} from "../store/releases/run-decision.ts";
import {archivedFiles, keepFiles} from "./archive/archive.ts";
import {findHeldRun} from "./held-release.ts";
import {fingerprintFiles} from "./identity/fingerprint.ts";
import {firstBytes} from "./input/decoded-text.ts";
import {foreignKind, XML} from "./input/foreign-bytes.ts";
import {collectSourceFiles, DESCRIPTOR_FILE, withDescriptor} from "./input/source-files.ts";
import {findSameContent} from "./known-content.ts";
import {findListingSource, loadListing} from "./listing/load-listing.ts";
import {UndatedRelease} from "./metadata.ts";
import {type LoadOptions, type LoadOutcome, loadOutcome, publishFiles} from "./publish-files.ts";
import type {LoadHints, SourceFile} from "./source.ts";
import {findSource, presentSource} from "./sources/sources.ts";

export const LOAD_MEMORY_LIMIT = 160 * 1024 * 1024;

export const PLAIN_EFFECTS: LoadOptions = {
  now: () => new Date(),
  memoryLimit: LOAD_MEMORY_LIMIT,
  onProgress: () => {},
  setAside: null,
  descriptor: null,
};

/**
 * Loads a folder, a zip of one, or a provider's file.
 * @returns the published release, or the held run, of which nothing is visible
 * @throws Refusal if the format is unknown, the files can't be read completely, or would give a wrong number; then nothing is visible
 */
export async function loadPath(
  store: Store,
  path: string,
  hints: LoadHints,
  effects: LoadOptions = PLAIN_EFFECTS,
): Promise<LoadOutcome> {
  const found = await collectSourceFiles(path);
  const {files, kind} = effects.descriptor ? await withDescriptor(found, effects.descriptor) : found;
  const {fingerprint, files: fingerprints} = await fingerprintFiles(files, kind);
  const known = await store.statistics.read((q) => findReleasesByFingerprint(q, fingerprint));
  const same = known.find((release) => saysTheSame(release, hints));
  if (same) {
    // A load that was killed after publishing did not check whether a discard had deleted its bytes; this load checks it.
    await keepFiles(store, files, fingerprints);
    return loadOutcome(same);
  }
  const listing = await findListingSource(files);
  if (listing)
    return loadListing(store, listing, files[0]!, {fingerprint, files: fingerprints}, {hints, now: effects.now()});
  const source = await findSource(files);
  if (!source) throw await unknownFiles(path, files);
  const sourceFile = kind === "file" ? files[0]!.name : path.split("/").at(-1)!;
  const from = {path, files, fingerprints, fingerprint, source, sourceFile, hints, accepted: null};
  return await publishFiles(store, from, effects).catch(async (error: unknown) => {
    if (!(error instanceof UndatedRelease)) throw error;
    const packedAnew = (await findSameContent(store, fingerprints)).findLast((release) => saysTheSame(release, hints));
    if (packedAnew === undefined) throw error;
    return loadOutcome(packedAnew);
  });
}

const NOBODY: DecidedBy = {by: "", reason: ""};

/**
 * Publishes a held run: its archived bytes are read again; unreadable cells are left out and recorded.
 * @param id as `ryad runs` shows it, or its start if only one run has it
 * @param word the person who accepts it, and why: kept with the run
 */
export async function acceptRun(
  store: Store,
  id: string,
  effects: LoadOptions = PLAIN_EFFECTS,
  word: DecidedBy = NOBODY,
): Promise<LoadOutcome> {
  const held = await findHeldRun(store, id);
  const source = presentSource(held.parser);
  if (!source) throw new Refusal(`run ${held.id} was read by ${held.parser}, which this program does not have`);
  const files = archivedFiles(store, held);
  const {fingerprint, files: fingerprints, sourceFile, hints} = held;
  const path = `run ${held.id}`;
  return publishFiles(
    store,
    {path, files, fingerprints, fingerprint, source, sourceFile, hints, accepted: {...word, run: held.id}},
    effects,
  );
}

/** A workbook or a table of text that no parser knows: a descriptor can read it. */
export class UnknownTable extends Refusal {}

const LISTED = "ryad load --help lists the files that can be loaded";
const DOCUMENTS = /\.(?:docx?|odt|rtf|pdf)$/i;

async function unknownFiles(path: string, all: readonly SourceFile[]): Promise<Refusal> {
  const files = all.filter(({name}) => name !== DESCRIPTOR_FILE);
  const document = files.find(({name}) => DOCUMENTS.test(name));
  if (document !== undefined)
    return new Refusal(
      `${path}: ${document.name} is a document of a kind that is never read`,
      "save its tables as .xlsx or .csv, and load them with a descriptor (docs/adding-a-source.md)",
    );
  const foreign = files.length === 1 ? await foreignFile(files[0]!, path, files.length < all.length) : null;
  if (foreign !== null) return foreign;
  const folder = dirname(path);
  if (files.length === 1 && existsSync(join(folder, "dataset.json")) && existsSync(join(folder, files[0]!.name)))
    return new Refusal(`${path}: one file of a tidy package`, `load its folder: ryad load ${folder}`);
  const isTable = files.length === 1 && files.length === all.length && (await hasTable(files[0]!));
  // FIX-rosstat-48: to a folder of workbooks the hint names the way for all of them.
  return new (isTable ? UnknownTable : Refusal)(
    `${path}: not a tidy package (no dataset.json) and no provider's file that this program knows`,
    files.filter(({name}) => /\.xlsx?$/i.test(name)).length > 1
      ? "each workbook is a release of its own: with --descriptor FILE or --describe the folder is loaded one by one"
      : files.some(({name}) => /\.xlsx?$/i.test(name))
        ? "a workbook needs a descriptor: --describe proposes one, --descriptor FILE names your own (docs/adding-a-source.md)"
        : files.some(({name}) => /\.(csv|tsv)$/i.test(name))
          ? "ryad load asks at a terminal what a table of your own does not say; a script gives the answers as options, or a descriptor (docs/adding-a-source.md)"
          : LISTED,
  );
}

/** Whether a proposal may read it: a text without the end of a line in its first megabyte is no table, and would only take memory. */
async function hasTable(file: SourceFile): Promise<boolean> {
  const {isWorkbook, mayBeDescribed} = await import("./workbook/workbook.ts");
  if (!(await mayBeDescribed(file))) return false;
  if ((await isWorkbook(file)) || file.size <= LINE_SOUGHT) return true;
  return (await firstBytes(file, LINE_SOUGHT)).includes(0x0a);
}

const LINE_SOUGHT = 2 ** 20;

/** What a sole file is instead of a table, with a descriptor or without one; null: its bytes do not say. */
async function foreignFile(file: SourceFile, path: string, isDescribed: boolean): Promise<Refusal | null> {
  const kind = foreignKind(await firstBytes(file));
  if (kind === XML && !isDescribed)
    return new Refusal(`${path} is XML of no publisher and no format that this program knows`, LISTED);
  if (kind !== null) return new Refusal(`${path} ${kind.is}`, kind.hint);
  if (!isDescribed) return null;
  return new Refusal(
    `${path} is neither a workbook (.xlsx or .xls) nor a table of text by its name (.csv or .tsv)`,
    "a descriptor reads these: save it as one of them",
  );
}

/** The same bytes, or the same content, are the same release unless the command gives another day or another name. */
function saysTheSame(
  release: Pick<ReleaseOfDataset, "provider" | "dataset" | "publishedAt">,
  hints: LoadHints,
): boolean {
  const sameDay = hints.publishedAt === null || hints.publishedAt === dayText(release.publishedAt);
  const sameName =
    (hints.provider ?? release.provider) === release.provider && (hints.dataset ?? release.dataset) === release.dataset;
  return sameDay && sameName;
}

/**
 * The paths of the releases, in the order of their names; the path itself if it is one release, or nothing that is known.
 * @param isDescribed a descriptor, given or proposed, is for each table in the folder
 * @throws Refusal as collectSourceFiles does
 */
export async function releasesIn(path: string, isDescribed: boolean): Promise<string[]> {
  const {files, kind} = await collectSourceFiles(path);
  if (kind !== "folder" || files.length < 2) return [path];
  if (files.some(({name}) => name === DESCRIPTOR_FILE || name === "dataset.json")) return [path];
  if ((await findSource(files)) !== null || (await findListingSource(files)) !== null) return [path];
  for (const file of files) {
    const known = isDescribed
      ? await (await import("./workbook/workbook.ts")).mayBeDescribed(file)
      : (await findSource([file])) !== null;
    if (!known) continue;
    const paths = await filesIn(path);
    // A sole folder inside is left out of the names.
    return paths.every((one) => existsSync(one)) ? paths : [path];
  }
  return [path];
}

/** The paths of the files in a folder, in the order of their names. */
export async function filesIn(folder: string): Promise<string[]> {
  const {files} = await collectSourceFiles(folder);
  return files.map(({name}) => join(folder, name));
}
