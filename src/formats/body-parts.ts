// A long body in parts, each with memory of its own. Parts are never joined: a body that is joined takes twice its memory, all of it
// at once, and that memory outside of the heap is what makes V8 look through the whole heap.

/** UTF-16 units of a part. */
const PART = 1 << 16;

export interface TextChunks {
  add(text: string): void;
  end(): Buffer[];
}

/** Collects texts as UTF-8. A part begins and ends where a text did, so no letter is cut. */
export function createTextChunks(): TextChunks {
  const parts: Buffer[] = [];
  let text = "";
  return {
    add(one) {
      text += one;
      if (text.length < PART) return;
      parts.push(Buffer.from(text));
      text = "";
    },
    end() {
      if (text !== "" || parts.length === 0) parts.push(Buffer.from(text));
      return parts;
    },
  };
}

export function bytesOfParts(parts: readonly Buffer[]): number {
  return parts.reduce((sum, {length}) => sum + length, 0);
}
