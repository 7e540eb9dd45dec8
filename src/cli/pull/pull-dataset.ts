// One dataset of a mirror is brought to an exact state of the service: first by its file, then by changes; and is compared by digest [pull.*].
//
// The file has the items of the feed, so both are applied by the same step, in one transaction. Without a file that may be used, everything comes by
// changes, and a line says why.
import {refuseOtherCodes} from "../../load/mirror/mirror-codes.ts";
import {UnknownItem} from "../../load/mirror/mirror-item.ts";
import {StepNotPossible} from "../../load/mirror/mirror-transaction.ts";
import {Refusal} from "../../service/refusal.ts";
import {DamagedHistory} from "../../statistics/history/layout.ts";
import {readMirrorCursor, writeCompared} from "../../store/changes/mirror.ts";
import type {DatasetAddress} from "../../store/datasets/dataset.ts";
import {type Following, followDataset} from "./follow.ts";
import {datasetDigest} from "./mirror-digest.ts";
import {type OfferedFile, readDigest} from "./offered-files.ts";
import {CursorGone} from "./problem.ts";
import {NothingThere, PauseTooLong} from "./service.ts";
import {findWaiting, openSpool, START} from "./spool.ts";
import {findWaitingFile, keepWaitingFile, type WaitingFile} from "./waiting-file.ts";

/** A dataset as the mirror has it. */
export interface PulledDataset {
  readonly address: DatasetAddress;
  /** null: it is new. */
  readonly cursor: string | null;
  readonly compared: string | null;
}

/** @returns the version with whose digest it is still to be compared: there are no files of it yet; null: none */
export async function pullDataset(following: Following, dataset: PulledDataset): Promise<string | null> {
  const {address, cursor, compared} = dataset;
  refuseOtherCodes(following.service.origin, address);
  const version = await bringOrAskAgain(following, address, cursor);
  return version === null || version === compared ? null : await compareOrTakeAnew(following, dataset, version);
}

/** Of a dataset that is as it was in the last round. @param version of the files that have its state @returns as pullDataset */
export async function compareUnchanged(
  following: Following,
  dataset: PulledDataset,
  version: string,
): Promise<string | null> {
  if (version === dataset.compared) return null;
  const isWritten = (await following.offers())?.get(nameOf(dataset.address))?.version === version;
  return isWritten ? await compareOrTakeAnew(following, dataset, version) : version;
}

/** A file or pages of the dataset wait to be applied. */
export function isWaiting(dataFolder: string, address: DatasetAddress): boolean {
  return findWaitingFile(dataFolder, address) !== null || findWaiting(dataFolder, address) !== null;
}

/** @returns as pullDataset. Throws Refusal if it differs also after it was taken anew */
export async function compareOrTakeAnew(
  following: Following,
  {address, compared}: PulledDataset,
  version: string,
): Promise<string | null> {
  const {store, note} = following;
  const found = await compare(following, address, version);
  if (found !== "another") return found === "same" ? null : version;
  if (compared !== `!${version}`) {
    note(`${nameOf(address)}: its digest is not the one of the service, all of it is taken anew`);
    const cursor = await store.statistics.read((q) => readMirrorCursor(q, address));
    const taken = await takeWhole(following, address, cursor, false);
    if (taken === null) return null;
    const again = await compare(following, address, taken);
    if (again !== "another") return again === "same" ? null : taken;
    await store.statistics.write((q) => writeCompared(q, address, `!${taken}`));
  }
  throw new Refusal(
    `it has another digest than at ${following.service.origin}, also after it was taken anew`,
    "bring this program to the version of the service, and run ryad check here and there",
  );
}

async function compare({store, service}: Following, address: DatasetAddress, version: string) {
  const wanted = await readDigest(service, address, version);
  if (wanted === null) return "unknown";
  let own: string | null;
  try {
    own = await datasetDigest(store, address);
  } catch (error) {
    if (error instanceof DamagedHistory) return "another";
    throw error;
  }
  if (own === null) return "unknown";
  if (own !== wanted) return "another";
  await store.statistics.write((q) => writeCompared(q, address, version));
  return "same";
}

/** As bringUpToDate; what waits of an earlier pull and is of no use is asked for again, else the dataset would stay as it is for ever. */
async function bringOrAskAgain(following: Following, address: DatasetAddress, cursor: string | null) {
  const {dataFolder, fetchedAgain, note} = following;
  const hasWaited = isWaiting(dataFolder, address);
  try {
    return await bringUpToDate(following, address, cursor);
  } catch (error) {
    const name = nameOf(address);
    if (!(error instanceof UnknownItem) || !hasWaited || fetchedAgain.has(name)) throw error;
    fetchedAgain.add(name);
    note(`${name}: ${error.message}; what waited of it is asked for again`);
    openSpool(dataFolder, address, START).remove();
    findWaitingFile(dataFolder, address)?.remove();
    return await bringUpToDate(following, address, cursor);
  }
}

/** @returns the version of files that has its state; null: it is gone, or the service does not name it */
async function bringUpToDate(following: Following, address: DatasetAddress, cursor: string | null) {
  const {dataFolder, note} = following;
  // the pages of a whole take that rested; those that end at the cursor were applied before the pull died
  const waiting = findWaiting(dataFolder, address);
  const isTakenAnew =
    findWaitingFile(dataFolder, address) !== null || (waiting?.from === START && waiting.to !== cursor);
  if (cursor !== null && !isTakenAnew) {
    try {
      return await takeSince(following, address, cursor);
    } catch (error) {
      if (!WITHOUT_WAY_ON.some((kind) => error instanceof kind)) throw error;
      openSpool(dataFolder, address, cursor).remove();
      note(`${nameOf(address)}: its changes can't be followed from here any more, all of it is taken anew`);
    }
  }
  return await takeWhole(following, address, cursor);
}

/** Why changes can't be applied to what is stored: also a history that is damaged here is mended by everything. */
const WITHOUT_WAY_ON = [CursorGone, StepNotPossible, DamagedHistory] as const;

/** The changes since the stored cursor. Waiting pages of a state that the service has lost are forgotten: the cursor before them may still be good. */
async function takeSince(following: Following, address: DatasetAddress, cursor: string): Promise<string | null> {
  const {dataFolder} = following;
  const isWaiting = findWaiting(dataFolder, address)?.from === cursor;
  const take = () => followDataset(following, address, {stored: cursor, from: cursor, file: null, mayTakeTags: true});
  try {
    return await take();
  } catch (error) {
    if (!isWaiting || !(error instanceof CursorGone)) throw error;
    openSpool(dataFolder, address, cursor).remove();
    return await take();
  }
}

/** Everything: by the file that waits or is offered, else by changes. @param stored the cursor in the store @param mayTakeTags see Position */
async function takeWhole(
  following: Following,
  address: DatasetAddress,
  stored: string | null,
  mayTakeTags = true,
): Promise<string | null> {
  const {dataFolder} = following;
  const isBegun = findWaiting(dataFolder, address)?.from === START;
  const file = findWaitingFile(dataFolder, address) ?? (isBegun ? null : await chooseFile(following, address));
  if (file !== null) {
    try {
      return await followDataset(following, address, {stored, from: file.offer.cursor, file, mayTakeTags});
    } catch (error) {
      tellWithoutFile(following, address, file, error);
    }
  }
  const take = () => followDataset(following, address, {stored, from: START, file: null, mayTakeTags});
  try {
    return await take();
  } catch (error) {
    if (!(error instanceof CursorGone)) return tellUnnumbered(error);
    // the pages of a pull that rested for too long: there is no way on from them
    openSpool(dataFolder, address, START).remove();
    return await take().catch(tellUnnumbered);
  }
}

/** null: none is offered; a line says so, of a service without files one for all datasets. */
async function chooseFile({dataFolder, offers, states, say}: Following, address: DatasetAddress) {
  const isListed = states.datasets.has(nameOf(address));
  const offered: ReadonlyMap<string, OfferedFile> | null = isListed ? await offers() : null;
  const offer = offered?.get(nameOf(address));
  if (offered !== null && offer === undefined)
    say(`${nameOf(address)}: there is no file of it yet, it comes by changes`);
  return offer === undefined ? null : keepWaitingFile(dataFolder, address, offer);
}

/** Forgets a file from which there is no way on, and says so. Throws what another try by the file may mend. */
function tellWithoutFile(
  {dataFolder, say}: Following,
  address: DatasetAddress,
  file: WaitingFile,
  error: unknown,
): void {
  // a file that was paid in part is not given up for a quota
  const isBeyond = error instanceof PauseTooLong && file.length === 0;
  const why =
    error instanceof CursorGone
      ? "the changes behind its file are not kept"
      : error instanceof NothingThere
        ? "its file was deleted for a newer one"
        : error instanceof StepNotPossible
          ? "its file and the changes since can't be joined"
          : isBeyond
            ? "its file has more values than are left of the month"
            : null;
  if (why === null) {
    // another one may be offered next time; pages that wait are of use if it is the same
    if (file.length === 0) file.remove();
    throw error;
  }
  openSpool(dataFolder, address, file.offer.cursor).remove();
  file.remove();
  say(`${nameOf(address)}: ${why}, it comes by changes`);
}

/** Throws what it is given; items that do not fit the state, and a cursor that is gone at once, as a Refusal. */
function tellUnnumbered(error: unknown): never {
  if (error instanceof CursorGone)
    throw new Refusal("the service gave a cursor and does not know it", "bring the service to a newer version");
  if (!(error instanceof StepNotPossible)) throw error;
  throw new Refusal(
    "the service gave changes that do not fit the state of the dataset",
    "run ryad check there; the next pull begins anew",
  );
}

function nameOf({provider, dataset}: DatasetAddress): string {
  return `${provider}/${dataset}`;
}
