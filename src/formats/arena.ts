// Growing memory that an answer is written into, borrowed from its begin to its end.
//
// A small body is copied out and its arena used again at once. A large one is handed over, memory and all: copying it into
// fresh pages costs as much as a sixth of the writing. Two answers written at once hold two arenas.

/** Bytes that may be written beyond the end of a text, because stores are 8 bytes wide. */
export const SLACK = 64;

export interface Arena {
  bytes: Buffer;
  view: DataView;
}

const COPIED_BYTES = 128 << 10;
const MOST_FREE = 4;
const MOST_ARENA_BYTES = 32 << 20;

const free: Arena[] = [];
/** What the largest answer so far needed. Pages of it that an answer does not touch cost nothing. */
let arenaBytes = 1 << 16;

export function borrowArena(): Arena {
  return free.pop() ?? takeMemory({} as Arena, arenaBytes);
}

/** Ends an answer: its first `length` bytes as a body that no later answer touches. The caller leaves the arena alone then. */
export function takeBody(arena: Arena, length: number): Buffer {
  // A body that leaves most of its arena empty would cost the next answer a new arena of that size.
  if (length > COPIED_BYTES && length * 2 > arena.bytes.length) return arena.bytes.subarray(0, length);
  const body = Buffer.allocUnsafeSlow(length);
  arena.bytes.copy(body, 0, 0, length);
  if (free.length < MOST_FREE) free.push(arena);
  return body;
}

/** Makes room for `more` bytes after `at`, keeping what stands before it. The arena's bytes and view may be new after it. */
export function reserve(arena: Arena, at: number, more: number): void {
  const needed = at + more + SLACK;
  if (needed <= arena.bytes.length) return;
  const before = arena.bytes;
  takeMemory(arena, Math.max(needed, before.length * 2));
  before.copy(arena.bytes, 0, 0, at);
  arenaBytes = Math.min(Math.max(arenaBytes, arena.bytes.length), MOST_ARENA_BYTES);
}

/** Writes a text as UTF-8 and gives the place after it. */
export function writeText(arena: Arena, at: number, text: string): number {
  reserve(arena, at, text.length * 3);
  return at + arena.bytes.write(text, at);
}

function takeMemory(arena: Arena, size: number): Arena {
  arena.bytes = Buffer.allocUnsafeSlow(size);
  arena.view = new DataView(arena.bytes.buffer, arena.bytes.byteOffset, size);
  return arena;
}
