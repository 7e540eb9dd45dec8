// Codes packed by their levels are what is packed of their texts.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {packCodes} from "../catalogue/packed-codes.ts";
import {CODE_MARK, readLevels} from "./leveled-texts.ts";
import {packLevels} from "./packed-levels.ts";

const plain = fc.constantFrom("a", "ab", "abc", "", "b_1", "x".repeat(200));
const level = fc.oneof({weight: 20, arbitrary: plain}, fc.constantFrom("\\", "\x80", "\ud83d"));
const code = fc.array(level, {minLength: 1, maxLength: 4}).map((levels) => levels.join(CODE_MARK));

test("codes packed by their levels have the bytes of their packed texts, unless a character is not written as it is", () => {
  fc.assert(
    fc.property(fc.uniqueArray(code, {maxLength: 40}), fc.boolean(), fc.nat(), (codes, hasNone, some) => {
      const all = [...(hasNone ? [null] : []), ...codes.toSorted()];
      const from = some % (all.length + 1);
      const own = all.slice(from).filter((one) => one !== null);
      const packed = packLevels(readLevels(all, CODE_MARK), from, all.length);
      if (own.some((one) => /[^\0-\x7f]|\\/.test(one))) assert.equal(packed, null);
      else assert.deepEqual(Buffer.from(packed!), Buffer.from(packCodes(own)));
    }),
    {numRuns: 2000},
  );
});
