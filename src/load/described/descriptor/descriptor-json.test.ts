// The language of descriptors: the author of a descriptor gets a list of all mistakes, and may extend another descriptor.
import assert from "node:assert/strict";
import {readdirSync} from "node:fs";
import {test} from "node:test";
import {Refusal} from "../../../service/refusal.ts";
import {builtInDescriptors} from "../../sources/described-workbooks.ts";
import {fixtureFile, NO_HINTS, recordingSink} from "../../sources/fedstat/emiss-message.fixture.ts";
import {xlsxOf} from "../../workbook/workbook.fixture.ts";
import {readDescribed} from "../read-described.ts";
import {readDescriptor} from "./descriptor-json.ts";

test("every built-in descriptor follows the rules for descriptors of operators [described.language]", () => {
  const folders = ["rosstat", "cbr", "showdata"].map((provider) => `../../sources/${provider}/descriptors/`);
  const files = folders.flatMap((folder) => readdirSync(new URL(folder, import.meta.url)));
  // As many names as files: no two share one.
  assert.deepEqual([...builtInDescriptors().keys()].sort(), files.map((name) => name.replace(".json", "")).sort());
  for (const [name, descriptor] of builtInDescriptors()) {
    assert.deepEqual(readDescriptor(JSON.stringify(descriptor), new Map()), descriptor, name);
  }
});

test("all mistakes of a descriptor are listed with their places [described.language]", () => {
  const bad = {
    family: "x",
    provider: "p",
    dataset: {
      code: "all",
      colour: "red",
      sourceUrl: "javascript:alert(1)",
      continuity: [{from: "a", to: "b", period: "январь 2022"}],
    },
    members: {"(": {}},
    tables: [
      {
        columns: ["jahr"],
        rows: [],
        lines: [{match: "(", as: "unit"}],
        fixed: {unit: "попугай", territory: "1"},
        territories: {"[": "643"},
        exceptions: [{cells: "B2-D4", ignore: true, because: "x"}],
      },
    ],
  };
  assert.throws(
    () => readDescriptor(JSON.stringify(bad), new Map()),
    (error: Refusal) => {
      for (const part of [
        'dataset: "name" is missing',
        'dataset: "colour" is not a known field',
        "tables[0].columns[0]: is not one of year",
        "tables[0].lines[0].match: Invalid regular expression",
        "tables[0].fixed.unit: is not a unit",
        "tables[0].fixed.territory: is not the code",
        'dataset.code: must not be "all"',
        "dataset.sourceUrl: must be an http",
        "dataset.continuity[0].period: is not one of YYYY",
        "members.(: Invalid regular expression",
        "tables[0].territories.[: Invalid regular expression",
        "tables[0].exceptions[0].cells: is neither a cell nor a range",
      ]) {
        assert.ok(error.message.includes(part), part);
      }
      return error instanceof Refusal;
    },
  );
  assert.throws(
    () => readDescriptor('{"extends": "nothing"}', builtInDescriptors()),
    /no built-in descriptor is named/,
  );
});

test("any provider's descriptor may be extended [described.language]", () => {
  const base = builtInDescriptors().get("ruonia")!;
  const own = {extends: "ruonia", family: "own", dataset: {code: "own"}};
  const {provider, dataset, tables} = readDescriptor(JSON.stringify(own), builtInDescriptors());
  assert.deepEqual([provider, dataset, tables], [base.provider, {...base.dataset, code: "own"}, base.tables]);
});

test("a descriptor that extends a built-in one has only the differences [described.language]", async () => {
  const own = {
    extends: "regional_monthly",
    family: "regional",
    dataset: {code: "regional_wine", name: "Производство вина"},
  };
  const descriptor = readDescriptor(JSON.stringify(own), builtInDescriptors());
  const sink = recordingSink();
  const rows = [["Вино"], ["Млн. рублей"], [null, "2016 год"], [null, "январь"], ["Республика Крым", 7]];
  const file = fixtureFile("400-402 вино.xlsx", xlsxOf([{name: "Млн.рублей", rows}]));
  const {metadata} = await readDescribed(descriptor, file, {...NO_HINTS, publishedAt: "2016-03-01"}, sink);
  assert.deepEqual([metadata.dataset, metadata.name], ["regional_wine", "Производство вина"]);
  assert.deepEqual(
    sink.observed.map(({series, value}) => [series.territory, value]),
    [["35000000000", 7]],
  );
});
