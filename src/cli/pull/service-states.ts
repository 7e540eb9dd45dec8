// What the service says of the states of its datasets: which there are, and of one of them what a mirror needs beside the changes [pull.*].
import {type MirrorState, parseState} from "../../load/mirror/mirror-state.ts";
import {Refusal} from "../../service/refusal.ts";
import type {ReleaseCopy} from "../../store/copies/release-copy.ts";
import {isVersion} from "../../store/dataset-files/manifest.ts";
import type {DatasetAddress} from "../../store/datasets/dataset.ts";
import type {Service} from "./service.ts";

export interface ListedState extends DatasetAddress {
  /** Of the files that have the state. */
  readonly version: string;
  /** The load run that made it. */
  readonly changedBy: string;
}

export interface ServiceStates {
  /** By provider/dataset. */
  readonly datasets: ReadonlyMap<string, ListedState>;
  /** Of now: from it the changes behind all states follow. */
  readonly cursor: string;
  /** The token gets archived files. */
  readonly hasArchive: boolean;
}

export async function readStates(service: Service): Promise<ServiceStates> {
  const {datasets, cursor, archive} = (await service.ask("/api/v1/states")) as Readonly<Record<string, unknown>>;
  if (!Array.isArray(datasets) || typeof cursor !== "string") throw otherForm(service);
  const listed = datasets.map((given: Readonly<Record<string, unknown>>): ListedState => {
    const {provider_code: provider, dataset_code: dataset, version, changed_by: changedBy} = given;
    if (typeof provider !== "string" || typeof dataset !== "string" || typeof changedBy !== "string")
      throw otherForm(service);
    if (typeof version !== "string" || !isVersion(version)) throw otherForm(service);
    return {provider, dataset, version, changedBy};
  });
  const byName = new Map(listed.map((one) => [`${one.provider}/${one.dataset}`, one]));
  return {datasets: byName, cursor, hasArchive: archive === true};
}

/** null: there is no such dataset. Throws Refusal if the answer is none */
export async function readState(service: Service, address: DatasetAddress): Promise<MirrorState | null> {
  const given = await service.find(pathOf(address));
  return given === null ? null : parseState(given, address);
}

/** Releases that are asked for at once. */
const COPIES_AT_ONCE = 50;

/** The copies of some releases; null: the dataset is in another state now. */
export async function readCopies(
  service: Service,
  address: DatasetAddress,
  version: string,
  ids: readonly number[],
): Promise<ReleaseCopy[] | null> {
  const copies: ReleaseCopy[] = [];
  while (copies.length < ids.length) {
    const wanted = ids.slice(copies.length, copies.length + COPIES_AT_ONCE);
    const given = await service.find(`${pathOf(address)}?releases=${wanted.join(",")}`);
    const found = given === null ? null : parseState(given, address);
    if (found?.version !== version) return null;
    if (found.copies.length === 0 || found.copies.some(({id}, at) => id !== wanted[at])) throw otherForm(service);
    copies.push(...found.copies);
  }
  return copies;
}

/** A packed chunk of an archived file; null: the service does not have it, or does not give it to this token. */
export function fetchChunk(service: Service, sha256: string, number: number): Promise<Uint8Array | null> {
  return service.findBytes(`/api/v1/archive/${sha256}/${number}`);
}

function pathOf({provider, dataset}: DatasetAddress): string {
  return `/api/v1/states/${encodeURIComponent(provider)}/${encodeURIComponent(dataset)}`;
}

function otherForm({origin}: Service): Refusal {
  return new Refusal(
    `${origin} gives no states of datasets`,
    "URL has to be the address of a Ryad service, and the service of the version of this program",
  );
}
