// The bytes of a long CSV in chunks of one size, which a receiver takes while it is written. A chunk is the receiver's only until it returns.
import type {ByteReceiver} from "./estimate-rows.ts";

const CHUNK_BYTES = 1 << 20;

/** The writer sets `at` behind the bytes that it has written. */
export class CsvChunks {
  chunk = Buffer.allocUnsafeSlow(CHUNK_BYTES);
  view = viewOf(this.chunk);
  at = 0;
  private readonly take: ByteReceiver;

  constructor(take: ByteReceiver) {
    this.take = take;
  }

  /** Room for so many bytes from `at` on: if the chunk has none, what is written is handed on. */
  makeRoom(bytes: number): void {
    if (this.at + bytes > this.chunk.length) this.handOn(bytes);
  }

  /** Hands on what is written. */
  handOn(room = 0): void {
    if (this.at > 0) this.take(this.chunk.subarray(0, this.at));
    this.at = 0;
    if (room <= this.chunk.length) return;
    this.chunk = Buffer.allocUnsafeSlow(room);
    this.view = viewOf(this.chunk);
  }
}

function viewOf(chunk: Buffer): DataView {
  return new DataView(chunk.buffer, chunk.byteOffset, chunk.byteLength);
}
