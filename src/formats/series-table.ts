// Values of series as tables for people, names beside codes: long (a row for each value) and wide (a row for each period).
//
// Only for the download buttons of the site; programs use the slice, whose columns are a contract (slice-csv.ts).
import {type Day, dayText} from "../statistics/time/day.ts";
import {csvCell} from "./table-csv.ts";

/** The description of a series; an unknown name is empty, and so is the code of a dimension that the series lacks. */
export interface TableSeries {
  readonly key: string;
  readonly provider: string;
  readonly dataset: string;
  readonly datasetName: string;
  readonly title: string;
  readonly indicator: string;
  readonly indicatorLabel: string;
  readonly classification: string;
  readonly className: string;
  readonly measure: string;
  readonly transformation: string;
  readonly frequency: string;
  readonly unit: string;
  readonly unitName: string;
  readonly territory: string;
  readonly territoryName: string;
  /** Ascending by period. */
  readonly values: readonly TableValue[];
}

export interface TableValue {
  /** First day of the period. */
  readonly first: Day;
  readonly value: number;
  /** Day of publication of this estimate. */
  readonly day: Day;
}

export type Cell = string | number | null;

export interface Table {
  readonly head: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

const LONG_HEAD = [
  "series_key",
  "provider",
  "dataset",
  "dataset_name",
  "indicator",
  "indicator_name",
  "class",
  "class_name",
  "measure",
  "transformation",
  "freq",
  "unit",
  "unit_name",
  "geo",
  "geo_name",
  "period",
  "value",
  "as_of",
] as const;

export function longTable(series: readonly TableSeries[]): Table {
  const rows = series.flatMap((one) => {
    const told = [
      one.key,
      one.provider,
      one.dataset,
      one.datasetName,
      one.indicator,
      one.indicatorLabel,
      one.classification,
      one.className,
      one.measure,
      one.transformation,
      one.frequency,
      one.unit,
      one.unitName,
      one.territory,
      one.territoryName,
    ];
    return one.values.map(({first, value, day}) => [...told, dayText(first), known(value), dayText(day)]);
  });
  return {head: LONG_HEAD, rows};
}

/** A column for each series, headed by its title, unit and key; a period without a value leaves an empty cell. */
export function wideTable(series: readonly TableSeries[]): Table {
  const days = [...new Set(series.flatMap(({values}) => values.map(({first}) => first)))].sort((a, b) => a - b);
  const columns = series.map(({values}) => new Map(values.map(({first, value}) => [first, value])));
  return {
    head: [
      "period",
      ...series.map(({title, unitName, key}) => [title, unitName, key].filter((part) => part !== "").join(" · ")),
    ],
    rows: days.map((day) => [dayText(day), ...columns.map((column) => known(column.get(day) ?? null))]),
  };
}

/** `comma`: for spreadsheets of countries with a decimal comma. */
export function tableToCsv({head, rows}: Table, decimal: "point" | "comma", bom: boolean): string {
  const cell = (value: Cell): string => {
    if (value === null) return "";
    if (typeof value === "string") return csvCell(value);
    const text = JSON.stringify(value);
    return decimal === "comma" ? text.replace(".", ",") : text;
  };
  const lines = [head, ...rows].map((row) => row.map(cell).join(";"));
  return `${bom ? "\uFEFF" : ""}${lines.join("\n")}\n`;
}

/** A cell without a number is empty. */
function known(value: number | null): number | null {
  return value !== null && Number.isFinite(value) ? value : null;
}
