// Bombs in the standard formats: SDMX, JSON-stat, PC-Axis, and tables of text of other publishers.
import type {Bomb} from "./bomb.ts";

const px = (values: string): string =>
  `CHARSET="ANSI";
AXIS-VERSION="2010";
MATRIX="m";
TITLE="t";
STUB="a";
HEADING="year";
TIMEVAL("year")=TLIST(A1),"2020";
VALUES("a")="x";
VALUES("year")="2020";
UNITS="u";
DATA=
${values};
`;

const jsonStat = (value: string): string =>
  `{"version":"2.0","class":"dataset","id":["geo","time"],"size":[1,1],"role":{"time":["time"],"geo":["geo"]},
"dimension":{"geo":{"category":{"index":["RU"]}},"time":{"category":{"index":["2020"]}}},"value":${value}}`;

const sdmxJson = (observations: string): string =>
  `{"header":{"id":"1","prepared":"2024-01-01T00:00:00"},"data":{"structures":[{"dimensions":{"series":[],"observation":
[{"id":"GEO","values":[{"id":"RU"}]},{"id":"TIME_PERIOD","values":[{"id":"2020"}]}]},"attributes":{}}],"dataSets":[{"observations":{${observations}}}]}}`;

const SDMX = "http://www.sdmx.org/resources/sdmxml/schemas/v2_1";
const sdmxMl = (body: string): string =>
  `<?xml version="1.0" encoding="utf-8"?><message:GenericData xmlns:message="${SDMX}/message" xmlns:generic="${SDMX}/data/generic"><message:Header/><message:DataSet>${body}`;

const HEADER = "DATAFLOW,FREQ,GEO,TIME_PERIOD,OBS_VALUE\n";

const bomb = (name: string, file: string, content: () => string): Bomb => ({name, files: () => ({[file]: content()})});

export const STANDARD_BOMBS: readonly Bomb[] = [
  bomb("millions of values of PC-Axis", "m.px", () => px("1 ".repeat(10_000_000))),
  bomb("a text of PC-Axis without end", "m.px", () => px(`"${"x".repeat(30_000_000)}`)),
  bomb("millions of values of JSON-stat", "m.json", () => jsonStat(`[${"1,".repeat(12_000_000)}1]`)),
  bomb("lists within lists of JSON-stat", "m.json", () => jsonStat("[".repeat(5_000_000))),
  bomb("millions of observations of SDMX-JSON", "m.json", () =>
    sdmxJson(Array.from({length: 2_000_000}, (_, at) => `"0:0${at}":[1]`).join(",")),
  ),
  bomb("elements within a series of SDMX-ML", "m.xml", () => sdmxMl("<generic:Series>".repeat(3_000_000))),
  bomb("millions of empty series of SDMX-ML", "m.xml", () => sdmxMl("<generic:Series/>".repeat(2_000_000))),
  bomb("attributes of a series of SDMX-ML", "m.xml", () =>
    sdmxMl(`<generic:Series ${Array.from({length: 1_000_000}, (_, at) => `a${at}="x"`).join(" ")}/>`),
  ),
  bomb(
    "a header of Eurostat without end",
    "m.tsv",
    () => `freq,unit,geo\\TIME_PERIOD\t${"2020 \t".repeat(10_000_000)}`,
  ),
  bomb("a header of SDMX-CSV without end", "m.csv", () => `DATAFLOW,FREQ,${"x,".repeat(15_000_000)}`),
  bomb("a quote of SDMX-CSV without end", "m.csv", () => `${HEADER}"${"x\n".repeat(30_000_000)}`),
];
