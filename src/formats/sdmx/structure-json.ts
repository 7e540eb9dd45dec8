// Structures as the structure message of SDMX-JSON 2.0.
import {
  type AvailableData,
  CATEGORY_SCHEME,
  CONCEPT_NAMES,
  CONCEPT_SCHEME,
  conceptUrn,
  type DataStructure,
  localNames,
  maintainableUrn,
  type NamedId,
  type NameLanguage,
  SDMX_VERSION,
  type StructureMessage,
} from "./structure.ts";

/** The message in parts: a codelist may have a hundred thousand codes. */
export function* structureJson(message: StructureMessage): Generator<string> {
  const {agency, flows, categories, codelists, structures, available, language} = message;
  const maintained = ({id, ...one}: NamedId) => ({
    id,
    agencyID: agency,
    version: SDMX_VERSION,
    ...namesOf(one, language),
    isExternalReference: false,
  });
  const items = (list: readonly NamedId[]) => list.map(({id, ...one}) => ({id, ...namesOf(one, language)}));
  const meta = {
    schema: "https://json.sdmx.org/2.0.0/sdmx-json-structure-schema.json",
    ...{id: message.id, test: false, prepared: message.prepared, contentLanguages: ["en", "ru"], sender: {id: agency}},
  };
  const data: Record<string, unknown> = {
    dataflows: flows.map(({structure, category: _, ...one}) => ({
      ...maintained(one),
      structure: maintainableUrn("datastructure.DataStructure", agency, structure),
    })),
  };
  if (message.hasAgencies) {
    const scheme = {id: "AGENCIES", agencyID: "SDMX", version: "1.0", name: "Agencies"};
    data["agencySchemes"] = [{...scheme, agencies: [{id: agency, name: agency}]}];
  }
  if (categories.length > 0) {
    data["categorySchemes"] = [
      {...maintained({id: CATEGORY_SCHEME, name: "Providers"}), categories: items(categories)},
    ];
    const scheme = maintainableUrn("categoryscheme.CategoryScheme", agency, CATEGORY_SCHEME).replace(
      "CategoryScheme=",
      "Category=",
    );
    data["categorisations"] = flows.map(({id, structure: _, category, ...names}) => ({
      ...maintained({...names, id: `CAT_${id}`}),
      source: maintainableUrn("datastructure.Dataflow", agency, id),
      target: `${scheme}.${category}`,
    }));
  }
  if (message.hasConcepts) {
    const concepts = Object.entries(CONCEPT_NAMES).map(([id, name]) => ({id, name}));
    data["conceptSchemes"] = [{...maintained({id: CONCEPT_SCHEME, name: "Concepts"}), concepts}];
  }
  if (structures.length > 0)
    data["dataStructures"] = structures.map((one) => ({...maintained(one), ...componentsOf(one, agency)}));
  if (available !== null)
    data["dataConstraints"] = [{...maintained(constraintName(available)), ...constraintOf(available, agency)}];
  yield `{"meta":${JSON.stringify(meta)},"data":${JSON.stringify(data).slice(0, -1)}`;
  if (codelists.length > 0) {
    yield ',"codelists":[';
    for (const [at, {codes, ...one}] of codelists.entries()) {
      yield `${at > 0 ? "," : ""}${JSON.stringify(maintained(one)).slice(0, -1)},"codes":[`;
      let isFirst = true;
      for (const some of codes()) {
        if (some.length === 0) continue;
        const text = JSON.stringify(items(some)).slice(1, -1);
        yield isFirst ? text : `,${text}`;
        isFirst = false;
      }
      yield "]}";
    }
    yield "]";
  }
  yield "}}";
}

/** The preferred name, and all names where there are several. */
function namesOf(one: Omit<NamedId, "id">, language: NameLanguage): object {
  const names = localNames(one, language);
  return {name: names[0][1], ...(names.length > 1 && {names: Object.fromEntries(names)})};
}

function constraintName({flow}: AvailableData): NamedId {
  return {id: `CC_${flow}`, name: "Available data"};
}

function constraintOf({flow, values, span, seriesCount}: AvailableData, agency: string): object {
  const keyValues = [
    ...values.map(([id, codes]) => ({id, values: codes.map((value) => ({value}))})),
    ...(span === null ? [] : [{id: "TIME_PERIOD", timeRange: timeRange(span)}]),
  ];
  return {
    annotations: [{id: "series_count", title: String(seriesCount), type: "sdmx_metrics"}],
    role: "Actual",
    constraintAttachment: {dataflows: [maintainableUrn("datastructure.Dataflow", agency, flow)]},
    cubeRegions: [{include: true, keyValues}],
  };
}

function timeRange({first, last}: {readonly first: string; readonly last: string}): object {
  return {startPeriod: {period: first, isInclusive: true}, endPeriod: {period: last, isInclusive: true}};
}

function componentsOf({dimensions}: DataStructure, agency: string): object {
  const concept = (id: string) => ({id, conceptIdentity: conceptUrn(agency, id)});
  const plain = (dataType: string) => ({localRepresentation: {format: {dataType}}});
  return {
    dataStructureComponents: {
      dimensionList: {
        id: "DimensionDescriptor",
        dimensions: dimensions.map(({id, codelist}, at) => ({
          ...concept(id),
          position: at + 1,
          localRepresentation: {enumeration: maintainableUrn("codelist.Codelist", agency, codelist)},
        })),
        timeDimension: {...concept("TIME_PERIOD"), ...plain("ObservationalTimePeriod")},
      },
      measureList: {
        id: "MeasureDescriptor",
        measures: [{...concept("OBS_VALUE"), usage: "optional", ...plain("Double")}],
      },
      attributeList: {
        id: "AttributeDescriptor",
        attributes: [
          {...concept("AS_OF"), usage: "optional", attributeRelationship: {observation: {}}, ...plain("String")},
          {
            ...concept("SERIES_ID"),
            usage: "optional",
            attributeRelationship: {dimensions: dimensions.map(({id}) => id)},
            ...plain("String"),
          },
        ],
      },
    },
  };
}
