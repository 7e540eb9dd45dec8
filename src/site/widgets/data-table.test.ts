// Long tables: how much of one is drawn between two places to rest.
import assert from "node:assert/strict";
import {test} from "node:test";
import {finish, longestStep} from "../../work/steps.fixture.ts";
import {dataTable, ROWS_AT_ONCE, rowsOf, tableInSteps} from "./data-table.ts";

const items = Array.from({length: 5000}, (_, at) => at);

test("of a long table at most 50 rows are made between two places to rest [budget.steps]", () => {
  let made = 0;
  const rows = rowsOf(items, (item) => {
    made++;
    return [String(item), `${item}.5`];
  });
  const steps = tableInSteps({caption: "c", columns: [{head: "a"}, {head: "b", decimals: "en"}], rows});
  assert.equal(
    longestStep(steps, () => made),
    ROWS_AT_ONCE,
  );
  assert.equal(made, items.length);
});

test("a table drawn step by step is the table drawn at once, with room for the decimals of its longest figure [budget.steps]", () => {
  const shape = {caption: "c", columns: [{head: "a"}, {head: "b", decimals: "en" as const}]};
  const cells = items.map((item) => [String(item), item === 4321 ? "1.25" : String(item)]);
  const drawn = finish(tableInSteps({...shape, rows: cells})).text;
  assert.equal(drawn, dataTable({...shape, rows: cells}).text);
  assert.equal(drawn.split("<tr>").length - 1, 1 + items.length);
  assert.match(drawn, /data-room=".00">7<\/td>/);
});
