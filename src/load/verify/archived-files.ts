// Reads every archived file to its end: all chunks must be present, and the bytes must have the stated SHA-256.
//
// A replay reads only the files that a parser reads. This check also reads files beside the observations, and those of withdrawn
// releases, which are kept as proof of the values once served. A discard of a held run deletes files, so a missing file is searched for
// again before it is reported.

import {listMirroredReleases} from "../../store/changes/mirror.ts";
import type {Store} from "../../store/open.ts";
import {listListings} from "../../store/releases/listing.ts";
import type {BareRelease} from "../../store/releases/release.ts";
import {listReleasedFiles, type ReleaseFile} from "../../store/releases/release-file.ts";
import {hasSourceFile, listSourceFiles, readSourceChunk} from "../../store/releases/source-file.ts";
import {listHeldRuns} from "../../store/releases/unpublished-run.ts";
import {ARCHIVE_CHUNK_BYTES, archivedFile} from "../archive/archived-file.ts";

/** @returns the number of files */
export async function verifyArchivedFiles(store: Store, onFinding: (finding: string) => void): Promise<number> {
  const {owned, archived} = await verifyOwnedFiles(store, onFinding);
  const names = new Map(owned.map(({sha256, name}) => [sha256, name]));
  for (const {sha256, size, chunks} of archived) {
    const name = names.get(sha256) ?? "of no existing release";
    if (chunks !== Math.ceil(size / ARCHIVE_CHUNK_BYTES))
      onFinding(
        `archived file ${name} (sha256:${sha256}) has ${chunks} chunks in its row, which do not fit its ${size} bytes`,
      );
    const file = archivedFile({name, sha256, size}, (of, number) =>
      store.sources.read((q) => readSourceChunk(q, of, number)),
    );
    try {
      for await (const _ of file.open());
    } catch (error) {
      if (await store.sources.read((q) => hasSourceFile(q, sha256))) onFinding((error as Error).message);
    }
  }
  return archived.length;
}

/** Files of releases, catalogues and held runs that the archive lacks, or has in another size; no byte is read. */
export async function verifyOwnedFiles(store: Store, onFinding: (finding: string) => void) {
  const owned = await readOwned(store);
  const archived = await store.sources.read((q) => listSourceFiles(q));
  const sizes = new Map(archived.map(({sha256, size}) => [sha256, size]));
  for (const finding of await findMissing(store, owned, sizes)) onFinding(finding);
  return {owned, archived};
}

/** Whether a file of these releases is not in the archive. */
export async function lacksFiles(store: Store, releases: readonly Pick<BareRelease, "files">[]): Promise<boolean> {
  const archived = new Set((await store.sources.read((q) => listSourceFiles(q))).map(({sha256}) => sha256));
  return releases.some(({files}) => files.some(({sha256}) => !archived.has(sha256)));
}

interface OwnedFile extends ReleaseFile {
  readonly owner: string;
  /** Of a release of another service, which may have kept it to itself. */
  readonly isMirrored: boolean;
}

function readOwned(store: Store): Promise<OwnedFile[]> {
  return store.statistics.read(function* (q) {
    const released = yield* listReleasedFiles(q);
    const listings = yield* listListings(q);
    const held = yield* listHeldRuns(q);
    const mirrored = yield* listMirroredReleases(q);
    return [
      ...released.map((file) => ({
        ...{...file, owner: `release ${file.releaseId}`, isMirrored: mirrored.has(file.releaseId)},
      })),
      ...listings.flatMap(({id, files}) =>
        files.map((file) => ({...file, owner: `catalogue ${id}`, isMirrored: false})),
      ),
      ...held.flatMap(({id, files}) => files.map((file) => ({...file, owner: `held run ${id}`, isMirrored: false}))),
    ];
  });
}

/** @param sizes of the archived files, by SHA-256 */
async function findMissing(
  store: Store,
  owned: readonly OwnedFile[],
  sizes: ReadonlyMap<string, number>,
): Promise<string[]> {
  const findings = findingsOf(owned, sizes);
  if (findings.length === 0) return [];
  const still = new Set(findingsOf(await readOwned(store), sizes));
  return findings.filter((finding) => still.has(finding));
}

function findingsOf(owned: readonly OwnedFile[], sizes: ReadonlyMap<string, number>): string[] {
  return owned.flatMap(({sha256, size, name, owner, isMirrored}) => {
    const found = sizes.get(sha256);
    const file = `${owner}: its file ${name} (sha256:${sha256})`;
    if (found === undefined) return isMirrored ? [] : [`${file} is not in the archive`];
    return found === size ? [] : [`${file} has ${size} bytes, in the archive ${found}`];
  });
}
