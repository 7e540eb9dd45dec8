// A body in parts of lent memory (body-bytes.ts). One memory for 40 MB would be cleared, copied when it grows, sent and given back in steps
// that each hold the event loop for several milliseconds; a part is small, and lent again.
import {type Arena, type BodyBytes, type BodyMemory, ensureRoom, SLACK} from "./body-bytes.ts";

/** Bytes of a part; a text that is longer has a part of its own. */
const LENT_PART = 1 << 20;

export class LentParts {
  arena: Arena;
  /** Where the next text begins in the arena. */
  at = 0;
  private readonly full: BodyBytes[] = [];
  private readonly memory: BodyMemory;

  /** @param expected estimate of the body's bytes */
  constructor(memory: BodyMemory, expected: number) {
    this.memory = memory;
    this.arena = memory.borrow(Math.min(expected, LENT_PART));
  }

  /** Makes room for `more` bytes in one part. The arena may be another one afterwards. */
  makeRoom(more: number): void {
    if (this.at > 0 && this.at + more + SLACK > LENT_PART) {
      this.full.push(this.memory.finish(this.arena, this.at));
      this.arena = this.memory.borrow(LENT_PART);
      this.at = 0;
    }
    ensureRoom(this.arena, this.at, more);
  }

  add(text: string): void {
    this.makeRoom(3 * text.length);
    this.at += this.arena.bytes.write(text, this.at);
  }

  end(): BodyBytes[] {
    return [...this.full, this.memory.finish(this.arena, this.at)];
  }
}
