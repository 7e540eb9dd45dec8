// The file of a backup: a tar archive of a manifest, the three parts, and sources.yaml if the data folder has one; the manifest contains the
// SHA-256 of each.
//
// Any tar program can unpack it. The manifest is first in the file and written last, into reserved space, so that one pass over the copies
// is enough and a reader knows all sizes before the first copied byte.
import {createHash} from "node:crypto";
import {closeSync, fstatSync, fsyncSync, openSync, readSync, writeSync} from "node:fs";
import type {StorePart} from "../migrations/migration.ts";
import {type BackupMember, END, FIRST_MEMBER, manifestBytes} from "./backup-manifest.ts";
import {paddingAfter, tarHeader} from "./tar.ts";

/** Called with the number of further bytes that were read or written. */
export type OnBytes = (bytes: number) => void;

const CHUNK_BYTES = 1 << 20;

export interface BackupWriter {
  /** Adds the bytes of a copy. */
  add(part: StorePart, schemaVersion: number, path: string, onBytes: OnBytes): void;
  /** Adds a file that is no part. */
  addBeside(name: string, path: string): void;
  /** Completes the file; its bytes have reached the disk. */
  finish(): void;
  close(): void;
}

/** Begins a new file, readable only by its owner. */
export function createBackupFile(path: string, madeAt: Date): BackupWriter {
  const descriptor = openSync(path, "wx", 0o600);
  const modified = Math.floor(madeAt.getTime() / 1000);
  const members: BackupMember[] = [];
  let at = FIRST_MEMBER;
  const put = (bytes: Uint8Array): void => {
    writeWhole(descriptor, bytes, at);
    at += bytes.length;
  };
  const addFile = (member: Omit<BackupMember, "size" | "sha256">, source: string, onBytes: OnBytes): void => {
    const from = openSync(source, "r");
    try {
      const {size} = fstatSync(from);
      put(tarHeader({name: member.name, size}, modified));
      const sha256 = passOnFile(from, size, (chunk) => {
        put(chunk);
        onBytes(chunk.length);
      });
      put(Buffer.alloc(paddingAfter(size)));
      members.push({...member, size, sha256});
    } finally {
      closeSync(from);
    }
  };
  return {
    add(part, schema_version, source, onBytes) {
      addFile({part, name: `${part}.db`, schema_version}, source, onBytes);
    },
    addBeside(name, source) {
      addFile({part: null, name, schema_version: null}, source, () => {});
    },
    finish() {
      put(END);
      writeWhole(descriptor, manifestBytes(madeAt, members), 0);
      fsyncSync(descriptor);
    },
    close: () => closeSync(descriptor),
  };
}

/** The SHA-256 of a file's first bytes, which are also given to `take`, chunk by chunk. */
export function passOnFile(descriptor: number, size: number, take: (chunk: Uint8Array) => void): string {
  return fileDigest(size, take, (into, length, done) => {
    const read = readSync(descriptor, into, 0, length, done);
    if (read === 0) throw new Error("a file became shorter while it was read");
    return read;
  });
}

export function fileDigest(
  size: number,
  take: (chunk: Uint8Array) => void,
  read: (into: Uint8Array, length: number, done: number) => number,
): string {
  const digest = createHash("sha256");
  const buffer = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, Math.max(size, 1)));
  for (let done = 0; done < size; ) {
    const chunk = buffer.subarray(0, read(buffer, Math.min(buffer.length, size - done), done));
    digest.update(chunk);
    take(chunk);
    done += chunk.length;
  }
  return digest.digest("hex");
}

export function writeWhole(descriptor: number, bytes: Uint8Array, at: number): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(descriptor, bytes, done, bytes.length - done, at + done);
}
