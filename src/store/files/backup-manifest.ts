// The manifest of a backup: its members with their sizes and SHA-256, as one line of JSON that ends with its own SHA-256.
//
// It is first in the file and written last, into reserved space.
import {hash} from "node:crypto";
import type {StorePart} from "../migrations/migration.ts";
import {BLOCK_BYTES, tarHeader} from "./tar.ts";

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

export const MANIFEST = "manifest.json";

export const MANIFEST_BYTES = 4096;

export const FIRST_MEMBER = BLOCK_BYTES + MANIFEST_BYTES;

export const END = Buffer.alloc(2 * BLOCK_BYTES);

/** The parts in the order in which they are copied; see backup.ts. */
export const COPY_ORDER: readonly StorePart[] = ["statistics", "sources", "accounts"];

/** The manifest with its header, as the first bytes of the archive. */
export function manifestBytes(madeAt: Date, members: readonly BackupMember[]): Buffer {
  const text = sealed({ryad_backup: 1, made_at: madeAt.toISOString(), members});
  const manifest = Buffer.alloc(MANIFEST_BYTES, "\n");
  if (manifest.write(text) >= MANIFEST_BYTES)
    throw new Error("the manifest of a backup is too long for its reserved space");
  const header = tarHeader({name: MANIFEST, size: MANIFEST_BYTES}, Math.floor(madeAt.getTime() / 1000));
  return Buffer.concat([header, manifest]);
}

/** The manifest as one line of JSON that ends with the SHA-256 of everything before it. */
export function sealed({ryad_backup, made_at, members}: BackupManifest): string {
  const sha256 = hash("sha256", JSON.stringify({ryad_backup, made_at, members}));
  return JSON.stringify({ryad_backup, made_at, members, sha256});
}
