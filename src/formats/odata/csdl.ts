// $metadata: the entity model as CSDL 4.0, with only the elements that common clients can read.
//
// FilterFunctions makes Power Query send its filters instead of downloading everything. AsynchronousRequestsSupported is absent on purpose:
// Power Query would request several pages at once and exceed the limit of requests a minute. So is ReadRestrictions, which could name the
// option asOf: not every reader takes it.
import {ENTITY_SETS, type EntitySet, NAMESPACE, type Property} from "./entity-model.ts";
import {FUNCTIONS} from "./functions.ts";

const CAPABILITIES = "Org.OData.Capabilities.V1";
const VOCABULARY = `https://oasis-tcs.github.io/odata-vocabularies/vocabularies/${CAPABILITIES}.xml`;

/** The document, the same for every request. */
export const METADATA_XML = [
  '<?xml version="1.0" encoding="utf-8"?>',
  '<edmx:Edmx Version="4.0" xmlns:edmx="http://docs.oasis-open.org/odata/ns/edmx">',
  `  <edmx:Reference Uri="${VOCABULARY}">`,
  `    <edmx:Include Namespace="${CAPABILITIES}"/>`,
  "  </edmx:Reference>",
  "  <edmx:DataServices>",
  `    <Schema Namespace="${NAMESPACE}" xmlns="http://docs.oasis-open.org/odata/ns/edm">`,
  ...ENTITY_SETS.flatMap(entityType),
  '      <EntityContainer Name="Container">',
  ...ENTITY_SETS.flatMap(entitySet),
  ...filterFunctions("        "),
  "      </EntityContainer>",
  "    </Schema>",
  "  </edmx:DataServices>",
  "</edmx:Edmx>",
  "",
].join("\n");

function entityType({type, keys, properties}: EntitySet): string[] {
  return [
    `      <EntityType Name="${type}">`,
    "        <Key>",
    ...keys.map((key) => `          <PropertyRef Name="${key}"/>`),
    "        </Key>",
    ...properties.map((property) => `        ${propertyXml(property)}`),
    "      </EntityType>",
  ];
}

function propertyXml({name, type, nullable, maxLength}: Property): string {
  const length = maxLength === null ? "" : ` MaxLength="${maxLength}"`;
  return `<Property Name="${name}" Type="${type}"${nullable ? "" : ' Nullable="false"'}${length}/>`;
}

function entitySet({name, type}: EntitySet): string[] {
  return [
    `        <EntitySet Name="${name}" EntityType="${NAMESPACE}.${type}">`,
    ...filterFunctions("          "),
    ...["Insert", "Update", "Delete"].flatMap(readOnly),
    "        </EntitySet>",
  ];
}

function filterFunctions(indent: string): string[] {
  return [
    `${indent}<Annotation Term="${CAPABILITIES}.FilterFunctions">`,
    `${indent}  <Collection>`,
    ...Object.keys(FUNCTIONS).map((name) => `${indent}    <String>${name}</String>`),
    `${indent}  </Collection>`,
    `${indent}</Annotation>`,
  ];
}

function readOnly(act: string): string[] {
  return [
    `          <Annotation Term="${CAPABILITIES}.${act}Restrictions">`,
    "            <Record>",
    `              <PropertyValue Property="${act}able" Bool="false"/>`,
    "            </Record>",
    "          </Annotation>",
  ];
}
