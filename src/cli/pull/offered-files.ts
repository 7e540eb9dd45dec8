// What the service offers of a dataset as files: the one with everything, with which a copy begins, and the digest of a version [files.*].
import {EVERYTHING_FILE} from "../../formats/dataset-file/columns.ts";
import {isVersion, MANIFEST_NAME, versionAddress} from "../../store/dataset-files/manifest.ts";
import type {DatasetAddress} from "../../store/datasets/dataset.ts";
import type {Service} from "./service.ts";

/** The file with everything of a dataset. */
export interface OfferedFile {
  readonly version: string;
  /** From which the changes since follow. */
  readonly cursor: string;
  readonly bytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** Path at the service; made here, because the token goes to it. */
export function pathOfFile(address: DatasetAddress, {version}: OfferedFile): string {
  return `${versionAddress(address, version)}/${EVERYTHING_FILE}`;
}

/** By provider/dataset, of the newest versions. null: the service offers no files. */
export async function readOffers(service: Service): Promise<ReadonlyMap<string, OfferedFile> | null> {
  const answer = fieldsOf(await service.find("/api/v1/files"));
  if (!Array.isArray(answer["datasets"])) return null;
  const offers = new Map<string, OfferedFile>();
  for (const listed of answer["datasets"].map(fieldsOf)) {
    const files = Array.isArray(listed["files"]) ? listed["files"].map(fieldsOf) : [];
    const file = files.find(({name}) => name === EVERYTHING_FILE);
    const offer = parseOffer({...file, version: listed["version"], cursor: listed["cursor"]});
    if (offer !== null) offers.set(`${listed["provider_code"]}/${listed["dataset_code"]}`, offer);
  }
  return offers;
}

/** null: it is none. */
export function parseOffer(given: unknown): OfferedFile | null {
  const {version, cursor, bytes, sha256} = fieldsOf(given);
  if (typeof version !== "string" || !isVersion(version) || typeof cursor !== "string" || cursor === "") return null;
  if (typeof bytes !== "number" || !Number.isSafeInteger(bytes) || bytes <= 0 || !isDigest(sha256)) return null;
  return {version, cursor, bytes, sha256};
}

/** The digest of the content in that version. null: there are no files of it now, or the service is of a version that gives none. */
export async function readDigest(service: Service, address: DatasetAddress, version: string): Promise<string | null> {
  if (!isVersion(version)) return null;
  const {digest} = fieldsOf(await service.find(`${versionAddress(address, version)}/${MANIFEST_NAME}`));
  return isDigest(digest) ? digest : null;
}

function isDigest(given: unknown): given is string {
  return typeof given === "string" && /^[0-9a-f]{64}$/.test(given);
}

function fieldsOf(given: unknown): Readonly<Record<string, unknown>> {
  return typeof given === "object" && given !== null ? (given as Record<string, unknown>) : {};
}
