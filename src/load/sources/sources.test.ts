import assert from "node:assert/strict";
import {test} from "node:test";
import {parserName, parserNamed, parserNames, presentParser} from "./sources.ts";

test("every parser in the list is imported with the facts of the list, and takes no release without files", async () => {
  for (const name of parserNames()) {
    const parser = presentParser(name)!;
    assert.equal(parserNamed(parserName(parser)), parser);
    assert.equal(await parser.recognises([]), false);
  }
});
