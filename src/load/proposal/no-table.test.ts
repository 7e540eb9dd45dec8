// A file without a table that can be found: the refusal shows what a person needs to see why.
import assert from "node:assert/strict";
import {writeFileSync} from "node:fs";
import {join} from "node:path";
import {test} from "node:test";
import {ryad} from "../../../test/command.ts";
import {temporaryFolder} from "../../../test/warehouse.ts";
import {xlsxOf} from "../workbook/workbook.fixture.ts";

test("a file without a table is refused with what was looked for and its first rows [described.no-table]", async (t) => {
  const folder = await temporaryFolder(t);
  const path = join(folder, "names.xlsx");
  const long = "Очень длинный текст без чисел и годов";
  writeFileSync(
    path,
    xlsxOf([
      {name: "Список", rows: [[long], [null], ["Код", "Имя"], ["a", "b"], ["c", "d"], ["e", "f"]]},
      {name: "Пусто", rows: []},
    ]),
  );
  for (const way of [
    ["describe", path],
    ["load", path, "--describe", "--data", join(folder, "data")],
  ]) {
    const {code, stderr} = await ryad(way);
    assert.notEqual(code, 0);
    assert.deepEqual(stderr.trimEnd().split("\n"), [
      `ryad: ${path} has no table that could be found: looked for a row of two years, months or dates above values, and for a row with a label and a number below a row of names`,
      '  sheet "Список", 6 rows of 2 columns: 0 numbers in the first 6 rows, row 3 is a row of names',
      "    row 1: Очень длинный текст без …",
      "    row 3: Код | Имя",
      "    row 4: a | b",
      "    row 5: c | d",
      '  sheet "Пусто" is empty',
      "write a descriptor: docs/adding-a-source.md",
    ]);
  }
});
