// The client for Python, from the wheel that pip builds of it, with the live service.
//
// PYTHON names a python3 with the packages of requirements.txt.
import assert from "node:assert/strict";
import {execFile, spawnSync} from "node:child_process";
import {cpSync, mkdtempSync, readdirSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {test} from "node:test";
import {promisify} from "node:util";
import {type Json, startLive} from "../live.ts";

const PYTHON = process.env["PYTHON"] ?? "python3";
const SOURCES = join(import.meta.dirname, "../../../clients/python");
const NEEDS = "import setuptools, wheel, pip, pandas";
const skip = spawnSync(PYTHON, ["-c", NEEDS]).status !== 0 && "needs a python3 with pandas, pip, setuptools and wheel";
const KEY = "z7w59v18z36wzfeo";

const SCRIPT = `
import json
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
    "rows": len(rows), "sum": round(rows["value"].sum(), 2), "typed": str(rows["period"].dtype)[:10],
    "found": ryad.search("инфляция за двенадцать месяцев")["series_key"][0],
    "verdict": ryad.verify("5.59", series="${KEY}", period="2025-12")["verdict"],
    "estimates": len(ryad.vintages("ycowe7zbqp9rhk93")), "refused": refused,
}))
`;

test("the wheel of the client for Python gives frames with the values of the slice, and refusals in the words of the service [clients.python]", {
  skip,
}, async (t) => {
  const live = await startLive(t);
  const folder = mkdtempSync(join(tmpdir(), "ryad-wheel-"));
  t.after(() => rmSync(folder, {recursive: true, force: true}));
  const python = async (words: readonly string[]): Promise<string> => {
    const env = {...process.env, PYTHONPATH: join(folder, "site"), RYAD_URL: live.origin, RYAD_TOKEN: live.token};
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
});
