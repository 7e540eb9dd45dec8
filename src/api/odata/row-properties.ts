// How every property of the two entity sets is read: from the dataset, the catalogue, or the row itself.
//
// `source` says what a property depends on: a condition on one column of the catalogue is evaluated once for each code of the column.
// `changes`: a load may give the same row another value, so no cursor may depend on it.
import type {ChosenNames} from "../../country/names.ts";
import {OBSERVATIONS, SERIES} from "../../formats/odata/entity-model.ts";
import type {Read} from "../../formats/odata/evaluate.ts";
import type {Value, ValueType} from "../../formats/odata/expression.ts";
import {
  type Catalogue,
  classNameAt,
  codeAt,
  type Dimension,
  dimensionsAt,
  keyAt,
  type NamedCatalogue,
  seriesRef,
  seriesTitle,
  statusAt,
} from "../../statistics/catalogue/catalogue.ts";
import {type Day, NO_DAY} from "../../statistics/time/day.ts";
import type {DatasetRecord} from "../../store/datasets/dataset.ts";
import type {Queries} from "../../store/engines/differences.ts";
import type {Script} from "../../store/script.ts";
import {type ClassNames, NAMES_AT_ONCE} from "../../store/series/class-names.ts";
import type {NameChoice} from "../../text/language.ts";
import {readNames, type TranslatedCatalogues, withNamesOf} from "../language/catalogue-names.ts";

/** A dataset in one state, and its catalogue in the same; it may lack series. */
export interface DatasetWithCatalogue {
  readonly dataset: DatasetRecord;
  readonly catalogue: NamedCatalogue;
  /** As published: a name has to be read here before the catalogue gives it. */
  readonly names: ClassNames;
}

export interface EntitySeries {
  readonly source: DatasetWithCatalogue;
  readonly position: number;
}

/** The catalogues, and the language in which rows have names. */
export interface ODataCatalogues extends TranslatedCatalogues {
  readonly language: NameChoice;
}

/** The words in the language of the request for the names of a dataset. */
export function readNamesOf(q: Queries, catalogues: ODataCatalogues, dataset: DatasetRecord): Script<ChosenNames> {
  return readNames(q, catalogues, dataset, catalogues.language);
}

/** @param words of the dataset, in the language of the request */
export function withNames(
  catalogues: Pick<TranslatedCatalogues, "translations">,
  dataset: DatasetRecord,
  catalogue: Catalogue,
  names: ClassNames,
  words: ChosenNames,
): DatasetWithCatalogue {
  return {dataset, catalogue: withNamesOf(catalogues, dataset, {...catalogue, classNames: names}, words), names};
}

/** An expression is evaluated on this; the last four fields are unused if only series are evaluated. */
export interface EntityRow {
  source: DatasetWithCatalogue;
  position: number;
  period: Day;
  value: number;
  asOf: Day;
  /** NO_DAY: it is in force. */
  withdrawn: Day;
}

/** Of a series, for expressions that read no value. */
export function seriesRow(source: DatasetWithCatalogue, position: number): EntityRow {
  return {source, position, period: 0, value: 0, asOf: 0, withdrawn: NO_DAY};
}

/** Properties that are made of the name of the class. */
const NAMED: ReadonlySet<string> = new Set(["title", "class_label"]);

export function readsNames(properties: Iterable<string>): boolean {
  return [...properties].some((name) => NAMED.has(name));
}

export interface PropertyRow {
  /** A column of the catalogue; or the whole dataset, one series, one value. */
  readonly source: Dimension | "dataset" | "series" | "value";
  readonly changes: boolean;
  readonly read: Read<EntityRow>;
}

const dimension = (name: Dimension): PropertyRow => ({
  source: name,
  changes: false,
  read: ({source, position}) => codeAt(source.catalogue[name], position),
});

const ofTerritory = (member: "name" | "level" | "canonical"): PropertyRow => ({
  source: "territory",
  changes: true,
  read: ({source: {catalogue}, position}) => catalogue.territories[catalogue.territory.index[position]!]![member],
});

export const PROPERTY_ROWS: Readonly<Record<string, PropertyRow>> = {
  series_key: {source: "series", changes: false, read: ({source, position}) => keyAt(source.catalogue, position)},
  series_ref: {
    source: "series",
    changes: false,
    read: ({source: {dataset, catalogue}, position}) =>
      seriesRef(dataset.provider, dataset.code, dimensionsAt(catalogue, position)),
  },
  title: {source: "series", changes: true, read: titleOf},
  provider_code: {source: "dataset", changes: false, read: ({source}) => source.dataset.provider},
  dataset_code: {source: "dataset", changes: false, read: ({source}) => source.dataset.code},
  indicator: dimension("indicator"),
  classification: dimension("classification"),
  class_label: {
    source: "classification",
    changes: true,
    read: ({source: {catalogue}, position}) => classNameAt(catalogue, position),
  },
  measure: dimension("measure"),
  transformation: dimension("transformation"),
  unit: dimension("unit"),
  freq: dimension("frequency"),
  geo: dimension("territory"),
  geo_canonical: ofTerritory("canonical"),
  geo_level: ofTerritory("level"),
  geo_label: ofTerritory("name"),
  last_period: {
    source: "series",
    changes: true,
    read: ({source, position}) => source.catalogue.lastPeriod[position]!,
  },
  status: {source: "series", changes: true, read: ({source, position}) => statusAt(source.catalogue, position)},
  period: {source: "value", changes: false, read: ({period}) => period},
  value: {source: "value", changes: true, read: ({value}) => value},
  as_of: {source: "value", changes: true, read: ({asOf}) => asOf},
  withdrawn_at: {
    source: "value",
    changes: true,
    read: ({withdrawn}) => (withdrawn === NO_DAY ? null : withdrawn),
  },
};

/** Names and types of a set's properties, for the parser. */
export const PROPERTY_TYPES: Readonly<Record<"series" | "observations", ReadonlyMap<string, ValueType>>> = {
  series: typesOf(SERIES),
  observations: typesOf(OBSERVATIONS),
};

export function readProperty(name: string): Read<EntityRow> {
  return PROPERTY_ROWS[name]!.read;
}

function typesOf(set: typeof SERIES): ReadonlyMap<string, ValueType> {
  const types = {"Edm.String": "string", "Edm.Double": "double", "Edm.Date": "day"} as const;
  return new Map(set.properties.map(({name, type}) => [name, types[type]]));
}

function titleOf({source: {catalogue}, position}: EntityRow): Value {
  return seriesTitle({
    classification: codeAt(catalogue.classification, position),
    className: classNameAt(catalogue, position),
    indicatorLabel: catalogue.indicatorLabels[catalogue.indicator.index[position]!]!,
    territoryName: catalogue.territories[catalogue.territory.index[position]!]!.name,
  });
}

/** Series whose names are read before they are looked at. */
export const NAMES_PASSED = NAMES_AT_ONCE;

/** Reads the names of the classes of these series, which stay readable. */
export function* keepNames(q: Queries, series: Iterable<EntitySeries>): Script<void> {
  for (const [names, indexes] of yield* indexesOf(series)) yield* names.keep(q, indexes);
}

/** Evaluations that the reading of a name counts as. */
const NAME_WEIGHT = 3;

/** The names are readable until the next series of the same datasets are passed. @returns the evaluations that reading them counts as */
export function* passNames(q: Queries, series: Iterable<EntitySeries>): Script<number> {
  let read = 0;
  for (const [names, indexes] of yield* indexesOf(series)) read += yield* names.pass(q, indexes);
  return NAME_WEIGHT * read;
}

/** Sources of one dataset may differ in their codes and share their names. */
function* indexesOf(series: Iterable<EntitySeries>): Script<Map<ClassNames, Set<number>>> {
  const indexes = new Map<ClassNames, Set<number>>();
  let restIn = NAMES_PASSED;
  for (const {source, position} of series) {
    const own = indexes.get(source.names) ?? new Set();
    indexes.set(source.names, own.add(source.catalogue.classification.index[position]!));
    if (--restIn > 0) continue;
    restIn = NAMES_PASSED;
    yield;
  }
  return indexes;
}
