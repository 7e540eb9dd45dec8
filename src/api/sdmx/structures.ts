// The structures that a request names and those that they refer to, from one state of the store.
//
// The list of dataflows reads one row for each dataset. Codes of a dataset come from its whole catalogue, so only few datasets at a time are
// described so far.
import {NO_CODE, sdmxId} from "../../formats/sdmx/ids.ts";
import type {
  AvailableData,
  Codelist,
  DataStructure,
  NamedId,
  SdmxDimension,
  SdmxFlow,
  StructureMessage,
} from "../../formats/sdmx/structure.ts";
import {readProviders} from "../../reference/reference.ts";
import {type Catalogue, codeAt} from "../../statistics/catalogue/catalogue.ts";
import {dayText} from "../../statistics/time/day.ts";
import type {Frequency} from "../../statistics/time/frequency.ts";
import {type DatasetRecord, listDatasets} from "../../store/datasets/dataset.ts";
import {readUnitNames} from "../../store/datasets/reference-lists.ts";
import type {Queries} from "../../store/engines/differences.ts";
import type {Script} from "../../store/script.ts";
import type {CatalogueCache} from "../../store/series/catalogue-cache.ts";
import {ApiError} from "../errors.ts";
import {
  codelistId,
  codelistName,
  columnOf,
  dimensionsOf,
  filtersOf,
  findFlow,
  flowOf,
  flowOfStructure,
  isWanted,
  structureId,
  wantedCodes,
} from "./flow.ts";
import type {DataRequest, ReferenceKind, StructureRequest} from "./request.ts";
import type {SelectedKeys} from "./rows.ts";

type Described = Omit<StructureMessage, "agency" | "id" | "prepared">;

const NOTHING: Described = {
  ...{
    hasAgencies: false,
    hasConcepts: false,
    flows: [],
    categories: [],
    codelists: [],
    structures: [],
    available: null,
  },
};

/** Datasets that one message describes down to their codes. */
const MOST_DESCRIBED = 20;

/** Throws NOT_FOUND, and SLICE_TOO_BIG for the codes of too many datasets. */
export function* readStructures(
  q: Queries,
  catalogues: CatalogueCache,
  {of, id, references}: StructureRequest,
): Script<Described> {
  if (of === "agencies") return {...NOTHING, hasAgencies: true};
  if (of === "concepts") return {...NOTHING, hasConcepts: true};
  const isOfFlow = of === "structure" || of === "codelist";
  const flow = id === null ? null : isOfFlow ? flowOfStructure(id) : of === "flow" ? id : null;
  if (id === "CL_FREQ") return {...NOTHING, codelists: [frequencyCodes()]};
  if (isOfFlow && id !== null && flow === null)
    throw new ApiError("NOT_FOUND", `there is no structure ${id.slice(0, 100)}`, {
      hint: "/sdmx/2.1/dataflow lists the dataflows",
    });
  const datasets = flow === null ? yield* listDatasets(q) : [yield* findFlow(q, flow)];
  const flows = datasets.map(flowOf);
  if (of === "categories" || of === "categorisations") return {...NOTHING, flows, categories: categoriesOf(datasets)};
  const parts = partsOf(of, references);
  const found: Described = {
    ...NOTHING,
    flows: parts.flows ? flows : [],
    hasAgencies: references === "all",
    hasConcepts: parts.concepts,
    categories: parts.categories ? categoriesOf(datasets) : [],
  };
  if (!parts.structures && !parts.codelists) return found;
  if (datasets.length > MOST_DESCRIBED)
    throw new ApiError("SLICE_TOO_BIG", `${datasets.length} dataflows have too many codes for one message`, {
      hint: "name one dataflow, data structure or codelist",
    });
  const described: {readonly structure: DataStructure; readonly codelists: readonly Codelist[]}[] = [];
  for (const dataset of datasets) described.push(yield* describeFlow(q, catalogues, dataset, parts.codelists));
  const codelists = new Map(described.flatMap((one) => one.codelists.map((list) => [list.id, list])));
  const wanted = of === "codelist" && id !== null ? [codelists.get(id)] : [...codelists.values()];
  if (wanted[0] === undefined && of === "codelist")
    throw new ApiError("NOT_FOUND", `there is no codelist ${id}`, {hint: "its data structure names the codelists"});
  return {
    ...found,
    structures: parts.structures ? described.map(({structure}) => structure) : [],
    codelists: parts.codelists ? wanted.filter((list) => list !== undefined) : [],
  };
}

function partsOf(of: StructureRequest["of"], references: ReferenceKind) {
  const isAll = references === "all";
  const isDown = isAll || references === "descendants" || (references === "children" && of === "structure");
  const isUp = isAll || references.startsWith("parents") || references === "ancestors";
  return {
    flows: of === "flow" || isUp,
    structures: of === "structure" || (of === "flow" ? isDown || references === "children" : isUp),
    codelists: of === "codelist" || isDown,
    concepts: isDown,
    categories: isAll || (of === "flow" && isUp),
  };
}

function categoriesOf(datasets: readonly DatasetRecord[]): NamedId[] {
  const providers = readProviders();
  return [...new Set(datasets.map(({provider}) => provider))].map((code) => ({
    id: sdmxId(code),
    name: providers.get(code)?.names.en ?? code,
  }));
}

const FREQUENCY_NAMES: Readonly<Record<Frequency, string>> = {
  ...{D: "Daily", W: "Weekly", M: "Monthly", Q: "Quarterly", A: "Annual"},
};

function frequencyCodes(): Codelist {
  const codes = Object.entries(FREQUENCY_NAMES).map(([id, name]) => ({id, name}));
  return {id: "CL_FREQ", name: codelistName("FREQ"), codes};
}

function* describeFlow(q: Queries, catalogues: CatalogueCache, dataset: DatasetRecord, withCodes: boolean) {
  const flow: SdmxFlow = flowOf(dataset);
  const catalogue = yield* catalogues.read(q, dataset);
  const dimensions = dimensionsOf(catalogue);
  const structure: DataStructure = {
    id: structureId(flow.id),
    name: dataset.name,
    dimensions: dimensions.map((id) => ({id, codelist: codelistId(id, flow.id)})),
  };
  const codelists: Codelist[] = [];
  for (const id of withCodes ? dimensions : []) {
    yield;
    if (id === "FREQ") codelists.push(frequencyCodes());
    else
      codelists.push({
        id: codelistId(id, flow.id),
        name: codelistName(id),
        codes: yield* codesOf(q, catalogues, dataset, catalogue, id, allIndexes(catalogue, id)),
      });
  }
  return {structure, codelists};
}

/** Codes named at once. */
const NAMED_AT_ONCE = 1000;

function allIndexes(catalogue: Catalogue, id: SdmxDimension): readonly number[] {
  return Array.from({length: columnOf(catalogue, id).codes.length}, (_, index) => index);
}

/** @param indexes of the codes that are wanted */
function* codesOf(
  q: Queries,
  catalogues: CatalogueCache,
  dataset: DatasetRecord,
  catalogue: Catalogue,
  id: SdmxDimension,
  indexes: readonly number[],
): Script<NamedId[]> {
  const {codes} = columnOf(catalogue, id);
  const named = yield* namesOf(q, catalogues, dataset, catalogue, id, indexes);
  const found: NamedId[] = [];
  const seen = new Set<string>();
  for (const at of indexes) {
    const code = codes.at(at)!;
    const given = code === null ? "Not applicable" : named(at) || code;
    // clients list names, and take two equal ones for one code
    const name = seen.has(given) ? `${given} (${code})` : given;
    seen.add(name);
    if (found.push({id: code === null ? NO_CODE : sdmxId(code), name}) % NAMED_AT_ONCE === 0) yield;
  }
  return found;
}

/** The name of the code at an index; null or empty: it has none. */
function* namesOf(
  q: Queries,
  catalogues: CatalogueCache,
  dataset: DatasetRecord,
  catalogue: Catalogue,
  id: SdmxDimension,
  indexes: readonly number[],
): Script<(at: number) => string | null> {
  if (id === "GEO") return (at) => catalogue.territories[at]!.name;
  if (id === "INDICATOR") return (at) => catalogue.indicatorLabels[at]!;
  if (id === "UNIT") {
    const {codes} = catalogue.unit;
    const names = yield* readUnitNames(
      q,
      codes.filter((code) => code !== null),
    );
    return (at) => names.get(codes[at] ?? "") ?? null;
  }
  if (id !== "CLASS") return () => null;
  const names = yield* catalogues.openNames(q, dataset, catalogue, "all");
  for (let from = 0; from < indexes.length; from += NAMED_AT_ONCE) {
    yield* names.keep(q, indexes.slice(from, from + NAMED_AT_ONCE));
    yield;
  }
  return (at) => names.at(at) ?? null;
}

/** Series looked at between two rests. */
const LOOKED_AT_ONCE = 1000;

/** The codes that the selected series of a flow have. Throws NOT_FOUND if no series is selected. */
export function* readAvailable(q: Queries, catalogues: CatalogueCache, request: DataRequest): Script<Described> {
  const dataset = yield* findFlow(q, request.flow);
  const flow = flowOf(dataset);
  const head = yield* catalogues.read(q, dataset);
  const dimensions = dimensionsOf(head);
  const wanted = wantedCodes(dimensions, request);
  const selected = yield* catalogues.select(q, dataset, filtersOf(wanted), true);
  const found = new Map(dimensions.map((id) => [id, new Set<string | null>()]));
  let seriesCount = 0;
  for (let offset = 0, total = 1; offset < total; offset += LOOKED_AT_ONCE) {
    const page = yield* selected.readPositions(q, offset, LOOKED_AT_ONCE);
    ({total} = page);
    const columns = Array.from(found, ([id, codes]) => ({column: columnOf(page.catalogue, id), codes, latest: -1}));
    for (const position of page.positions) {
      if (!isWanted(page.catalogue, position, wanted)) continue;
      seriesCount++;
      for (const one of columns) {
        // Neighbours share most of their codes.
        const index = one.column.index[position]!;
        if (index !== one.latest) one.codes.add(codeAt(one.column, position));
        one.latest = index;
      }
    }
    yield;
  }
  if (seriesCount === 0)
    throw new ApiError("NOT_FOUND", `no series of ${flow.id} has such a key`, {
      hint: "/sdmx/2.1/availableconstraint names the codes",
    });
  const first = Math.min(...dataset.spans.map((span) => span.first));
  const last = Math.max(...dataset.spans.map((span) => span.last));
  const values: (readonly [SdmxDimension, readonly string[]])[] = [];
  for (const [id, codes] of found) {
    const ids: string[] = [];
    values.push([id, ids]);
    for (const code of codes) if (ids.push(sdmxId(code)) % LOOKED_AT_ONCE === 0) yield;
  }
  const available: AvailableData = {
    flow: flow.id,
    values,
    span: dataset.spans.length === 0 ? null : {first: dayText(first), last: dayText(last)},
    seriesCount,
  };
  if (request.references === "none") return {...NOTHING, available};
  const described = yield* describeFlow(q, catalogues, dataset, true);
  return {
    ...NOTHING,
    available,
    flows: [flow],
    hasConcepts: true,
    structures: [described.structure],
    codelists: described.codelists,
  };
}

/** The names of the codes that the series have, by dimension and identifier. */
export function* codeNames(
  q: Queries,
  catalogues: CatalogueCache,
  dataset: DatasetRecord,
  keys: SelectedKeys,
): Script<ReadonlyMap<SdmxDimension, ReadonlyMap<string, string>>> {
  const found = new Map<SdmxDimension, Map<string, string>>();
  for (const {catalogue, positions} of keys.byCatalogue()) {
    for (const id of dimensionsOf(catalogue)) {
      const indexes = [...new Set(positions.map((position) => columnOf(catalogue, id).index[position]!))];
      const codes =
        id === "FREQ" ? frequencyCodes().codes : yield* codesOf(q, catalogues, dataset, catalogue, id, indexes);
      const names = found.get(id) ?? new Map<string, string>();
      for (const code of codes) names.set(code.id, code.name);
      found.set(id, names);
      yield;
    }
  }
  return found;
}
