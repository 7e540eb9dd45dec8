// Names written by their levels are what JSON.stringify writes.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {NAME_MARK, readLevels} from "./leveled-texts.ts";
import {createNamesJson} from "./names-json.ts";

const someName = fc
  .array(fc.constantFrom("a", "б", "", "\ud83d\udc4d", "\ud83d", "\udc4d", '"', "\\", "\n", "\u2028", "/"), {
    minLength: 1,
    maxLength: 6,
  })
  .map((parts) => parts.join("").replaceAll("a", " / "));

test("names by their levels have the bytes of their JSON, whatever part of the list is written", () => {
  fc.assert(
    fc.property(
      fc.array(fc.option(someName), {maxLength: 12}),
      fc.array(fc.tuple(fc.nat(), fc.nat())),
      (names, parts) => {
        const namesJson = createNamesJson(readLevels(names, NAME_MARK));
        for (const [some, more] of parts) {
          const from = some % (names.length + 1);
          const to = from + (more % (names.length - from + 1));
          assert.equal(Buffer.from(namesJson(from, to)).toString("utf8"), JSON.stringify(names.slice(from, to)));
        }
      },
    ),
    {numRuns: 2000},
  );
});
