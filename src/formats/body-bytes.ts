// The memory of a body: borrowed for an answer, and grown while it is written; and the texts that are written into it. Numbers are in decimals.ts.
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

/** The bytes of an answer. Of a large one, which lies in an arena, with the loan of that arena. */
export interface BodyBytes extends Buffer {
  loan?: Loan | null;
}

interface Loan {
  readonly arena: Arena;
  /** It is still read after it was sent. */
  isHeld: boolean;
  /** It was given back while it was held. */
  isBack: boolean;
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
  finish(arena: Arena, length: number): BodyBytes {
    if (length > COPIED_BYTES) {
      const body: BodyBytes = arena.bytes.subarray(0, length);
      body.loan = {arena, isHeld: false, isBack: false};
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
  isLent({loan}: BodyBytes): boolean {
    return loan != null;
  }

  /** Call it when the body has been sent and will not be read again. A body that is never given back is garbage-collected. */
  giveBack(body: BodyBytes): void {
    const {loan} = body;
    if (loan == null) return;
    loan.isBack = true;
    if (loan.isHeld) return;
    body.loan = null;
    this.keep(loan.arena);
  }

  /** Keeps the body's memory until the returned function is called, also if the body is given back before. One reader may hold it. */
  hold(body: BodyBytes): () => void {
    const {loan} = body;
    if (loan == null) return () => {};
    loan.isHeld = true;
    return () => {
      loan.isHeld = false;
      if (loan.isBack) this.giveBack(body);
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

/**
 * A constant text, to be copied as bytes, or as 8-byte words by float64 stores: the fastest way in plain JavaScript. That is safe for any
 * UTF-8: only a NaN could change on its way, and the highest two bytes of a NaN (F0…FF, then 7F or FF) are never neighbours in UTF-8. A
 * store may write beyond the end of a text: ensureRoom leaves room for that.
 */
export interface ConstantText {
  bytes: Buffer;
  /** The same memory as words, and the number of words in the text; the last may extend beyond it. */
  words: Float64Array;
  wordCount: number;
  length: number;
}

export function createConstantText(): ConstantText {
  return setMemory({wordCount: 0, length: 0} as ConstantText, 32);
}

/** Makes `into` hold the text as UTF-8. */
export function setConstantText(into: ConstantText, text: string): void {
  if (into.bytes.length < text.length * 3) setMemory(into, text.length);
  into.length = into.bytes.write(text);
  into.wordCount = (into.length + 7) >> 3;
}

/** Copies the text from its byte `start` on and gives the offset after it; the arena must have room for it. */
export function copyConstantText(arena: Arena, at: number, text: ConstantText, start: number): number {
  text.bytes.copy(arena.bytes, at, start, text.length);
  return at + text.length - start;
}

/** Up to eight ASCII characters as the number whose little-endian float64 store writes them. */
export function asWord(text: string): number {
  const bytes = new DataView(new ArrayBuffer(8));
  for (let index = 0; index < text.length; index++) bytes.setUint8(index, text.charCodeAt(index));
  return bytes.getFloat64(0, true);
}

function setMemory(text: ConstantText, words: number): ConstantText {
  text.words = new Float64Array(words);
  text.bytes = Buffer.from(text.words.buffer);
  return text;
}
