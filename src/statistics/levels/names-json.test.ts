// Names written by their levels are what JSON.stringify writes.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {NAME_MARK, readLevels} from "./leveled-texts.ts";
import {namesJson} from "./names-json.ts";

const someName = fc
  .array(fc.constantFrom("a", "б", "", "\ud83d\udc4d", "\ud83d", "\udc4d", '"', "\\", "\n", "\u2028", "/"), {
    minLength: 1,
    maxLength: 6,
  })
  .map((parts) => parts.join("").replaceAll("a", " / "));

test("names by their levels have the bytes of their JSON, whatever part of the list is written", () => {
  fc.assert(
    fc.property(fc.array(fc.option(someName), {maxLength: 12}), fc.nat(), fc.nat(), (names, some, more) => {
      const from = some % (names.length + 1);
      const to = from + (more % (names.length - from + 1));
      const expected = JSON.stringify(names.slice(from, to));
      assert.equal(Buffer.from(namesJson(readLevels(names, NAME_MARK), from, to)).toString("utf8"), expected);
    }),
    {numRuns: 2000},
  );
});
