// A round of `ryad pull`: every dataset of the service is brought to an exact state, each in one transaction [pull.*].
//
// Each dataset has a cursor of its own, so a dataset that fails keeps no other one from being followed.

import {listMirroredFiles, takeFiles} from "../../load/mirror/mirror-archive.ts";
import {Refusal} from "../../service/refusal.ts";
import {listMirrored, moveMirrorCursor, readMirror, readMirrorCursor, writeMirror} from "../../store/changes/mirror.ts";
import {isNumberTaken, keepNumbersFree} from "../../store/copies/release-copy.ts";
import {type DatasetAddress, listDatasetStates} from "../../store/datasets/dataset.ts";
import type {Store} from "../../store/open.ts";
import {StoreOutage} from "../../store/outage.ts";
import type {Following} from "./follow.ts";
import {type OfferedFile, readDigest, readOffers} from "./offered-files.ts";
import {compareOrTakeAnew, compareUnchanged, isWaiting, type PulledDataset, pullDataset} from "./pull-dataset.ts";
import type {Service} from "./service.ts";
import {fetchChunk, readStates, type ServiceStates} from "./service-states.ts";

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
  /** The states of all datasets at the last round that left nothing behind; null: none did. */
  state: string | null;
  /** Datasets that are exact, and whose files are not written yet: they are compared when these are there. By their full codes. */
  readonly uncompared: Map<string, PulledDataset & {readonly version: string}>;
  /** The archived files of earlier releases were asked for. */
  hasFiles: boolean;
  /** As in Following. */
  readonly fetchedAgain: Set<string>;
}

export function rememberNothing(): Remembered {
  return {state: null, uncompared: new Map(), hasFiles: false, fetchedAgain: new Set()};
}

/** @throws Refusal if the store mirrors another service */
export async function takeMirror({store, service: {origin}}: Pulling): Promise<void> {
  await store.statistics.write(function* (q) {
    const mirror = yield* readMirror(q);
    if (mirror === null) {
      yield* writeMirror(q, {origin, exactAt: null});
      yield* keepNumbersFree(q);
    } else if (mirror.origin !== origin)
      throw new Refusal(
        `this store mirrors ${mirror.origin}, not ${origin}`,
        "pull another service into another store",
      );
  });
}

/** @returns the number of datasets that could not be brought up to date; each is told */
export async function pullRound(pulling: Pulling, remembered: Remembered): Promise<number> {
  const {store, service} = pulling;
  const begun = pulling.now();
  const states = await readStates(service);
  const state = JSON.stringify([states.cursor, states.hasArchive, ...states.datasets.values()]);
  const pullOrCompare = state === remembered.state ? compareLate : pullAll;
  const failed = await pullOrCompare(pulling, states, remembered);
  remembered.state = failed === 0 ? state : null;
  if (failed === 0)
    await store.statistics.write((q) => writeMirror(q, {origin: service.origin, exactAt: begun.toISOString()}));
  return failed;
}

async function pullAll(pulling: Pulling, states: ServiceStates, remembered: Remembered): Promise<number> {
  const {store, service, only} = pulling;
  const {uncompared} = remembered;
  const following = openFollowing(pulling, states, remembered);
  const mirrored = await store.statistics.read(listMirrored);
  const known = new Map(mirrored.map((one) => [`${one.provider}/${one.dataset}`, one]));
  const here = new Set(
    (await store.statistics.read(listDatasetStates)).map(({provider, code}) => `${provider}/${code}`),
  );
  const names = new Set([...states.datasets.keys(), ...known.keys()]);
  for (const name of only ?? [])
    if (!names.has(name)) throw new Refusal(`${service.origin} has no dataset ${name}`, "give the full code");
  let failed = 0;
  const kept: DatasetAddress[] = [];
  uncompared.clear();
  for (const name of names) {
    if (only !== null && !only.has(name)) continue;
    const {provider, dataset} = (states.datasets.get(name) ?? known.get(name))!;
    const {cursor, compared, state} = known.get(name) ?? {cursor: null, compared: null, state: null};
    const own = {address: {provider, dataset}, cursor, compared};
    const listed = states.datasets.get(name);
    const isSame = listed?.changedBy === state && here.has(name) && !isWaiting(pulling.dataFolder, own.address);
    if (isSame && cursor !== states.cursor) kept.push(own.address);
    const isDone = await triedOn(pulling, name, async () => {
      const version = isSame
        ? await compareUnchanged(following, own, listed!.version)
        : await pullDataset(following, own);
      if (version !== null) uncompared.set(name, {...own, version});
    });
    if (!isDone) failed++;
  }
  for (const [name, numbers] of new Map(following.takenNumbers)) {
    const {provider, dataset} = states.datasets.get(name)!;
    if (!(await triedOn(pulling, name, () => renumber(following, {provider, dataset}, numbers)))) failed++;
  }
  // a cursor that stays behind would be gone one day
  if (kept.length > 0)
    await store.statistics.write(function* (q) {
      for (const address of kept) yield* moveMirrorCursor(q, address, states.cursor);
    });
  if (uncompared.size > 0 && (await following.offers()) === null) uncompared.clear();
  if (states.hasArchive && !remembered.hasFiles) {
    remembered.hasFiles = await triedOn(pulling, "archived files", () => takeEarlierFiles(pulling));
    if (!remembered.hasFiles) failed++;
  }
  return failed;
}

/** A service that was restored from a backup may give a number anew, while the release that had it is still here: once that is gone, the other one takes it. */
async function renumber(following: Following, address: DatasetAddress, numbers: readonly number[]): Promise<void> {
  const {store} = following;
  const {cursor, areTaken} = await store.statistics.read(function* (q) {
    let areTaken = true;
    for (const number of numbers) areTaken &&= yield* isNumberTaken(q, number);
    return {cursor: yield* readMirrorCursor(q, address), areTaken};
  });
  if (!areTaken && cursor !== null) await pullDataset(following, {address, cursor, compared: null});
}

/** The files of releases that came without them, because the token did not get any. Those of new releases come with these. */
async function takeEarlierFiles({store, service, note}: Pulling): Promise<void> {
  const files = await store.statistics.read(listMirroredFiles);
  const lacking = await takeFiles(store, files, (sha256, number) => fetchChunk(service, sha256, number));
  if (lacking > 0) note(`${lacking} archived files of earlier releases are not at ${service.origin}`);
}

/** Compares what was exact before its files were there. */
async function compareLate(pulling: Pulling, states: ServiceStates, remembered: Remembered): Promise<number> {
  const {uncompared} = remembered;
  let failed = 0;
  for (const [name, dataset] of [...uncompared]) {
    const {address, version} = dataset;
    const isDone = await triedOn(pulling, name, async () => {
      if ((await readDigest(pulling.service, address, version)) === null) return;
      await compareOrTakeAnew(openFollowing(pulling, states, remembered), dataset, version);
      uncompared.delete(name);
    });
    if (!isDone) failed++;
  }
  return failed;
}

function openFollowing(pulling: Pulling, states: ServiceStates, {fetchedAgain}: Remembered): Following {
  const {service, say} = pulling;
  let offers: Promise<ReadonlyMap<string, OfferedFile> | null> | null = null;
  const ask = async () => {
    const found = await readOffers(service);
    if (found === null) say(`${service.origin} offers no files of datasets: what is new comes by changes`);
    return found;
  };
  return {...pulling, states, fetchedAgain, takenNumbers: new Map(), offers: () => (offers ??= ask())};
}

/** @returns false: it failed, which is told, and the others go on: also for a reason that nobody knows, such as rows that the database refuses */
async function triedOn({note}: Pulling, name: string, pull: () => Promise<void>): Promise<boolean> {
  try {
    await pull();
    return true;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    note(`${name}: ${isPassingFault(error) ? "" : "this should not happen: "}${message}`);
    return false;
  }
}

/** What one dataset or round fails of while another may not: a refusal, a store that is away, a disk that is full. */
export function isPassingFault(error: unknown): error is Error {
  if (error instanceof Refusal || error instanceof StoreOutage) return true;
  return error instanceof Error && "syscall" in error && typeof (error as NodeJS.ErrnoException).code === "string";
}
