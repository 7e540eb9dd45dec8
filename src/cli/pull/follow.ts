// A dataset is followed to an exact state: its pages are fetched, and its file before them if there is one; then all are applied in one transaction.

import {takeFiles} from "../../load/mirror/mirror-archive.ts";
import {type MirrorItem, parseItem} from "../../load/mirror/mirror-item.ts";
import {type MirrorState, refuseOtherCopies} from "../../load/mirror/mirror-state.ts";
import {carryOutStep, type DoneStep, StepNotPossible} from "../../load/mirror/mirror-transaction.ts";
import {Refusal} from "../../service/refusal.ts";
import {deleteMirrorCursor} from "../../store/changes/mirror.ts";
import {
  isNumberTaken,
  listStatedReleases,
  type ReleaseCopy,
  type StatedRelease,
} from "../../store/copies/release-copy.ts";
import {type DatasetAddress, findDatasets} from "../../store/datasets/dataset.ts";
import type {Queries} from "../../store/engines/differences.ts";
import type {Store} from "../../store/open.ts";
import type {Script} from "../../store/script.ts";
import {type OfferedFile, pathOfFile} from "./offered-files.ts";
import {CursorGone} from "./problem.ts";
import {NotUnderstood, type Service} from "./service.ts";
import {fetchChunk, readCopies, readState, type ServiceStates} from "./service-states.ts";
import {openSpool, type Spool, START} from "./spool.ts";
import type {WaitingFile} from "./waiting-file.ts";

/** What following a dataset needs. */
export interface Following {
  readonly store: Store;
  readonly service: Service;
  /** Where files and pages wait until they are applied. */
  readonly dataFolder: string;
  readonly states: ServiceStates;
  /** The files that the service offers, by provider/dataset; null: none. */
  readonly offers: () => Promise<ReadonlyMap<string, OfferedFile> | null>;
  readonly say: (line: string) => void;
  readonly note: (line: string) => void;
  readonly now: () => Date;
  /** Datasets whose waiting pages or file were of no use, so that they were asked for again: once in a process, because it is paid. By full codes. */
  readonly fetchedAgain: Set<string>;
  /** Numbers that new releases have at the service and others have here, perhaps a dataset that loses them in this round. By full codes. */
  readonly takenNumbers: Map<string, readonly number[]>;
}

export interface Position {
  /** The cursor in the store; null: the dataset is new. */
  readonly stored: string | null;
  /** The cursor from which the pages follow. */
  readonly from: string;
  /** Everything up to that cursor; null: the pages have it, or the store. */
  readonly file: WaitingFile | null;
  /** false: what is here under the entity tags of the service was wrong. */
  readonly mayTakeTags: boolean;
}

/** @returns the version of files that has the state; null: the dataset is gone */
export async function followDataset(
  following: Following,
  address: DatasetAddress,
  {stored: cursor, from, file, mayTakeTags}: Position,
): Promise<string | null> {
  const {store, dataFolder, service, say, now} = following;
  const name = `${address.provider}/${address.dataset}`;
  const isWhole = from === START || file !== null;
  const [stored] = await store.statistics.read((q) => findDatasets(q, address));
  if (stored === undefined && !isWhole) throw new StepNotPossible();
  const spool = openSpool(dataFolder, address, from);
  const {state, copies} = await fetchAll(following, address, spool, {file, isWhole});
  await file?.unpack();
  let done: DoneStep | null = null;
  await store.statistics.write(function* (q) {
    done = yield* carryOutStep(q, {
      ...{address, isWhole, state, copies, mayTakeTags, origin: service.origin, now: now()},
      ...{from: cursor, to: spool.next},
      items: () => itemsOf(file, spool, name),
    });
    if (state === null) yield* deleteMirrorCursor(q, address);
  });
  const changes = `${spool.items} changes`;
  // the file first: without it the pages are of no use, and with it they are applied again
  file?.remove();
  spool.remove();
  const {isGone, series, hasTags, takenNumbers} = done!;
  if (takenNumbers.length > 0) following.takenNumbers.set(name, takenNumbers);
  const applied = file === null ? changes : `its file ${file.offer.version} and ${changes}`;
  const tags = hasTags ? "" : ", its entity tags are not those of the service";
  if (isGone) {
    if (stored !== undefined) say(`${name}: dropped`);
    return null;
  }
  say(`${name}: ${applied} applied, ${series} series${tags}`);
  return state!.version;
}

/** A service that changes the dataset all the time is asked again in the next round. */
const STATES_TRIED = 5;

interface FetchedState {
  readonly state: MirrorState | null;
  readonly copies: readonly ReleaseCopy[];
}

/** Fetches the pages up to one state, and what the service says of that state. */
async function fetchAll(
  following: Following,
  address: DatasetAddress,
  spool: Spool,
  {file, isWhole}: {readonly file: WaitingFile | null; readonly isWhole: boolean},
): Promise<FetchedState> {
  const {service} = following;
  if (file !== null) {
    // first: with a cursor that is gone the file is not worth its price
    await fetchPage(service, address, spool);
    await service.read(pathOfFile(address, file.offer), file);
  }
  for (let tried = 0; tried < STATES_TRIED; tried++) {
    // also behind pages of a pull that was killed, which are exact for its moment
    let version: string | null;
    do version = await fetchPage(service, address, spool);
    while (!spool.isExact);
    const state = await readState(service, address);
    if ((state?.version ?? null) !== version) continue;
    const copies = state === null ? [] : await fetchCopies(following, address, state, isWhole);
    if (copies === null) continue;
    if (state !== null) refuseOtherCopies(state, copies);
    return {state, copies};
  }
  throw new Refusal(
    `${service.origin} changed the dataset ${STATES_TRIED} times while its state was read`,
    "the next pull goes on where it was",
  );
}

/** The releases of the state that are not here yet, once their files are. null: the state is another one now. */
async function fetchCopies(
  {store, service, states, note}: Following,
  address: DatasetAddress,
  {version, releases}: MirrorState,
  isWhole: boolean,
): Promise<ReleaseCopy[] | null> {
  const unknown = await store.statistics.read((q) => listUnknown(q, address, releases, isWhole));
  const copies = await readCopies(service, address, version, unknown);
  if (copies === null || !states.hasArchive) return copies;
  const wanted = copies.flatMap((copy) => copy.files);
  const lacking = await takeFiles(store, wanted, (sha256, number) => fetchChunk(service, sha256, number));
  if (lacking > 0)
    note(`${address.provider}/${address.dataset}: ${lacking} archived files are not at ${service.origin}`);
  return copies;
}

/** The numbers of the releases that are not here, or here under another number although theirs is free. */
function* listUnknown(
  q: Queries,
  address: DatasetAddress,
  releases: readonly StatedRelease[],
  isWhole: boolean,
): Script<number[]> {
  const [dataset] = isWhole ? [] : yield* findDatasets(q, address);
  const stored = dataset === undefined ? [] : yield* listStatedReleases(q, dataset.id);
  const idOf = new Map(stored.map(({loadRun, id}) => [loadRun, id]));
  const unknown: number[] = [];
  for (const {id, loadRun} of releases) {
    const own = idOf.get(loadRun);
    if (own === undefined || (own !== id && !(yield* isNumberTaken(q, id)))) unknown.push(id);
  }
  return unknown;
}

const ITEMS_A_PAGE = 1000;

/** @returns the version of files that has the state behind the page, if nothing more follows */
async function fetchPage(service: Service, {provider, dataset}: DatasetAddress, spool: Spool): Promise<string | null> {
  const from = spool.next;
  const query = new URLSearchParams({
    ...{cursor: from, provider, dataset: `${provider}/${dataset}`, limit: String(ITEMS_A_PAGE)},
  });
  const answer = (await service.ask(`/api/v1/changes?${query}`).catch(tellCursor)) as Readonly<Record<string, unknown>>;
  const {items, cursor, has_more: hasMore, version} = answer;
  if (
    !Array.isArray(items) ||
    typeof cursor !== "string" ||
    typeof hasMore !== "boolean" ||
    (hasMore && cursor === from)
  )
    throw new Refusal(
      `${service.origin} gave a page of changes that is none`,
      "URL has to be the address of a Ryad service",
    );
  spool.add({from, to: cursor, hasMore, items});
  return typeof version === "string" ? version : null;
}

/** A cursor that was spoilt on its way and kept is none to the service: as if it were gone. */
function tellCursor(error: unknown): never {
  throw error instanceof NotUnderstood ? new CursorGone() : error;
}

function* itemsOf(file: WaitingFile | null, spool: Spool, name: string): Generator<MirrorItem> {
  if (file !== null) for (const item of file.items()) yield parseItem(item, name);
  for (const {items} of spool.pages()) for (const item of items) yield parseItem(item, name);
}
