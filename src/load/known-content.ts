// Releases whose files say the same as those of a load, read by the same descriptor: packed anew they are no other release.
//
// A person may give the same content a later day, as with the same bytes. Without a day of its own or a given one it is the release that it was.
import type {Store} from "../store/open.ts";
import {findReleasesByContent, type SameContent} from "../store/releases/release.ts";
import {listFilesOfRelease, type ReleaseFile} from "../store/releases/release-file.ts";
import {contentOfFiles} from "./identity/file-content.ts";
import {DESCRIPTOR_FILE} from "./input/source-files.ts";

/** In order of (day, sequence), of any dataset and day. @param files as fingerprintFiles gives them */
export function findSameContent(store: Store, files: readonly ReleaseFile[]): Promise<SameContent[]> {
  const descriptor = descriptorOf(files);
  return store.statistics.read(function* (q) {
    const same: SameContent[] = [];
    for (const release of yield* findReleasesByContent(q, contentOfFiles(files)))
      if (descriptorOf(yield* listFilesOfRelease(q, release.datasetId, release.id)) === descriptor) same.push(release);
    return same;
  });
}

function descriptorOf(files: readonly ReleaseFile[]): string | null {
  return files.find(({name}) => name === DESCRIPTOR_FILE)?.sha256 ?? null;
}
