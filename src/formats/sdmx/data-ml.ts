// Data as SDMX-ML 2.1: generic, and specific to the structure, whose elements are named in a namespace of that structure alone.
import {
  type DataGroup,
  type DataHead,
  type DataSeries,
  type DataWriter,
  hasAttributes,
  hasObservations,
} from "./data.ts";
import {maintainableUrn} from "./structure.ts";
import {NAMESPACES, xmlHeader, xmlReference} from "./xml.ts";

function spanOf({validFrom, validTo}: DataGroup, prefix: string): string {
  const attribute = (name: string, day: string | null) => (day === null ? "" : ` ${prefix}${name}="${day}T00:00:00Z"`);
  return attribute("validFromDate", validFrom) + attribute("validToDate", validTo);
}

function headerOf(head: DataHead, namespace: string): string {
  const reference = xmlReference("datastructure.DataStructure", head.agency, head.structure);
  return xmlHeader(
    head,
    `<mes:Structure structureID="${head.structure}"${namespace} dimensionAtObservation="TIME_PERIOD"><com:Structure>${reference}</com:Structure></mes:Structure>`,
  );
}

export const genericMl: DataWriter = function* (head, groups) {
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<mes:GenericData ${NAMESPACES.message} ${NAMESPACES.generic}>\n${headerOf(head, "")}`;
  for (const group of groups) {
    yield `<mes:DataSet structureRef="${head.structure}" action="${group.action}"${spanOf(group, "")}>\n`;
    for (const one of group.series) yield genericSeries(head, one);
    yield "</mes:DataSet>\n";
  }
  yield "</mes:GenericData>\n";
};

function genericSeries(head: DataHead, {key, seriesId, periods, values, asOf}: DataSeries): string {
  const attributed = hasAttributes(head);
  const keys = key.map((code, at) => `<gen:Value id="${head.dimensions[at]}" value="${code}"/>`).join("");
  let text = `<gen:Series><gen:SeriesKey>${keys}</gen:SeriesKey>`;
  if (attributed) text += `<gen:Attributes><gen:Value id="SERIES_ID" value="${seriesId}"/></gen:Attributes>`;
  if (hasObservations(head))
    for (let row = 0; row < periods.length; row++) {
      text += `<gen:Obs><gen:ObsDimension value="${periods[row]}"/>`;
      if (values[row] !== undefined) text += `<gen:ObsValue value="${values[row]}"/>`;
      if (attributed && asOf[row] !== undefined)
        text += `<gen:Attributes><gen:Value id="AS_OF" value="${asOf[row]}"/></gen:Attributes>`;
      text += "</gen:Obs>";
    }
  return `${text}</gen:Series>\n`;
}

export const specificMl: DataWriter = function* (head, groups) {
  const urn = `${maintainableUrn("datastructure.DataStructure", head.agency, head.structure)}:ObsLevelDim:TIME_PERIOD`;
  const header = headerOf(head, ` namespace="${urn}"`);
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<mes:StructureSpecificData ${NAMESPACES.message} ${NAMESPACES.specific} xmlns:ns1="${urn}">\n${header}`;
  for (const group of groups) {
    yield `<mes:DataSet xsi:type="ns1:DataSetType" ss:dataScope="DataStructure" ss:structureRef="${head.structure}" ss:action="${group.action}"${spanOf(group, "ss:")}>\n`;
    for (const one of group.series) yield specificSeries(head, one);
    yield "</mes:DataSet>\n";
  }
  yield "</mes:StructureSpecificData>\n";
};

function specificSeries(head: DataHead, {key, seriesId, periods, values, asOf}: DataSeries): string {
  const attributed = hasAttributes(head);
  let text = `<Series ${key.map((code, at) => `${head.dimensions[at]}="${code}"`).join(" ")}`;
  if (attributed) text += ` SERIES_ID="${seriesId}"`;
  if (!hasObservations(head) || periods.length === 0) return `${text}/>\n`;
  text += ">";
  for (let row = 0; row < periods.length; row++) {
    text += `<Obs TIME_PERIOD="${periods[row]}"`;
    if (values[row] !== undefined) text += ` OBS_VALUE="${values[row]}"`;
    if (attributed && asOf[row] !== undefined) text += ` AS_OF="${asOf[row]}"`;
    text += "/>";
  }
  return `${text}</Series>\n`;
}
