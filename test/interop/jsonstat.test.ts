// Readers of JSON-stat of others with the live service: jsonstat-toolkit, in Python jsonstat-validator and pyjstat, and in R rjstat.
//
// PYTHON names a python3 with the packages of requirements.txt. Debian does not have rjstat: where R lacks it, its test is skipped by name.
import assert from "node:assert/strict";
import {execFileSync, spawnSync} from "node:child_process";
import {createRequire} from "node:module";
import {test} from "node:test";
import {type Json, type Live, startLive} from "./live.ts";

const PYTHON = process.env["PYTHON"] ?? "python3";
const NEEDS = "import jsonstat_validator, pyjstat, pandas";
const SKIP_R = spawnSync("Rscript", ["-e", "loadNamespace('rjstat')"]).status !== 0 && "needs R with rjstat";
const skip = spawnSync(PYTHON, ["-c", NEEDS]).status !== 0 && "needs a python3 with jsonstat-validator and pyjstat";

/** One whose cells are mostly filled, and one whose cells are mostly empty. */
const QUERIES = ["dataset=gdp&geo=country&freq=A", "dataset=fedstat/31452&geo=all&start=2021-07"];

const DIMENSIONS = "/api/v1/jsonstat/dimensions?dataset=gdp";

async function read(live: Live, query: string): Promise<{readonly cube: Json; readonly expected: string[]}> {
  const cube = await (await live.get(`/api/v1/jsonstat?${query}`)).json();
  const {observations} = (await (await live.get(`/api/v1/data?${query}`)).json()) as Json;
  return {cube, expected: observations.map(({value}: Json) => String(value)).sort()};
}

test("jsonstat-toolkit reads every value of a slice [jsonstat.clients]", async (t) => {
  const live = await startLive(t);
  const JsonStat = createRequire(import.meta.url)("jsonstat-toolkit");
  for (const query of QUERIES) {
    const {cube, expected} = await read(live, query);
    const dataset = JsonStat(cube);
    assert.equal(dataset.class, "dataset");
    const rows: Json[] = dataset.toTable({type: "arrobj", content: "id"});
    const values = rows.flatMap(({value}) => (value === null ? [] : [String(value)]));
    assert.deepEqual(values.sort(), expected, query);
    assert.deepEqual(dataset.role.time, ["time"]);
  }
  const dimensions = JsonStat(await (await live.get(DIMENSIONS)).json());
  assert.deepEqual(dimensions.Dimension("freq").id, ["A", "Q"]);
});

test("jsonstat-validator finds no fault, and pyjstat reads every value of a slice [jsonstat.clients]", {
  skip,
}, async (t) => {
  const live = await startLive(t);
  const script = `
import json, sys
from jsonstat_validator import validate_jsonstat
from pyjstat import pyjstat
text = sys.stdin.read()
assert validate_jsonstat(json.loads(text)) is True
frame = pyjstat.Dataset.read(text).write("dataframe").dropna(subset=["value"])
print(json.dumps([float(value) for value in frame["value"]]))`;
  const empty = await (await live.get(DIMENSIONS)).text();
  const judged =
    "import sys, json; from jsonstat_validator import validate_jsonstat; print(validate_jsonstat(json.load(sys.stdin)))";
  assert.equal(execFileSync(PYTHON, ["-c", judged], {input: empty, encoding: "utf8"}).trim(), "True");
  for (const query of QUERIES) {
    const {cube, expected} = await read(live, query);
    const printed = execFileSync(PYTHON, ["-c", script], {input: JSON.stringify(cube), encoding: "utf8"});
    assert.deepEqual(JSON.parse(printed).map(String).sort(), expected, query);
  }
});

test("rjstat reads every value of a slice [jsonstat.clients]", {skip: SKIP_R}, async (t) => {
  const live = await startLive(t);
  const script = `
frame <- rjstat::fromJSONstat(paste(readLines(file("stdin"), warn = FALSE), collapse = ""), naming = "id")
cat(jsonlite::toJSON(frame$value[!is.na(frame$value)], digits = NA))`;
  for (const query of QUERIES) {
    const {cube, expected} = await read(live, query);
    const printed = execFileSync("Rscript", ["-e", script], {
      ...{input: JSON.stringify(cube), encoding: "utf8", env: {...process.env, R_PROFILE: "/dev/null"}},
    });
    assert.deepEqual(JSON.parse(printed).map(String).sort(), expected, query);
  }
});
