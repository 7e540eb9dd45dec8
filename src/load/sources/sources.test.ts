import assert from "node:assert/strict";
import {test} from "node:test";
import {parserName, parserNames, presentSource, sourceNamed} from "./sources.ts";

test("every parser in the list is imported with the facts of the list, and takes no release without files", async () => {
  for (const name of parserNames()) {
    const source = presentSource(name)!;
    assert.equal(sourceNamed(parserName(source)), source);
    assert.equal(await source.recognises([]), false);
  }
});
