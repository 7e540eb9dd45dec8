// Sorted parts of observations in a temporary file, and their merge series by series.
//
// The file is deleted as soon as it is open, so nothing remains even after a crash. A part is in order of series, so a merge
// reads each part once from front to end.
import {randomUUID} from "node:crypto";
import {closeSync, openSync, readSync, unlinkSync, writeSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {Refusal} from "../../service/refusal.ts";
import {createSegment, forEachSegment, type Rows, reserveSegment, type Segment, settleSegment} from "./rows.ts";

export interface TemporaryFile {
  /** Bytes written. */
  readonly size: () => number;
  append(bytes: Uint8Array): void;
  /** Fills `bytes` from `offset` on; returns the number of bytes read. */
  readAt(bytes: Uint8Array, offset: number): number;
  close(): void;
}

export interface Spill {
  /** Sorts the rows into a part and empties them. */
  writePart(rows: Rows, seriesCount: number): void;
  /** Each series, ascending, with its rows of all parts in their order of arrival; the segment is reused. */
  merge(onSegment: (series: number, segment: Segment) => void): void;
  close(): void;
}

export function createTemporaryFile(folder: string = tmpdir()): TemporaryFile {
  const path = join(folder, `ryad-${randomUUID()}.tmp`);
  const descriptor = openSync(path, "wx+", 0o600);
  unlinkSync(path);
  let size = 0;
  let open = true;
  return {
    size: () => size,
    append(bytes) {
      try {
        for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at, bytes.length - at, size + at);
      } catch (error) {
        if (!FULL.includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
        throw new Refusal(
          `the disk of the folder for temporary files, ${folder}, is full`,
          "free some space, or set another folder in TMPDIR",
        );
      }
      size += bytes.length;
    },
    readAt(bytes, offset) {
      let at = 0;
      while (at < bytes.length) {
        const read = readSync(descriptor, bytes, at, bytes.length - at, offset + at);
        if (read === 0) break;
        at += read;
      }
      return at;
    },
    close() {
      if (open) closeSync(descriptor);
      open = false;
    },
  };
}

const FULL: readonly string[] = ["ENOSPC", "EDQUOT", "EFBIG"];

export function createSpill(folder?: string): Spill {
  const file = createTemporaryFile(folder);
  const parts: {readonly start: number; readonly end: number}[] = [];
  return {
    writePart(rows, seriesCount) {
      const start = file.size();
      writeSegments(file, rows, seriesCount);
      parts.push({start, end: file.size()});
      rows.count = 0;
    },
    merge(onSegment) {
      const readers = parts.map((part) => createPartReader(file, part));
      const segment = createSegment();
      for (;;) {
        let series = NO_SERIES;
        for (const reader of readers) if (reader.series < series) series = reader.series;
        if (series === NO_SERIES) return;
        segment.count = 0;
        for (const reader of readers) if (reader.series === series) reader.take(segment);
        onSegment(series, segment);
      }
    },
    close: () => file.close(),
  };
}

/** Later than every series. */
const NO_SERIES = Number.POSITIVE_INFINITY;
const BUFFER_BYTES = 256 * 1024;

function writeSegments(file: TemporaryFile, rows: Rows, seriesCount: number): void {
  const write = bufferedAppend(file);
  const head = new Uint32Array(2);
  forEachSegment(rows, seriesCount, (series, segment) => {
    settleSegment(segment, null);
    head[0] = series;
    head[1] = segment.count;
    write.bytes(bytesOf(head, 2));
    write.bytes(bytesOf(segment.period, segment.count));
    write.bytes(bytesOf(segment.line, segment.count));
    write.bytes(bytesOf(segment.value, segment.count));
  });
  write.flush();
}

/** Combines small chunks into large writes. */
export function bufferedAppend(file: TemporaryFile): {bytes(chunk: Uint8Array): void; flush(): void} {
  const buffer = new Uint8Array(BUFFER_BYTES);
  let filled = 0;
  const flush = () => {
    if (filled > 0) file.append(buffer.subarray(0, filled));
    filled = 0;
  };
  return {
    flush,
    bytes(chunk) {
      if (filled + chunk.length > buffer.length) flush();
      if (chunk.length > buffer.length) return file.append(chunk);
      buffer.set(chunk, filled);
      filled += chunk.length;
    },
  };
}

function createPartReader(file: TemporaryFile, {start, end}: {readonly start: number; readonly end: number}) {
  const buffer = new Uint8Array(Math.min(BUFFER_BYTES, end - start));
  let offset = start;
  let at = 0;
  let filled = 0;
  const head = new Uint32Array(2);
  const fill = (target: Uint8Array): void => {
    for (let done = 0; done < target.length; ) {
      if (at === filled) {
        filled = file.readAt(buffer.subarray(0, Math.min(buffer.length, end - offset)), offset);
        if (filled === 0) throw new Error("a temporary file ended too early");
        offset += filled;
        at = 0;
      }
      const taken = Math.min(filled - at, target.length - done);
      target.set(buffer.subarray(at, at + taken), done);
      at += taken;
      done += taken;
    }
  };
  const reader = {
    series: NO_SERIES,
    /** Adds the rows of the present series to the segment and moves to the next series. */
    take(segment: Segment): void {
      const rows = head[1]!;
      reserveSegment(segment, segment.count + rows);
      fill(bytesOf(segment.period, rows, segment.count));
      fill(bytesOf(segment.line, rows, segment.count));
      fill(bytesOf(segment.value, rows, segment.count));
      segment.count += rows;
      next();
    },
  };
  const next = () => {
    const isOver = offset + at - filled === end;
    if (!isOver) fill(bytesOf(head, 2));
    reader.series = isOver ? NO_SERIES : head[0]!;
  };
  next();
  return reader;
}

/** The bytes of `count` elements of a column, from element `start` on. */
export function bytesOf(column: Int32Array | Uint32Array | Float64Array, count: number, start = 0): Uint8Array {
  const width = column.BYTES_PER_ELEMENT;
  return new Uint8Array(column.buffer, column.byteOffset + start * width, count * width);
}
