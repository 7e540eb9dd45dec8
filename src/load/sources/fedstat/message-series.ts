// One Series element of an EMISS message.
//
// One object is reused for all series of a file, so a part that is needed longer must be copied. Array elements are valid only up to the
// counts. Most observations have no texts: the scanner reads year and value from the bytes, and texts are made on request.
import {Buffer} from "node:buffer";

export const NOT_READ = -1;

export class MessageSeries {
  /** False: key and unit are the same as in the series before. Most files have the years of a key one after another. */
  newKey = true;
  readonly concepts: string[] = [];
  readonly values: string[] = [];
  dimensionCount = 0;
  /** EI; empty: none. */
  unit = "";
  /** PERIOD */
  words = "";
  /** There were attributes inside an Obs, and it is unknown to which observations they apply. */
  misplaced = false;
  /** The year that the scanner read, or NOT_READ: then it is in `times`. */
  readonly years: number[] = [];
  /** The value that the scanner read, or NaN: then it is in `texts`. */
  readonly numbers: number[] = [];
  readonly times: string[] = [];
  readonly texts: string[] = [];
  /** The place of the text of a value in `bytes`, if the scanner read the value. */
  bytes: Buffer = Buffer.alloc(0);
  readonly from: number[] = [];
  readonly to: number[] = [];
  /** The lines on which observations begin. */
  readonly lines: number[] = [];
  /** The lines of the values that saxes read; their `from` is NOT_READ. See valueLine. */
  readonly valueLines: number[] = [];
  observationCount = 0;
  /** EI of the series that is being read; becomes `unit` at its end. */
  nextUnit = "";
  /** Dimensions of the series before. */
  keyLength = -1;
}

/** A series with the same key and attributes as the one before. */
export function repeatSeries(series: MessageSeries): void {
  series.newKey = false;
  series.misplaced = false;
  series.observationCount = 0;
}

/** Key and unit are kept, to be compared with the next ones. */
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

/** The observation is counted when its element ends. */
export function startObservation(series: MessageSeries, line: number): void {
  const at = series.observationCount;
  series.years[at] = NOT_READ;
  series.numbers[at] = Number.NaN;
  series.times[at] = "";
  series.texts[at] = "";
  series.lines[at] = line;
}

export function timeText({years, times}: MessageSeries, at: number): string {
  return years[at] === NOT_READ ? times[at]! : String(years[at]).padStart(4, "0");
}

export function valueText({numbers, texts, bytes, from, to}: MessageSeries, at: number): string {
  return Number.isNaN(numbers[at]) ? texts[at]! : bytes.toString("latin1", from[at], to[at]);
}

/**
 * The line of ObsValue, which is usually below the first line of its observation. It is found only on request, in the bytes that the
 * scanner read, so that reading does not get slower.
 */
export function valueLine({bytes, from, lines, valueLines}: MessageSeries, at: number): number {
  const value = from[at]!;
  if (value === NOT_READ) return valueLines[at]!;
  let line = lines[at]!;
  for (let index = bytes.lastIndexOf("<generic:Obs>", value); index < value; index++) if (bytes[index] === 10) line++;
  return line;
}

export function endSeries(series: MessageSeries): void {
  if (series.dimensionCount !== series.keyLength || series.nextUnit !== series.unit) series.newKey = true;
  series.keyLength = series.dimensionCount;
  series.unit = series.nextUnit;
}
