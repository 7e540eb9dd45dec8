// The place of a value in an EMISS message (line and XPath of its element), and the stocks that wait for the end of the file.
//
// One object is reused for all observations and makes texts only on request. Waiting stocks keep their places only if the sink asks for
// origins.
import {numberTextSteps} from "../../../country/ru/number-text.ts";
import {type Explanation, lineLocator} from "../../../service/evidence.ts";
import type {Origin} from "../../source.ts";
import {type MessageSeries, valueLine, valueText} from "./message-series.ts";

export interface ObservationLocation extends Origin {
  /** The line of the value, found on request; its observation begins a line or two above. */
  readonly line: number;
  readonly raw: string;
  file: string;
  /** The number of the Series in the file, from 1. */
  seriesNumber: number;
  /** The next series begins; another name is another file. */
  startSeries(series: MessageSeries, file: string): void;
  /** The number of the observation in the series, from 0. */
  at: number;
}

export interface WaitingLocations {
  keep(location: ObservationLocation): void;
  /** The n-th place that was kept, from 0. */
  origin(n: number): Origin;
  forget(): void;
}

export function createObservationLocation(): ObservationLocation {
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

export function createWaitingLocations(): WaitingLocations {
  const files: string[] = [];
  const raws: string[] = [];
  /** Three numbers for each place: line, series, observation. */
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
  return {locator: lineLocator(file, line, null, element), raw, steps: numberTextSteps(raw)};
}

/**
 * Stocks at 1 January, until it is known whether their indicator has other dates too (FIX-fedstat-11). Each takes four numbers; the owner
 * is an index of the caller.
 */
export interface PendingStocks {
  readonly count: number;
  startFile(name: string): void;
  wait(owner: number, year: number, value: number, line: number): void;
  /** Gives all stocks in their order, names each file before its stocks, and forgets them. */
  release(
    startFile: (name: string) => void,
    take: (owner: number, year: number, value: number, line: number) => void,
  ): void;
}

export function createPendingStocks(): PendingStocks {
  let count = 0;
  let owners = new Int32Array(1024);
  let years = new Int16Array(1024);
  let values = new Float64Array(1024);
  let lines = new Int32Array(1024);
  /** Each file with the number of stocks before it. */
  let files: {readonly name: string; readonly from: number}[] = [];
  return {
    get count() {
      return count;
    },
    startFile(name) {
      files.push({name, from: count});
    },
    wait(owner, year, value, line) {
      if (count === owners.length) {
        owners = grown(owners, new Int32Array(count * 2));
        years = grown(years, new Int16Array(count * 2));
        values = grown(values, new Float64Array(count * 2));
        lines = grown(lines, new Int32Array(count * 2));
      }
      owners[count] = owner;
      years[count] = year;
      values[count] = value;
      lines[count++] = line;
    },
    release(startFile, take) {
      for (const [index, {name, from}] of files.entries()) {
        const end = files[index + 1]?.from ?? count;
        if (end > from) startFile(name);
        for (let at = from; at < end; at++) take(owners[at]!, years[at]!, values[at]!, lines[at]!);
      }
      count = 0;
      files = files.slice(-1).map(({name}) => ({name, from: 0}));
    },
  };
}

function grown<T extends Int32Array | Int16Array | Float64Array>(full: T, larger: T): T {
  larger.set(full);
  return larger;
}
