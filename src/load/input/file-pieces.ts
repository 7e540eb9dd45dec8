// An open file piece by piece, from its start: the next piece is read while the last one is used.
//
// Memory for each piece anew is a burden: the collector looks through the whole program for every few tens of megabytes of it.
// Whoever is done with a piece when it asks for the next borrows two that take turns.
import {Buffer} from "node:buffer";
import type {FileHandle} from "node:fs/promises";

const PIECE_BYTES = 256 * 1024;

/**
 * @param size bytes that the file is thought to have; only memory depends on it
 * @param borrowed a piece is good only until the next is asked for
 */
export async function* readPieces(handle: FileHandle, size: number, borrowed: boolean): AsyncGenerator<Uint8Array> {
  const length = Math.max(1, Math.min(size, PIECE_BYTES));
  const room = () => Buffer.allocUnsafeSlow(length);
  const rooms = borrowed ? [room(), room()] : null;
  let position = 0;
  const read = (number: number) => {
    const reading = handle.read(rooms?.[number % 2] ?? room(), 0, length, position);
    // Whoever waits for it gets the failure; nobody may be waiting when it comes.
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
