// An open file as chunks: the next one is read while the last one is used.
import {Buffer} from "node:buffer";
import type {FileHandle} from "node:fs/promises";

const CHUNK_BYTES = 256 * 1024;

/**
 * An open file chunk by chunk: the next chunk is read while the last one is used. New memory for each chunk is expensive, because the
 * garbage collector scans the whole program after every few tens of megabytes. A borrowed chunk is in one of two buffers in turn.
 * @param size expected number of bytes; only memory depends on it
 * @param borrowed a chunk is valid only until the next one is requested
 */
export async function* readChunks(handle: FileHandle, size: number, borrowed: boolean): AsyncGenerator<Uint8Array> {
  const length = Math.max(1, Math.min(size, CHUNK_BYTES));
  const room = () => Buffer.allocUnsafeSlow(length);
  const rooms = borrowed ? [room(), room()] : null;
  let position = 0;
  const read = (number: number) => {
    const reading = handle.read(rooms?.[number % 2] ?? room(), 0, length, position);
    // The reader gets the failure with the chunk; without this line it could become an unhandled rejection before that.
    reading.catch(() => {});
    return reading;
  };
  let coming = read(0);
  try {
    for (let number = 1; ; number++) {
      const {bytesRead, buffer} = await coming;
      if (bytesRead === 0) return;
      position += bytesRead;
      coming = read(number);
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await coming.catch(() => {});
  }
}
