// A page of a slice as a cube: each dimension that the dataset has, and time.
//
// Frequencies are a dimension, and their periods are written differently, so one dimension of time has the periods of all. A series without a
// code in a dimension has the code `-`, as in `series_ref`.

import {periodCode} from "../../formats/coded-period.ts";
import {type Cube, cellOf} from "../../formats/json-stat.ts";
import {classNameAt, codeAt, DIMENSIONS, type Dimension, hasDimension} from "../../statistics/catalogue/catalogue.ts";
import {createObservations, readWindow, valueAt} from "../../statistics/history/window.ts";
import type {Day} from "../../statistics/time/day.ts";
import type {Frequency} from "../../statistics/time/frequency.ts";
import type {Pace} from "../../work/pace.ts";
import type {SlicePage} from "../slice/page.ts";

export const NONE = "-";

export const NAMES: Readonly<
  Record<Dimension, {readonly id: string; readonly label: string; readonly role?: "geo" | "metric"}>
> = {
  classification: {id: "class", label: "Class"},
  indicator: {id: "indicator", label: "Indicator", role: "metric"},
  measure: {id: "measure", label: "Measure"},
  transformation: {id: "transformation", label: "Transformation"},
  unit: {id: "unit", label: "Unit"},
  frequency: {id: "freq", label: "Frequency"},
  territory: {id: "geo", label: "Territory", role: "geo"},
};

export const FREQUENCY_LABELS: Readonly<Record<Frequency, string>> = {
  ...{D: "Daily", W: "Weekly", M: "Monthly", Q: "Quarterly", A: "Annual"},
};

interface FilledCube extends Pick<Cube, "dimensions" | "values"> {
  /** The latest day on which one of the values was published; null: there are none. */
  readonly published: Day | null;
}

/** @param unitName by code; null: it has none */
export async function cubeOf(
  {catalogue, series}: SlicePage,
  unitName: (code: string) => string | null,
  pace: Pace,
): Promise<FilledCube> {
  const labelAt: Readonly<Partial<Record<Dimension, (position: number) => string | null>>> = {
    classification: (position) => classNameAt(catalogue, position),
    indicator: (position) => catalogue.indicatorLabels[catalogue.indicator.index[position]!]!,
    unit: (position) => unitName(codeAt(catalogue.unit, position) ?? NONE),
    frequency: (position) => FREQUENCY_LABELS[codeAt(catalogue.frequency, position) as Frequency],
    territory: (position) => catalogue.territories[catalogue.territory.index[position]!]!.name,
  };
  const own = DIMENSIONS.filter((name) => hasDimension(catalogue[name])).map((name) => {
    const labels = new Map<string, string>();
    for (const {position} of series) {
      const code = codeAt(catalogue[name], position) ?? NONE;
      if (!labels.has(code)) labels.set(code, labelAt[name]?.(position) ?? code);
    }
    return {name, labels, indexes: indexesOf(labels.keys())};
  });
  const rows: {readonly indexes: readonly number[]; readonly periods: string[]; readonly values: number[]}[] = [];
  const times = new Set<string>();
  const observations = createObservations();
  const published: Day[] = [];
  for (const {position, window, periods: table} of series) {
    readWindow(window, table, observations);
    const frequency = codeAt(catalogue.frequency, position) as Frequency;
    const [periods, values]: [string[], number[]] = [[], []];
    for (let row = 0; row < observations.count; row++) {
      const time = periodCode(frequency, observations.period[row]!);
      times.add(time);
      periods.push(time);
      values.push(valueAt(observations, row));
      if (observations.asOf[row]! > (published.at(-1) ?? Number.NEGATIVE_INFINITY))
        published.push(observations.asOf[row]!);
    }
    const indexes = own.map(({name, indexes}) => indexes.get(codeAt(catalogue[name], position) ?? NONE)!);
    rows.push({indexes, periods, values});
    if (pace.isOver()) await pace.letOthersIn();
  }
  const codes = [...times].sort();
  const time = indexesOf(codes);
  const sizes = [...own.map(({labels}) => labels.size), codes.length];
  const values = new Map<number, number>();
  for (const {indexes, periods, values: given} of rows) {
    for (const [row, period] of periods.entries())
      values.set(cellOf(sizes, [...indexes, time.get(period)!]), given[row]!);
    if (pace.isOver()) await pace.letOthersIn();
  }
  const dimensions = own.map(({name, labels}) => ({
    ...NAMES[name],
    codes: [...labels.keys()],
    labels: [...labels.values()],
  }));
  return {
    dimensions: [...dimensions, {id: "time", label: "Period", role: "time", codes, labels: codes}],
    values,
    published: published.at(-1) ?? null,
  };
}

function indexesOf(codes: Iterable<string>): Map<string, number> {
  return new Map(Array.from(codes, (code, index) => [code, index]));
}
