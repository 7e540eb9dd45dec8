// EMISS messages (SDMX-ML of fedstat.ru) for the samples: reads the observations of a message, and writes a message in the publisher's format.
//
// As in the publisher's files there is one series element for each value, with the year in Time and the part of the year in words. The
// responsible persons of a message are neither read nor written.
import {createReadStream} from "node:fs";
import {SaxesParser} from "saxes";

export interface EmissObservation {
  /** concept → code, in the message's order */
  readonly key: Readonly<Record<string, string>>;
  readonly unit: string;
  readonly words: string;
  readonly year: string;
  /** with a decimal comma */
  readonly value: string;
}

export interface EmissCodes {
  readonly name: string;
  readonly labels: ReadonlyMap<string, string>;
}

export interface EmissMessage {
  readonly indicator: string;
  readonly name: string;
  /** YYYY-MM-DDThh:mm:ss */
  readonly lastUpdate: string;
  readonly agency: string;
  readonly dataSetId: string;
  readonly units: readonly string[];
  readonly periodicities: readonly {readonly value: string; readonly nextRelease: string}[];
  /** by dimension, in the order of the keys */
  readonly codeLists: ReadonlyMap<string, EmissCodes>;
  readonly methodology: string | null;
  readonly comment: string;
  readonly organization: string;
  readonly department: string;
  readonly observations: readonly EmissObservation[];
}

/** The values of a publisher's message, and the labels of its codes. */
export async function readEmiss(
  path: string,
): Promise<{observations: EmissObservation[]; codeLists: Map<string, {name: string; labels: Map<string, string>}>}> {
  const observations: EmissObservation[] = [];
  const codeLists = new Map<string, {name: string; labels: Map<string, string>}>();
  let list = {name: "", labels: new Map<string, string>()};
  let code: string | null = null;
  let text = "";
  let key: Record<string, string> = {};
  let attributes: Record<string, string> = {};
  let isInKey = false;
  let year = "";
  const parser = new SaxesParser();
  parser.on("opentag", ({name, attributes: given}) => {
    text = "";
    if (name === "structure:CodeList") {
      list = {name: "", labels: new Map()};
      codeLists.set(given["id"] ?? "", list);
      code = null;
    }
    if (name === "structure:Code") code = given["value"] ?? "";
    if (name === "generic:Series") [key, attributes] = [{}, {}];
    if (name === "generic:SeriesKey") isInKey = true;
    if (name === "generic:Value") (isInKey ? key : attributes)[given["concept"] ?? ""] = given["value"] ?? "";
    if (name === "generic:ObsValue") {
      const {EI: unit = "", PERIOD: words = ""} = attributes;
      observations.push({key, unit, words, year, value: given["value"] ?? ""});
    }
  });
  parser.on("text", (fragment) => {
    text += fragment;
  });
  parser.on("closetag", ({name}) => {
    if (name === "generic:SeriesKey") isInKey = false;
    if (name === "generic:Time") year = text.trim();
    if (name === "structure:Name") list.name = text.trim();
    if (name === "structure:Description" && code !== null) list.labels.set(code, text.trim());
  });
  for await (const chunk of createReadStream(path, "utf8")) parser.write(chunk as string);
  parser.close();
  return {observations, codeLists};
}

/** The whole message; code lists contain only used codes, in order of code points. */
export function emissXml(message: EmissMessage): string {
  const {observations} = message;
  const lists = [...message.codeLists].map(([id, {name, labels}]) => {
    const codes = [...new Set(observations.map(({key}) => key[id] ?? ""))].sort();
    return [
      `\t<structure:CodeList id="${id}">`,
      `\t\t<structure:Name xml:lang="ru">${escaped(name)}</structure:Name>`,
      ...codes.map((code) => {
        const label = labels.get(code);
        if (label === undefined) throw new Error(`${message.indicator}: code ${code} of ${id} has no label`);
        return `\t\t<structure:Code value="${escaped(code)}">\n\t\t\t<structure:Description xml:lang="ru">${escaped(label)}</structure:Description>\n\t\t</structure:Code>`;
      }),
      "\t</structure:CodeList>",
    ].join("\n");
  });
  const years = observations.map(({year}) => year).sort();
  const {lastUpdate} = message;
  return `<?xml version="1.0" encoding="utf-8"?>
<!-- A sample of Ryad: published figures in the publisher's form, written by tools/write-samples.ts. Not a file of the publisher. -->
<GenericData
${NAMESPACES.map((space) => ` ${space}`).join("\n")}>
<Header Id="singHead">
\t<ID>${message.indicator}</ID>
\t<Test>false</Test>
\t<Truncated>false</Truncated>
\t<Prepared>${lastUpdate}</Prepared>
\t<Extracted>${lastUpdate}</Extracted>
\t<Sender id="UIS">
\t\t<Name xml:lang="en">Official statistics</Name>
\t\t<Name xml:lang="ru">Государственная статистика</Name>
\t</Sender>
\t<DataSetAgency>${message.agency}</DataSetAgency>
\t<DataSetID>${message.dataSetId}</DataSetID>
</Header>
<CodeLists>
${lists.join("\n")}
</CodeLists>
<Description Id="signObj">
\t<Indicator id="${message.indicator}" name="${escaped(message.name)}">
\t\t<Units>
${message.units.map((unit) => `\t\t\t<Unit value="${escaped(unit)}"/>`).join("\n")}
\t\t</Units>
\t\t<Periodicities>
${message.periodicities.map(({value, nextRelease}) => `\t\t\t<Periodicity value="${escaped(value)}" releases="" next-release="${nextRelease}"/>`).join("\n")}
\t\t</Periodicities>
\t\t<DataRange start="${years[0]}" end="${years.at(-1)}"/>
\t\t<LastUpdate value="${lastUpdate}"/>
\t\t<Dimensions>
${[...message.codeLists].map(([id, {name}]) => `\t\t\t<Dimension value="${id}" agencyID="1">\n\t\t\t\t<Name xml:lang="ru">${escaped(name)}</Name>\n\t\t\t</Dimension>`).join("\n")}
\t\t</Dimensions>
${message.methodology === null ? "" : `\t\t<Methodology value="${escaped(message.methodology)}"/>\n`}\t\t<Organization value="${escaped(message.organization)}"/>
\t\t<Department value="${escaped(message.department)}"/>
\t\t<Comment value="${escaped(message.comment)}"/>
\t</Indicator>
</Description>
<DataSet>
${observations.map(seriesXml).join("\n")}
</DataSet>
</GenericData>
`;
}

const SCHEMAS = "http://www.SDMX.org/resources/SDMXML/schemas/v1_0";
const NAMESPACES = [
  `xmlns="${SCHEMAS}/message"`,
  ...["common", "compact", "cross", "generic", "query", "structure", "utility"].map(
    (part) => `xmlns:${part}="${SCHEMAS}/${part}"`,
  ),
  'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"',
  `xsi:schemaLocation="${SCHEMAS}/message SDMXMessage.xsd"`,
];

function seriesXml({key, unit, words, year, value}: EmissObservation): string {
  const dimensions = Object.entries(key).map(
    ([concept, code]) => `\t\t\t<generic:Value concept="${concept}" value="${escaped(code)}"/>`,
  );
  return `\t<generic:Series>
\t\t<generic:SeriesKey>
${dimensions.join("\n")}
\t\t</generic:SeriesKey>
\t\t<generic:Attributes>
\t\t\t<generic:Value concept="EI" value="${escaped(unit)}"/>
\t\t\t<generic:Value concept="PERIOD" value="${escaped(words)}"/>
\t\t</generic:Attributes>
\t\t<generic:Obs>
\t\t\t<generic:Time>${year}</generic:Time>
\t\t\t<generic:ObsValue value="${value}"/>
\t\t</generic:Obs>
\t</generic:Series>`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
