import assert from "node:assert/strict";
import {test} from "node:test";
import {withCompositeClasses} from "./composite-class.ts";

const label = (code: string, name: string) => ({code, name, note: null});

test("a class of two named parts is called after both, once; one with a name of its own keeps it [roskazna.levels]", () => {
  const labels = [label("000-101", "Profit tax"), label("subject", "regional budget"), label("x~subject", "Own")];
  const named = withCompositeClasses(labels, ["000-101~subject", null, "000-101~subject", "x~subject", "000-101"]);
  assert.deepEqual(named.slice(3), [label("000-101~subject", "Profit tax / regional budget")]);
});

test("a class with an unnamed part, or without parts, has no name made up for it", () => {
  const labels = [label("a", "A"), label("b", "B")];
  assert.equal(withCompositeClasses(labels, ["a~c", "c~b", "c", null]), labels);
  assert.deepEqual(withCompositeClasses(labels, ["a~b~a"]), labels);
});
