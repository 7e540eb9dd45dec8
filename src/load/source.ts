// The interface of parsers: named files in, observations pushed into a sink, metadata out.
//
// A parser does not use the store and does not keep all values: it pushes each observation as it reads it. An unreadable cell is refused
// into the sink, never guessed and never dropped; the run decides whether the load continues.
import type {MissingReason} from "../country/country.ts";
import type {Explanation} from "../service/evidence.ts";
import {Refusal} from "../service/refusal.ts";
import type {SeriesDimensions} from "../statistics/catalogue/catalogue.ts";
import type {ReleaseHints, ReleaseMetadata} from "../statistics/release/release.ts";
import type {PeriodOrdinal} from "../statistics/time/day.ts";
import type {Ending} from "./input/ending.ts";
import type {Workbook} from "./workbook/sheet.ts";

/** One file of a release, from a folder, a zip or the archive. `name` uses "/" and is relative to the package. */
export interface SourceFile {
  readonly name: string;
  readonly size: number;
  /** The bytes from the start, at each call. With `borrowed` a chunk is valid only until the next one is requested. */
  open(borrowed?: "borrowed"): AsyncIterable<Uint8Array>;
  /** What is known of the file as a workbook, shared with its copies; absent: each reader opens it anew. */
  readonly workbook?: WorkbookSlot;
}

/** Several parsers look into a file to recognise it; its bytes are read once. */
export interface WorkbookSlot {
  /** By the first bytes; absent: nobody asked; null: no workbook. */
  kind?: "xlsx" | "xls" | null;
  /** Takes the memory of the whole file until closeWorkbook. */
  opened?: Promise<Workbook> | null;
}

/** Files of a folder that are no one release: each of them is one, or a part of one. */
export class SeveralReleases extends Refusal {}

/** Facts from the command for files that do not state them; stored with the release, so that its archived bytes parse the same way. */
export type LoadHints = ReleaseHints;

/** The kind of an unreadable place: a value, or words that are in none of our lists. */
export type ProblemKind = "cell" | "period" | "territory" | "unit";

/** A place in a source that could not be read. Line and column count from 1; column is a name where the file has names. */
export interface Unreadable {
  /** "cell" unless given. */
  readonly kind?: ProblemKind;
  readonly file: string;
  /** Sheet and cell ("AK19") of a workbook; without a cell the whole row or sheet is meant. */
  readonly sheet?: string;
  readonly cell?: string;
  readonly line: number | null;
  readonly column: string | null;
  readonly reason: string;
  /** The offending text, cut to 80 characters. */
  readonly text: string;
  /** The number of values that are lost with it; 1 unless given. */
  readonly values?: number;
  /** The whole row, for --skip-bad-rows; null: there is no row. */
  readonly row: string | null;
}

/** Explains the present value, only during the call that gives it: parsers use one object for all values. */
export interface Origin {
  explain(): Explanation;
}

/** A sheet whose places are numbered row by row: place = (row - 1) * width + column. */
export interface SheetPart {
  readonly name: string;
  readonly width: number;
}

/** An attribute of a value that the store has no place for; a sheet or a file that has no part in the release. */
export type IgnoredKind = "attribute" | "sheet" | "file" | "missing";

export interface ObservationSink {
  /** The sink asks for origins: a parser that gives a value later than it reads it must keep its place. */
  readonly asksOrigins?: boolean;
  /** The handle of the series with these dimensions. Too slow for every row: parsers keep their own map. */
  series(dimensions: SeriesDimensions): number;
  /** One value. `line` is its line in the file, or its place in the sheet that was started last. */
  observe(series: number, period: PeriodOrdinal, value: number, line: number, origin?: Origin): void;
  /** The source gives a reason for a missing value. A sink without interest in reasons may omit it. */
  missing?(series: number, period: PeriodOrdinal, reason: MissingReason, line: number, origin?: Origin): void;
  /** The files have something that is no value: the run counts and names it. "missing": a period without a value, by its reason. */
  ignore?(kind: IgnoredKind, name: string): void;
  /** The next lines belong to this file, or the next places to this sheet of it. */
  startFile?(name: string, sheet?: SheetPart): void;
  /** The files have names and codes and no table of values, so a release without values is complete. */
  noteNamesOnly?(): void;
  refuse(problem: Unreadable): void;
}

/** What a reader gives back. Its values, the places that it could not read and what it ignored went into the sink, one by one. */
export interface ReleaseReading {
  readonly metadata: ReleaseMetadata;
  /** How the files with values ended. */
  readonly ending: Ending;
  /** The release was read by a proposal that nobody has confirmed: it is held. */
  readonly unconfirmed?: true;
  /** The files do not state their day of publication, and names of territories were read by the day that the command gives. */
  readonly isDayGiven?: true;
  /** Names of units that a person defined for this release: no list has them, and they are known. */
  readonly ownUnits?: readonly string[];
}

/** What the file of a parser exports. */
export interface ParserCode {
  /** Fast: by names and first bytes. */
  recognises(files: readonly SourceFile[]): Promise<boolean>;
  /** Streams the files into the sink. @throws Refusal if the files can't be read completely. `source_file` etc. come from the files if the source names none */
  parse(files: readonly SourceFile[], hints: LoadHints, sink: ObservationSink): Promise<ReleaseReading>;
}

/** A parser with its facts, which are in the list of parsers (sources/sources.ts). */
export interface Parser extends ParserCode {
  /** Kept with each release as "name@version"; raise the version when the same bytes would give another value. */
  readonly name: string;
  readonly version: number;
  /** The author of a package can correct it, so an unreadable row stops it; a publisher's file is held instead. */
  readonly isPackage?: true;
  /** A release has only some of its dataset's series: the others are not gone. */
  readonly isPartial?: true;
}
