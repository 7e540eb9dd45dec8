// Reads a backup, from its file or from a stream: each member is verified while it is written to the disk.
import {closeSync, fstatSync, fsyncSync, openSync, readSync} from "node:fs";
import {Refusal} from "../../service/refusal.ts";
import {fileDigest, type OnBytes, writeWhole} from "./backup-file.ts";
import {
  type BackupManifest,
  type BackupMember,
  END,
  FIRST_MEMBER,
  MANIFEST,
  MANIFEST_BYTES,
  sealed,
} from "./backup-manifest.ts";
import {fileMode} from "./data-folder.ts";
import {BLOCK_BYTES, paddingAfter, parseTarHeader} from "./tar.ts";

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
  /** Reads at most `length` bytes from `at` on. `at` never becomes smaller. Returns the number of bytes; 0: the archive has ended. */
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

function damaged(path: string, member: string, how: string): Refusal {
  return new Refusal(`${path} is damaged at ${member}: ${how}`, "nothing was changed; take another backup");
}

/** Reads a member that begins at `start`, chunk by chunk, and gives its SHA-256. */
function passOn(bytes: ArchiveBytes, start: number, member: BackupMember, take: (chunk: Uint8Array) => void): string {
  return fileDigest(member.size, take, (into, length, done) => {
    const read = bytes.read(into, length, start + done);
    if (read === 0) throw damaged(bytes.name, member.name, cutOff(done, member));
    return read;
  });
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
