// Reasons for missing values: stored with each release, exported, and removed with the release.
import assert from "node:assert/strict";
import {readFile} from "node:fs/promises";
import {join} from "node:path";
import {test} from "node:test";
import {ryad} from "./command.ts";
import {temporaryFolder, writePackage} from "./warehouse.ts";

test("export --missing lists the periods without a value with the reason of the newest release, and no period with a value [load.missing]", async (t) => {
  const [data, work] = [await temporaryFolder(t), await temporaryFolder(t)];
  const load = async (day: string, rows: string[]) => {
    const metadata = {provider: "showdata", dataset: "gaps", name: "Gaps (not official)", published_at: day};
    const folder = await writePackage(join(work, day), metadata, "indicator,geo,period,value", rows);
    const {code, stderr} = await ryad(["load", folder, "--data", data]);
    assert.equal(code, 0, stderr);
  };
  // Enough values that the withdrawal of one is not held
  const others = Array.from({length: 20}, (_, at) => `z,643,${1990 + at},7`);
  await load("2024-01-10", [
    ...others,
    "x,643,2019,-",
    "x,643,2020,…",
    "x,643,2021,…",
    "x,643,2022,1",
    "x,643,2018,",
    "y,643,2022,-",
  ]);
  await load("2024-02-10", [...others, "x,643,2020,5", "x,643,2021,-", "x,643,2022,…"]);
  const missing = async () => {
    const path = join(work, "missing.csv");
    const {code, stdout, stderr} = await ryad(["export", "--missing", path, "--data", data]);
    assert.equal(code, 0, stderr);
    const [header, ...lines] = (await readFile(path, "utf8")).trimEnd().split("\n");
    assert.match(header!, /;period;reason;as_of$/);
    assert.match(stdout, new RegExp(`^exported ${lines.length} periods without a value`));
    return lines.map((line) => line.split(";").slice(-3));
  };
  // a series that never had a value (y) does not exist; a value in force (2020, 2022) takes precedence over any reason
  assert.deepEqual(await missing(), [
    ["2019-01-01", "none", "2024-01-10"],
    ["2021-01-01", "none", "2024-02-10"],
    // it had a value, which its publisher no longer gives
    ["2022-01-01", "not-available", "2024-02-10"],
  ]);
  assert.equal((await ryad(["check", "--data", data])).code, 0);
  const releases = JSON.parse((await ryad(["release", "list", "--json", "--data", data])).stdout) as {id: number}[];
  assert.equal((await ryad(["release", "withdraw", String(releases[1]!.id), "--data", data])).code, 0);
  assert.deepEqual(await missing(), [
    ["2019-01-01", "none", "2024-01-10"],
    ["2020-01-01", "not-available", "2024-01-10"],
    ["2021-01-01", "not-available", "2024-01-10"],
  ]);
  assert.equal((await ryad(["check", "--data", data])).code, 0);
});
