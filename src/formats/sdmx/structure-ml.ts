// Structures as SDMX-ML 2.1. The order of the elements is that of the schema.
import {
  type AvailableData,
  CATEGORY_SCHEME,
  CONCEPT_NAMES,
  CONCEPT_SCHEME,
  type Codelist,
  type DataStructure,
  localNames,
  type NamedId,
  SDMX_VERSION,
  type SdmxFlow,
  type StructureMessage,
} from "./structure.ts";
import {NAMESPACES, xmlHeader, xmlReference, xmlText} from "./xml.ts";

/** The message in parts: a codelist may have a hundred thousand codes. */
export function* structureMl(message: StructureMessage): Generator<string> {
  const {flows, categories, codelists, structures, available} = message;
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<mes:Structure ${NAMESPACES.message} ${NAMESPACES.structure}>\n${xmlHeader(message)}<mes:Structures>\n`;
  if (message.hasAgencies) yield group("OrganisationSchemes", agencies(message));
  yield group("Dataflows", flows.map((one) => flow(one, message)).join(""));
  if (categories.length > 0) {
    yield group(
      "CategorySchemes",
      maintained(
        "CategoryScheme",
        message,
        PROVIDERS,
        categories.map((one) => item("Category", one, message)).join(""),
      ),
    );
    yield group("Categorisations", flows.map((one) => categorisation(one, message)).join(""));
  }
  if (codelists.length > 0) {
    yield "<str:Codelists>";
    for (const one of codelists) yield* codelist(one, message);
    yield "</str:Codelists>\n";
  }
  if (message.hasConcepts) {
    const concepts = Object.entries(CONCEPT_NAMES).map(([id, name]) => item("Concept", {id, name}, message));
    yield group(
      "Concepts",
      maintained("ConceptScheme", message, {id: CONCEPT_SCHEME, name: "Concepts"}, concepts.join("")),
    );
  }
  yield group("DataStructures", structures.map((one) => dataStructure(one, message)).join(""));
  if (available !== null) yield* constraint(available, message);
  yield "</mes:Structures>\n</mes:Structure>\n";
}

const PROVIDERS: NamedId = {id: CATEGORY_SCHEME, name: "Providers"};

function group(name: string, content: string): string {
  return content === "" ? "" : `<str:${name}>${content}</str:${name}>\n`;
}

/** Whose the structures are, and the language of the first name of each. */
type Owner = Pick<StructureMessage, "agency" | "language">;

function named(one: Omit<NamedId, "id">, {language}: Owner): string {
  let text = "";
  for (const [own, name] of localNames(one, language))
    text += `<com:Name xml:lang="${own}">${xmlText(name)}</com:Name>`;
  return text;
}

function item(element: string, one: NamedId, owner: Owner): string {
  return `<str:${element} id="${one.id}">${named(one, owner)}</str:${element}>\n`;
}

function opened(element: string, owner: Owner, one: NamedId): string {
  return `<str:${element} id="${one.id}" agencyID="${owner.agency}" version="${SDMX_VERSION}" isFinal="false">${named(one, owner)}`;
}

function maintained(element: string, owner: Owner, one: NamedId, content: string): string {
  return `${opened(element, owner, one)}${content}</str:${element}>\n`;
}

function agencies(owner: Owner): string {
  const {agency} = owner;
  return `<str:AgencyScheme id="AGENCIES" agencyID="SDMX" version="1.0"><com:Name xml:lang="en">Agencies</com:Name>${item("Agency", {id: agency, name: agency}, owner)}</str:AgencyScheme>`;
}

function flow(one: SdmxFlow, owner: Owner): string {
  const structure = xmlReference("datastructure.DataStructure", owner.agency, one.structure);
  return maintained("Dataflow", owner, one, `<str:Structure>${structure}</str:Structure>`);
}

function categorisation({id, category, ...names}: SdmxFlow, owner: Owner): string {
  const {agency} = owner;
  const target = `<Ref id="${category}" maintainableParentID="${CATEGORY_SCHEME}" maintainableParentVersion="${SDMX_VERSION}" agencyID="${agency}" package="categoryscheme" class="Category"/>`;
  const source = xmlReference("datastructure.Dataflow", agency, id);
  return maintained(
    "Categorisation",
    owner,
    {...names, id: `CAT_${id}`},
    `<str:Source>${source}</str:Source><str:Target>${target}</str:Target>`,
  );
}

const CODES_AT_ONCE = 300;

function* codelist(one: Codelist, owner: Owner): Generator<string> {
  yield opened("Codelist", owner, one);
  for (const some of one.codes()) {
    let text = "";
    for (const code of some) text += item("Code", code, owner);
    yield text;
  }
  yield "</str:Codelist>\n";
}

function dataStructure({dimensions, ...one}: DataStructure, owner: Owner): string {
  const {agency} = owner;
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
    owner,
    one,
    `<str:DataStructureComponents><str:DimensionList id="DimensionDescriptor">${keys.join("")}${time}</str:DimensionList>` +
      `<str:AttributeList id="AttributeDescriptor">${published}${series}</str:AttributeList>` +
      `<str:MeasureList id="MeasureDescriptor">${component("PrimaryMeasure", "OBS_VALUE", "", plain("Double"))}</str:MeasureList></str:DataStructureComponents>`,
  );
}

function* constraint({flow: id, values, span, seriesCount}: AvailableData, owner: Owner): Generator<string> {
  const {agency} = owner;
  const count = `<com:Annotations><com:Annotation id="series_count"><com:AnnotationTitle>${seriesCount}</com:AnnotationTitle><com:AnnotationType>sdmx_metrics</com:AnnotationType></com:Annotation></com:Annotations>`;
  yield `<str:Constraints><str:ContentConstraint id="CC_${id}" agencyID="${agency}" version="${SDMX_VERSION}" isFinal="false" type="Actual">${count}${named({name: "Available data"}, owner)}`;
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
