// The releases of a mirrored dataset: those of its source, with their numbers, files and load runs there [pull.*].
import type {ReleaseMetadata} from "../../statistics/release/release.ts";
import {type ReleaseCopy, writeMissingCopy, writeReleaseCopy} from "../../store/copies/release-copy.ts";
import {deleteMissingOfRelease} from "../../store/datasets/missing.ts";
import type {Queries} from "../../store/engines/differences.ts";
import {
  deleteRelease,
  haveSameCounts,
  listBareReleases,
  type ReleaseCounts,
  readAllReleaseMetadata,
  updateReleaseCounts,
} from "../../store/releases/release.ts";
import type {Script} from "../../store/script.ts";
import type {MirrorState} from "./mirror-state.ts";

/** New releases and their numbers here. */
export type CopiedReleases = readonly {
  readonly id: number;
  /** At the source. */
  readonly wantedId: number;
  readonly missing: ReleaseCopy["missing"];
}[];

/** Brings the rows of releases to the state. @param copies of the releases that are not here yet. Throws if one is lacking */
export function* writeMirrorReleases(
  q: Queries,
  datasetId: number,
  {releases}: MirrorState,
  copies: readonly ReleaseCopy[],
): Script<CopiedReleases> {
  const stored = new Map((yield* listBareReleases(q, datasetId)).map((release) => [release.loadRun, release]));
  const wanted = new Set(releases.map(({loadRun}) => loadRun));
  const copyOf = new Map(copies.map((copy) => [copy.run.id, copy]));
  for (const {id, loadRun} of stored.values()) {
    // a copy of one that is stored comes once it can have its number
    if (wanted.has(loadRun) && !copyOf.has(loadRun)) continue;
    stored.delete(loadRun);
    yield* deleteRelease(q, datasetId, id);
    yield* deleteMissingOfRelease(q, datasetId, id);
  }
  const moved: (ReleaseCounts & {readonly id: number})[] = [];
  const added: CopiedReleases[number][] = [];
  for (const {loadRun, newValues, revisedValues, withdrawnValues} of releases) {
    const [old, counts] = [stored.get(loadRun), {newValues, revisedValues, withdrawnValues}];
    if (old !== undefined) {
      if (!haveSameCounts(old, counts)) moved.push({id: old.id, ...counts});
      continue;
    }
    const copy = copyOf.get(loadRun);
    if (copy === undefined) throw new Error(`the release of run ${loadRun} was not fetched`);
    const {id: wantedId, missing} = copy;
    added.push({id: yield* writeReleaseCopy(q, datasetId, copy, counts), wantedId, missing});
  }
  yield* updateReleaseCounts(q, datasetId, moved);
  return added;
}

/** Once the series of the step have their numbers. */
export function* writeMirrorMissing(
  q: Queries,
  datasetId: number,
  added: CopiedReleases,
  records: Iterable<{readonly key: string; readonly number: number}>,
): Script<void> {
  if (added.every(({missing}) => missing.length === 0)) return;
  const numbers = new Map(Array.from(records, ({key, number}) => [key, number]));
  for (const {id, missing} of added) yield* writeMissingCopy(q, datasetId, id, missing, numbers);
}

/** The releases in the order in which they are folded. */
export function* readFolded(q: Queries, datasetId: number) {
  const stored: ReadonlyMap<number, ReleaseMetadata> = yield* readAllReleaseMetadata(q, datasetId);
  const releases = yield* listBareReleases(q, datasetId);
  return releases.map(({id, loadedAt}) => ({metadata: stored.get(id)!, loadedAt}));
}
