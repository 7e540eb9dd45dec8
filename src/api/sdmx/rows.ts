// Series and their rows in columns of numbers, until a message is written.
//
// A message has up to 300,000 series. As objects they would be collected for 50 ms at a time, and every other request would wait.
import {periodCode} from "../../formats/coded-period.ts";
import type {DataSeries} from "../../formats/sdmx/data.ts";
import {sdmxId} from "../../formats/sdmx/ids.ts";
import type {SdmxDimension} from "../../formats/sdmx/structure.ts";
import {type Catalogue, codeAt, keyAt} from "../../statistics/catalogue/catalogue.ts";
import {type Day, dayText, NO_DAY} from "../../statistics/time/day.ts";
import {FREQUENCIES, type Frequency} from "../../statistics/time/frequency.ts";
import {columnOf} from "./flow.ts";

/** Numbers whose count is not known before the last one. */
class Column<T extends Int32Array | Float64Array> {
  length = 0;
  private numbers: T;

  constructor(numbers: T) {
    this.numbers = numbers;
  }

  push(number: number): void {
    if (this.length === this.numbers.length) {
      const grown = new (this.numbers.constructor as new (length: number) => T)(2 * this.length);
      grown.set(this.numbers);
      this.numbers = grown;
    }
    this.numbers[this.length++] = number;
  }

  at(index: number): number {
    return this.numbers[index]!;
  }
}

const days = (): Column<Int32Array> => new Column(new Int32Array(64));

/** The selected series: their places in the catalogues that they were read from. */
export class SelectedKeys {
  private readonly catalogues: Catalogue[] = [];
  private readonly catalogue = days();
  private readonly position = days();

  get count(): number {
    return this.position.length;
  }

  /** @returns the number of the series */
  add(catalogue: Catalogue, position: number): number {
    if (this.catalogues.at(-1) !== catalogue) this.catalogues.push(catalogue);
    this.catalogue.push(this.catalogues.length - 1);
    this.position.push(position);
    return this.count - 1;
  }

  byCatalogue(): readonly {readonly catalogue: Catalogue; readonly positions: readonly number[]}[] {
    const positions = this.catalogues.map((): number[] => []);
    for (let at = 0; at < this.count; at++) positions[this.catalogue.at(at)]!.push(this.position.at(at));
    return this.catalogues.map((catalogue, at) => ({catalogue, positions: positions[at]!}));
  }

  catalogueOf(series: number): Catalogue {
    return this.catalogues[this.catalogue.at(series)]!;
  }

  positionOf(series: number): number {
    return this.position.at(series);
  }
}

/** Rows of some series, one series after another. */
export class RowTable {
  private readonly series = days();
  private readonly begins = days();
  private readonly period = days();
  private readonly value = new Column(new Float64Array(64));
  private readonly published = days();

  get count(): number {
    return this.period.length;
  }

  /** The rows that follow are those of this series. */
  begin(series: number): void {
    if (this.series.length > 0 && this.series.at(this.series.length - 1) === series) return;
    this.series.push(series);
    this.begins.push(this.count);
  }

  /** @param value NaN: it is deleted, and `published` is NO_DAY */
  push(period: Day, value: number, published: Day): void {
    this.period.push(period);
    this.value.push(value);
    this.published.push(published);
  }

  /** The same with texts, made while they are asked for. */
  *named(keys: SelectedKeys, dimensions: readonly SdmxDimension[]): Generator<DataSeries> {
    const idOf = remembered(sdmxId);
    const textOf = remembered(dayText);
    const timeOf = new Map(FREQUENCIES.map((one) => [one, remembered((day: Day) => periodCode(one, day))]));
    for (let at = 0; at < this.series.length; at++) {
      const series = this.series.at(at);
      const [catalogue, position] = [keys.catalogueOf(series), keys.positionOf(series)];
      const begin = this.begins.at(at);
      const end = at + 1 < this.begins.length ? this.begins.at(at + 1) : this.count;
      const codeOf = timeOf.get(codeAt(catalogue.frequency, position) as Frequency)!;
      yield {
        key: dimensions.map((id) => idOf(codeAt(columnOf(catalogue, id), position))),
        seriesId: keyAt(catalogue, position),
        count: end - begin,
        periodAt: (row) => codeOf(this.period.at(begin + row)),
        valueAt: (row) => {
          const value = this.value.at(begin + row);
          return Number.isNaN(value) ? null : value;
        },
        asOfAt: (row) => {
          const day = this.published.at(begin + row);
          return day === NO_DAY ? null : textOf(day);
        },
      };
    }
  }
}

/** The function with a memory: series share codes, periods and days. */
function remembered<T>(write: (given: T) => string): (given: T) => string {
  const known = new Map<T, string>();
  return (given) => {
    const found = known.get(given) ?? write(given);
    known.set(given, found);
    return found;
  };
}
