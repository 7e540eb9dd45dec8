// A package with rows that can't be read, through the command.
import assert from "node:assert/strict";
import {readFile} from "node:fs/promises";
import {join} from "node:path";
import {test} from "node:test";
import {openApi} from "./api/client.ts";
import {ryad} from "./command.ts";
import {temporaryFolder, writePackage} from "./warehouse.ts";

const HEADER = "indicator,geo,period,value";
const ROWS = ["x,643,2022,1", "x,643,2023-13,2", "x,030,2022,3", "x,643,2021,twelve"];
const METADATA = {
  provider: "showdata",
  dataset: "bad_rows",
  name: "Bad rows (not official)",
  published_at: "2024-01-10",
};

test("a package with two bad rows exits 1, names both with line, column and reason, and publishes nothing [tidy.bad-rows command.exit-codes load.atomic]", async (t) => {
  const dataFolder = await temporaryFolder(t);
  const folder = await writePackage(join(await temporaryFolder(t), "package"), METADATA, HEADER, ROWS);
  const {code, stdout, stderr} = await ryad(["load", folder, "--data", dataFolder]);
  assert.equal(code, 1);
  assert.match(stderr, /observations\.csv, line 3, column period: .*"2023-13"/);
  assert.match(stderr, /observations\.csv, line 5, column value: .*"twelve"/);
  assert.doesNotMatch(stderr, /line 2|line 4|at .*\.ts:/);
  assert.doesNotMatch(stdout, /bad_rows/);
  const api = await openApi(t, dataFolder);
  assert.equal((await api.get("/api/v1/data?dataset=bad_rows&geo=all")).status, 404);
});

test("with --skip-bad-rows the bad rows go to a file and the rest is loaded, and a check agrees [tidy.skip-bad-rows]", async (t) => {
  const dataFolder = await temporaryFolder(t);
  const work = await temporaryFolder(t);
  const folder = await writePackage(join(work, "package"), METADATA, HEADER, ROWS);
  const aside = join(work, "bad.csv");
  const {code, stdout, stderr} = await ryad(["load", folder, "--skip-bad-rows", aside, "--data", dataFolder]);
  assert.equal(code, 0, stderr);
  assert.match(stdout, /2 rows/);
  const rows = await readFile(aside, "utf8");
  assert.match(rows, /x,643,2023-13,2/);
  assert.match(rows, /x,643,2021,twelve/);
  assert.doesNotMatch(rows, /x,643,2022,1/);
  const api = await openApi(t, dataFolder);
  const {observations} = (await api.get("/api/v1/data?dataset=bad_rows&geo=all")).json;
  assert.deepEqual(observations.map((row: {value: number}) => row.value).sort(), [1, 3]);
  assert.equal((await ryad(["check", "--data", dataFolder])).code, 0);
});
