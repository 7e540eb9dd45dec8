// One Series element of an EMISS message, as it is read.
//
// One object is reused for all series of a file: a part that is needed longer must be copied. Only as many array elements are valid as the
// counts say. Most observations have no texts: the scanner reads year and value from the bytes, and texts are made on request.
import {Buffer} from "node:buffer";

export interface MessageSeries {
  /** False when key and unit are those of the series before: most files have the years of a key in a row. */
  newKey: boolean;
  readonly concepts: string[];
  readonly values: string[];
  dimensionCount: number;
  /** EI; empty when there is none. */
  unit: string;
  /** PERIOD */
  words: string;
  /** Attributes stood inside an Obs, where it can't be told which observation they are of. */
  misplaced: boolean;
  /** The year as the scanner read it, or NOT_READ: then it stands in `times`. */
  readonly years: number[];
  /** The value as the scanner read it, or NaN: then it stands in `texts`. */
  readonly numbers: number[];
  readonly times: string[];
  readonly texts: string[];
  /** Where the text of a value that was read begins and ends in `bytes`. */
  bytes: Buffer;
  readonly from: number[];
  readonly to: number[];
  /** The lines on which observations begin. */
  readonly lines: number[];
  /** The lines of values that saxes read, whose `from` is NOT_READ; see valueLine. */
  readonly valueLines: number[];
  observationCount: number;
  /** EI of the series that is being read; `unit` at its end. */
  nextUnit: string;
  /** Dimensions of the series before. */
  keyLength: number;
}

export const NOT_READ = -1;

export function createMessageSeries(): MessageSeries {
  return {
    newKey: true,
    concepts: [],
    values: [],
    dimensionCount: 0,
    unit: "",
    words: "",
    misplaced: false,
    years: [],
    numbers: [],
    times: [],
    texts: [],
    bytes: Buffer.alloc(0),
    from: [],
    to: [],
    lines: [],
    valueLines: [],
    observationCount: 0,
    nextUnit: "",
    keyLength: -1,
  };
}

/** A series with the very key and attributes of the one before. */
export function repeatSeries(series: MessageSeries): void {
  series.newKey = false;
  series.misplaced = false;
  series.observationCount = 0;
}

/** Key and unit stay, to be compared with the next ones. */
export function startSeries(series: MessageSeries): void {
  series.newKey = false;
  series.dimensionCount = 0;
  series.nextUnit = "";
  series.words = "";
  series.misplaced = false;
  series.observationCount = 0;
}

export function takeDimension(series: MessageSeries, concept: string, value: string): void {
  const at = series.dimensionCount++;
  if (series.concepts[at] !== concept) {
    series.concepts[at] = concept;
    series.newKey = true;
  }
  if (series.values[at] !== value) {
    series.values[at] = value;
    series.newKey = true;
  }
}

/** The observation counts when its element ends. */
export function startObservation(series: MessageSeries, line: number): void {
  const at = series.observationCount;
  series.years[at] = NOT_READ;
  series.numbers[at] = Number.NaN;
  series.times[at] = "";
  series.texts[at] = "";
  series.lines[at] = line;
}

/** What stands in Time of an observation. */
export function timeText({years, times}: MessageSeries, at: number): string {
  return years[at] === NOT_READ ? times[at]! : String(years[at]).padStart(4, "0");
}

/** What stands in ObsValue of an observation. */
export function valueText({numbers, texts, bytes, from, to}: MessageSeries, at: number): string {
  return Number.isNaN(numbers[at]) ? texts[at]! : bytes.toString("latin1", from[at], to[at]);
}

/**
 * The line on which ObsValue stands, mostly below that of its observation. Looked for only here, in the bytes that the scanner went
 * over, so that reading costs no more for it.
 */
export function valueLine({bytes, from, lines, valueLines}: MessageSeries, at: number): number {
  const value = from[at]!;
  if (value === NOT_READ) return valueLines[at]!;
  let line = lines[at]!;
  for (let place = bytes.lastIndexOf("<generic:Obs>", value); place < value; place++) if (bytes[place] === 10) line++;
  return line;
}

export function endSeries(series: MessageSeries): void {
  if (series.dimensionCount !== series.keyLength || series.nextUnit !== series.unit) series.newKey = true;
  series.keyLength = series.dimensionCount;
  series.unit = series.nextUnit;
}
