// A round of `ryad pull`: every dataset of the service is brought to an exact state, each in one transaction (CONTRACT 6.5).
//
// Each dataset has a cursor of its own, so a dataset that fails keeps no other one from being followed.

import {Refusal} from "../../service/refusal.ts";
import {listMirrored, readMirror, writeMirror} from "../../store/changes/mirror.ts";
import type {Store} from "../../store/open.ts";
import {StoreOutage} from "../../store/outage.ts";
import type {Following} from "./follow.ts";
import {type OfferedFile, readDigest, readOffers} from "./offered-files.ts";
import {compareOrTakeAnew, type PulledDataset, pullDataset} from "./pull-dataset.ts";
import type {Service} from "./service.ts";
import {readLists} from "./service-lists.ts";

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
  /** Datasets that are exact, and whose files are not written yet: they are compared when these are there. By their full codes. */
  readonly uncompared: Map<string, PulledDataset & {readonly version: string}>;
}

export function rememberNothing(): Remembered {
  return {state: null, uncompared: new Map()};
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
  const {store, service} = pulling;
  const begun = pulling.now();
  const {cursor: state} = (await service.ask("/api/v1/changes?limit=1")) as {cursor?: unknown};
  if (typeof state !== "string")
    throw new Refusal(`${service.origin} has no changes to follow`, "URL has to be the address of a Ryad service");
  const isChanged = state !== remembered.state;
  const failed = isChanged ? await pullAll(pulling, remembered) : await compareLate(pulling, remembered);
  remembered.state = failed === 0 ? state : null;
  if (failed === 0)
    await store.statistics.write((q) => writeMirror(q, {origin: service.origin, exactAt: begun.toISOString()}));
  return failed;
}

async function pullAll(pulling: Pulling, {uncompared}: Remembered): Promise<number> {
  const {store, service, only} = pulling;
  const following = await openFollowing(pulling);
  const mirrored = await store.statistics.read(listMirrored);
  const known = new Map(mirrored.map((one) => [`${one.provider}/${one.dataset}`, one]));
  const codes = new Map(
    [...following.lists.datasets, ...mirrored].map(({provider, dataset}) => [
      `${provider}/${dataset}`,
      {provider, dataset},
    ]),
  );
  for (const name of only ?? [])
    if (!codes.has(name)) throw new Refusal(`${service.origin} has no dataset ${name}`, "give the full code");
  let failed = 0;
  uncompared.clear();
  for (const [name, address] of codes) {
    if (only !== null && !only.has(name)) continue;
    const {cursor, compared} = known.get(name) ?? {cursor: null, compared: null};
    const isDone = await triedOn(pulling, name, async () => {
      const version = await pullDataset(following, {address, cursor, compared});
      if (version !== null) uncompared.set(name, {address, cursor, compared, version});
    });
    if (!isDone) failed++;
  }
  if (uncompared.size > 0 && (await following.offers()) === null) uncompared.clear();
  return failed;
}

/** Compares what was exact before its files were there. */
async function compareLate(pulling: Pulling, {uncompared}: Remembered): Promise<number> {
  let failed = 0;
  for (const [name, dataset] of [...uncompared]) {
    const {address, version} = dataset;
    const isDone = await triedOn(pulling, name, async () => {
      if ((await readDigest(pulling.service, address, version)) === null) return;
      await compareOrTakeAnew(await openFollowing(pulling), dataset, version);
      uncompared.delete(name);
    });
    if (!isDone) failed++;
  }
  return failed;
}

async function openFollowing({store, service, dataFolder, say, note, now}: Pulling): Promise<Following> {
  let offers: Promise<ReadonlyMap<string, OfferedFile> | null> | null = null;
  const ask = async () => {
    const found = await readOffers(service);
    if (found === null) say(`${service.origin} offers no files of datasets: what is new comes by changes`);
    return found;
  };
  const lists = await readLists(service);
  return {...{store, service, dataFolder, say, note, now, lists}, offers: () => (offers ??= ask())};
}

/** @returns false: it failed, which is told, and the others go on */
async function triedOn({note}: Pulling, name: string, pull: () => Promise<void>): Promise<boolean> {
  try {
    await pull();
    return true;
  } catch (error) {
    if (!isPassing(error)) throw error;
    note(`${name}: ${error.message}`);
    return false;
  }
}

/** What one dataset or round fails of while another may not: a refusal, a store that is away, a disk that is full. */
export function isPassing(error: unknown): error is Error {
  if (error instanceof Refusal || error instanceof StoreOutage) return true;
  return error instanceof Error && "syscall" in error && typeof (error as NodeJS.ErrnoException).code === "string";
}
