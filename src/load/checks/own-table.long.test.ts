// Two tables of a person's own under one name of a file.
import assert from "node:assert/strict";
import {mkdirSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {type TestContext, test} from "node:test";
import {ryad} from "../../../test/command.ts";
import {temporaryFolder} from "../../../test/warehouse.ts";

/** A folder with monthly.csv, and a data package beside it. */
function tableIn(folder: string, text: string, name: string | null = null): string {
  mkdirSync(folder);
  writeFileSync(join(folder, "monthly.csv"), text);
  if (name !== null)
    writeFileSync(join(folder, "datapackage.json"), JSON.stringify({name, resources: [{path: "monthly.csv"}]}));
  return join(folder, "monthly.csv");
}

async function loader(t: TestContext) {
  const folder = await temporaryFolder(t);
  const data = ["--data", join(folder, "data")];
  const load = (path: string, unit: string, published: string, more: readonly string[] = []) => {
    const answers = ["--territory", "US", "--unit", unit, "--published", published];
    return ryad(["load", path, "--describe", ...answers, ...data, ...more]);
  };
  const accept = (said: {readonly stdout: string}) =>
    ryad(["load", "--accept", /held as run (\S+)/.exec(said.stdout)![1]!, ...data]);
  return {folder, load, accept};
}

test("a table of a person's own that shares no series with the dataset of its name is held, and the check says what to do, whatever its day [load.own-table]", async (t) => {
  const {folder, load, accept} = await loader(t);
  const flows = tableIn(join(folder, "flows"), "Date,Flows\n2023-01,5\n2023-02,6\n");
  const warmth = tableIn(join(folder, "warmth"), "Date,Mean\n2023-01,0.5\n2023-02,0.6\n");
  assert.match((await accept(await load(flows, "million tonnes", "2024-05-01"))).stdout, /own\/monthly .*2 new values/);
  for (const published of ["2024-04-01", "2024-06-01"]) {
    const held = await load(warmth, "per cent", published);
    assert.match(held.stdout, /same-table/);
    assert.match(
      held.stderr,
      /same-table: none of its series is among the 1 series of own\/monthly, "[^"]+": another table of the same name\? load it with --dataset CODE, or accept/,
    );
  }
  const named = await load(warmth, "per cent", "2024-04-01", ["--dataset", "warmth"]);
  assert.match(named.stdout, /^own\/warmth/);
  assert.doesNotMatch(named.stderr, /same-table/);
  const next = tableIn(join(folder, "next"), "Date,Flows\n2023-02,6\n2023-03,7\n");
  assert.doesNotMatch((await load(next, "million tonnes", "2024-07-01")).stderr, /same-table/);
});

test("a dataset without a name has a code of the package that lists the file and of the file's name, unless both are the same [described.own-name]", async (t) => {
  const {folder, load} = await loader(t);
  const text = "Date,Mean\n2023-01,0.5\n2023-02,0.6\n";
  const warmth = tableIn(join(folder, "warmth"), text, "global-temp");
  assert.match((await load(warmth, "per cent", "2024-04-01")).stdout, /^own\/global_temp_monthly of/);
  const same = tableIn(join(folder, "same"), text, "Monthly");
  assert.match((await load(same, "per cent", "2024-04-01")).stdout, /^own\/monthly of/);
});
