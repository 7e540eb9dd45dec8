// Where a value of an EMISS message stands: its line, and the path of its element as XPath counts.
//
// One place for all observations: it is moved on, and puts words together only when it is asked. Stocks that wait for the end of
// the file keep of theirs what is needed then, and only where somebody will ask.

import {numberTextSteps} from "../../../country/ru/number-text.ts";
import type {Explanation} from "../../../evidence.ts";
import type {Origin} from "../../source.ts";
import {type MessageSeries, valueLine, valueText} from "./message-series.ts";

export interface ObservationPlace extends Origin {
  /** Of the value, which is looked for when it is asked: its observation begins a line or two above. */
  readonly line: number;
  readonly raw: string;
  file: string;
  /** Which Series of the file, from 1. */
  seriesNumber: number;
  /** The next series of a file begins; another name is another file. */
  startSeries(series: MessageSeries, file: string): void;
  /** Which observation of the series, from 0. */
  at: number;
}

export interface WaitingPlaces {
  /** Keeps where the observation stands that the place is at. */
  keep(place: ObservationPlace): void;
  /** Of the n-th that was kept, from 0. */
  origin(n: number): Origin;
  forget(): void;
}

export function createObservationPlace(): ObservationPlace {
  let series: MessageSeries;
  return {
    at: 0,
    file: "",
    seriesNumber: 0,
    get line() {
      return valueLine(series, this.at);
    },
    get raw() {
      return valueText(series, this.at);
    },
    startSeries(next, file) {
      series = next;
      this.seriesNumber = file === this.file ? this.seriesNumber + 1 : 1;
      this.file = file;
    },
    explain() {
      return explanation(this.file, this.line, this.seriesNumber, this.at, this.raw);
    },
  };
}

export function createWaitingPlaces(): WaitingPlaces {
  const files: string[] = [];
  const raws: string[] = [];
  /** Three numbers each: line, series, observation. */
  const numbers: number[] = [];
  return {
    keep({file, raw, line, seriesNumber, at}) {
      files.push(file);
      raws.push(raw);
      numbers.push(line, seriesNumber, at);
    },
    origin: (n) => ({
      explain: () => explanation(files[n]!, numbers[n * 3]!, numbers[n * 3 + 1]!, numbers[n * 3 + 2]!, raws[n]!),
    }),
    forget() {
      files.length = raws.length = numbers.length = 0;
    },
  };
}

function explanation(file: string, line: number, series: number, at: number, raw: string): Explanation {
  const element = `/GenericData/DataSet/Series[${series}]/Obs[${at + 1}]/ObsValue/@value`;
  return {locator: {file, sheet: null, cell: null, line, column: null, element}, raw, steps: numberTextSteps(raw)};
}
