// A search step by step: pauses, and the same result.
import assert from "node:assert/strict";
import {test} from "node:test";
import {buildIndex} from "./search.fixture.ts";
import {createSeriesSearch} from "./series-search.ts";

test("a search of many families pauses every few thousand, and finds the same as without pauses [budget.search]", () => {
  const codes = Array.from({length: 10_000}, (_, i) => `c${i}`);
  const {index} = buildIndex([
    {
      classes: Object.fromEntries(codes.map((code, i) => [code, `Хлеб сорта номер ${i}`])),
      families: codes.map((classification) => ({classification})),
    },
  ]);
  const search = createSeriesSearch(index);
  for (const [text, limit] of [
    ["хлеб", 20],
    ["хлеб сорта", 2000],
    ["хлеб пароход", 20],
  ] as const) {
    const question = {text, limit, filters: {}};
    const steps = search.steps(question, true);
    let [pauses, step] = [0, steps.next()];
    for (; !step.done; step = steps.next()) pauses++;
    assert.ok(pauses >= 4, `${pauses} pauses for ${text}`);
    assert.equal(step.value.total, 10_000);
    assert.deepEqual(step.value, search.answer(question, true));
  }
  const counted = search.answer({text: "хлеб", limit: 100, most: 100, filters: {}});
  assert.deepEqual([counted.total, counted.found], [10_000, []], "no page is made where too many match");
});
