// The client for Python, from the wheel that pip builds of it, with the live service.
//
// PYTHON names a python3 with the packages of requirements.txt.
import assert from "node:assert/strict";
import {execFile, spawnSync} from "node:child_process";
import {cpSync, readdirSync} from "node:fs";
import {join} from "node:path";
import {test} from "node:test";
import {promisify} from "node:util";
import {temporaryFolder} from "../../warehouse.ts";
import {type Json, startLive} from "../live.ts";
import {startImpatientProxy} from "./impatient-proxy.ts";
import {exampleOf} from "./readme.ts";

const PYTHON = process.env["PYTHON"] ?? "python3";
const SOURCES = join(import.meta.dirname, "../../../clients/python");
const NEEDS = "import setuptools, wheel, pip, pandas";
const skip = spawnSync(PYTHON, ["-c", NEEDS]).status !== 0 && "needs a python3 with pandas, pip, setuptools and wheel";
const KEY = "z7w59v18z36wzfeo";

const SCRIPT = `
import json
from datetime import date
from ryad import Ryad, RyadError
ryad = Ryad()
wide = ryad.series(["${KEY}"], last=3)
rows = ryad.data("cpi_weekly", geo="all")
try:
    ryad.data("nope")
except RyadError as error:
    refused = [error.status, error.code]
print(json.dumps({
    "columns": list(wide.columns), "periods": [str(one.date()) for one in wide.index], "values": wide["${KEY}"].tolist(),
    "listed": len(ryad.catalogue("gdp")), "known": ryad.data("gdp", geo="country", freq=["A"], as_of=date(2016, 4, 30))["value"].tolist(),
    "first": ryad.estimates("gdp", geo="country", which="first", limit=1)["value"].tolist(),
    "updates": len(ryad.updates(date(2018, 1, 1), limit=5)),
    "derived": ryad.derived("yoy", keys="ycowe7zbqp9rhk93", last=2)["ycowe7zbqp9rhk93"].tolist(),
    "derivedRows": len(ryad.derived("change", dataset="gdp", geo="country", transformation="level", freq=["A"])),
    "panel": ryad.panel("ycowe7zbqp9rhk93", days=[date(2016, 4, 30), date(2026, 7, 1)], start="2015", end="2015")["value"].tolist(),
    "changed": [len(ryad.changes()[0]), len(ryad.changes("start", dataset="cbr/key_rate")[0]) > 100],
    "rows": len(rows), "sum": round(rows["value"].sum(), 2), "typed": str(rows["period"].dtype)[:10],
    "found": ryad.search("инфляция за двенадцать месяцев")["series_key"][0],
    "verdict": ryad.verify("5.59", series="${KEY}", period="2025-12")["verdict"],
    "estimates": len(ryad.vintages("ycowe7zbqp9rhk93")), "refused": refused,
}))
`;

const WAITING = `
import json, time
from ryad import Ryad, RyadError
ryad = Ryad(patience=5)
def told(ask):
    try:
        ask()
    except RyadError as error:
        return [error.status, error.code, str(error)]
began = time.monotonic()
datasets = len(ryad.datasets())
waited = time.monotonic() - began
print(json.dumps({
    "datasets": datasets, "waited": waited, "month": told(lambda: ryad.catalogue("gdp")), "gateway": told(lambda: ryad.search("gdp")),
}))
`;

test("the wheel of the client for Python gives frames with the values of the slice, and refusals in the words of the service; it waits where the service says so, and sends nothing else twice [clients.python]", {
  skip,
}, async (t) => {
  const live = await startLive(t);
  const folder = await temporaryFolder(t);
  const python = async (words: readonly string[], url = live.origin): Promise<string> => {
    const env = {...process.env, PYTHONPATH: join(folder, "site"), RYAD_URL: url, RYAD_TOKEN: live.token};
    return (await promisify(execFile)(PYTHON, words, {env, cwd: folder})).stdout;
  };
  cpSync(SOURCES, join(folder, "sources"), {recursive: true});
  await python([
    "-m",
    "pip",
    "wheel",
    "-q",
    "--no-build-isolation",
    "--no-deps",
    "-w",
    folder,
    join(folder, "sources"),
  ]);
  const wheel = readdirSync(folder).find((name) => name.endsWith(".whl"))!;
  await python(["-m", "pip", "install", "-q", "--no-deps", "--target", join(folder, "site"), join(folder, wheel)]);
  const given = JSON.parse(await python(["-c", SCRIPT])) as Json;
  await python(["-c", exampleOf("python")]);
  const {items} = (await (await live.get(`/api/v1/series/${KEY}/observations?limit=3`)).json()) as Json;
  assert.deepEqual(
    [given.columns, given.periods, given.values],
    [[KEY], items.map(({period}: Json) => period), items.map(({value}: Json) => value)],
  );
  const {observations} = (await (await live.get("/api/v1/data?dataset=cpi_weekly&geo=all&limit=300")).json()) as Json;
  const sum = observations.reduce((total: number, {value}: Json) => total + value, 0);
  assert.deepEqual(
    [given.rows, given.typed, given.found, given.verdict],
    [observations.length, "datetime64", KEY, "match"],
  );
  assert.ok(Math.abs(given.sum - sum) < 0.01, `${given.sum} and ${sum}`);
  const {estimate_count} = (await (await live.get("/api/v1/series/ycowe7zbqp9rhk93/estimates")).json()) as Json;
  assert.deepEqual([given.estimates, given.refused], [estimate_count, [404, "NOT_FOUND"]]);
  const known = (await (await live.get("/api/v1/data?dataset=gdp&geo=country&freq=A&as_of=2016-04-30")).json()) as Json;
  const listed = (await (await live.get("/api/v1/reference/series?dataset=gdp")).json()) as Json;
  assert.deepEqual(
    [given.listed, given.known],
    [listed.items.length, known.observations.map(({value}: Json) => value)],
  );
  const first = (await (
    await live.get("/api/v1/estimates?dataset=gdp&geo=country&which=first&limit=300")
  ).json()) as Json;
  const updates = (await (await live.get("/api/v1/updates?since=2018-01-01")).json()) as Json;
  assert.deepEqual([given.first, given.updates], [first.estimates.map(({value}: Json) => value), updates.total]);

  const answerOf = async (path: string) => (await (await live.get(path)).json()) as Json;
  const valuesOf = async (path: string) => (await answerOf(path)).observations.map(({value}: Json) => value);
  const growth = "series=ycowe7zbqp9rhk93";
  assert.deepEqual(given.derived, await valuesOf(`/api/v1/derived?${growth}&derive=yoy&last=2`));
  const changes = await valuesOf("/api/v1/derived?dataset=gdp&geo=country&transformation=level&freq=A&derive=change");
  assert.deepEqual([given.derivedRows, given.changed], [changes.length, [0, true]]);
  const asKnown = (day: string) => valuesOf(`/api/v1/observations?${growth}&start=2015&end=2015&as_of=${day}`);
  assert.deepEqual(given.panel, [...(await asKnown("2016-04-30")), ...(await asKnown("2026-07-01"))]);

  const proxy = await startImpatientProxy(t, live.origin, {
    "reference/datasets": {status: 429, times: 1, retryAfter: "1"},
    "reference/series": {status: 429, times: 9, retryAfter: "3600"},
    "series/search": {status: 502, times: 9},
  });
  const waiting = JSON.parse(await python(["-c", WAITING], proxy.origin)) as Json;
  assert.ok(waiting.waited >= 1, `${waiting.waited} s`);
  assert.equal(waiting.datasets, 12);
  assert.deepEqual(waiting.month, [429, "RATE_LIMITED", "20 requests a minute (wait)"]);
  assert.deepEqual(waiting.gateway, [502, "", "HTTP 502"]);
  assert.deepEqual([...proxy.asked.values()], [2, 1, 1]);
});
