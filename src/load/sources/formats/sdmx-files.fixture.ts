// The small release of coded-files.fixture.ts in the formats of SDMX: XML of versions 1.0 to 3.0, CSV and JSON.
import {COUNTRIES, figures, month, months, rowsOf} from "./coded-files.fixture.ts";

const NS = "http://www.sdmx.org/resources/sdmxml/schemas/v2_1";

const HEADER = `<mes:Header><mes:ID>1</mes:ID><mes:Prepared>2030-01-01T00:00:00</mes:Prepared><mes:Structure structureID="S" dimensionAtObservation="TIME_PERIOD"><com:Structure><Ref agencyID="ESTAT" id="PRICES"/></com:Structure></mes:Structure></mes:Header>`;

export function sdmxGeneric(last: number): string {
  const series = figures(last).map((own, country) => {
    const observations = own.map(
      (value, at) => `<g:Obs><g:ObsDimension value="${month(at)}"/><g:ObsValue value="${value}"/></g:Obs>`,
    );
    const key = `<g:SeriesKey><g:Value id="FREQ" value="M"/><g:Value id="REF_AREA" value="${COUNTRIES[country]![0]}"/></g:SeriesKey>`;
    const attributes = `<g:Attributes><g:Value id="UNIT_MULT" value="6"/><g:Value id="UNIT" value="EUR"/></g:Attributes>`;
    return `<g:Series>${key}${attributes}\n${observations.join("\n")}\n</g:Series>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<mes:GenericData xmlns:mes="${NS}/message" xmlns:g="${NS}/data/generic" xmlns:com="${NS}/common">${HEADER}\n<mes:DataSet structureRef="S">\n${series.join("\n")}\n</mes:DataSet></mes:GenericData>\n`;
}

export function sdmxStructured(last: number): string {
  const series = figures(last).map((own, country) => {
    const observations = own.map(
      (value, at) => `<Obs TIME_PERIOD="${month(at)}" OBS_VALUE="${value}" OBS_STATUS="${at === 0 ? "P" : "A"}"/>`,
    );
    const missing = `<Obs TIME_PERIOD="2024-12" OBS_VALUE="NaN" OBS_STATUS="M"/>`;
    return `<Series FREQ="M" REF_AREA="${COUNTRIES[country]![0]}" UNIT="EUR" UNIT_MULT="6">\n${[missing, ...observations].join("\n")}\n</Series>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<mes:StructureSpecificTimeSeriesData xmlns:mes="${NS}/message" xmlns:com="${NS}/common">${HEADER}\n<mes:DataSet>\n${series.join("\n")}\n</mes:DataSet></mes:StructureSpecificTimeSeriesData>\n`;
}

/** Version 3.0: the structure by its URN, the action of the data set with a prefix, a remark as an element. */
export function sdmxThird(last: number): string {
  const urn = "urn:sdmx:org.sdmx.infomodel.datastructure.DataStructure=ESTAT:PRICES(1.0)";
  return sdmxStructured(last)
    .replaceAll("v2_1", "v3_0")
    .replaceAll("StructureSpecificTimeSeriesData", "StructureSpecificData")
    .replace('<Ref agencyID="ESTAT" id="PRICES"/>', urn)
    .replace("<mes:DataSet>", '<mes:DataSet xmlns:ss="http://x" ss:structureRef="S" ss:action="Replace">')
    .replaceAll(/(OBS_VALUE="\d[^>]*)\/>/g, '$1><Comp id="COMMENT"><Value xml:lang="en">early</Value></Comp></Obs>');
}

/** Version 2.0 compact, with the unit in groups. */
export function sdmxCompact(last: number): string {
  const groups = COUNTRIES.map(([code]) => `<Group REF_AREA="${code}" UNIT="EUR" UNIT_MULT="6"/>`);
  const series = figures(last).map((own, country) => {
    const observations = own.map((value, at) => `<Obs TIME_PERIOD="${month(at)}" OBS_VALUE="${value}"/>`);
    return `<Series FREQ="M" REF_AREA="${COUNTRIES[country]![0]}">\n${observations.join("\n")}\n</Series>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<CompactData xmlns="http://www.SDMX.org/resources/SDMXML/schemas/v2_0/message" xmlns:x="urn:sdmx:org.sdmx.infomodel.keyfamily.KeyFamily=ESTAT:PRICES:compact"><Header><ID>1</ID></Header>\n<x:DataSet>\n${[...groups, ...series].join("\n")}\n</x:DataSet></CompactData>\n`;
}

/** Version 1.0: elements and attributes of version 2.0, in its own namespaces. */
export function sdmxFirstCompact(last: number): string {
  return sdmxCompact(last)
    .replaceAll("v2_0", "v1_0")
    .replaceAll(/<(\/?)(Group|Series|Obs)\b/g, "<$1x:$2");
}

export function sdmxFirstGeneric(last: number): string {
  return sdmxSecondGeneric(last).replaceAll("v2_0", "v1_0").replaceAll("UNIT_MULT", "POWERCODE");
}

/** Version 1.0: components by their concepts, codes with descriptions. */
export function sdmxFirstStructure(): string {
  const codes = COUNTRIES.map(
    ([code, , name]) => `<s:Code value="${code}"><s:Description xml:lang="en">${name}</s:Description></s:Code>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Structure xmlns="http://www.SDMX.org/resources/SDMXML/schemas/v1_0/message" xmlns:s="http://www.SDMX.org/resources/SDMXML/schemas/v1_0/structure"><Header><ID>1</ID></Header><CodeLists><s:CodeList id="CL_AREA">${codes.join("")}</s:CodeList></CodeLists><KeyFamilies><s:KeyFamily id="PRICES" agency="ESTAT"><s:Name xml:lang="en">Prices</s:Name><s:Components><s:Dimension concept="FREQ" codelist="CL_FREQ"/><s:Dimension concept="REF_AREA" codelist="CL_AREA"/><s:TimeDimension concept="TIME_PERIOD"/><s:Group id="Sibling"><s:DimensionRef>REF_AREA</s:DimensionRef></s:Group><s:PrimaryMeasure concept="OBS_VALUE"/><s:Attribute concept="UNIT" attachmentLevel="Group" assignmentStatus="Mandatory"/><s:Attribute concept="POWERCODE" attachmentLevel="Series" assignmentStatus="Mandatory"/></s:Components></s:KeyFamily></KeyFamilies></Structure>\n`;
}

/** Version 2.0 generic in a message group, with one data set for each key family. */
export function sdmxMessageGroup(last: number, keyFamilies: readonly string[] = ["PRICES"]): string {
  const series = figures(last).map((own, country) => {
    const observations = own.map((value, at) => `<Obs><Time>${month(at)}</Time><ObsValue value="${value}"/></Obs>`);
    const key = `<SeriesKey><Value concept="FREQ" value="M"/><Value concept="REF_AREA" value="${COUNTRIES[country]![0]}"/></SeriesKey>`;
    const attributes = `<Attributes><Value concept="UNIT_MULT" value="6"/><Value concept="UNIT" value="EUR"/></Attributes>`;
    return `<Series>${key}${attributes}\n${observations.join("\n")}\n</Series>`;
  });
  const dataSets = keyFamilies.map(
    (id) => `<DataSet><KeyFamilyRef>${id}</KeyFamilyRef>\n${series.join("\n")}\n</DataSet>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<m:MessageGroup xmlns="http://www.SDMX.org/resources/SDMXML/schemas/v2_0/generic" xmlns:m="http://www.SDMX.org/resources/SDMXML/schemas/v2_0/message"><Header xmlns="http://www.SDMX.org/resources/SDMXML/schemas/v2_0/message"><ID>1</ID></Header>\n${dataSets.join("\n")}\n</m:MessageGroup>\n`;
}

/** Version 2.0 generic, as a message of its own. */
export function sdmxSecondGeneric(last: number): string {
  return sdmxMessageGroup(last)
    .replace('xmlns:m="', 'xmlns:g="http://www.SDMX.org/resources/SDMXML/schemas/v2_0/generic" xmlns="')
    .replace('xmlns="http://www.SDMX.org/resources/SDMXML/schemas/v2_0/generic" ', "")
    .replaceAll("m:MessageGroup", "GenericData")
    .replaceAll(/<(\/?)(?!GenericData|Header|ID|DataSet|\?)(?=[A-Z])/g, "<$1g:");
}

/** Version 2.0 generic: a group contains its series, and has the unit. */
export function sdmxNestedGroups(last: number): string {
  return sdmxMessageGroup(last)
    .replaceAll(/<Attributes>.*?<\/Attributes>/g, "")
    .replaceAll(
      /<Series>(<SeriesKey>.*?(<Value concept="REF_AREA"[^>]*>)<\/SeriesKey>.*?<\/Series>)/gs,
      '<Group type="Sibling"><GroupKey>$2</GroupKey><Attributes><Value concept="UNIT_MULT" value="6"/><Value concept="UNIT" value="EUR"/></Attributes><Series>$1</Group>',
    );
}

/** The names of the codes of areas, as a message beside the data. */
export function sdmxStructureMessage(): string {
  const codes = COUNTRIES.map(
    ([code, , name]) => `<s:Code id="${code}"><c:Name xml:lang="en">${name}</c:Name></s:Code>`,
  );
  const dimensions = ["FREQ", "REF_AREA"].map(
    (id) =>
      `<s:Dimension id="${id}"><s:LocalRepresentation><s:Enumeration><Ref id="CL_${id}" class="Codelist"/></s:Enumeration></s:LocalRepresentation></s:Dimension>`,
  );
  const attributes =
    '<s:AttributeList><s:Attribute id="UNIT"><s:AttributeRelationship><s:Dimension><Ref id="REF_AREA"/></s:Dimension></s:AttributeRelationship></s:Attribute></s:AttributeList>';
  return `<?xml version="1.0" encoding="UTF-8"?>\n<m:Structure xmlns:m="${NS}/message" xmlns:s="${NS}/structure" xmlns:c="${NS}/common"><m:Structures><s:Codelists><s:Codelist id="CL_REF_AREA">${codes.join("")}</s:Codelist></s:Codelists><s:DataStructures><s:DataStructure id="PRICES"><c:Name xml:lang="en">Prices</c:Name><s:DataStructureComponents><s:DimensionList>${dimensions.join("")}</s:DimensionList>${attributes}</s:DataStructureComponents></s:DataStructure></s:DataStructures></m:Structures></m:Structure>\n`;
}

export function sdmxCsv(last: number): string {
  const rows = rowsOf(
    last,
    (country, at, value) => `ESTAT:PRICES(1.0),M,${COUNTRIES[country]![0]},${month(at)},${value},EUR,6,A`,
  );
  return ["DATAFLOW,FREQ,REF_AREA,TIME_PERIOD,OBS_VALUE,UNIT,UNIT_MULT,OBS_STATUS", ...rows, ""].join("\n");
}

/** Version 2.0: what the structure is has a column of its own, and an action is behind it. */
export function sdmxCsvSecond(last: number): string {
  return sdmxCsv(last)
    .replace("DATAFLOW,", "STRUCTURE,STRUCTURE_ID,ACTION,")
    .replaceAll("ESTAT:PRICES(1.0),", "dataflow,ESTAT:PRICES(1.0),I,");
}

/** As the European Central Bank writes it: the key with the dataset in one column. */
export function bankCsv(last: number): string {
  const rows = rowsOf(last, (country, at, value) => {
    const area = COUNTRIES[country]![0];
    return `PRICES.M.${area},M,${area},${month(at)},${value},A,"Prices, ${area}",EUR,6`;
  });
  return ["KEY,FREQ,REF_AREA,TIME_PERIOD,OBS_VALUE,OBS_STATUS,TITLE,UNIT,UNIT_MULT", ...rows, ""].join("\n");
}

export function sdmxJson(last: number): string {
  const values = (codes: readonly string[]) => codes.map((id) => ({id, name: id}));
  const area = {id: "REF_AREA", values: COUNTRIES.map(([id, , name]) => ({id, name}))};
  const structure = {
    name: "Prices",
    dimensions: {
      series: [{id: "FREQ", values: values(["M"])}, area],
      observation: [{id: "TIME_PERIOD", values: values(months(last))}],
    },
    attributes: {
      series: [
        {id: "UNIT", values: values(["EUR"])},
        {id: "UNIT_MULT", values: values(["6"])},
      ],
      observation: [],
    },
  };
  const series = Object.fromEntries(
    figures(last).map((own, country) => [
      `0:${country}`,
      {attributes: [0, 0], observations: Object.fromEntries(own.map((value, at) => [String(at), [Number(value)]]))},
    ]),
  );
  return `${JSON.stringify({header: {id: "1", prepared: "2030-01-01T00:00:00"}, dataSets: [{series}], structure}, null, 1)}\n`;
}

/** Version 2.0: structures in a list, named by the URN of their dataflow, and periods with their bounds. */
export function sdmxJsonSecond(last: number): string {
  const {dataSets, structure} = JSON.parse(sdmxJson(last));
  for (const period of structure.dimensions.observation[0].values)
    Object.assign(period, {start: `${period.id}-01T00:00:00Z`, names: {en: period.id}});
  const urn = "urn:sdmx:org.sdmx.infomodel.datastructure.Dataflow=ESTAT:PRICES(1.0)";
  const measures = {observation: [{id: "OBS_VALUE", name: "Value"}]};
  const structures = [{...structure, measures, links: [{rel: "dataflow", urn}], dataSets: [0]}];
  const meta = {
    id: "1",
    prepared: "2030-01-01T00:00:00",
    schema: "https://json.sdmx.org/2.0.0/sdmx-json-data-schema.json",
  };
  return `${JSON.stringify({meta, data: {dataSets: [{structure: 0, action: "Replace", ...dataSets[0]}], structures}}, null, 1)}\n`;
}
