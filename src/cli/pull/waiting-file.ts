// The file with everything of a dataset while it is fetched: in the folder `pull`, until it is applied.
//
// What it should be lies beside it, so that a follower that was killed goes on behind the last byte. Its SHA-256 is verified over the bytes on the
// disk while they are unpacked, and nothing is applied before all of them are.
import {createHash} from "node:crypto";
import {
  appendFileSync,
  createReadStream,
  createWriteStream,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import {join} from "node:path";
import {pipeline} from "node:stream/promises";
import {createGunzip} from "node:zlib";
import {Refusal} from "../../service/refusal.ts";
import type {DatasetAddress} from "../../store/datasets/dataset.ts";
import {readFileLines} from "./lines.ts";
import {type OfferedFile, parseOffer} from "./offered-files.ts";
import type {FileSink} from "./read-file.ts";
import {waitingPath} from "./spool.ts";

export interface WaitingFile extends FileSink {
  readonly offer: OfferedFile;
  /** Verifies all bytes and unpacks them. Throws Refusal if they are not those of the offer; then they are forgotten */
  unpack(): Promise<void>;
  /** The items of the unpacked file, each as it was parsed. Throws Refusal for a line that is none */
  items(): Generator<unknown>;
  /** It is applied, or useless. */
  remove(): void;
}

/** null: no file of the dataset waits. */
export function findWaitingFile(dataFolder: string, address: DatasetAddress): WaitingFile | null {
  let offer: OfferedFile | null = null;
  try {
    offer = parseOffer(JSON.parse(readFileSync(waitingPath(dataFolder, address, OFFER), "utf8")));
  } catch {
    // There is none, or it was cut by a loss of power.
  }
  return offer === null ? null : openFile(dataFolder, address, offer);
}

/** Forgets another one. */
export function keepWaitingFile(dataFolder: string, address: DatasetAddress, offer: OfferedFile): WaitingFile {
  mkdirSync(join(dataFolder, "pull"), {recursive: true, mode: 0o700});
  const file = openFile(dataFolder, address, offer);
  file.remove();
  writeFileSync(waitingPath(dataFolder, address, OFFER), JSON.stringify(offer), {mode: 0o600, flush: true});
  return file;
}

const [OFFER, PACKED, UNPACKED] = ["file.json", "file.gz", "file.lines"] as const;

function openFile(dataFolder: string, address: DatasetAddress, offer: OfferedFile): WaitingFile {
  const [packed, unpacked] = [waitingPath(dataFolder, address, PACKED), waitingPath(dataFolder, address, UNPACKED)];
  const isNone = (how: string): Refusal => {
    file.remove();
    return broken(how);
  };
  const file: WaitingFile = {
    ...{offer, size: offer.bytes, etag: `"${offer.sha256}"`},
    get length() {
      return statSync(packed, {throwIfNoEntry: false})?.size ?? 0;
    },
    take: (bytes) => appendFileSync(packed, bytes, {mode: 0o600}),
    restart: () => rmSync(packed, {force: true}),
    async unpack() {
      const sha256 = createHash("sha256");
      const hashed = async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          sha256.update(chunk);
          yield chunk;
        }
        if (sha256.digest("hex") !== offer.sha256) throw broken("its SHA-256 is another one");
      };
      try {
        const target = createWriteStream(unpacked, {mode: 0o600});
        await pipeline(createReadStream(packed), hashed, createGunzip(), target);
      } catch (error) {
        // what is unpacked may be what fills the disk
        rmSync(unpacked, {force: true});
        if (error instanceof Error && "syscall" in error) throw error;
        file.remove();
        throw error instanceof Refusal ? error : broken((error as Error).message);
      }
    },
    *items() {
      for (const {bytes, isWhole} of readFileLines(unpacked)) {
        if (!isWhole) throw isNone("its last line is cut");
        let item: unknown;
        try {
          item = JSON.parse(bytes.toString("utf8"));
        } catch {
          throw isNone("a line of it is none");
        }
        yield item;
      }
    },
    remove() {
      for (const ending of [OFFER, PACKED, UNPACKED]) rmSync(waitingPath(dataFolder, address, ending), {force: true});
    },
  };
  return file;
}

function broken(how: string): Refusal {
  return new Refusal(
    `the file of the dataset is not the one of its manifest: ${how}; nothing of it was applied`,
    "the next pull takes it again: if it comes broken again, tell who runs that service, or what stands before it",
  );
}
