// Where a value comes from, down to its cell: the words in which that is told, and the port through which a server asks.
//
// A server may not read publishers' files itself: it only knows whom to ask. What is told is never kept with the values; it is
// found again in the archived bytes each time, by the parsers that this program has.

/** Where a value stands in its file: sheet and cell of a workbook; line of a text, with the column or the path of the element. */
export interface Locator {
  /** Name within the release, as it was taken. */
  readonly file: string;
  readonly sheet: string | null;
  /** "AK19" */
  readonly cell: string | null;
  /** From 1. Of an element the line on which it, or the observation around it, begins. */
  readonly line: number | null;
  /** From 1: of delimited text the cell of its row, of other text the character of its line. */
  readonly column: number | null;
  /** "/ValCurs/Record[798]/Value" */
  readonly element: string | null;
}

export function lineLocator(file: string, line: number, column: number | null, element: string | null = null): Locator {
  return {file, sheet: null, cell: null, line, column, element};
}

export interface Explanation {
  readonly locator: Locator;
  /** The text as it stands there. */
  readonly raw: string;
  /** What was done to it, in order, in words: "a footnote dropped", "divided by the nominal 100". Empty: the number as it stands. */
  readonly steps: readonly string[];
}

/** A value of a series as one release set it. */
export interface AskedEstimate {
  readonly releaseId: number;
  readonly seriesKey: string;
  /** Ordinal of the period at the frequency of the series. */
  readonly period: number;
}

/** What the archived bytes of a release give for one period of a series when they are read again. */
export interface Rereading {
  /** The present parser of the release's kind, "name@version"; null: this program has none. */
  readonly parserNow: string | null;
  /** null: no such value comes out, and `problem` says why. */
  readonly value: number | null;
  /** Of the first place that gives the value, where several do. */
  readonly explanation: Explanation | null;
  readonly problem: string | null;
}

export interface EvidenceReader {
  /** Changes with every parser of this program, so that what was made of other parsers is told apart. */
  readonly parsers: string;
  /**
   * Reads releases again, one after the other, in the order asked.
   * @param signal given up when it is aborted; then this rejects with the signal's reason
   * @throws EvidenceBusy when too many wait already, or reading takes too long
   */
  read(asked: readonly AskedEstimate[], signal: AbortSignal): Promise<readonly Rereading[]>;
  /** Ends what is being read; for the end of a process. */
  close(): Promise<void>;
}

export class EvidenceBusy extends Error {
  override readonly name = "EvidenceBusy";
  /** Whole seconds. */
  readonly retryAfter: number;

  constructor(message: string, retryAfter: number) {
    super(message);
    this.retryAfter = retryAfter;
  }
}
