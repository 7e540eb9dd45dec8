// A small file, or a few, that would take the memory or the time of a reader.
import type {Files} from "./format.ts";

export interface Bomb {
  readonly name: string;
  readonly files: () => Files;
  readonly dataset?: string;
}
