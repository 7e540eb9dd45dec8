// How a series is described on the wire: the same facts as a JSON object and as the cells of a CSV row.
//
// `last_period` and `status` speak of the whole history as known now, whatever bounds or `as_of` the request has. Which dimensions
// stand there is a matter of the dataset, not of the single series.
import {Type} from "typebox";
import type {SeriesCells} from "../formats/slice-csv.ts";
import {type Catalogue, dimensionsAt, keyAt} from "../statistics/catalogue.ts";
import {hasDimension} from "../statistics/column.ts";
import {dayText} from "../statistics/day.ts";
import {FREQUENCIES} from "../statistics/frequency.ts";
import {seriesRef, seriesTitle, seriesTitleRaw} from "../statistics/series-identity.ts";
import {type SeriesStatus, seriesStatus} from "../statistics/staleness.ts";
import {LEVELS} from "../statistics/territory.ts";

const nullableText = Type.Union([Type.String(), Type.Null()]);
const DAY_PATTERN = "^\\d{4}-\\d{2}-\\d{2}$";

export const SERIES_SCHEMA = Type.Object(
  {
    series_key: Type.String({pattern: "^[0-9a-z]{16}$"}),
    series_ref: Type.String(),
    title: Type.String(),
    title_raw: Type.String(),
    indicator: Type.String(),
    classification: Type.Optional(Type.String()),
    class_label: Type.Optional(Type.String()),
    measure: nullableText,
    transformation: nullableText,
    unit: Type.Optional(Type.String()),
    freq: Type.Enum([...FREQUENCIES]),
    geo: Type.String(),
    geo_canonical: Type.String({pattern: "^RU-"}),
    geo_level: Type.Enum([...LEVELS]),
    geo_label: Type.String(),
    last_period: Type.String({pattern: DAY_PATTERN}),
    continues_as: nullableText,
    continues_from: nullableText,
    status: Type.Enum(["active", "stalled"]),
    provider_code: Type.String(),
    dataset_code: Type.String(),
  },
  {additionalProperties: false},
);

/** Where the series belong, and what was asked to be told of them. */
export interface DescriptionContext {
  readonly provider: string;
  readonly dataset: string;
  readonly labels: boolean;
}

/** The element of `series` for the series at a position. */
export function describeSeries(catalogue: Catalogue, position: number, context: DescriptionContext): object {
  const {provider, dataset, labels} = context;
  const dimensions = dimensionsAt(catalogue, position);
  const territory = catalogue.territories[catalogue.territory.index[position]!]!;
  const className = classNameAt(catalogue, position);
  return {
    series_key: keyAt(catalogue, position),
    series_ref: seriesRef(provider, dataset, dimensions),
    title: seriesTitle({
      className,
      indicatorLabel: catalogue.indicatorLabels[catalogue.indicator.index[position]!]!,
      territoryName: territory.name,
    }),
    title_raw: seriesTitleRaw(dimensions),
    indicator: dimensions.indicator,
    ...(dimensions.classification === null ? {} : {classification: dimensions.classification}),
    ...(labels ? {class_label: className ?? ""} : {}),
    measure: dimensions.measure,
    transformation: dimensions.transformation,
    ...(dimensions.unit === null ? {} : {unit: dimensions.unit}),
    freq: dimensions.frequency,
    geo: dimensions.territory,
    geo_canonical: territory.canonical,
    geo_level: territory.level,
    geo_label: territory.name,
    last_period: dayText(catalogue.lastPeriod[position]!),
    continues_as: neighbourKey(catalogue, catalogue.continuesAs, position),
    continues_from: neighbourKey(catalogue, catalogue.continuesFrom, position),
    status: statusAt(catalogue, position),
    provider_code: provider,
    dataset_code: dataset,
  };
}

/** The columns of a CSV slice in their fixed order; of the dimensions those that the dataset has. */
export function csvColumns(catalogue: Catalogue, labels: boolean): readonly string[] {
  const has = dimensionsOf(catalogue);
  return [
    "series_key",
    ...(has.classification ? ["class"] : []),
    ...(has.classification && labels ? ["class_label"] : []),
    ...(has.measure ? ["measure"] : []),
    ...(has.transformation ? ["transformation"] : []),
    "freq",
    ...(has.unit ? ["unit"] : []),
    ...["geo", "geo_label", "geo_level", "period", "value", "as_of", "last_period", "status"],
  ];
}

/** The cells of the series at a position: those before `period` and those after `as_of`, in the order of `csvColumns`. */
export function describeCells(catalogue: Catalogue, position: number, labels: boolean): SeriesCells {
  const has = dimensionsOf(catalogue);
  const {classification, measure, transformation, unit, frequency} = dimensionsAt(catalogue, position);
  const territory = catalogue.territories[catalogue.territory.index[position]!]!;
  return {
    before: [
      keyAt(catalogue, position),
      ...(has.classification ? [classification ?? ""] : []),
      ...(has.classification && labels ? [classNameAt(catalogue, position) ?? ""] : []),
      ...(has.measure ? [measure ?? ""] : []),
      ...(has.transformation ? [transformation ?? ""] : []),
      frequency,
      ...(has.unit ? [unit ?? ""] : []),
      ...[territory.code, territory.name, territory.level],
    ],
    after: [dayText(catalogue.lastPeriod[position]!), statusAt(catalogue, position)],
  };
}

function dimensionsOf(catalogue: Catalogue) {
  return {
    classification: hasDimension(catalogue.classification),
    measure: hasDimension(catalogue.measure),
    transformation: hasDimension(catalogue.transformation),
    unit: hasDimension(catalogue.unit),
  };
}

function classNameAt(catalogue: Catalogue, position: number): string | null {
  return catalogue.classNames[catalogue.classification.index[position]!] ?? null;
}

function statusAt(catalogue: Catalogue, position: number): SeriesStatus {
  const {frequency} = dimensionsAt(catalogue, position);
  return seriesStatus(catalogue.lastPeriod[position]!, catalogue.frontiers.get(frequency)!, frequency);
}

function neighbourKey(catalogue: Catalogue, neighbours: Int32Array | null, position: number): string | null {
  const neighbour = neighbours?.[position] ?? -1;
  return neighbour === -1 ? null : keyAt(catalogue, neighbour);
}
