// The memory of a body: borrowed for an answer, and grown while it is written. Constant texts are in constant-text.ts, numbers in decimals.ts.
//
// Memory is handed over with the answer and given back when the answer has left. Do not touch a body after giving it back: the next
// answer is written over it. Fresh memory costs as much as the writing itself (the system clears each page when it is first touched),
// so it is used again. A small body is copied out at once.

/** Bytes that may be written beyond the end of a text, because stores are 8 bytes wide. */
export const SLACK = 64;

export interface Arena {
  bytes: Buffer;
  view: DataView;
  readonly memory: BodyMemory;
}

/** Small bodies share memory of the second size: an allocation of its own costs as much as the copy. */
const COPIED_BYTES = 32 << 10;
const [SHARED_BYTES, LEAST_BYTES] = [128 << 10, 1 << 16];
/** Free memory kept for answers; the same amount may be with slow clients, and is dropped when it returns. */
const MOST_FREE_BYTES = 48 << 20;

/** The memory of a server for answers, one for all writers, because the limit applies to all. */
export class BodyMemory {
  /** Free arenas by the power of two that is their size. */
  private readonly free = Array.from({length: 32}, (): Arena[] => []);
  private freeBytes = 0;
  /** Arenas whose body is being sent. */
  private readonly lent = new WeakMap<Buffer, Arena>();
  /** Bodies that are still read after they were sent, and whether they were given back meanwhile. */
  private readonly heldBodies = new WeakMap<Buffer, {isBack: boolean}>();
  private shared = Buffer.alloc(0);
  private sharedAt = 0;

  /** @param expected estimate of the answer's bytes; the arena grows if the answer needs more */
  borrow(expected = 0): Arena {
    return this.fill({memory: this as BodyMemory} as Arena, expected);
  }

  /**
   * Ends an answer: returns its first `length` bytes as a body that no later answer touches until it is given back. The caller must not
   * use the arena afterwards.
   */
  finish(arena: Arena, length: number): Buffer {
    if (length > COPIED_BYTES) {
      const body = arena.bytes.subarray(0, length);
      this.lent.set(body, arena);
      return body;
    }
    if (this.sharedAt + length > this.shared.length) {
      this.shared = Buffer.allocUnsafeSlow(SHARED_BYTES);
      this.sharedAt = 0;
    }
    const body = this.shared.subarray(this.sharedAt, this.sharedAt + length);
    this.sharedAt += length;
    arena.bytes.copy(body, 0, 0, length);
    this.keep(arena);
    return body;
  }

  /** Whether the body's memory can be given back. */
  isLent(body: Buffer): boolean {
    return this.lent.has(body);
  }

  /** Call it when the body has been sent and will not be read again. A body that is never given back is garbage-collected. */
  giveBack(body: Buffer): void {
    const [arena, held] = [this.lent.get(body), this.heldBodies.get(body)];
    if (held !== undefined) held.isBack = true;
    if (arena === undefined || held !== undefined) return;
    this.lent.delete(body);
    this.keep(arena);
  }

  /** Keeps the body's memory until the returned function is called, also if the body is given back before. One reader may hold it. */
  hold(body: Buffer): () => void {
    const held = {isBack: false};
    this.heldBodies.set(body, held);
    return () => {
      this.heldBodies.delete(body);
      if (held.isBack) this.giveBack(body);
    };
  }

  /** Gives the arena other memory, of at least `needed` bytes, with the first `length` of its bytes. */
  grow(arena: Arena, length: number, needed: number): void {
    const before = {...arena};
    this.fill(arena, needed);
    before.bytes.copy(arena.bytes, 0, 0, length);
    this.keep(before);
  }

  private fill(arena: Arena, needed: number): Arena {
    const bits = 32 - Math.clz32(Math.max(needed, LEAST_BYTES) - 1);
    const known = this.free[bits]?.pop();
    if (known !== undefined) {
      this.freeBytes -= known.bytes.length;
      return Object.assign(arena, known);
    }
    arena.bytes = Buffer.allocUnsafeSlow(2 ** bits);
    arena.view = new DataView(arena.bytes.buffer, arena.bytes.byteOffset, arena.bytes.length);
    return arena;
  }

  private keep(arena: Arena): void {
    const {length} = arena.bytes;
    if (this.freeBytes + length > MOST_FREE_BYTES) return;
    this.freeBytes += length;
    this.free[31 - Math.clz32(length)]!.push(arena);
  }
}

/** Makes room for `more` bytes after `at` and keeps the bytes before it. The arena may have new bytes and a new view afterwards. */
export function ensureRoom(arena: Arena, at: number, more: number): void {
  const needed = at + more + SLACK;
  if (needed > arena.bytes.length) arena.memory.grow(arena, at, needed);
}

/** Writes a text as UTF-8 and gives the offset after it. */
export function writeText(arena: Arena, at: number, text: string): number {
  ensureRoom(arena, at, text.length * 3);
  return at + arena.bytes.write(text, at);
}
