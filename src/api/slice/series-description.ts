// How a series is described on the wire: the same facts as a JSON object and as the cells of a CSV row.
//
// `last_period` and `status` speak of the whole history as known now, whatever bounds or `as_of` the request has. Which dimensions
// stand there is a matter of the dataset, not of the single series.
import {type Static, Type} from "typebox";
import type {SeriesCells} from "../../formats/slice-csv.ts";
import {type Catalogue, codeAt, dimensionsAt, hasDimension, keyAt} from "../../statistics/catalogue/catalogue.ts";
import {seriesRef, seriesTitle, seriesTitleRaw} from "../../statistics/catalogue/series-identity.ts";
import {type SeriesStatus, seriesStatus} from "../../statistics/status.ts";
import {dayText} from "../../statistics/time/day.ts";
import type {Frequency} from "../../statistics/time/frequency.ts";
import {
  canonicalField,
  closedObject,
  dayField,
  frequencyField,
  levelField,
  nullable,
  seriesKeyField,
  text,
} from "../http/field-schemas.ts";

export const SERIES_SCHEMA = closedObject({
  series_key: seriesKeyField("identifier of the series"),
  series_ref: text("readable address: provider, dataset, values of the dimensions"),
  title: text("title for display: class (its code where it has no name), indicator, territory"),
  title_raw: text("title in codes: indicator and dimensions separated by `|`"),
  indicator: text("indicator code within the dataset"),
  classification: Type.Optional(
    nullable(Type.String(), "class code; null when only this series has none, absent when the dataset has no classes"),
  ),
  class_label: Type.Optional(
    text("class name, with `labels=1` only; empty when the dataset has no classes or the code has no name"),
  ),
  measure: nullable(Type.String(), "measure code; null when the dataset lacks this dimension"),
  transformation: nullable(Type.String(), "transformation code; null when the dataset lacks this dimension"),
  unit: text("unit code; empty when the series has none"),
  freq: frequencyField("frequency: D daily, W weekly, M monthly, Q quarterly, A annual"),
  geo: text("territory code in the source's own classifier (OKATO)"),
  geo_canonical: canonicalField(),
  geo_level: levelField("level of the territory"),
  geo_label: text("name of the territory"),
  last_period: dayField("last period with a value, over the whole history as known now, not in the window asked for"),
  continues_as: nullable(seriesKeyField("key"), "series under which the history goes on after a change of code"),
  continues_from: nullable(seriesKeyField("key"), "series under which the history stood before a change of code"),
  status: Type.Enum(["active", "stalled"], {
    description: "`stalled` when the series trails the latest period of its dataset by more than its frequency allows",
  }),
  provider_code: text("provider of the dataset"),
  dataset_code: text("dataset the series belongs to"),
});

export type SeriesDescription = Static<typeof SERIES_SCHEMA>;

/** Where the series belong, and what was asked to be told of them. */
export interface DescriptionContext {
  readonly provider: string;
  readonly dataset: string;
  readonly labels: boolean;
}

/** The element of `series` for the series at a position. */
export function describeSeries(catalogue: Catalogue, position: number, context: DescriptionContext): SeriesDescription {
  const {provider, dataset, labels} = context;
  const dimensions = dimensionsAt(catalogue, position);
  const territory = catalogue.territories[catalogue.territory.index[position]!]!;
  const className = classNameAt(catalogue, position);
  return {
    series_key: keyAt(catalogue, position),
    series_ref: seriesRef(provider, dataset, dimensions),
    title: seriesTitle({
      classification: dimensions.classification,
      className,
      indicatorLabel: catalogue.indicatorLabels[catalogue.indicator.index[position]!]!,
      territoryName: territory.name,
    }),
    title_raw: seriesTitleRaw(dimensions),
    indicator: dimensions.indicator,
    ...(hasDimension(catalogue.classification) ? {classification: dimensions.classification} : {}),
    ...(labels ? {class_label: className ?? ""} : {}),
    measure: dimensions.measure,
    transformation: dimensions.transformation,
    unit: dimensions.unit ?? "",
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

export function statusAt(catalogue: Catalogue, position: number): SeriesStatus {
  const frequency = codeAt(catalogue.frequency, position) as Frequency;
  return seriesStatus(catalogue.lastPeriod[position]!, catalogue.frontiers.get(frequency)!, frequency);
}

/** The key of the series that continues this one, or that it continues; null where there is none. */
export function neighbourKey(catalogue: Catalogue, neighbours: Int32Array | null, position: number): string | null {
  const neighbour = neighbours?.[position] ?? -1;
  return neighbour === -1 ? null : keyAt(catalogue, neighbour);
}
