// One file of a version while it is written: its bytes go to the disk at once, and are counted and hashed on the way.
import {createHash} from "node:crypto";
import {closeSync, fsyncSync, openSync, writeSync} from "node:fs";
import {createGzip} from "node:zlib";

export interface FileOutput {
  /** The memory of the bytes may be reused afterwards. */
  take(bytes: Uint8Array): void;
  /** Resolves when it may be given more; null: at once. */
  drained(): Promise<void> | null;
  /** Completes the file on the disk. */
  end(): Promise<{readonly bytes: number; readonly sha256: string}>;
  /** Lets the file go without completing it. Does nothing after the end. */
  discard(): void;
}

export function openOutput(path: string): FileOutput {
  let descriptor: number | null = openSync(path, "wx");
  const sha256 = createHash("sha256");
  let size = 0;
  const close = (): void => {
    if (descriptor !== null) closeSync(descriptor);
    descriptor = null;
  };
  return {
    take(bytes) {
      for (let done = 0; done < bytes.length; ) done += writeSync(descriptor!, bytes, done);
      sha256.update(bytes);
      size += bytes.length;
    },
    drained: () => null,
    async end() {
      fsyncSync(descriptor!);
      close();
      return {bytes: size, sha256: sha256.digest("hex")};
    },
    discard: close,
  };
}

/** A fifth larger than at the usual level, in a quarter of the time. */
const LEVEL = 1;
/** Of the chunks that the rows come in (formats/dataset-file/csv.ts). */
const CHUNK_BYTES = 1 << 20;

/** Packed as gzip by a thread of the pool; equal bytes give equal files, because nothing of the time is in its head. */
export function openPackedOutput(path: string): FileOutput {
  const file = openOutput(path);
  const gzip = createGzip({level: LEVEL, chunkSize: 1 << 18});
  /** Pieces that are packed already: a new one for each megabyte would keep the collector busy. */
  const free: Buffer[] = [];
  const done = Promise.withResolvers<void>();
  // It may fail before anyone waits for it.
  done.promise.catch(() => {});
  let waiting: PromiseWithResolvers<void> | null = null;
  const fail = (error: Error): void => {
    done.reject(error);
    waiting?.reject(error);
  };
  gzip.on("data", (bytes: Buffer) => {
    try {
      file.take(bytes);
    } catch (error) {
      gzip.destroy(error as Error);
    }
  });
  gzip.on("end", done.resolve).on("error", fail);
  gzip.on("drain", () => {
    waiting?.resolve();
    waiting = null;
  });
  return {
    take(bytes) {
      const chunk = free.pop() ?? Buffer.allocUnsafeSlow(Math.max(CHUNK_BYTES, bytes.length));
      if (chunk.length < bytes.length) return void gzip.write(Buffer.from(bytes));
      chunk.set(bytes);
      gzip.write(chunk.subarray(0, bytes.length), () => free.push(chunk));
    },
    drained() {
      if (gzip.errored !== null) return done.promise;
      if (!gzip.writableNeedDrain) return null;
      waiting ??= Promise.withResolvers<void>();
      return waiting.promise;
    },
    async end() {
      gzip.end();
      await done.promise;
      return file.end();
    },
    discard() {
      gzip.destroy();
      file.discard();
    },
  };
}
