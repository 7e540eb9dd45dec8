// A dataset is followed to an exact state: its pages are fetched, and its file before them if there is one; then all are applied in one transaction.
import {type MirrorItem, parseItem} from "../../load/mirror/mirror-item.ts";
import {carryOutStep, type DoneStep, StepNotPossible} from "../../load/mirror/mirror-transaction.ts";
import {Refusal} from "../../service/refusal.ts";
import {deleteMirrorCursor, writeMirrorCursor} from "../../store/changes/mirror.ts";
import {type DatasetAddress, findDatasets} from "../../store/datasets/dataset.ts";
import type {Store} from "../../store/open.ts";
import {type OfferedFile, pathOfFile} from "./offered-files.ts";
import type {Service} from "./service.ts";
import type {ServiceLists} from "./service-lists.ts";
import {openSpool, type Spool, START} from "./spool.ts";
import type {WaitingFile} from "./waiting-file.ts";

/** What following a dataset needs. */
export interface Following {
  readonly store: Store;
  readonly service: Service;
  /** Where files and pages wait until they are applied. */
  readonly dataFolder: string;
  readonly lists: ServiceLists;
  /** The files that the service offers, by provider/dataset; null: none. */
  readonly offers: () => Promise<ReadonlyMap<string, OfferedFile> | null>;
  readonly say: (line: string) => void;
  readonly note: (line: string) => void;
  readonly now: () => Date;
}

export interface Position {
  /** The cursor in the store; null: the dataset is new. */
  readonly stored: string | null;
  /** The cursor from which the pages follow. */
  readonly from: string;
  /** Everything up to that cursor; null: the pages have it, or the store. */
  readonly file: WaitingFile | null;
}

/** @returns the version of files that has the state; null: the dataset is gone, or the service does not name it */
export async function follow(
  following: Following,
  address: DatasetAddress,
  position: Position,
): Promise<string | null> {
  const {store, dataFolder, service, lists, say, now} = following;
  const {stored: cursor, from, file} = position;
  const name = `${address.provider}/${address.dataset}`;
  const isWhole = from === START || file !== null;
  const [stored] = await store.statistics.read((q) => findDatasets(q, address));
  if (stored === undefined && !isWhole) throw new StepNotPossible();
  const spool = openSpool(dataFolder, address, from);
  const version = await fetchAll(service, address, spool, file);
  await file?.unpack();
  const isListed = lists.datasets.some(({provider, dataset}) => `${provider}/${dataset}` === name);
  const listed = lists.about(address);
  const isRenamed =
    isListed &&
    stored !== undefined &&
    (stored.name !== listed.name || stored.revised !== listed.revised || stored.archival !== listed.archival);
  const isEmpty = file === null && spool.items === 0 && !isRenamed && !(isWhole && stored !== undefined);
  let done: DoneStep | null = null;
  await store.statistics.write(function* (q) {
    done = null;
    if (isEmpty && cursor !== null) yield* writeMirrorCursor(q, address, spool.next);
    else if (!isEmpty)
      done = yield* carryOutStep(q, {
        ...{address, isWhole, listed, origin: service.origin, now: now()},
        ...{from: cursor, to: spool.next},
        items: () => itemsOf(file, spool, name),
      });
    if ((done?.isGone ?? stored === undefined) && !isListed) yield* deleteMirrorCursor(q, address);
  });
  const changes = `${spool.items} changes`;
  // the file first: without it the pages are of no use, and with it they are applied again
  file?.remove();
  spool.remove();
  const finished = done as DoneStep | null;
  if (finished === null) return version;
  const applied = file === null ? changes : `its file ${file.offer.version} and ${changes}`;
  say(finished.isGone ? `${name}: dropped` : `${name}: ${applied} applied, ${finished.series} series`);
  return finished.isGone ? null : version;
}

/** @returns the version of files that has the state behind the last page */
async function fetchAll(service: Service, address: DatasetAddress, spool: Spool, file: WaitingFile | null) {
  if (file !== null) {
    // first: with a cursor that is gone the file is not worth its price
    await fetchPage(service, address, spool);
    await service.read(pathOfFile(address, file.offer), file);
  }
  // also behind pages of a pull that was killed, which are exact for its moment
  let version: string | null;
  do version = await fetchPage(service, address, spool);
  while (!spool.isExact);
  return version;
}

const ITEMS_A_PAGE = 1000;

/** @returns the version of files that has the state behind the page, if nothing more follows */
async function fetchPage(service: Service, {provider, dataset}: DatasetAddress, spool: Spool): Promise<string | null> {
  const from = spool.next;
  const query = new URLSearchParams({
    ...{cursor: from, provider, dataset: `${provider}/${dataset}`, limit: String(ITEMS_A_PAGE)},
  });
  const answer = (await service.ask(`/api/v1/changes?${query}`)) as Readonly<Record<string, unknown>>;
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

function* itemsOf(file: WaitingFile | null, spool: Spool, name: string): Generator<MirrorItem> {
  if (file !== null) for (const item of file.items()) yield parseItem(item, name);
  for (const {items} of spool.pages()) for (const item of items) yield parseItem(item, name);
}
