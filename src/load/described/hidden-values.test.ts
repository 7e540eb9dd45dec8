// What the command says of values that one unread word hides: the hold and the acceptance count values, and not the words.
import assert from "node:assert/strict";
import {writeFile} from "node:fs/promises";
import {join} from "node:path";
import {test} from "node:test";
import {ryad} from "../../../test/command.ts";
import {temporaryFolder} from "../../../test/warehouse.ts";
import {xlsxOf} from "../workbook/workbook.fixture.ts";

test("a hold and its acceptance count the values that are lost, not the rows, and name the text once (FIX-rosstat-47) [load.losses]", async (t) => {
  const folder = await temporaryFolder(t);
  const [book, words] = [join(folder, "book.xlsx"), join(folder, "words.json")];
  const rows = [["", "2022 год", "2023 год"], ["Хлеб", 1, 2], ["млрд рублей"], ["Соль", 3, 4], ["Мёд", 5, null]];
  await writeFile(book, xlsxOf([{name: "1", rows}]));
  const fixed = {unit: "миллион рублей", territory: "643"};
  const dataset = {code: "food", name: "Продукты", indicator: {code: "food", label: "Продукты"}};
  const tables = [{columns: ["year"], rows: ["class"], fixed}];
  await writeFile(words, JSON.stringify({family: "food", provider: "grocers", dataset, tables}));
  const data = ["--data", join(folder, "data")];
  const held = await ryad(["load", book, "--descriptor", words, "--published", "2026-01-01", ...data]);
  assert.equal(held.code, 1);
  assert.match(held.stderr, /known-units: 3 values unreadable in 2 places: .*\("млрд рублей"\), 3 values\n/);
  const run = /held as run (\S+)/.exec(held.stdout)![1]!;
  const shown = JSON.parse((await ryad(["runs", "--show", run, "--json", ...data])).stdout);
  assert.deepEqual(
    shown.losses.map(({text, places: locations, values}: Record<string, unknown>) => [text, locations, values]),
    [["млрд рублей", 2, 3]],
  );
  const accepted = await ryad(["load", "--accept", run, ...data]);
  assert.equal(
    accepted.stdout,
    "grocers/food of 2026-01-01: 2 new values, 0 revised, 3 values in 2 places set aside\n",
  );
});
