// A unit that a person defines is known; one that nobody defined holds the run.
import assert from "node:assert/strict";
import {writeFile} from "node:fs/promises";
import {join} from "node:path";
import {test} from "node:test";
import {ryad} from "../../../test/command.ts";
import {temporaryFolder} from "../../../test/warehouse.ts";
import {xlsxOf} from "../workbook/workbook.fixture.ts";

test("a unit that a descriptor defines does not hold the run, and an undefined one beside it does (FIX-country-22) [described.language]", async (t) => {
  const folder = await temporaryFolder(t);
  const load = async (unit: string, published: string) => {
    const book = join(folder, `${published}.xlsx`);
    const rows = [
      [null, null, 2025],
      ["Республика Коми", unit, 5],
      ["Республика Карелия", "тонна", 7],
    ];
    await writeFile(book, xlsxOf([{name: "1", rows}]));
    const given = ["--descriptor", join(folder, "peat.json"), "--published", published, "--data", join(folder, "data")];
    return await ryad(["load", book, ...given]);
  };
  const descriptor = {
    family: "peat",
    provider: "diggers",
    dataset: {code: "peat", name: "Торф", indicator: {code: "peat", label: "Торф"}},
    units: {"тыс. кочек": {name: "тысяча кочек", mult: 1000}},
    tables: [{columns: ["year"], rows: ["territory", "unit"]}],
  };
  await writeFile(join(folder, "peat.json"), JSON.stringify(descriptor));
  const known = await load("тыс. кочек", "2026-01-01");
  assert.deepEqual([known.code, /2 new values/.test(known.stdout)], [0, true], known.stderr);
  const unknown = await load("тыс. бугров", "2026-02-01");
  assert.equal(unknown.code, 1);
  assert.match(unknown.stderr, /known-units: 1 value unreadable/);
});
