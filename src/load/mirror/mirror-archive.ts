// The archived files of the releases of a dataset, taken before the releases are stored: so evidence has the cells that the source has [pull.*].
//
// A source gives them to tokens of its own operator alone. A mirror without them still names files and fingerprints.
import {Refusal} from "../../service/refusal.ts";
import {listMirroredReleases} from "../../store/changes/mirror.ts";
import type {Queries} from "../../store/engines/differences.ts";
import type {Store} from "../../store/open.ts";
import {listReleasedFiles, type ReleaseFile} from "../../store/releases/release-file.ts";
import {
  deleteSourceFile,
  finishSourceFile,
  listSourceFiles,
  readSourceChunk,
  writeSourceChunk,
} from "../../store/releases/source-file.ts";
import type {Script} from "../../store/script.ts";
import {ARCHIVE_CHUNK_BYTES, archivedFile} from "../archive/archived-file.ts";

/** Fetches a packed chunk from the source, from 0; null: it does not have it. */
export type FetchChunk = (sha256: string, number: number) => Promise<Uint8Array | null>;

/** After this many missing files in a row no more are requested: the source may be a mirror without an archive. */
const MOST_IN_VAIN = 20;

/** Takes the files that the archive lacks. @returns how many it lacks still. Throws Refusal if a file comes with other bytes */
export async function takeFiles(store: Store, files: readonly ReleaseFile[], fetchChunk: FetchChunk): Promise<number> {
  if (files.length === 0) return 0;
  const archived = new Set((await store.sources.read((q) => listSourceFiles(q))).map(({sha256}) => sha256));
  const lacking = new Map(files.map((file) => [file.sha256, file]));
  for (const sha256 of archived) lacking.delete(sha256);
  let inVain = 0;
  for (const file of [...lacking.values()]) {
    if (inVain === MOST_IN_VAIN) break;
    const isTaken = await takeFile(store, file, fetchChunk);
    if (isTaken) lacking.delete(file.sha256);
    inVain = isTaken ? 0 : inVain + 1;
  }
  return lacking.size;
}

/** The files of releases that came from the source, whether the archive has them or not. */
export function* listMirroredFiles(q: Queries): Script<ReleaseFile[]> {
  const mirrored = yield* listMirroredReleases(q);
  return (yield* listReleasedFiles(q)).filter(({releaseId}) => mirrored.has(releaseId));
}

async function takeFile(store: Store, file: ReleaseFile, fetchChunk: FetchChunk): Promise<boolean> {
  const {sha256, size} = file;
  const chunks = Math.ceil(size / ARCHIVE_CHUNK_BYTES);
  const readChunk = (of: string, number: number) => store.sources.read((q) => readSourceChunk(q, of, number));
  for (let number = 0; number < chunks; number++) {
    // of a pull that was killed
    if ((await readChunk(sha256, number)) !== null) continue;
    const bytes = await fetchChunk(sha256, number);
    if (bytes === null) return false;
    await store.sources.write((q) => writeSourceChunk(q, sha256, number, bytes));
  }
  try {
    for await (const _ of archivedFile(file, readChunk).open());
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // the next pull asks for it again
    await store.sources.write((q) => deleteSourceFile(q, sha256));
    throw new Refusal(
      `the service gave another file than ${file.name} of its release`,
      "run ryad check --deep there; the next pull asks for it again",
    );
  }
  await store.sources.write((q) => finishSourceFile(q, sha256, size, chunks));
  return true;
}
