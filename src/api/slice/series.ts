// The description of a series in a slice: as an object, as the cells of a CSV row, and, for a page of JSON, as text without an object for
// each series.
//
// `last_period` and `status` describe the whole history as known now, whatever bounds or `as_of` the request has. The dataset decides which
// dimensions are present, not the single series. Series of one family differ only by territory and are neighbours, so their common text is
// made once for a page; so is the text of a territory.
import type {SeriesCells} from "../../formats/slice-csv.ts";
import {
  type Catalogue,
  classNameAt,
  dimensionsAt,
  encodedCode,
  familyAt,
  hasDimension,
  keyAt,
  type NamedCatalogue,
  seriesRef,
  seriesTitle,
  seriesTitleRaw,
  statusAt,
} from "../../statistics/catalogue/catalogue.ts";
import {dayText} from "../../statistics/time/day.ts";
import type {SeriesDescription} from "./schema.ts";

/** The dataset of the series, and the requested parts of the description. */
export interface DescriptionContext {
  readonly provider: string;
  readonly dataset: string;
  readonly labels: boolean;
}

/** Codes in place of the published ones, for values that are made of published ones: the same for all series of a family. */
export type ResultCodes = Pick<SeriesDescription, "unit" | "freq">;

/** The element of `series` for the series at a position. */
export function describeSeries(
  catalogue: NamedCatalogue,
  position: number,
  context: DescriptionContext,
): SeriesDescription {
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

/** The columns of a CSV slice in their fixed order; only the dimensions that the dataset has. */
export function csvColumns(has: OptionalDimensions, labels: boolean): readonly string[] {
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

/** The cells of the series at a position, in the order of `csvColumns`: those before `period` and those after `as_of`. */
export function describeCells(
  catalogue: NamedCatalogue,
  position: number,
  labels: boolean,
  has: OptionalDimensions = dimensionsOf(catalogue),
): SeriesCells {
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

/** Which of the dimensions that a dataset may lack the columns have. */
export type OptionalDimensions = Readonly<Record<"classification" | "measure" | "transformation" | "unit", boolean>>;

export function dimensionsOf(catalogue: Catalogue): OptionalDimensions {
  return {
    classification: hasDimension(catalogue.classification),
    measure: hasDimension(catalogue.measure),
    transformation: hasDimension(catalogue.transformation),
    unit: hasDimension(catalogue.unit),
  };
}

/** The key of the series that continues this one, or that this one continues; null if there is none. */
function neighbourKey(catalogue: Catalogue, neighbours: Int32Array | null, position: number): string | null {
  const neighbour = neighbours?.[position] ?? -1;
  return neighbour === -1 ? null : keyAt(catalogue, neighbour);
}

/** The elements of the JSON array `series`, each as its text: the text of a whole page would be large garbage. */
export function describePage(
  catalogue: NamedCatalogue,
  positions: readonly number[],
  context: DescriptionContext,
  codesAt: (position: number) => ResultCodes | null = () => null,
): readonly string[] {
  // A series alone shares no text.
  const [only] = positions;
  if (positions.length === 1)
    return [JSON.stringify({...describeSeries(catalogue, only!, context), ...codesAt(only!)})];
  const texts: string[] = [];
  const territories: (TerritoryText | undefined)[] = [];
  let family: FamilyText | null = null;
  // Most series of a family end in the same period, so they have the same status.
  let lastDay = Number.NaN;
  let [lastPeriod, status] = ["", ""];
  for (const position of positions) {
    if (family === null || !(position >= family.start && position < family.end))
      [family, lastDay] = [familyText(catalogue, position, context, codesAt(position)), Number.NaN];
    const index = catalogue.territory.index[position]!;
    territories[index] ??= territoryText(catalogue, index);
    const territory = territories[index];
    const key = keyAt(catalogue, position);
    const as = quotedKey(neighbourKey(catalogue, catalogue.continuesAs, position));
    const from = quotedKey(neighbourKey(catalogue, catalogue.continuesFrom, position));
    const day = catalogue.lastPeriod[position]!;
    if (day !== lastDay) [lastDay, lastPeriod, status] = [day, dayText(day), statusAt(catalogue, position)];
    const ending = `"last_period":"${lastPeriod}","continues_as":${as},"continues_from":${from}`;
    texts.push(
      `{"series_key":"${key}","series_ref":${family.ref}${territory.ref},"title":${family.title}${territory.name},` +
        `"title_raw":${family.titleRaw}${territory.code},${family.dimensions},${territory.members},` +
        `${ending},"status":"${status}",${family.codes}}`,
    );
  }
  return texts;
}

/** Texts that end in the territory's part are without that part, which has the closing quote. */
interface FamilyText {
  /** The family's first position, and the one after its last. */
  readonly start: number;
  readonly end: number;
  readonly ref: string;
  readonly title: string;
  readonly titleRaw: string;
  readonly dimensions: string;
  readonly codes: string;
}

interface TerritoryText {
  readonly ref: string;
  readonly name: string;
  readonly code: string;
  readonly members: string;
}

/** The text of describeSeries for the first series of a family, split where the territory begins. */
function familyText(
  catalogue: NamedCatalogue,
  position: number,
  context: DescriptionContext,
  codes: ResultCodes | null,
): FamilyText {
  const {families} = catalogue;
  const nth = familyAt(families, position);
  const start = families[nth]!;
  const described = {...describeSeries(catalogue, start, context), ...codes};
  const {series_key: _, series_ref: ref, title, title_raw: titleRaw, ...rest} = described;
  const {
    geo,
    geo_canonical,
    geo_level,
    geo_label,
    last_period,
    continues_as,
    continues_from,
    status,
    provider_code,
    dataset_code,
    ...dimensions
  } = rest;
  return {
    start,
    end: families[nth + 1]!,
    ref: opened(ref, encodedCode(geo)),
    title: opened(title, geo_label),
    titleRaw: opened(titleRaw, geo),
    dimensions: members(dimensions),
    codes: members({provider_code, dataset_code}),
  };
}

function territoryText(catalogue: Catalogue, index: number): TerritoryText {
  const {code, canonical, level, name} = catalogue.territories[index]!;
  const [geo, label] = [JSON.stringify(code), JSON.stringify(name)];
  return {
    ref: JSON.stringify(encodedCode(code)).slice(1),
    name: label.slice(1),
    code: geo.slice(1),
    members: `"geo":${geo},"geo_canonical":${JSON.stringify(canonical)},"geo_level":"${level}","geo_label":${label}`,
  };
}

/** The JSON text of the part before `ending`, without its closing quote. */
function opened(text: string, ending: string): string {
  return JSON.stringify(text.slice(0, text.length - ending.length)).slice(0, -1);
}

function members(record: object): string {
  return JSON.stringify(record).slice(1, -1);
}

function quotedKey(key: string | null): string {
  return key === null ? "null" : `"${key}"`;
}
