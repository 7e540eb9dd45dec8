// Data as SDMX-ML 2.1: generic, and specific to the structure, whose elements are named in a namespace of that structure alone.
import {dayText} from "../../statistics/time/day.ts";
import {type DataGroup, type DataHead, type DataSeries, hasAttributes, ROWS_AT_ONCE, valueIn} from "./data.ts";
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

export function* genericMl(head: DataHead, groups: readonly DataGroup[]): Generator<string> {
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<mes:GenericData ${NAMESPACES.message} ${NAMESPACES.generic}>\n${headerOf(head, "")}`;
  for (const group of groups) {
    yield `<mes:DataSet structureRef="${head.structure}" action="${group.action}"${spanOf(group, "")}>\n`;
    for (const one of group.series) yield* genericSeries(head, one);
    yield "</mes:DataSet>\n";
  }
  yield "</mes:GenericData>\n";
}

function* genericSeries(head: DataHead, series: DataSeries): Generator<string> {
  const attributed = hasAttributes(head);
  const keys = series.key.map((code, at) => `<gen:Value id="${head.dimensions[at]}" value="${code}"/>`).join("");
  let text = `<gen:Series><gen:SeriesKey>${keys}</gen:SeriesKey>`;
  if (attributed) text += `<gen:Attributes><gen:Value id="SERIES_ID" value="${series.seriesId}"/></gen:Attributes>`;
  const {columns, periods} = series;
  for (let row = 0; row < columns.count; row++) {
    const value = valueIn(columns, row);
    text += `<gen:Obs><gen:ObsDimension value="${periods.textOf(columns.period[row]!)}"/>`;
    if (value !== null) text += `<gen:ObsValue value="${value}"/>`;
    if (attributed && value !== null)
      text += `<gen:Attributes><gen:Value id="AS_OF" value="${dayText(columns.asOf[row]!)}"/></gen:Attributes>`;
    text += "</gen:Obs>";
    if (row % ROWS_AT_ONCE !== ROWS_AT_ONCE - 1) continue;
    yield text;
    text = "";
  }
  yield `${text}</gen:Series>\n`;
}

export function* specificMl(head: DataHead, groups: readonly DataGroup[]): Generator<string> {
  const urn = `${maintainableUrn("datastructure.DataStructure", head.agency, head.structure)}:ObsLevelDim:TIME_PERIOD`;
  const header = headerOf(head, ` namespace="${urn}"`);
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<mes:StructureSpecificData ${NAMESPACES.message} ${NAMESPACES.specific} xmlns:ns1="${urn}">\n${header}`;
  for (const group of groups) {
    yield `<mes:DataSet xsi:type="ns1:DataSetType" ss:dataScope="DataStructure" ss:structureRef="${head.structure}" ss:action="${group.action}"${spanOf(group, "ss:")}>\n`;
    for (const one of group.series) yield* specificSeries(head, one);
    yield "</mes:DataSet>\n";
  }
  yield "</mes:StructureSpecificData>\n";
}

function* specificSeries(head: DataHead, series: DataSeries): Generator<string> {
  const attributed = hasAttributes(head);
  let text = `<Series ${series.key.map((code, at) => `${head.dimensions[at]}="${code}"`).join(" ")}`;
  if (attributed) text += ` SERIES_ID="${series.seriesId}"`;
  const {columns, periods} = series;
  if (columns.count === 0) {
    yield `${text}/>\n`;
    return;
  }
  text += ">";
  for (let row = 0; row < columns.count; row++) {
    const value = valueIn(columns, row);
    text += `<Obs TIME_PERIOD="${periods.textOf(columns.period[row]!)}"`;
    if (value !== null) text += ` OBS_VALUE="${value}"`;
    if (attributed && value !== null) text += ` AS_OF="${dayText(columns.asOf[row]!)}"`;
    text += "/>";
    if (row % ROWS_AT_ONCE !== ROWS_AT_ONCE - 1) continue;
    yield text;
    text = "";
  }
  yield `${text}</Series>\n`;
}
