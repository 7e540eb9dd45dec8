// Growing memory that an answer is written into, borrowed from its begin to its end.
//
// A small body is copied out and its arena used again at once. A large one is handed over, memory and all, because fresh
// pages cost more than the writing; recycleBody brings it back. Two answers written at once hold two arenas.

/** Bytes that may be written beyond the end of a text, because stores are 8 bytes wide. */
export const SLACK = 64;

export interface Arena {
  bytes: Buffer;
  view: DataView;
}

const COPIED_BYTES = 128 << 10;
/** As many arenas wait as large bodies are written at a time; none larger than the largest answers are. */
const MOST_FREE = 4;
const MOST_KEPT_BYTES = 32 << 20;

const free: Arena[] = [];
/** Memory of bodies that were handed over and not brought back. */
const handedOver = new WeakSet<ArrayBufferLike>();
/** What the largest answer so far needed. Pages of it that an answer does not touch cost nothing. */
let arenaBytes = 1 << 16;

export function borrowArena(): Arena {
  return free.pop() ?? takeMemory({} as Arena, arenaBytes);
}

/** Ends an answer: its first `length` bytes as a body that no later answer touches. The caller leaves the arena alone then. */
export function takeBody(arena: Arena, length: number): Buffer {
  if (length > COPIED_BYTES) {
    handedOver.add(arena.bytes.buffer);
    return arena.bytes.subarray(0, length);
  }
  const body = Buffer.allocUnsafeSlow(length);
  arena.bytes.copy(body, 0, 0, length);
  keep(arena);
  return body;
}

/**
 * Gives a body's memory back for later answers, when nobody reads it any more: sent and acknowledged by the socket, or packed.
 * May be left out; then the garbage collector has it. Bodies that are not ours, or came back before, are left alone.
 */
export function recycleBody(body: Buffer): void {
  if (handedOver.delete(body.buffer)) keep(arenaOver(body.buffer));
}

/** Makes room for `more` bytes after `at`, keeping what stands before it. The arena's bytes and view may be new after it. */
export function reserve(arena: Arena, at: number, more: number): void {
  const needed = at + more + SLACK;
  if (needed <= arena.bytes.length) return;
  const before = arena.bytes;
  takeMemory(arena, Math.max(needed, before.length * 2));
  before.copy(arena.bytes, 0, 0, at);
  arenaBytes = Math.min(Math.max(arenaBytes, arena.bytes.length), MOST_KEPT_BYTES);
}

/** Writes a text as UTF-8 and gives the place after it. */
export function writeText(arena: Arena, at: number, text: string): number {
  reserve(arena, at, text.length * 3);
  return at + arena.bytes.write(text, at);
}

function keep(arena: Arena): void {
  if (free.length < MOST_FREE && arena.bytes.length <= MOST_KEPT_BYTES) free.push(arena);
}

function takeMemory(arena: Arena, size: number): Arena {
  return Object.assign(arena, arenaOver(Buffer.allocUnsafeSlow(size).buffer));
}

function arenaOver(memory: ArrayBufferLike): Arena {
  return {bytes: Buffer.from(memory), view: new DataView(memory)};
}
