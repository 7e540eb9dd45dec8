// A proposal without names from a person: its dataset is named by the file, and the load needs no option for it.
import assert from "node:assert/strict";
import {writeFileSync} from "node:fs";
import {join} from "node:path";
import {test} from "node:test";
import {ryad} from "../../../test/command.ts";
import {temporaryFolder} from "../../../test/warehouse.ts";
import {DEFAULT_COUNTRY} from "../../country/countries.ts";
import {datasetOfFile} from "./own-name.ts";

test("a dataset without a name has a code from the file's name [described.own-name]", () => {
  const code = (path: string) => datasetOfFile(path, DEFAULT_COUNTRY);
  assert.equal(code("/data/Добыча руды (2024).xlsx"), "dobycha_rudy_2024");
  assert.equal(code("gdp.by.region.csv"), "gdp_by_region");
  for (const path of ["all.csv", "---.csv", ".csv"]) assert.equal(code(path), "table", path);
  assert.match(code(`${"показатель ".repeat(20)}.xls`), /^[a-z\d_]{1,64}$/);
});

test("ryad load --describe needs neither --provider nor --dataset: the provider is own [described.own-name]", async (t) => {
  const folder = await temporaryFolder(t);
  const path = join(folder, "Руда.csv");
  writeFileSync(path, "Регион;2023;2024\nБрянская область;1,5;2,5\nТверская область;2,5;3,5\n");
  const options = ["--unit", "million tonnes", "--published", "2025-02-01", "--data", join(folder, "data")];
  const held = await ryad(["load", path, "--describe", ...options]);
  assert.match(held.stdout, /^own\/ruda of 2025-02-01: held as run \S+ \(confirmed-descriptor\)/);
  const run = /held as run (\S+)/.exec(held.stdout)![1]!;
  const accepted = await ryad(["load", "--accept", run, "--data", join(folder, "data")]);
  assert.match(accepted.stdout, /own\/ruda of 2025-02-01: 4 new values/);
});
