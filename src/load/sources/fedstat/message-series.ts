// One Series element of an EMISS message, as it is read.
//
// One object is reused for all series of a file: who wants to keep a part of it copies it. Its arrays are as long as the counts
// say; what lies behind is left over from earlier series.

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
  readonly times: string[];
  readonly texts: string[];
  readonly lines: number[];
  observationCount: number;
  /** EI of the series that is being read; `unit` at its end. */
  nextUnit: string;
  /** Dimensions of the series before. */
  keyLength: number;
}

export function createMessageSeries(): MessageSeries {
  return {
    newKey: true,
    concepts: [],
    values: [],
    dimensionCount: 0,
    unit: "",
    words: "",
    misplaced: false,
    times: [],
    texts: [],
    lines: [],
    observationCount: 0,
    nextUnit: "",
    keyLength: -1,
  };
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
  series.times[series.observationCount] = "";
  series.texts[series.observationCount] = "";
  series.lines[series.observationCount] = line;
}

export function endSeries(series: MessageSeries): void {
  if (series.dimensionCount !== series.keyLength || series.nextUnit !== series.unit) series.newKey = true;
  series.keyLength = series.dimensionCount;
  series.unit = series.nextUnit;
}
