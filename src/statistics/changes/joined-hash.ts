// The hash of a set of texts, in whatever order they come: each is hashed alone, and the hashes are joined by XOR.
//
// So nobody has to sort the texts or keep them. Each text must be there once: a pair of equal ones would count as none.
import {hash} from "node:crypto";

export interface JoinedHash {
  add(text: string): void;
  /** Hexadecimal. */
  end(): string;
}

const BYTES = 32;

export function createJoinedHash(): JoinedHash {
  const joined = Buffer.alloc(BYTES);
  return {
    add(text) {
      const own = hash("sha256", text, "buffer");
      for (let at = 0; at < BYTES; at++) joined[at]! ^= own[at]!;
    },
    end: () => joined.toString("hex"),
  };
}
