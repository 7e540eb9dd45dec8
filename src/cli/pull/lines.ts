// The lines of a file of the follower, read in step with their use: a script of the store can't wait for a stream.
import {closeSync, openSync, readSync, statSync} from "node:fs";
import {Refusal} from "../../service/refusal.ts";

export interface FileLine {
  readonly bytes: Buffer;
  /** Where it begins, and a file without it ends. */
  readonly start: number;
  /** false: the file ends before its line feed does. */
  readonly isWhole: boolean;
}

const CHUNK_BYTES = 2 ** 18;
/** More than a page of changes has. */
const LONGEST = 2 ** 27;

/** No lines of a file that is not there. */
export function* readFileLines(path: string): Generator<FileLine> {
  if (statSync(path, {throwIfNoEntry: false}) === undefined) return;
  const descriptor = openSync(path, "r");
  try {
    let [parts, start, at]: [Buffer[], number, number] = [[], 0, 0];
    for (;;) {
      const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
      const read = readSync(descriptor, chunk, 0, CHUNK_BYTES, at);
      if (read === 0) break;
      let from = 0;
      for (let to = chunk.indexOf(10); to >= 0 && to < read; to = chunk.indexOf(10, from)) {
        const rest = chunk.subarray(from, to);
        yield {bytes: parts.length === 0 ? rest : Buffer.concat([...parts, rest]), start, isWhole: true};
        [parts, from, start] = [[], to + 1, at + to + 1];
      }
      parts.push(chunk.subarray(from, read));
      at += read;
      if (at - start > LONGEST) throw new Refusal(`a line of ${path} is longer than ${LONGEST} bytes`);
    }
    if (at > start) yield {bytes: Buffer.concat(parts), start, isWhole: false};
  } finally {
    closeSync(descriptor);
  }
}
