// Rows of a table of text that lost cells, or were joined with the next row: their values are lost, or are in other columns.
import assert from "node:assert/strict";
import {writeFile} from "node:fs/promises";
import {join} from "node:path";
import {test} from "node:test";
import {temporaryFolder, temporaryStore} from "../../../test/warehouse.ts";
import {isepText, kepText} from "../../../trust/loads/publications.ts";
import {loadPath} from "../run.ts";
import {NO_HINTS} from "../sources/fedstat/emiss-message.fixture.ts";
import {textRows} from "../workbook/delimited.ts";

const DESCRIPTOR = JSON.stringify({
  family: "ore",
  provider: "miners",
  dataset: {code: "ore", name: "Добыча руды"},
  tables: [{columns: ["year"], rows: ["territory"], fixed: {unit: "тонна"}}],
});
const ORE = "Область;2023;2024;2025\nТверская область;1;2;3\nг. Москва;4;5;6\nМосковская область;7;8;9\n";

/** Each table has a row that is cut, and the same row joined with the next one. */
const TABLES = [
  {name: "kep.csv", text: kepText(3), row: /2013\S*\t1.*/, short: "2013\t1031,0\t1032,1"},
  {name: "isep.csv", text: isepText(0), row: /импорт.*/, short: "импорт товаров\t20,4"},
  {name: "ore.csv", text: ORE, row: /г. Москва.*/, short: "г. Москва;4"},
] as const;

test("a row with fewer or more cells than the row above holds the run: its values are lost, or belong to other columns [load.short-rows]", async (t) => {
  const {store} = await temporaryStore(t);
  for (const {name, text, row, short} of TABLES) {
    const folder = await temporaryFolder(t);
    if (name === "ore.csv") await writeFile(join(folder, "descriptor.json"), DESCRIPTOR);
    const path = name === "ore.csv" ? folder : join(folder, name);
    const load = async (content: string) => {
      await writeFile(join(folder, name), content);
      return await loadPath(store, path, {...NO_HINTS, publishedAt: "2024-01-01"});
    };
    for (const damaged of [text.replace(row, short), text.replace(row, (whole) => `${whole}${whole.slice(1)}`)]) {
      const {held} = await load(damaged);
      const failed = held?.checks.find(({required, passed}) => required && !passed);
      assert.match(failed?.seen ?? "", /has \d+ cells where the row above has \d+/, name);
    }
    assert.equal((await load(text)).held, null, name);
  }
});

test("titles, labels and notes of one cell, blank rows and the row that a cut left are not compared [load.short-rows]", () => {
  const rows = [...textRows({name: "a.csv"}, "title\n\na;b;c\n1;2;3\nnote\n\n4;5\n6;7\n8", ";")];
  assert.deepEqual(
    rows.map(({above}) => above),
    [null, null, null, null, 3, null, 3, null, null],
  );
});
