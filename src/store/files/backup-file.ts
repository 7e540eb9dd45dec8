// The file of a backup: a tar archive of a manifest, the three parts, and sources.yaml if the data folder has one; the manifest contains the
// SHA-256 of each.
//
// Any tar program can unpack it. The manifest is first in the file and written last, into reserved space, so that one pass over the copies
// is enough and a reader knows all sizes before the first copied byte.
import {createHash, hash} from "node:crypto";
import {closeSync, fstatSync, fsyncSync, openSync, readSync, writeSync} from "node:fs";
import {Refusal} from "../../service/refusal.ts";
import type {StorePart} from "../schema/migration.ts";
import {fileMode} from "./data-folder.ts";
import {BLOCK_BYTES, paddingAfter, parseTarHeader, tarHeader} from "./tar.ts";

export interface BackupMember {
  /** null: a file beside the parts. */
  readonly part: StorePart | null;
  readonly name: string;
  /** null: of no part. */
  readonly schema_version: number | null;
  readonly size: number;
  readonly sha256: string;
}

export interface BackupManifest {
  /** Of this layout. */
  readonly ryad_backup: 1;
  /** ISO 8601, UTC. */
  readonly made_at: string;
  /** In the order of the file. */
  readonly members: readonly BackupMember[];
}

/** Called with the number of further bytes that were read or written. */
export type OnBytes = (bytes: number) => void;

export const MANIFEST = "manifest.json";
const MANIFEST_BYTES = 4096;
const FIRST_MEMBER = BLOCK_BYTES + MANIFEST_BYTES;
const CHUNK_BYTES = 1 << 20;
export const END = Buffer.alloc(2 * BLOCK_BYTES);
/** The parts in the order in which they are copied; see backup.ts. */
export const COPY_ORDER: readonly StorePart[] = ["statistics", "sources", "accounts"];

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

/** The manifest with its header, as the first bytes of the archive. */
export function manifestBytes(madeAt: Date, members: readonly BackupMember[]): Buffer {
  const text = sealed({ryad_backup: 1, made_at: madeAt.toISOString(), members});
  const manifest = Buffer.alloc(MANIFEST_BYTES, "\n");
  if (manifest.write(text) >= MANIFEST_BYTES)
    throw new Error("the manifest of a backup is too long for its reserved space");
  const header = tarHeader({name: MANIFEST, size: MANIFEST_BYTES}, Math.floor(madeAt.getTime() / 1000));
  return Buffer.concat([header, manifest]);
}

export interface BackupReader {
  readonly manifest: BackupManifest;
  /** Writes a member into a new file on the disk; in the order of the manifest. @throws Refusal that names the member if a byte differs */
  extract(member: BackupMember, to: string, onBytes: OnBytes): void;
  /** Behind the last member. @throws Refusal if the archive does not end there */
  finish(): void;
  close(): void;
}

/** The bytes of an archive. */
export interface ArchiveBytes {
  /** For messages. */
  readonly name: string;
  /** null: not known before its end. */
  readonly size: number | null;
  /** At most so many bytes from `at` on, which never goes back; 0: the archive has ended. */
  read(into: Uint8Array, length: number, at: number): number;
  close(): void;
}

/** Opens a backup and verifies its manifest and its length. Throws Refusal that names the fault. */
export function openBackupFile(path: string): BackupReader {
  const descriptor = openToRead(path);
  return readBackup({
    name: path,
    size: fstatSync(descriptor).size,
    read: (into, length, at) => readSync(descriptor, into, 0, length, at),
    close: () => closeSync(descriptor),
  });
}

/** The same from any bytes; the length of a stream is verified by `finish`. Closes them if it throws. */
export function readBackup(bytes: ArchiveBytes): BackupReader {
  const {name: path} = bytes;
  try {
    const manifest = readManifest(bytes);
    const {offsets, end} = findMembers(bytes, manifest);
    return {
      manifest,
      extract(member, to, onBytes) {
        const start = offsets.get(member)!;
        const header = parseTarHeader(readBlob(bytes, start - BLOCK_BYTES, BLOCK_BYTES));
        if (header?.name !== member.name || header.size !== member.size)
          throw damaged(path, member.name, "its header differs from the manifest");
        const target = openSync(to, "wx", member.part === null ? 0o600 : fileMode(member.part));
        try {
          let written = 0;
          const sha256 = passOn(bytes, start, member, (chunk) => {
            writeWhole(target, chunk, written);
            written += chunk.length;
            onBytes(chunk.length);
          });
          if (sha256 !== member.sha256)
            throw damaged(path, member.name, "its bytes have another SHA-256 than when the backup was made");
          fsyncSync(target);
        } finally {
          closeSync(target);
        }
      },
      finish() {
        const rest = Buffer.alloc(END.length);
        if (fill(bytes, rest, end) === END.length && rest.equals(END) && bytes.read(rest, 1, end + END.length) === 0)
          return;
        throw new Refusal(
          `${path} is damaged: a complete backup would have ${end + END.length} bytes`,
          "take it again",
        );
      },
      close: () => bytes.close(),
    };
  } catch (error) {
    bytes.close();
    throw error;
  }
}

function openToRead(path: string): number {
  try {
    return openSync(path, "r");
  } catch (error) {
    throw new Refusal(`the backup ${path} can't be read: ${(error as Error).message}`);
  }
}

function readManifest(bytes: ArchiveBytes): BackupManifest {
  const path = bytes.name;
  const header = parseTarHeader(readBlob(bytes, 0, BLOCK_BYTES));
  if (header?.name !== MANIFEST || header.size !== MANIFEST_BYTES) {
    throw new Refusal(
      `${path} is not a backup made by ryad backup, or its first bytes are damaged`,
      "give the very file that ryad backup wrote: an archive that another program packed from its parts is not read",
    );
  }
  const found = Buffer.alloc(MANIFEST_BYTES);
  if (fill(bytes, found, BLOCK_BYTES) < MANIFEST_BYTES) throw damaged(path, MANIFEST, "the file is cut off");
  const text = found.toString("utf8").trim();
  let manifest: BackupManifest & {readonly sha256: string};
  try {
    manifest = JSON.parse(text);
  } catch {
    throw damaged(path, MANIFEST, "it can't be read");
  }
  if (sealed(manifest) !== text) throw damaged(path, MANIFEST, "it was changed after it was written");
  if (manifest.ryad_backup !== 1) {
    throw new Refusal(
      `${path} was made by a newer program (layout ${manifest.ryad_backup})`,
      "restore it with that program",
    );
  }
  return manifest;
}

/** Where the bytes of each member begin, and where the last one ends. Throws if the size is known and another one. */
function findMembers(bytes: ArchiveBytes, {members}: BackupManifest) {
  const {name: path, size} = bytes;
  const offsets = new Map<BackupMember, number>();
  let at = FIRST_MEMBER;
  for (const member of members) {
    at += BLOCK_BYTES;
    offsets.set(member, at);
    if (size !== null && at + member.size > size)
      throw damaged(path, member.name, cutOff(Math.max(0, size - at), member));
    at += member.size + paddingAfter(member.size);
  }
  const whole = at + END.length;
  if (size !== null && size !== whole)
    throw new Refusal(`${path} is damaged: it has ${size} bytes, a complete backup would have ${whole}`);
  return {offsets, end: at};
}

function cutOff(found: number, {size}: BackupMember): string {
  return `the file is cut off, it has ${found} of ${size} bytes`;
}

/** The manifest as one line of JSON that ends with the SHA-256 of everything before it. */
function sealed({ryad_backup, made_at, members}: BackupManifest): string {
  const sha256 = hash("sha256", JSON.stringify({ryad_backup, made_at, members}));
  return JSON.stringify({ryad_backup, made_at, members, sha256});
}

function damaged(path: string, member: string, how: string): Refusal {
  return new Refusal(`${path} is damaged at ${member}: ${how}`, "nothing was changed; take another backup");
}

/** Reads a member that begins at `start`, chunk by chunk, and gives its SHA-256. */
function passOn(bytes: ArchiveBytes, start: number, member: BackupMember, take: (chunk: Uint8Array) => void): string {
  return digestOf(member.size, take, (into, length, done) => {
    const read = bytes.read(into, length, start + done);
    if (read === 0) throw damaged(bytes.name, member.name, cutOff(done, member));
    return read;
  });
}

/** The SHA-256 of a file's first bytes, which are also given to `take`, chunk by chunk. */
export function passOnFile(descriptor: number, size: number, take: (chunk: Uint8Array) => void): string {
  return digestOf(size, take, (into, length, done) => {
    const read = readSync(descriptor, into, 0, length, done);
    if (read === 0) throw new Error("a file became shorter while it was read");
    return read;
  });
}

function digestOf(
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

/** Zeros where the archive has ended. */
function readBlob(bytes: ArchiveBytes, start: number, size: number): Buffer {
  const chunk = Buffer.alloc(size);
  fill(bytes, chunk, start);
  return chunk;
}

/** @returns the number of bytes that were read, fewer than wanted at the end */
function fill(bytes: ArchiveBytes, into: Uint8Array, start: number): number {
  let done = 0;
  for (let read = -1; read !== 0 && done < into.length; done += read)
    read = bytes.read(into.subarray(done), into.length - done, start + done);
  return done;
}

function writeWhole(descriptor: number, bytes: Uint8Array, at: number): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(descriptor, bytes, done, bytes.length - done, at + done);
}
