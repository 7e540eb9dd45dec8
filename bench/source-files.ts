// Common parts of generated source files: their territories, their years, and a file written in large pieces.
import {closeSync, openSync, writeSync} from "node:fs";
import {readTerritories} from "../src/reference.ts";

export const FIRST_YEAR = 2001;
export const YEARS = 25;

/** OKATO codes of 80 regions. */
export const REGIONS: readonly string[] = readTerritories()
  .filter(({code, level}) => level === "region" && /^\d{11}$/.test(code))
  .map(({code}) => code)
  .slice(0, 80);

export interface LargeFile {
  write(text: string): void;
  /** Characters so far. */
  written(): number;
  close(): void;
}

const PIECE_LENGTH = 1 << 20;

export function createLargeFile(path: string): LargeFile {
  const file = openSync(path, "w");
  let waiting: string[] = [];
  let length = 0;
  let written = 0;
  const flush = (): void => {
    writeSync(file, waiting.join(""));
    waiting = [];
    length = 0;
  };
  return {
    write(text) {
      waiting.push(text);
      length += text.length;
      written += text.length;
      if (length >= PIECE_LENGTH) flush();
    },
    written: () => written,
    close() {
      flush();
      closeSync(file);
    },
  };
}
