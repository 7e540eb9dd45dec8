// The notebook of docs/, cell by cell in a kernel of Jupyter, with the sample of a live service.
//
// A cell behind its own ones prints what the test compares. Without Jupyter the cells run in one Python in their order.
import assert from "node:assert/strict";
import {execFile, spawnSync} from "node:child_process";
import {readFileSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {test} from "node:test";
import {promisify} from "node:util";
import {type Json, startLive} from "../live.ts";

const PYTHON = process.env["PYTHON"] ?? "python3";
const PROJECT = join(import.meta.dirname, "../../..");
const NOTEBOOK = join(PROJECT, "docs/notebooks/figures-and-vintages.ipynb");
const imports = (names: string): boolean => spawnSync(PYTHON, ["-c", `import ${names}`]).status === 0;
const skip = !imports("pandas, matplotlib") && "needs a python3 with pandas and matplotlib";

const QUESTIONS = `
import json
print("found", json.dumps({
    "growth": growth["value"].tolist(), "known": known["value"].tolist(), "estimates": len(estimates),
    "shown": [str(one.date()) for one in table.loc[revised.index].index], "lines": len(axes.get_lines()),
    "claims": [[one["claim"]["value"], one["verdict"]] for one in answers],
}))`;

const IN_JUPYTER = `
import nbformat, nbclient, sys
notebook = nbformat.read("notebook.ipynb", as_version=4)
nbformat.validate(notebook)
nbclient.NotebookClient(notebook, timeout=120).execute()
outputs = [one for cell in notebook.cells for one in cell.get("outputs", [])]
if not any("image/png" in one.get("data", {}) for one in outputs): sys.exit("no picture")
print("".join(one["text"] for one in outputs if one.get("name") == "stdout"))`;

const IN_ORDER = `
import json, matplotlib
matplotlib.use("Agg")
names = {}
for cell in json.load(open("notebook.ipynb"))["cells"]:
    if cell["cell_type"] == "code": exec("".join(cell["source"]), names)`;

test("the notebook of the documents runs from its first cell to its last and has the values of the service [clients.notebook]", {
  skip,
}, async (t) => {
  const live = await startLive(t);
  const notebook = JSON.parse(readFileSync(NOTEBOOK, "utf8")) as Json;
  const own = notebook.cells.filter((cell: Json) => cell.cell_type === "code");
  assert.ok(
    own.every((cell: Json) => cell.outputs.length === 0),
    "a notebook is kept without outputs",
  );
  notebook.cells.push({...own[0], id: "test", source: QUESTIONS});
  writeFileSync(join(live.folder, "notebook.ipynb"), JSON.stringify(notebook));
  const settings = {PYTHONPATH: join(PROJECT, "clients/python/src"), RYAD_URL: live.origin, RYAD_TOKEN: live.token};
  const script = imports("nbclient, nbformat, ipykernel") ? IN_JUPYTER : IN_ORDER;
  const options = {cwd: live.folder, env: {...process.env, ...settings, PYTHONDONTWRITEBYTECODE: "1"}};
  const {stdout} = await promisify(execFile)(PYTHON, ["-W", "ignore", "-c", script], options);
  const found = JSON.parse(/^found (.*)$/m.exec(stdout)![1]!) as Json;

  const read = async (path: string): Promise<Json> => (await live.get(path)).json();
  const slice = "/api/v1/data?dataset=gdp&geo=country&transformation=pct_yoy&freq=A";
  const valuesOf = ({observations}: Json): number[] => observations.map(({value}: Json) => value);
  const growth = await read(slice);
  assert.deepEqual(found.growth, valuesOf(growth));
  assert.deepEqual(found.known, valuesOf(await read(`${slice}&as_of=2016-04-30`)));
  const {estimate_count} = await read(`/api/v1/series/${growth.series[0].series_key}/estimates`);
  assert.equal(found.estimates, estimate_count);
  assert.deepEqual(found.claims, [
    ["97.5", "match"],
    ["96.3", "was_true"],
  ]);
  assert.deepEqual([found.shown.at(-1), found.lines], ["2015-01-01", 2]);
});
