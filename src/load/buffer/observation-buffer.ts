// The observations of a release, buffered while it is parsed: a sorted list of values for each series, in flat memory of limited size.
//
// Values are in typed columns. At the memory limit they are sorted and spilled to a temporary file; at the end all spilled parts are
// merged. A period with two different values is a contradiction: neither value is used.
import type {SeriesDimensions} from "../../statistics/catalogue/catalogue.ts";
import type {PeriodOrdinal} from "../../statistics/time/day.ts";
import type {Frequency} from "../../statistics/time/frequency.ts";
import {encodeMissing, MISSING_REASONS} from "../../statistics/time/missing-periods.ts";
import type {IgnoredKind, ObservationSink, SheetPart, Unreadable} from "../source.ts";
import {type SettledSeries, settledInFile, settledInMemory} from "./buffered-series.ts";
import {createLossCount, type Loss} from "./losses.ts";
import {createColumnCount, type TableColumns} from "./period-columns.ts";
import {contradiction, type FileStart} from "./problem-text.ts";
import {createRows, emptyRows, forEachSegment, growRows, type Segment, settleSegment} from "./rows.ts";
import {createSeriesHandles} from "./series-handles.ts";
import {createSpill, type Spill} from "./spill.ts";

export interface BufferOptions {
  /** Bytes of memory before values are spilled to a temporary file. */
  readonly memoryLimit: number;
  /** Folder for that file; by default the system's folder for temporary files. */
  readonly folder?: string;
  /** Called for every unreadable place, also those beyond the first 100. */
  readonly onUnreadable?: (problem: Unreadable) => void;
}

/** A sink with the start of each file, which only sources of several files need. */
export interface BufferSink extends ObservationSink {
  startFile(name: string, sheet?: SheetPart): void;
}

export interface ObservationBuffer {
  readonly sink: BufferSink;
  /** Ends the buffer: its sink accepts no more values. */
  finish(): BufferedRelease;
  /** Frees memory and temporary files. */
  discard(): void;
}

/** The observations of one series: periods ascending and unique. The arrays are reused for the next series. */
export interface SeriesObservations {
  /** Place in `BufferedRelease.series`. */
  readonly series: number;
  readonly period: Int32Array;
  readonly value: Float64Array;
}

export interface MissingOfSeries {
  readonly series: SeriesDimensions;
  /** Periods with the source's reason, packed (statistics/time/missing-periods.ts). */
  readonly cells: string;
  /** Periods of blank cells, packed. */
  readonly blanks: string;
}

/** Something that the files have and the release has not: `count` times an attribute with its value, a sheet, a file. */
export interface Ignored {
  readonly kind: IgnoredKind;
  readonly name: string;
  readonly count: number;
}

export interface BufferedRelease {
  /** Series that have at least one observation. */
  readonly series: readonly SeriesDimensions[];
  /** Observations of all series. */
  readonly count: number;
  /** The files are lists of names. */
  readonly isNamesOnly: boolean;
  /** The first MAX_UNREADABLE_KEPT of them. */
  readonly unreadable: readonly Unreadable[];
  readonly unreadableCount: number;
  /** All unreadable places, grouped, with their values. */
  readonly losses: readonly Loss[];
  /** The contents of the files that have no part in the release. */
  readonly ignored: readonly Ignored[];
  /** The cells without a value, also of series that have no observation. */
  readonly missing: readonly MissingOfSeries[];
  readonly columns: TableColumns;
  /** The newest period of each frequency. */
  readonly newest: ReadonlyMap<Frequency, PeriodOrdinal>;
  /**
   * One element for each series whose rank is not SKIP, by ascending rank. Synchronous, because it runs inside a transaction.
   * @param ranks by place in `series`; different from each other, gaps allowed
   */
  read(ranks: Uint32Array): Iterable<SeriesObservations>;
  discard(): void;
}

/** The rank of a series that is not read. */
export const SKIP = 0xffffffff;
const MAX_UNREADABLE_KEPT = 100;
const MAX_IGNORED = 100;

/** Buffers one release. The caller ends it with `discard()`, of the buffer or of its result. */
export function createObservationBuffer(options: BufferOptions): ObservationBuffer {
  const handles = createSeriesHandles();
  const {found} = handles;
  const rows = createRows(options.memoryLimit);
  const files: FileStart[] = [{name: "", sheet: null, base: 0}];
  let lineBase = 0;
  let lastLine = 0;
  const unreadable: Unreadable[] = [];
  let unreadableCount = 0;
  const losses = createLossCount();
  const ignored = new Map<string, Ignored>();
  const missing = new Map<number, number[]>();
  const columnCount = createColumnCount();
  let isNamesOnly = false;
  let spill: Spill | null = null;
  let settled: SettledSeries | null = null;

  const refuse = (problem: Unreadable): void => {
    unreadableCount++;
    losses.add(problem);
    if (unreadable.length < MAX_UNREADABLE_KEPT) unreadable.push(problem);
    options.onUnreadable?.(problem);
  };
  const makeRoom = (): void => {
    if (settled) throw new Error("the buffer has ended");
    if (rows.count < rows.capacity) {
      growRows(rows);
      return;
    }
    spill ??= createSpill(options.folder);
    spill.writePart(rows, found.length);
  };
  const sink: BufferSink = {
    refuse,
    series: handles.handleOf,
    missing(handle, period, reason) {
      const cell = period * MISSING_REASONS.length + MISSING_REASONS.indexOf(reason);
      const cells = missing.get(handle);
      if (cells) cells.push(cell);
      else missing.set(handle, [cell]);
    },
    observe(handle, period, value, line) {
      if (rows.count === rows.series.length) makeRoom();
      const row = rows.count++;
      rows.series[row] = handle;
      rows.period[row] = period;
      rows.value[row] = value;
      const running = lineBase + line;
      rows.line[row] = running;
      if (running > lastLine) lastLine = running;
    },
    ignore(kind, said) {
      const named = said.slice(0, 60);
      const name = ignored.size < MAX_IGNORED || ignored.has(`${kind} ${named}`) ? named : "others";
      const key = `${kind} ${name}`;
      ignored.set(key, {kind, name, count: (ignored.get(key)?.count ?? 0) + 1});
    },
    noteNamesOnly() {
      isNamesOnly = true;
    },
    startFile(name, sheet) {
      lineBase = lastLine;
      files.push({name, sheet: sheet ?? null, base: lineBase});
    },
  };
  const discard = (): void => {
    spill?.close();
    settled?.discard();
  };
  return {
    sink,
    discard,
    finish() {
      handles.end();
      const series: SeriesDimensions[] = [];
      let count = 0;
      const newest = new Map<Frequency, PeriodOrdinal>();
      const into = spill ? settledInFile(options.memoryLimit, options.folder) : settledInMemory(rows.count);
      settled = into;
      const take = (handle: number, segment: Segment): void => {
        const dimensions = found[handle]!;
        settleSegment(segment, (all, from, to) => {
          for (let row = from; row < to; row++) refuse(contradiction(dimensions, all, {from, to, row}, files));
        });
        if (segment.count === 0) return;
        series.push(dimensions);
        count += segment.count;
        columnCount.add(dimensions, segment);
        const last = segment.period[segment.count - 1]!;
        newest.set(dimensions.frequency, Math.max(last, newest.get(dimensions.frequency) ?? last));
        into.append(segment);
      };
      if (spill) {
        if (rows.count > 0) spill.writePart(rows, found.length);
        spill.merge(take);
        spill.close();
      } else forEachSegment(rows, found.length, take);
      into.end();
      emptyRows(rows);
      return buffered(into, {
        series,
        count,
        isNamesOnly,
        unreadable,
        unreadableCount,
        losses: losses.list(),
        ignored: [...ignored.values()],
        missing: [...missing].map(([handle, cells]) => ({series: found[handle]!, ...packMissing(cells)})),
        columns: columnCount.columns(),
        newest,
      });
    },
  };
}

/** @param packed a period and the place of its reason in one number */
function packMissing(packed: readonly number[]): Omit<MissingOfSeries, "series"> {
  const cells = packed.map((cell) => {
    const period = Math.floor(cell / MISSING_REASONS.length);
    return {period, reason: MISSING_REASONS[cell - period * MISSING_REASONS.length]!};
  });
  const {blanks = [], kept = []} = Object.groupBy(cells, ({reason}) => (reason === "empty" ? "blanks" : "kept"));
  return {cells: encodeMissing(kept), blanks: encodeMissing(blanks)};
}

/** Outside of createObservationBuffer, whose closures would keep its maps alive; a replay has hundreds of results. */
function buffered(settled: SettledSeries, found: Omit<BufferedRelease, "read" | "discard">): BufferedRelease {
  return {...found, read: (ranks) => readRanked(settled, ranks), discard: settled.discard};
}

function* readRanked(settled: SettledSeries, ranks: Uint32Array): Generator<SeriesObservations> {
  const indexes = byRank(ranks);
  for (let at = 0; at < indexes.length; at++) {
    const series = indexes[at]!;
    const {period, value} = settled.read(series);
    yield {series, period, value};
  }
}

/** Places of the ranks that are not SKIP, by ascending rank. */
function byRank(ranks: Uint32Array): Uint32Array {
  // Rank and place in one double, for the native sort of numbers.
  const keys = new Float64Array(ranks.length);
  let count = 0;
  for (let index = 0; index < ranks.length; index++) {
    const rank = ranks[index]!;
    if (rank !== SKIP) keys[count++] = rank * ranks.length + index;
  }
  keys.subarray(0, count).sort();
  const indexes = new Uint32Array(count);
  for (let at = 0; at < count; at++) indexes[at] = keys[at]! % ranks.length;
  return indexes;
}
