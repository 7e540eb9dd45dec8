// Data of SDMX at the limit of an answer.
import assert from "node:assert/strict";
import {test} from "node:test";
import {daily, openWith} from "./packages.ts";

test("300,000 values are one answer of SDMX, and one more is refused [sdmx.refusals]", async (t) => {
  const api = await openWith(t, [daily([100_000, 100_000, 100_000], () => 1)]);
  const path = "/sdmx/2.1/data/showdata--daily?detail=dataonly&format=csv";
  assert.equal((await api.get(path)).text.trimEnd().split("\n").length, 300_001);
  await api.load(daily([100_000, 100_000, 100_001], () => 1));
  const {status, text} = await api.get(path);
  assert.deepEqual([status, JSON.parse(text).error.code], [400, "SLICE_TOO_BIG"]);
});
