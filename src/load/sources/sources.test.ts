import assert from "node:assert/strict";
import {test} from "node:test";
import {parserName, parserNames, presentSource, sourceNamed} from "./sources.ts";

test("every parser and earlier version in the list is imported with the facts of the list, and takes no release without files", async () => {
  for (const name of parserNames()) {
    const source = presentSource(name)!;
    for (const one of [source, ...(source.before ?? [])]) {
      assert.equal(sourceNamed(parserName(one)), one);
      assert.equal(await one.recognises([]), false);
    }
  }
});
