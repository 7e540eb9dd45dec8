// Where a value comes from, down to its cell: the types of that answer, and the port through which a server asks for it.
//
// A server may not read publishers' files itself; it only has this port. The evidence is never stored with the values: each time, the
// parsers of this program find it again in the archived bytes.
import type {LineRequest} from "../work/fair-line.ts";

/** The place of a value in its file: sheet and cell of a workbook; line of a text, with the column or the path of the element. */
export interface Locator {
  /** Name within the release, as it was loaded. */
  readonly file: string;
  readonly sheet: string | null;
  /** "AK19" */
  readonly cell: string | null;
  /** From 1. For an element: the line on which it, or the observation around it, begins. */
  readonly line: number | null;
  /** From 1. In delimited text: the number of the field in its row; in other text: the character of its line. */
  readonly column: number | null;
  /** "/ValCurs/Record[798]/Value" */
  readonly element: string | null;
}

export function lineLocator(file: string, line: number, column: number | null, element: string | null = null): Locator {
  return {file, sheet: null, cell: null, line, column, element};
}

export interface Explanation {
  readonly locator: Locator;
  /** The text of the file at this place. */
  readonly raw: string;
  /** What the parser did to it, in order: "a footnote dropped", "divided by the nominal 100". Empty: the number is unchanged. */
  readonly steps: readonly string[];
}

/** A value of a series from one release. */
export interface EstimateQuery {
  readonly releaseId: number;
  readonly seriesKey: string;
  /** Ordinal of the period at the frequency of the series. */
  readonly period: number;
}

/** What the archived bytes of a release give for one period of a series when they are read again. */
export interface Rereading {
  /** The present parser for the release's kind, "name@version"; null: this program has no such parser. */
  readonly parserNow: string | null;
  /** null: the bytes give no such value, and `problem` says why. */
  readonly value: number | null;
  /** Of the first place that gives the value, if several do. */
  readonly explanation: Explanation | null;
  readonly problem: string | null;
}

export interface EvidenceReader {
  /** Changes with every parser of this program, so that results of other parsers are recognized. */
  readonly parsers: string;
  /**
   * Reads releases again, one after the other, in the order of the questions.
   * @param signal aborts the reading; the promise then rejects with the signal's reason
   * @param asking token holders go first
   * @throws Busy if too many questions already wait, or reading takes too long
   */
  read(queries: readonly EstimateQuery[], signal: AbortSignal, asking: LineRequest): Promise<readonly Rereading[]>;
  /** A packed chunk of an archived file, from 0, in base64: it may come from another process. null: there is none. */
  archived(sha256: string, number: number): Promise<string | null>;
  /** Stops all reading, before the process ends. */
  close(): Promise<void>;
}
