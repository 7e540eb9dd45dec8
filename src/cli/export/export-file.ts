// Where an export goes: a file that comes to its place whole, a device or pipe, or standard output.
//
// An older export of that name is replaced, since the same call is made every night; a file that holds anything else is not.
import {closeSync, fsyncSync, openSync, readSync, statSync, writeSync} from "node:fs";
import {join} from "node:path";
import {ESTIMATE_CSV_HEADER} from "../../formats/estimate-csv.ts";
import {MISSING_CSV_HEADER, type TakeBytes} from "../../formats/estimate-rows.ts";
import {Refusal} from "../../refusal.ts";
import {makeFolderBeside, replaceFile} from "../../store/files/atomic-file.ts";
import {unwritable} from "../terminal/system-error.ts";

export interface ExportFile {
  readonly take: TakeBytes;
  /** Makes it stand in its place. */
  finish(): void;
  /** Takes everything unfinished away; does nothing once it is finished. */
  discard(): void;
}

export const STANDARD_OUTPUT = "-";
const PARQUET_MAGIC = "PAR1";
const FULL_PIPE_PAUSE_MS = 2;

/** @throws Refusal when the place can't be written, or holds something else */
export function openExportFile(path: string): ExportFile {
  if (path === STANDARD_OUTPUT) return writeStraight(1);
  const found = statSync(path, {throwIfNoEntry: false});
  if (found?.isDirectory()) throw new Refusal(`${path} is a folder`, "name a file");
  if (found !== undefined && !found.isFile()) return writeStraight(openToWrite(path));
  if (found !== undefined) refuseOtherContents(path);
  return writeBeside(path);
}

function writeBeside(path: string): ExportFile {
  const folder = makeFolderBeside(path);
  const finished = join(folder.path, "export");
  let descriptor: number | null = openSync(finished, "wx");
  const close = (): void => {
    if (descriptor !== null) closeSync(descriptor);
    descriptor = null;
  };
  return {
    take: (bytes) => writeWhole(descriptor!, bytes),
    finish() {
      fsyncSync(descriptor!);
      close();
      replaceFile(finished, path);
    },
    discard() {
      close();
      folder.remove();
    },
  };
}

/** What is written is gone on its way; there is nothing to finish or to take back. */
function writeStraight(descriptor: number): ExportFile {
  return {take: (bytes) => writeWhole(descriptor, bytes), finish: () => {}, discard: () => {}};
}

function openToWrite(path: string): number {
  try {
    return openSync(path, "w");
  } catch (error) {
    throw unwritable(path, error);
  }
}

function refuseOtherContents(path: string): void {
  const start = Buffer.alloc(ESTIMATE_CSV_HEADER.length);
  let length: number;
  try {
    const descriptor = openSync(path, "r");
    length = readSync(descriptor, start);
    closeSync(descriptor);
  } catch (error) {
    throw new Refusal(`${path} can't be replaced: ${(error as Error).message}`);
  }
  const text = start.toString("latin1", 0, length);
  if (
    text === "" ||
    text === ESTIMATE_CSV_HEADER ||
    text.startsWith(MISSING_CSV_HEADER) ||
    text.startsWith(PARQUET_MAGIC)
  )
    return;
  throw new Refusal(
    `${path} holds something else than an export and is not overwritten`,
    "give the export another name",
  );
}

/** A pipe whose reader is slow may be full: it is tried again. */
function writeWhole(descriptor: number, bytes: Uint8Array): void {
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (let done = 0; done < bytes.length; ) {
    try {
      done += writeSync(descriptor, bytes, done);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") throw error;
      Atomics.wait(pause, 0, 0, FULL_PIPE_PAUSE_MS);
    }
  }
}
