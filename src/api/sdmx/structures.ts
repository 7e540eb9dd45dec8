// The structures that a request names and those that they refer to, from one state of the store.
//
// The list of dataflows reads one row for each dataset. Codes of a dataset come from its whole catalogue, so only few datasets at a time are
// described so far.
import {namesIn} from "../../country/names.ts";
import {datasetOfFlow, sdmxId} from "../../formats/sdmx/ids.ts";
import {
  type Codelist,
  type DataStructure,
  localNames,
  type NamedId,
  type SdmxDimension,
  type SdmxFlow,
  type StructureMessage,
} from "../../formats/sdmx/structure.ts";
import {readProviders} from "../../reference/reference.ts";
import type {Frequency} from "../../statistics/time/frequency.ts";
import {type DatasetRecord, findDatasets, listDatasetStates, listDatasets} from "../../store/datasets/dataset.ts";
import {readEnglishDatasets} from "../../store/datasets/english-names.ts";
import type {Queries} from "../../store/engines/differences.ts";
import type {Script} from "../../store/script.ts";
import type {CatalogueCache} from "../../store/series/catalogue-cache.ts";
import type {Language} from "../../text/language.ts";
import {ApiError} from "../errors.ts";
import {readNames} from "../language/catalogue-names.ts";
import {allIndexes, readCodes} from "./codes.ts";
import {
  codelistId,
  codelistName,
  columnOf,
  findFlow,
  flowDimensions,
  flowOf,
  flowOfStructure,
  inEnglish,
  structureId,
} from "./flow.ts";
import type {DataRequest, ReferenceKind, StructureRequest} from "./request.ts";
import type {SelectedKeys} from "./rows.ts";

export type DescribedStructures = Omit<StructureMessage, "agency" | "id" | "prepared" | "language">;

export const NOTHING: DescribedStructures = {
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

/** The dataflow that a request names, itself or by a structure of it; null: none. */
function flowOfRequest({of, id}: Pick<StructureRequest, "of" | "id">): string | null {
  if (id === null || of === "flow") return id;
  return of === "structure" || of === "codelist" ? flowOfStructure(id) : null;
}

/** What an answer depends on in the store: equal states have equal structures, also in a mirror. */
export function* readStructureState(q: Queries, request: StructureRequest | DataRequest): Script<string> {
  const isOfStore = request.kind !== "structure" || (request.of !== "agencies" && request.of !== "concepts");
  if (!isOfStore || (request.kind === "structure" && request.id === "CL_FREQ")) return "";
  const flow = request.kind === "structure" ? flowOfRequest(request) : request.flow;
  if (flow !== null) {
    const code = datasetOfFlow(flow);
    return (code === null ? undefined : (yield* findDatasets(q, code))[0]?.changedBy) ?? "";
  }
  return JSON.stringify(
    (yield* listDatasetStates(q)).map(({provider, code, changedBy}) => [provider, code, changedBy]),
  );
}

/** Throws NOT_FOUND, and SLICE_TOO_BIG for the codes of too many datasets. */
export function* readStructures(
  q: Queries,
  catalogues: CatalogueCache,
  {of, id, references}: StructureRequest,
): Script<DescribedStructures> {
  if (of === "agencies") return {...NOTHING, hasAgencies: true};
  if (of === "concepts") return {...NOTHING, hasConcepts: true};
  const flow = flowOfRequest({of, id});
  if (id === "CL_FREQ") return {...NOTHING, codelists: [frequencyCodes()]};
  if (id !== null && flow === null && (of === "structure" || of === "codelist"))
    throw new ApiError("NOT_FOUND", `there is no structure ${id.slice(0, 100)}`, {
      hint: "/sdmx/2.1/dataflow lists the dataflows",
    });
  const datasets = flow === null ? yield* listDatasets(q) : [yield* findFlow(q, flow)];
  const flows = yield* namedFlows(q, catalogues, datasets);
  if (of === "categories" || of === "categorisations") return {...NOTHING, flows, categories: categoriesOf(datasets)};
  const parts = partsOf(of, references);
  const found: DescribedStructures = {
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

/** One dataset has names of its own at hand; of many those of the datasets alone are read. */
function* namedFlows(
  q: Queries,
  catalogues: CatalogueCache,
  datasets: readonly DatasetRecord[],
): Script<readonly SdmxFlow[]> {
  const [only] = datasets;
  if (datasets.length === 1 && only !== undefined) {
    const {of} = yield* readNames(q, catalogues, only, "en");
    return [flowOf(only, of(only.name))];
  }
  const own = yield* readEnglishDatasets(q);
  const {of} = namesIn("en");
  return datasets.map((dataset) => flowOf(dataset, own.get(dataset.id) ?? of(dataset.name)));
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
    ...inEnglish(providers.get(code)?.names.ru ?? code, providers.get(code)?.names.en ?? code),
  }));
}

const FREQUENCY_NAMES: Readonly<Record<Frequency, string>> = {
  ...{D: "Daily", W: "Weekly", M: "Monthly", Q: "Quarterly", A: "Annual"},
};

function frequencyCodes(): Codelist {
  const codes = Object.entries(FREQUENCY_NAMES).map(([id, name]) => ({id, name}));
  return {id: "CL_FREQ", name: codelistName("FREQ"), codes: () => [codes]};
}

export function* describeFlow(q: Queries, catalogues: CatalogueCache, dataset: DatasetRecord, withCodes: boolean) {
  const english = yield* readNames(q, catalogues, dataset, "en");
  const flow: SdmxFlow = flowOf(dataset, english.of(dataset.name));
  const catalogue = yield* catalogues.read(q, dataset);
  const dimensions = flowDimensions(catalogue);
  const structure: DataStructure = {
    id: structureId(flow.id),
    ...inEnglish(dataset.name, english.of(dataset.name)),
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
        codes: yield* readCodes(q, catalogues, {dataset, catalogue, english}, id, allIndexes(catalogue, id)),
      });
  }
  return {structure, codelists};
}

/** The names of the codes that the series have by dimension and identifier, in a language where they are known in it. */
export function* codeNames(
  q: Queries,
  catalogues: CatalogueCache,
  dataset: DatasetRecord,
  keys: SelectedKeys,
  language: Language,
): Script<ReadonlyMap<SdmxDimension, ReadonlyMap<string, string>>> {
  const english = yield* readNames(q, catalogues, dataset, "en");
  const found = new Map<SdmxDimension, Map<string, string>>();
  for (const {catalogue, positions} of keys.byCatalogue()) {
    for (const id of flowDimensions(catalogue)) {
      const indexes = [...new Set(positions.map((position) => columnOf(catalogue, id).index[position]!))];
      const codes =
        id === "FREQ"
          ? frequencyCodes().codes()
          : (yield* readCodes(q, catalogues, {dataset, catalogue, english}, id, indexes))();
      const names = found.get(id) ?? new Map<string, string>();
      for (const some of codes) {
        for (const code of some) names.set(code.id, localNames(code, language)[0][1]);
        yield;
      }
      found.set(id, names);
      yield;
    }
  }
  return found;
}
