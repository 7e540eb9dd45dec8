// A round of `ryad pull`: every dataset of the service is brought to an exact state, each in one transaction (CONTRACT 6.5).
//
// Each dataset has a cursor of its own, so a dataset that fails keeps no other one from being followed.

import type {DatasetAddress} from "../../load/change/series-targets.ts";
import {refuseOtherCodes} from "../../load/mirror/mirror-codes.ts";
import {type MirrorItem, parseItem} from "../../load/mirror/mirror-item.ts";
import {carryOutStep, type DoneStep, StepNotPossible} from "../../load/mirror/mirror-transaction.ts";
import {Refusal} from "../../service/refusal.ts";
import {
  deleteMirrorCursor,
  listMirrored,
  readMirror,
  writeMirror,
  writeMirrorCursor,
} from "../../store/changes/mirror.ts";
import {findDatasets} from "../../store/datasets/dataset.ts";
import type {Store} from "../../store/open.ts";
import {StoreOutage} from "../../store/outage.ts";
import {CursorGone, type Service} from "./service.ts";
import {readLists, type ServiceLists} from "./service-lists.ts";
import {findWaiting, openSpool, type Spool, START} from "./spool.ts";

export interface Pulling {
  readonly store: Store;
  readonly service: Service;
  /** Where pages wait until they are applied. */
  readonly dataFolder: string;
  /** Full codes; null: all datasets. */
  readonly only: ReadonlySet<string> | null;
  readonly say: (line: string) => void;
  readonly note: (line: string) => void;
  readonly now: () => Date;
}

/** What rounds of one process remember. */
export interface Remembered {
  /** The cursor of now at the last round that left nothing behind; null: none did. */
  state: string | null;
}

/** @throws Refusal if the store mirrors another service */
export async function takeMirror({store, service: {origin}}: Pulling): Promise<void> {
  await store.statistics.write(function* (q) {
    const mirror = yield* readMirror(q);
    if (mirror === null) yield* writeMirror(q, {origin, exactAt: null});
    else if (mirror.origin !== origin)
      throw new Refusal(
        `this store mirrors ${mirror.origin}, not ${origin}`,
        "pull another service into another store",
      );
  });
}

/** @returns the number of datasets that could not be brought up to date; each is told */
export async function pullRound(pulling: Pulling, remembered: Remembered): Promise<number> {
  const {store, service, only} = pulling;
  const begun = pulling.now();
  const {cursor: state} = (await service.ask("/api/v1/changes?limit=1")) as {cursor?: unknown};
  if (typeof state !== "string")
    throw new Refusal(`${service.origin} has no changes to follow`, "URL has to be the address of a Ryad service");
  let failed = 0;
  if (state !== remembered.state) {
    const lists = await readLists(service);
    const mirrored = await store.statistics.read(listMirrored);
    const cursors = new Map(mirrored.map(({provider, dataset, cursor}) => [`${provider}/${dataset}`, cursor]));
    const codes = new Map([...lists.datasets, ...mirrored].map((code) => [`${code.provider}/${code.dataset}`, code]));
    for (const name of only ?? [])
      if (!codes.has(name)) throw new Refusal(`${service.origin} has no dataset ${name}`, "give the full code");
    for (const [name, code] of codes) {
      if (only !== null && !only.has(name)) continue;
      try {
        await pullDataset(pulling, lists, code, cursors.get(name) ?? null);
      } catch (error) {
        if (!isPassing(error)) throw error;
        failed++;
        pulling.note(`${name}: ${error.message}`);
      }
    }
    remembered.state = failed === 0 ? state : null;
  }
  if (failed === 0)
    await store.statistics.write((q) => writeMirror(q, {origin: service.origin, exactAt: begun.toISOString()}));
  return failed;
}

/** What one dataset or round fails of while another may not: a refusal, a store that is away, a disk that is full. */
export function isPassing(error: unknown): error is Error {
  if (error instanceof Refusal || error instanceof StoreOutage) return true;
  return error instanceof Error && "syscall" in error && typeof (error as NodeJS.ErrnoException).code === "string";
}

async function pullDataset(
  pulling: Pulling,
  lists: ServiceLists,
  code: DatasetAddress,
  cursor: string | null,
): Promise<void> {
  refuseOtherCodes(pulling.service.origin, code);
  const take = (from: string): Promise<void> => follow(pulling, lists, code, {stored: cursor, from});
  // the pages of a whole take that rested; those that end at the cursor were applied before the pull died
  const waiting = findWaiting(pulling.dataFolder, code);
  const isTakenAnew = waiting?.from === START && waiting.to !== cursor;
  if (cursor !== null && !isTakenAnew) {
    try {
      return await takeSince(pulling, code, cursor, take);
    } catch (error) {
      if (!(error instanceof CursorGone || error instanceof StepNotPossible)) throw error;
      openSpool(pulling.dataFolder, code, cursor).remove();
      pulling.note(
        `${code.provider}/${code.dataset}: its changes can't be followed from here any more, all of it is taken anew`,
      );
    }
  }
  try {
    await take(START);
  } catch (error) {
    if (!(error instanceof CursorGone)) return tellUnnumbered(error);
    // the pages of a pull that rested for too long: there is no way on from them
    openSpool(pulling.dataFolder, code, START).remove();
    await take(START).catch(tellUnnumbered);
  }
}

/** The changes since the stored cursor. Waiting pages of a state that the service has lost are forgotten: the cursor before them may still be good. */
async function takeSince(
  {dataFolder}: Pulling,
  code: DatasetAddress,
  cursor: string,
  take: (from: string) => Promise<void>,
): Promise<void> {
  const isWaiting = findWaiting(dataFolder, code)?.from === cursor;
  try {
    await take(cursor);
  } catch (error) {
    if (!isWaiting || !(error instanceof CursorGone)) throw error;
    openSpool(dataFolder, code, cursor).remove();
    await take(cursor);
  }
}

/** Throws what it is given; weeks that can't be numbered, and a cursor that is gone at once, as a Refusal. */
function tellUnnumbered(error: unknown): never {
  if (error instanceof CursorGone)
    throw new Refusal("the service gave a cursor and does not know it", "bring the service to a newer version");
  if (!(error instanceof StepNotPossible)) throw error;
  throw new Refusal("two of its weeks begin within one week of ISO 8601, and a mirror can't number them");
}

interface Position {
  /** The cursor in the store; null: the dataset is new. */
  readonly stored: string | null;
  readonly from: string;
}

async function follow(pulling: Pulling, lists: ServiceLists, code: DatasetAddress, position: Position): Promise<void> {
  const {store, dataFolder, service, say, now} = pulling;
  const name = `${code.provider}/${code.dataset}`;
  const isWhole = position.from === START;
  const [stored] = await store.statistics.read((q) => findDatasets(q, code));
  if (stored === undefined && !isWhole) throw new StepNotPossible();
  const spool = openSpool(dataFolder, code, position.from);
  // also behind pages of a pull that was killed, which are exact for its moment
  do await fetchPage(service, code, spool);
  while (!spool.isExact);
  const isListed = lists.datasets.some(({provider, dataset}) => `${provider}/${dataset}` === name);
  const listed = lists.about(code);
  const isRenamed =
    isListed &&
    stored !== undefined &&
    (stored.name !== listed.name || stored.revised !== listed.revised || stored.archival !== listed.archival);
  const isEmpty = spool.items === 0 && !isRenamed && !(isWhole && stored !== undefined);
  let done: DoneStep | null = null;
  await store.statistics.write(function* (q) {
    done = null;
    if (isEmpty && position.stored !== null) yield* writeMirrorCursor(q, code, spool.next);
    else if (!isEmpty)
      done = yield* carryOutStep(q, {
        ...{code, isWhole, listed, origin: service.origin, now: now()},
        ...{from: position.stored, to: spool.next},
        items: () => itemsOf(spool, name),
      });
    if ((done?.isGone ?? stored === undefined) && !isListed) yield* deleteMirrorCursor(q, code);
  });
  const applied = spool.items;
  spool.remove();
  const finished = done as DoneStep | null;
  if (finished !== null)
    say(finished.isGone ? `${name}: dropped` : `${name}: ${applied} changes applied, ${finished.series} series`);
}

const ITEMS_A_PAGE = 1000;

async function fetchPage(service: Service, {provider, dataset}: DatasetAddress, spool: Spool): Promise<void> {
  const from = spool.next;
  const query = new URLSearchParams({
    ...{cursor: from, provider, dataset: `${provider}/${dataset}`, limit: String(ITEMS_A_PAGE)},
  });
  const answer = (await service.ask(`/api/v1/changes?${query}`)) as Readonly<Record<string, unknown>>;
  const {items, cursor, has_more: hasMore} = answer;
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
}

function* itemsOf(spool: Spool, name: string): Generator<MirrorItem> {
  for (const {items} of spool.pages()) for (const item of items) yield parseItem(item, name);
}
