// What a parser is given and what it gives: named files in, observations pushed into a sink, metadata out.
//
// A parser never touches the store and never keeps all values: it pushes each observation as it reads it. A cell that can't
// be read is refused into the sink, never guessed and never dropped; whether the load goes on is the run's decision.

import type {MissingReason} from "../country/country.ts";
import type {Explanation} from "../evidence.ts";
import type {SeriesDimensions} from "../statistics/catalogue/catalogue.ts";
import type {ReleaseMetadata} from "../statistics/release/release.ts";
import type {PeriodOrdinal} from "../statistics/time/day.ts";

/** One file of a release: from a folder, out of a zip, or from the archive. `name` uses "/" and is relative to the package. */
export interface SourceFile {
  readonly name: string;
  readonly size: number;
  /** Of a release that was published: what is refused of files today is read of it as it was then, so that it can be replayed or taken back. */
  readonly isArchived?: true;
  /** The bytes from the start, each time it is called. With `borrowed` a piece may be good only until the next is asked for. */
  open(borrowed?: "borrowed"): AsyncIterable<Uint8Array>;
}

/** What the command says where a file does not; kept with the release, so that the archive parses the same way again. */
export interface LoadHints {
  readonly provider: string | null;
  readonly dataset: string | null;
  /** YYYY-MM-DD */
  readonly publishedAt: string | null;
}

/** What could not be made out: a value, or words that no list of ours knows. */
export type ProblemKind = "cell" | "period" | "territory" | "unit";

/** A place in a source that could not be read. Line and column count from 1; column is a name where the file has names. */
export interface Unreadable {
  /** "cell" unless given. */
  readonly kind?: ProblemKind;
  readonly file: string;
  /** Sheet and cell ("AK19") of a workbook; a cell may be absent where a whole row or sheet is meant. */
  readonly sheet?: string;
  readonly cell?: string;
  readonly line: number | null;
  readonly column: string | null;
  readonly reason: string;
  /** The offending text, cut to 80 characters. */
  readonly text: string;
  /** The whole row as it stands, for --skip-bad-rows; null where there is no row. */
  readonly row: string | null;
}

/** Tells about the value that is being given, if asked while it is given: parsers use one object for all values. */
export interface Origin {
  explain(): Explanation;
}

/** A sheet whose places are numbered row by row: place = (row - 1) * width + column. */
export interface SheetPart {
  readonly name: string;
  readonly width: number;
}

export interface ObservationSink {
  /** Values will be asked for their origin: what a parser gives later than it reads must keep its place till then. */
  readonly asksOrigins?: boolean;
  /** A handle for the series with these dimensions; the same dimensions give the same handle. Not for every row: parsers keep their own map. */
  series(dimensions: SeriesDimensions): number;
  /** One value. `line` is where it stands: a line of the file, or a place of the sheet that was started last. */
  observe(series: number, period: PeriodOrdinal, value: number, line: number, origin?: Origin): void;
  /** The source says that there is no value, and why. Sinks that keep no reasons need not have it. */
  missing?(series: number, period: PeriodOrdinal, reason: MissingReason, line: number, origin?: Origin): void;
  /** The next lines belong to this file, or the next places to this sheet of it. */
  startFile?(name: string, sheet?: SheetPart): void;
  /** The files hold names and codes and no table of values: that there is no value among them is no loss. */
  listsAlone?(): void;
  refuse(problem: Unreadable): void;
}

export interface Source {
  /** Kept with each release as "name@version"; raise the version when the same bytes would give another value. */
  readonly name: string;
  readonly version: number;
  /** A package is mended by whoever wrote it, so what can't be read stops it; a publisher's file stands as it is and is held. */
  readonly isPackage?: true;
  /** A release brings some of its dataset's series: those that it lacks are not gone. */
  readonly isPartial?: true;
  /** Earlier versions that let in what the present one refuses: releases that they loaded are read again by them. */
  readonly before?: readonly Source[];
  /**
   * Among its files are tables of text: how they end is judged by the run (watched-files.ts). "closed": a last line says that the table is
   * whole. "open": cut off at a line's end it looks whole, so a release is held that lacks what came last in the one before.
   */
  readonly text?: "open" | "closed";
  /** Cheap: by names and first bytes. */
  recognises(files: readonly SourceFile[]): Promise<boolean>;
  /** Streams the files into the sink. Throws Refusal when the whole can't be understood. `source_file` etc. come from the files where the source names none. */
  parse(files: readonly SourceFile[], hints: LoadHints, sink: ObservationSink): Promise<ReleaseMetadata>;
}
