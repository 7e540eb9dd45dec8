// Reads a Series element straight from the text when it is written exactly as EMISS writes it: three times as fast as saxes.
//
// It accepts that one form and nothing else: no entity, comment, other attribute or order. What it does not accept goes to saxes,
// so it can't change what a file means, only how fast it is read.
import {endSeries, type MessageSeries, startObservation, startSeries, takeDimension} from "./message-series.ts";

export const SERIES_START = "<generic:Series>";
export const SERIES_END = "</generic:Series>";

export interface SeriesScanner {
  /** Fills the series from the element that starts at `from`, on `line`; the place behind it, or -1 when saxes has to read it. */
  scan(text: string, from: number, line: number): number;
  /** Lines that ended inside the element that was scanned last. */
  readonly lines: number;
}

const KEY_START = "<generic:SeriesKey>";
const KEY_END = "</generic:SeriesKey>";
const VALUE = '<generic:Value concept="';
const VALUE_MIDDLE = '" value="';
const EMPTY_END = '"/>';
const ATTRIBUTES_START = "<generic:Attributes>";
const ATTRIBUTES_END = "</generic:Attributes>";
const OBSERVATION_START = "<generic:Obs>";
const OBSERVATION_END = "</generic:Obs>";
const TIME_START = "<generic:Time>";
const TIME_END = "</generic:Time>";
const OBSERVED_VALUE = '<generic:ObsValue value="';

/** Characters that mean more than themselves in an attribute or that XML does not allow. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: XML forbids them, and changes line ends inside attributes
const SPECIAL = /[\u0000-\u001f&<\ufffe\uffff]/;

export function createSeriesScanner(series: MessageSeries): SeriesScanner {
  let source = "";
  let at = 0;
  let lines = 0;
  let quoted = "";
  // The text that stood at the same place of the series before; most often it stands there again.
  const guesses: string[] = [];

  const skipBlanks = () => {
    for (; ; at++) {
      const character = source.charCodeAt(at);
      if (character === 10) lines++;
      else if (character !== 32 && character !== 9 && character !== 13) return;
    }
  };
  const take = (expected: string): boolean => {
    if (!source.startsWith(expected, at)) return false;
    at += expected.length;
    return true;
  };
  /** The text up to the next quotation mark, which is not taken. */
  const takeQuoted = (place: number): boolean => {
    const guess = guesses[place];
    if (guess !== undefined && source.charCodeAt(at + guess.length) === 34 && source.startsWith(guess, at)) {
      quoted = guess;
    } else {
      const end = source.indexOf('"', at);
      if (end < 0) return false;
      quoted = source.slice(at, end);
      if (SPECIAL.test(quoted)) return false;
      guesses[place] = quoted;
    }
    at += quoted.length;
    return true;
  };
  /** Value elements up to `end`, each handed on. */
  const takeValues = (end: string, firstPlace: number, each: (concept: string, value: string) => void): boolean => {
    for (let place = firstPlace; ; place += 2) {
      skipBlanks();
      if (take(end)) return true;
      if (!take(VALUE) || !takeQuoted(place)) return false;
      const concept = quoted;
      if (!take(VALUE_MIDDLE) || !takeQuoted(place + 1)) return false;
      each(concept, quoted);
      if (!take(EMPTY_END)) return false;
    }
  };
  const takeKeyValue = (concept: string, value: string) => takeDimension(series, concept, value);
  const takeAttribute = (concept: string, value: string) => {
    if (concept === "PERIOD") series.words = value;
    else if (concept === "EI") series.nextUnit = value;
  };
  const takeObservation = (line: number): boolean => {
    startObservation(series, line);
    skipBlanks();
    if (!take(TIME_START)) return false;
    const end = source.indexOf("<", at);
    const time = source.slice(at, end);
    if (end < 0 || SPECIAL.test(time)) return false;
    series.times[series.observationCount] = time;
    at = end;
    if (!take(TIME_END)) return false;
    skipBlanks();
    if (!take(OBSERVED_VALUE) || !takeQuoted(OBSERVED_PLACE)) return false;
    series.texts[series.observationCount] = quoted;
    if (!take(EMPTY_END)) return false;
    skipBlanks();
    if (!take(OBSERVATION_END)) return false;
    series.observationCount++;
    return true;
  };
  const takeSeries = (line: number): boolean => {
    startSeries(series);
    if (!take(SERIES_START)) return false;
    skipBlanks();
    if (!take(KEY_START) || !takeValues(KEY_END, KEY_PLACE, takeKeyValue)) return false;
    skipBlanks();
    if (!take(ATTRIBUTES_START) || !takeValues(ATTRIBUTES_END, ATTRIBUTE_PLACE, takeAttribute)) return false;
    for (;;) {
      skipBlanks();
      if (take(SERIES_END)) break;
      if (!take(OBSERVATION_START) || !takeObservation(line + lines)) return false;
    }
    endSeries(series);
    return true;
  };

  return {
    scan(text, from, line) {
      source = text;
      at = from;
      lines = 0;
      return takeSeries(line) ? at : -1;
    },
    get lines() {
      return lines;
    },
  };
}

/** Places of the guesses. */
const OBSERVED_PLACE = 0;
const ATTRIBUTE_PLACE = 1;
const KEY_PLACE = 101;
