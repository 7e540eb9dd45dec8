// A backup as a stream: written to standard output, or read from standard input, in its order.
//
// A stream can't go back, so the SHA-256 of each copy is computed before its first byte is sent, and the end of a stream that is read is
// verified at last: a transfer that was cut off must never look like a backup.
import {closeSync, fstatSync, openSync, readSync, writeSync} from "node:fs";
import {Refusal} from "../../service/refusal.ts";
import {type BackupWriter, type OnBytes, passOnFile} from "./backup-file.ts";
import {type BackupMember, END, manifestBytes} from "./backup-manifest.ts";
import {type ArchiveBytes, type BackupReader, readBackup} from "./backup-reader.ts";
import {paddingAfter, tarHeader} from "./tar.ts";

/** The name of standard output and standard input in a command. */
export const STREAM = "-";

export interface BackupStream extends BackupWriter {
  /** Sent so far. */
  readonly bytes: number;
}

/** The copies stay where they are until `finish`, which sends everything. @throws Refusal if the receiver stops */
export function createBackupStream(descriptor: number, madeAt: Date): BackupStream {
  const added: {readonly member: BackupMember; readonly path: string}[] = [];
  let bytes = 0;
  const put = (chunk: Uint8Array): void => {
    writeAll(descriptor, chunk);
    bytes += chunk.length;
  };
  const add = (member: Omit<BackupMember, "size" | "sha256">, path: string, onBytes: OnBytes = () => {}): void => {
    const [size, sha256] = withFile(path, (from, size) => {
      return [size, passOnFile(from, size, (chunk) => onBytes(chunk.length))] as const;
    });
    added.push({member: {...member, size, sha256}, path});
  };
  return {
    get bytes() {
      return bytes;
    },
    add(part, schema_version, path, onBytes) {
      add({part, name: `${part}.db`, schema_version}, path, onBytes);
    },
    addBeside(name, path) {
      add({part: null, name, schema_version: null}, path);
    },
    finish() {
      put(
        manifestBytes(
          madeAt,
          added.map(({member}) => member),
        ),
      );
      for (const {member, path} of added) {
        put(tarHeader(member, Math.floor(madeAt.getTime() / 1000)));
        const sha256 = withFile(path, (from) => passOnFile(from, member.size, put));
        if (sha256 !== member.sha256) throw new Error(`the copy of ${member.name} changed while it was sent`);
        put(Buffer.alloc(paddingAfter(member.size)));
      }
      put(END);
    },
    close() {},
  };
}

/** Reads a backup from a pipe or from the place of a file where it stands. Throws Refusal that names the fault. */
export function openBackupStream(descriptor: number): BackupReader {
  let position = 0;
  const next = (into: Uint8Array, length: number): number => {
    const read = readSome(descriptor, into, length);
    position += read;
    return read;
  };
  const bytes: ArchiveBytes = {
    name: "standard input",
    size: null,
    read(into, length, at) {
      const skipped = Buffer.alloc(Math.max(0, at - position));
      while (position < at) if (next(skipped, at - position) === 0) return 0;
      if (position > at) throw new Error("a stream can't be read backwards");
      return next(into, length);
    },
    close() {},
  };
  return readBackup(bytes);
}

const PAUSE_MS = 2;

/** A pipe without bytes at the moment is waited for. @returns 0 at the end */
function readSome(descriptor: number, into: Uint8Array, length: number): number {
  for (;;) {
    try {
      return readSync(descriptor, into, 0, length, null);
    } catch (error) {
      const {code} = error as NodeJS.ErrnoException;
      if (code === "EOF") return 0;
      if (code !== "EAGAIN") throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
    }
  }
}

/** A pipe with a slow reader may be full: writing is tried again. */
function writeAll(descriptor: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length; ) {
    try {
      done += writeSync(descriptor, bytes, done);
    } catch (error) {
      const {code} = error as NodeJS.ErrnoException;
      if (code === "EPIPE")
        throw new Refusal(
          "the receiver of the backup stopped before its end",
          "what it has is no backup: make it again",
        );
      if (["ENOSPC", "EDQUOT", "EFBIG"].includes(code ?? ""))
        throw new Refusal(
          "the backup does not fit where standard output leads",
          "what is there is no backup: delete it, and make the backup again with more room",
        );
      if (code !== "EAGAIN") throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
    }
  }
}

function withFile<T>(path: string, work: (descriptor: number, size: number) => T): T {
  const descriptor = openSync(path, "r");
  try {
    return work(descriptor, fstatSync(descriptor).size);
  } finally {
    closeSync(descriptor);
  }
}
