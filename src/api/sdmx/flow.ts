// A dataset as a dataflow: the identifiers of its structures, its dimensions, and the series that a key selects.

import {codeOfId, datasetOfFlow, flowId, sdmxId} from "../../formats/sdmx/ids.ts";
import {
  CONCEPT_NAMES,
  type NamedId,
  SDMX_DIMENSIONS,
  type SdmxDimension,
  type SdmxFlow,
} from "../../formats/sdmx/structure.ts";
import {type Catalogue, codeAt, type Dimension, hasDimension} from "../../statistics/catalogue/catalogue.ts";
import type {SeriesFilters} from "../../statistics/catalogue/selection.ts";
import {type DatasetRecord, findDatasets} from "../../store/datasets/dataset.ts";
import type {Queries} from "../../store/engines/differences.ts";
import type {Script} from "../../store/script.ts";
import {ApiError} from "../errors.ts";
import {WHOLE_SLICE} from "../slice/whole-slice.ts";
import type {KeyFilter} from "./request.ts";

const COLUMN_OF: Readonly<Record<SdmxDimension, Dimension>> = {
  FREQ: "frequency",
  INDICATOR: "indicator",
  CLASS: "classification",
  MEASURE: "measure",
  TRANSFORMATION: "transformation",
  UNIT: "unit",
  GEO: "territory",
};

export function dimensionOf(id: SdmxDimension): Dimension {
  return COLUMN_OF[id];
}

export function columnOf(catalogue: Catalogue, id: SdmxDimension) {
  return catalogue[COLUMN_OF[id]];
}

/** @param english the name in English; the published one where there is no other */
export function flowOf(
  {provider, code, name}: Pick<DatasetRecord, "provider" | "code" | "name">,
  english: string,
): SdmxFlow {
  const id = flowId(provider, code);
  return {id, ...inEnglish(name, english), structure: structureId(id), category: sdmxId(provider)};
}

/** A published name, and the English one if it is another. */
export function inEnglish(name: string, english: string): Omit<NamedId, "id"> {
  return english === name ? {name} : {name, english};
}

export function structureId(flow: string): string {
  return `DSD_${flow}`;
}

/** Frequencies are the same everywhere; other codes belong to their dataset. */
export function codelistId(dimension: SdmxDimension, flow: string): string {
  return dimension === "FREQ" ? "CL_FREQ" : `CL_${dimension}_${flow}`;
}

export function codelistName(dimension: SdmxDimension): string {
  return CONCEPT_NAMES[dimension];
}

/** The dataflow that a data structure or a codelist belongs to; null: none. */
export function flowOfStructure(id: string): string | null {
  return /^(?:DSD|CL_[A-Z]+)_(.+)$/.exec(id)?.[1] ?? null;
}

/** Throws NOT_FOUND. */
export function* findFlow(q: Queries, id: string): Script<DatasetRecord> {
  const code = datasetOfFlow(id);
  const [dataset] = code === null ? [] : yield* findDatasets(q, code);
  if (dataset !== undefined) return dataset;
  throw new ApiError("NOT_FOUND", `there is no dataflow ${id.slice(0, 100)}`, {
    hint: "/sdmx/2.1/dataflow lists the dataflows",
  });
}

/** The dimensions of the dataset, in the order of a key. */
export function flowDimensions(catalogue: Catalogue): readonly SdmxDimension[] {
  return SDMX_DIMENSIONS.filter((id) => hasDimension(columnOf(catalogue, id)));
}

/** The codes that are wanted of each dimension; null: of no series. */
export type WantedCodes = ReadonlyMap<SdmxDimension, ReadonlySet<string | null>>;

/** Throws BAD_REQUEST if the key has another number of dimensions. */
export function wantedCodes(dimensions: readonly SdmxDimension[], {key, components}: KeyFilter): WantedCodes {
  if (key !== null && key.length !== dimensions.length)
    throw new ApiError("BAD_REQUEST", `the key has ${key.length} dimensions, the dataflow ${dimensions.length}`, {
      hint: `the dimensions are ${dimensions.join(".")}`,
    });
  const wanted = new Map<SdmxDimension, ReadonlySet<string | null>>();
  const want = (id: SdmxDimension, ids: readonly string[]): void => {
    const codes = new Set(ids.map(codeOfId).filter((code) => code !== undefined));
    const before = wanted.get(id);
    wanted.set(id, before === undefined ? codes : new Set([...codes].filter((code) => before.has(code))));
  };
  for (const [at, ids] of (key ?? []).entries()) if (ids !== null) want(dimensions[at]!, ids);
  for (const [id, ids] of components) want(id, ids);
  return wanted;
}

/** The filters of a slice that select at least the wanted series; `isWanted` decides. */
export function filtersOf(wanted: WantedCodes): SeriesFilters {
  const filter = (id: SdmxDimension): readonly string[] | null => {
    const codes = wanted.get(id);
    return codes === undefined || codes.has(null) ? null : [...codes].filter((code) => code !== null);
  };
  const territory = filter("GEO");
  return {
    territory: territory === null ? WHOLE_SLICE.filters.territory : {kind: "codes", codes: territory},
    classification: filter("CLASS"),
    measure: filter("MEASURE"),
    transformation: filter("TRANSFORMATION"),
    unit: filter("UNIT"),
    frequency: filter("FREQ"),
  };
}

/** Of a code with a comma, a filter may select more; and it has no indicators. */
export function isWanted(catalogue: Catalogue, position: number, wanted: WantedCodes): boolean {
  for (const [id, codes] of wanted) if (!codes.has(codeAt(columnOf(catalogue, id), position))) return false;
  return true;
}
