// Classes found by their parts have the labels of their parts.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {createClassPaths} from "./class-paths.ts";

const part = fc.record({
  code: fc.constantFrom("a", "b", "ab", "", "a~b", "~"),
  name: fc.constantFrom("A", "B", "", " ", "/", "A /", "/ B", "A / B"),
});
const plainPart = fc.record({
  code: fc.constantFrom("a", "b", "", "c_1"),
  name: fc.constantFrom("A", "B", "", "/ B", "B "),
});

test("a class has the code and the name of its parts, whatever marks are in them", () => {
  fc.assert(
    fc.property(fc.array(fc.array(fc.oneof(part, plainPart), {maxLength: 4}), {maxLength: 8}), (given) => {
      const paths = createClassPaths();
      const expected = new Map<string, string>();
      for (const parts of given) {
        let path = paths.root;
        for (const one of parts) path = paths.child(path, one) as typeof path;
        paths.use(path);
        if (parts.length === 0) continue;
        expected.set(parts.map(({code}) => code).join("~"), parts.map(({name}) => name).join(" / "));
      }
      const labels = paths.labels();
      assert.deepEqual(
        labels.map(({code, name, note}) => [code, name, note]),
        Array.from(expected, ([code, name]) => [code, name, null]),
      );
    }),
    {numRuns: 2000},
  );
});
