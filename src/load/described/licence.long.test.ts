// The licence of a dataset from its descriptor reaches the manifest of its files (CONTRACT 6.6).
import assert from "node:assert/strict";
import {readFile, writeFile} from "node:fs/promises";
import {join} from "node:path";
import {test} from "node:test";
import {ryad} from "../../../test/command.ts";
import {temporaryFolder} from "../../../test/warehouse.ts";
import {xlsxOf} from "../workbook/workbook.fixture.ts";

test("the licence that a descriptor names is that of the files; without one there is none [files.licence]", async (t) => {
  const folder = await temporaryFolder(t);
  const data = ["--data", join(folder, "data")];
  const [book, words] = [join(folder, "book.xlsx"), join(folder, "words.json")];
  await writeFile(
    book,
    xlsxOf([
      {
        name: "1",
        rows: [
          ["", "2022 год", "2023 год"],
          ["Bread", 1, 2],
        ],
      },
    ]),
  );
  const tables = [{columns: ["year"], rows: ["class"], fixed: {unit: "миллион рублей", territory: "643"}}];
  for (const [code, licence] of [
    ["open", {licence: "CC-BY-4.0"}],
    ["unsaid", {}],
  ] as const) {
    const dataset = {code, name: "Food", indicator: {code: "food", label: "Food"}, ...licence};
    await writeFile(words, JSON.stringify({family: "food", provider: "grocers", dataset, tables}));
    const loaded = await ryad(["load", book, "--descriptor", words, "--published", "2026-01-01", ...data]);
    assert.equal(loaded.code, 0, loaded.stderr);
  }
  const written = await ryad(["files", "write", ...data]);
  assert.equal(written.code, 0, written.stderr);
  const {datasets} = JSON.parse(await readFile(join(folder, "data/files/list.json"), "utf8"));
  assert.deepEqual(
    datasets.map(({licence}: {licence: string | null}) => licence),
    ["CC-BY-4.0", null],
  );
});
