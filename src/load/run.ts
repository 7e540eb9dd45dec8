// A load run: one path in; the release is published or held, or there is "nothing new".
//
// The fingerprint comes first: bytes that are already published with the same day are not parsed again. The same content packed anew is
// parsed, because only that tells its day. A release is published completely or not at all. An unreadable row stops a package. A publisher's
// file that fails a required check is held until a person accepts it.
import {Refusal} from "../service/refusal.ts";
import {dayText} from "../statistics/time/day.ts";
import type {Store} from "../store/open.ts";
import {findReleasesByFingerprint, type ReleaseOfDataset} from "../store/releases/release.ts";
import type {DecidedBy} from "../store/releases/run-decision.ts";
import {archivedFiles, keepFiles} from "./archive/archive.ts";
import {findHeldRun} from "./held-release.ts";
import {fingerprintFiles} from "./identity/fingerprint.ts";
import {collectSourceFiles, withDescriptor} from "./input/source-files.ts";
import {findSameContent} from "./known-content.ts";
import {findListingSource, loadListing} from "./listing/load-listing.ts";
import {UndatedRelease} from "./metadata.ts";
import {type LoadOptions, type LoadOutcome, loadOutcome, publishFiles} from "./publish-files.ts";
import type {LoadHints} from "./source.ts";
import {findParser, presentParser} from "./sources/sources.ts";
import {unknownFiles} from "./unknown-files.ts";

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
  const parser = await findParser(files);
  if (!parser) throw await unknownFiles(path, files);
  const sourceFile = kind === "file" ? files[0]!.name : found.name;
  const from = {path, files, fingerprints, fingerprint, parser, sourceFile, hints, accepted: null};
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
  const parser = presentParser(held.parser);
  if (!parser) throw new Refusal(`run ${held.id} was read by ${held.parser}, which this program does not have`);
  const files = archivedFiles(store, held);
  const {fingerprint, files: fingerprints, sourceFile, hints} = held;
  const path = `run ${held.id}`;
  return publishFiles(
    store,
    {path, files, fingerprints, fingerprint, parser, sourceFile, hints, accepted: {...word, run: held.id}},
    effects,
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
