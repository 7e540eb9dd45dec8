// The target of an export: a file that appears when it is complete, a device or pipe, or standard output.
//
// An older export of that name is replaced, because the same call may run every night; any other file is not.
import {closeSync, fsyncSync, openSync, readSync, statSync, writeSync} from "node:fs";
import {join} from "node:path";
import {estimateCsvHeader} from "../../formats/estimate-csv.ts";
import {type ByteReceiver, MISSING_CSV_HEADER} from "../../formats/estimate-rows.ts";
import {Refusal} from "../../service/refusal.ts";
import {makeFolderBeside, replaceFile} from "../../store/files/atomic-file.ts";
import {unwritable} from "../terminal/system-error.ts";

export interface ExportFile {
  readonly take: ByteReceiver;
  /** Puts the complete file into its place. */
  finish(): void;
  /** Removes an unfinished file; does nothing after `finish`. */
  discard(): void;
}

export const STANDARD_OUTPUT = "-";
const PARQUET_MAGIC = "PAR1";
const CSV_HEADERS = [estimateCsvHeader("plain"), estimateCsvHeader("estimates"), MISSING_CSV_HEADER];
const FULL_PIPE_PAUSE_MS = 2;

/** @throws Refusal if the place cannot be written, or is another kind of file */
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

/** Written bytes are gone: there is nothing to finish or discard. */
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
  const start = Buffer.alloc(Math.max(...CSV_HEADERS.map((header) => header.length)));
  let length: number;
  try {
    const descriptor = openSync(path, "r");
    length = readSync(descriptor, start);
    closeSync(descriptor);
  } catch (error) {
    throw new Refusal(`${path} can't be replaced: ${(error as Error).message}`);
  }
  const text = start.toString("latin1", 0, length);
  if (text === "" || [...CSV_HEADERS, PARQUET_MAGIC].some((header) => text.startsWith(header))) return;
  throw new Refusal(`${path} is not an export and is not overwritten`, "give the export another name");
}

/** A pipe with a slow reader may be full: writing is tried again. */
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
