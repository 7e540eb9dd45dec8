// Every archived file, read to its end: all pieces there, and the bytes those that were taken.
//
// A replay reads what a parser reads. This reads the rest too: files beside the observations, and those of releases that were
// withdrawn, which stay as the proof of what was once served.

import {listHeldRuns} from "../store/held-run.ts";
import {listListings} from "../store/listing.ts";
import type {Store} from "../store/open.ts";
import {listReleasedFiles} from "../store/release-file.ts";
import {listSourceFiles, readSourceChunk} from "../store/source-file.ts";
import {archivedFile} from "./archived-file.ts";

/** @returns how many files there are */
export async function verifyArchivedFiles(store: Store, onFinding: (finding: string) => void): Promise<number> {
  const released = await store.statistics.read((q) => listReleasedFiles(q));
  const held = await store.statistics.read((q) => listHeldRuns(q));
  const listings = await store.statistics.read((q) => listListings(q));
  const archived = await store.sources.read((q) => listSourceFiles(q));
  const sizes = new Map(archived.map(({sha256, size}) => [sha256, size]));
  const names = new Map<string, string>();
  const owned = [
    ...released.map((file) => ({...file, owner: `release ${file.releaseId}`})),
    ...listings.flatMap(({id, files}) => files.map((file) => ({...file, owner: `catalogue ${id}`}))),
    ...held.flatMap(({id, files}) => files.map((file) => ({...file, owner: `held run ${id}`}))),
  ];
  for (const {sha256, size, name, owner} of owned) {
    names.set(sha256, name);
    const found = sizes.get(sha256);
    const file = `${owner}: its file ${name} (sha256:${sha256})`;
    if (found === undefined) onFinding(`${file} is not in the archive`);
    else if (found !== size) onFinding(`${file} has ${size} bytes, in the archive ${found}`);
  }
  for (const {sha256, size} of archived) {
    const name = names.get(sha256) ?? "of no standing release";
    const file = archivedFile({name, sha256, size}, (of, number) =>
      store.sources.read((q) => readSourceChunk(q, of, number)),
    );
    try {
      for await (const _ of file.open());
    } catch (error) {
      onFinding((error as Error).message);
    }
  }
  return archived.length;
}
