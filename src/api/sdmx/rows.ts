// Series and their rows in columns of numbers, until a message is written.
//
// A message has up to 300,000 series. As objects they would be collected for 50 ms at a time, and every other request would wait.
import type {DataSeries} from "../../formats/sdmx/data.ts";
import {sdmxId} from "../../formats/sdmx/ids.ts";
import type {SdmxDimension} from "../../formats/sdmx/structure.ts";
import {type Catalogue, codeAt, keyAt, type Texts} from "../../statistics/catalogue/catalogue.ts";
import {doubles, wholeNumbers} from "../../statistics/growing-column.ts";
import type {Observations} from "../../statistics/history/window.ts";
import type {Day, PeriodTable} from "../../statistics/time/day.ts";
import type {Frequency} from "../../statistics/time/frequency.ts";
import {columnOf} from "./flow.ts";
import {periodBytes} from "./period-bytes.ts";

/** The selected series: their places in the catalogues that they were read from. */
export class SelectedKeys {
  private readonly catalogues: Catalogue[] = [];
  private readonly catalogue = wholeNumbers();
  private readonly position = wholeNumbers();

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
  private readonly series = wholeNumbers();
  private readonly begins = wholeNumbers();
  /** Of the values of each series, as in the columns of a window. */
  private readonly decimals = wholeNumbers();
  private readonly period = wholeNumbers();
  private readonly mantissa = doubles();
  private readonly published = wholeNumbers();

  get count(): number {
    return this.period.length;
  }

  /** The rows that follow are those of this series. @param decimals of its values; -1: they are numbers as they are */
  begin(series: number, decimals = -1): void {
    if (this.series.length > 0 && this.series.at(this.series.length - 1) === series) return;
    this.series.push(series);
    this.begins.push(this.count);
    this.decimals.push(decimals);
  }

  /** @param mantissa NaN: the value is deleted, and `published` is NO_DAY */
  push(period: Day, mantissa: number, published: Day): void {
    this.period.push(period);
    this.mantissa.push(mantissa);
    this.published.push(published);
  }

  append({count, period, mantissa, asOf}: Observations): void {
    this.period.append(period, count);
    this.mantissa.append(mantissa, count);
    this.published.append(asOf, count);
  }

  /** The same by series, once all rows are there. @param weeks the calendar of the dataset; null: it has no series of weeks */
  *named(keys: SelectedKeys, dimensions: readonly SdmxDimension[], weeks: PeriodTable | null): Generator<DataSeries> {
    const periodsOf = periodBytes(weeks);
    // neighbours share most of their codes
    const before = dimensions.map(() => ({codes: null as Texts | null, index: -1, id: ""}));
    for (let at = 0; at < this.series.length; at++) {
      const series = this.series.at(at);
      const [catalogue, position] = [keys.catalogueOf(series), keys.positionOf(series)];
      const begin = this.begins.at(at);
      const end = at + 1 < this.begins.length ? this.begins.at(at + 1) : this.count;
      yield {
        key: dimensions.map((id, nth) => {
          const {codes, index: indexes} = columnOf(catalogue, id);
          const index = indexes[position]!;
          const known = before[nth]!;
          if (known.codes !== codes || known.index !== index)
            Object.assign(known, {codes, index, id: sdmxId(codes.at(index) ?? null)});
          return known.id;
        }),
        seriesId: keyAt(catalogue, position),
        periods: periodsOf(codeAt(catalogue.frequency, position) as Frequency),
        columns: {
          ...{count: end - begin, decimals: this.decimals.at(at), withdrawn: null},
          period: this.period.part(begin, end),
          mantissa: this.mantissa.part(begin, end),
          asOf: this.published.part(begin, end),
        },
      };
    }
  }
}
