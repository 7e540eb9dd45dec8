import assert from "node:assert/strict";
import {test} from "node:test";
import {nameComposites} from "./composite-class.ts";

const label = (code: string, name: string) => ({code, name, note: null});

test("a class of two named parts gets both names, once; a class that has a name keeps it [roskazna.levels]", () => {
  const labels = [label("000-101", "Profit tax"), label("subject", "regional budget"), label("x~subject", "Own")];
  const named = nameComposites(labels, ["000-101~subject", null, "000-101~subject", "x~subject", "000-101"]).labels;
  assert.deepEqual(named.slice(3), [label("000-101~subject", "Profit tax / regional budget")]);
});

test("a class with an unnamed part, or without parts, gets no name", () => {
  const labels = [label("a", "A"), label("b", "B")];
  assert.equal(nameComposites(labels, ["a~c", "c~b", "c", null]).labels, labels);
  assert.deepEqual(nameComposites(labels, ["a~b~a"]).labels, labels);
});
