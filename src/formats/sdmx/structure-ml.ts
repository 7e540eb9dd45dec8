// Structures as SDMX-ML 2.1. The order of the elements is that of the schema.
import {
  type AvailableData,
  CATEGORY_SCHEME,
  CONCEPT_NAMES,
  CONCEPT_SCHEME,
  type Codelist,
  type DataStructure,
  languageOf,
  type NamedId,
  SDMX_VERSION,
  type SdmxFlow,
  type StructureMessage,
} from "./structure.ts";
import {NAMESPACES, xmlHeader, xmlReference, xmlText} from "./xml.ts";

/** The message in parts: a codelist may have a hundred thousand codes. */
export function* structureMl(message: StructureMessage): Generator<string> {
  const {agency, flows, categories, codelists, structures, available} = message;
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<mes:Structure ${NAMESPACES.message} ${NAMESPACES.structure}>\n${xmlHeader(message)}<mes:Structures>\n`;
  if (message.hasAgencies) yield group("OrganisationSchemes", agencies(agency));
  yield group("Dataflows", flows.map((one) => flow(one, agency)).join(""));
  if (categories.length > 0) {
    yield group(
      "CategorySchemes",
      maintained("CategoryScheme", agency, PROVIDERS, categories.map((one) => item("Category", one)).join("")),
    );
    yield group("Categorisations", flows.map((one) => categorisation(one, agency)).join(""));
  }
  if (codelists.length > 0) {
    yield "<str:Codelists>";
    for (const one of codelists) yield* codelist(one, agency);
    yield "</str:Codelists>\n";
  }
  if (message.hasConcepts) {
    const concepts = Object.entries(CONCEPT_NAMES).map(([id, name]) => item("Concept", {id, name}));
    yield group(
      "Concepts",
      maintained("ConceptScheme", agency, {id: CONCEPT_SCHEME, name: "Concepts"}, concepts.join("")),
    );
  }
  yield group("DataStructures", structures.map((one) => dataStructure(one, agency)).join(""));
  if (available !== null) yield* constraint(available, agency);
  yield "</mes:Structures>\n</mes:Structure>\n";
}

const PROVIDERS: NamedId = {id: CATEGORY_SCHEME, name: "Providers"};

function group(name: string, content: string): string {
  return content === "" ? "" : `<str:${name}>${content}</str:${name}>\n`;
}

function named(name: string): string {
  return `<com:Name xml:lang="${languageOf(name)}">${xmlText(name)}</com:Name>`;
}

function item(element: string, {id, name}: NamedId): string {
  return `<str:${element} id="${id}">${named(name)}</str:${element}>\n`;
}

function opened(element: string, agency: string, {id, name}: NamedId, attributes = ""): string {
  return `<str:${element} id="${id}" agencyID="${agency}" version="${SDMX_VERSION}" isFinal="false"${attributes}>${named(name)}`;
}

function maintained(element: string, agency: string, one: NamedId, content: string): string {
  return `${opened(element, agency, one)}${content}</str:${element}>\n`;
}

function agencies(agency: string): string {
  return `<str:AgencyScheme id="AGENCIES" agencyID="SDMX" version="1.0"><com:Name xml:lang="en">Agencies</com:Name>${item("Agency", {id: agency, name: agency})}</str:AgencyScheme>`;
}

function flow(one: SdmxFlow, agency: string): string {
  const structure = xmlReference("datastructure.DataStructure", agency, one.structure);
  return maintained("Dataflow", agency, one, `<str:Structure>${structure}</str:Structure>`);
}

function categorisation({id, name, category}: SdmxFlow, agency: string): string {
  const target = `<Ref id="${category}" maintainableParentID="${CATEGORY_SCHEME}" maintainableParentVersion="${SDMX_VERSION}" agencyID="${agency}" package="categoryscheme" class="Category"/>`;
  const source = xmlReference("datastructure.Dataflow", agency, id);
  return maintained(
    "Categorisation",
    agency,
    {id: `CAT_${id}`, name},
    `<str:Source>${source}</str:Source><str:Target>${target}</str:Target>`,
  );
}

const CODES_AT_ONCE = 1000;

function* codelist(one: Codelist, agency: string): Generator<string> {
  yield opened("Codelist", agency, one);
  for (let at = 0; at < one.codes.length; at += CODES_AT_ONCE)
    yield one.codes
      .slice(at, at + CODES_AT_ONCE)
      .map((code) => item("Code", code))
      .join("");
  yield "</str:Codelist>\n";
}

function dataStructure({dimensions, ...one}: DataStructure, agency: string): string {
  const component = (element: string, id: string, attributes: string, representation: string, relation = ""): string =>
    `<str:${element} id="${id}"${attributes}><str:ConceptIdentity><Ref id="${id}" maintainableParentID="${CONCEPT_SCHEME}" maintainableParentVersion="${SDMX_VERSION}" agencyID="${agency}" package="conceptscheme" class="Concept"/></str:ConceptIdentity>` +
    `<str:LocalRepresentation>${representation}</str:LocalRepresentation>${relation && `<str:AttributeRelationship>${relation}</str:AttributeRelationship>`}</str:${element}>\n`;
  const coded = (id: string): string =>
    `<str:Enumeration>${xmlReference("codelist.Codelist", agency, id)}</str:Enumeration>`;
  const plain = (type: string): string => `<str:TextFormat textType="${type}"/>`;
  const ofSeries = dimensions.map(({id}) => `<str:Dimension><Ref id="${id}"/></str:Dimension>`).join("");
  const keys = dimensions.map(({id, codelist: codes}, at) =>
    component("Dimension", id, ` position="${at + 1}"`, coded(codes)),
  );
  const time = component(
    "TimeDimension",
    "TIME_PERIOD",
    ` position="${dimensions.length + 1}"`,
    plain("ObservationalTimePeriod"),
  );
  const published = component(
    "Attribute",
    "AS_OF",
    ' assignmentStatus="Conditional"',
    plain("String"),
    '<str:PrimaryMeasure><Ref id="OBS_VALUE"/></str:PrimaryMeasure>',
  );
  const series = component("Attribute", "SERIES_ID", ' assignmentStatus="Conditional"', plain("String"), ofSeries);
  return maintained(
    "DataStructure",
    agency,
    one,
    `<str:DataStructureComponents><str:DimensionList id="DimensionDescriptor">${keys.join("")}${time}</str:DimensionList>` +
      `<str:AttributeList id="AttributeDescriptor">${published}${series}</str:AttributeList>` +
      `<str:MeasureList id="MeasureDescriptor">${component("PrimaryMeasure", "OBS_VALUE", "", plain("Double"))}</str:MeasureList></str:DataStructureComponents>`,
  );
}

function* constraint({flow: id, values, span, seriesCount}: AvailableData, agency: string): Generator<string> {
  const count = `<com:Annotations><com:Annotation id="series_count"><com:AnnotationTitle>${seriesCount}</com:AnnotationTitle><com:AnnotationType>sdmx_metrics</com:AnnotationType></com:Annotation></com:Annotations>`;
  yield `<str:Constraints><str:ContentConstraint id="CC_${id}" agencyID="${agency}" version="${SDMX_VERSION}" isFinal="false" type="Actual">${count}${named("Available data")}`;
  yield `<str:ConstraintAttachment><str:Dataflow>${xmlReference("datastructure.Dataflow", agency, id)}</str:Dataflow></str:ConstraintAttachment>`;
  yield '<str:CubeRegion include="true">';
  for (const [dimension, codes] of values) {
    yield `<com:KeyValue id="${dimension}">`;
    for (let at = 0; at < codes.length; at += CODES_AT_ONCE)
      yield codes
        .slice(at, at + CODES_AT_ONCE)
        .map((code) => `<com:Value>${code}</com:Value>`)
        .join("");
    yield "</com:KeyValue>\n";
  }
  if (span !== null)
    yield `<com:KeyValue id="TIME_PERIOD"><com:TimeRange><com:StartPeriod isInclusive="true">${span.first}</com:StartPeriod><com:EndPeriod isInclusive="true">${span.last}</com:EndPeriod></com:TimeRange></com:KeyValue>`;
  yield "</str:CubeRegion></str:ContentConstraint></str:Constraints>\n";
}
