// Writes zip files for tests, with right and wrong sizes and checksums.
import {crc32, deflateRawSync} from "node:zlib";

export interface ZipEntry {
  readonly name: string;
  readonly content: string | Uint8Array;
  /** Bytes as they are, not deflated. */
  readonly stored?: boolean;
  /** Wrong statements in the directory of the zip. */
  readonly claims?: {
    readonly size?: number;
    readonly crc?: number;
    readonly method?: number;
    readonly flags?: number;
    readonly mode?: number;
    readonly offset?: number;
  };
}

export function zipOf(entries: readonly ZipEntry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const {name, content, stored = false, claims = {}} of entries) {
    const plain = Buffer.from(content as string);
    const packed = stored ? plain : deflateRawSync(plain);
    const nameBytes = Buffer.from(name);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(claims.flags ?? 0x800, 2);
    fields.writeUInt16LE(claims.method ?? (stored ? 0 : 8), 4);
    fields.writeUInt32LE(claims.crc ?? crc32(plain), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(claims.size ?? plain.length, 18);
    fields.writeUInt16LE(nameBytes.length, 22);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(((claims.mode ?? 0o100644) << 16) >>> 0, 6);
    tail.writeUInt32LE(claims.offset ?? offset, 10);
    directory.push(Buffer.from("PK\u0001\u0002"), Buffer.from([20, 3]), fields, tail, nameBytes);
    const local = Buffer.concat([Buffer.from("PK\u0003\u0004"), fields, nameBytes, packed]);
    parts.push(local);
    offset += local.length;
  }
  const names = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write("PK\u0005\u0006", "latin1");
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(names.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, names, end]);
}
