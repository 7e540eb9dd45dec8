// Packed names and codes are read as they were.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {compareCodes, findCode} from "../../statistics/catalogue/code-order.ts";
import {finish} from "../../steps.fixture.ts";
import {openCodes, openNames, packCodes, packNames, splitNames} from "./texts.ts";

const someText = fc.oneof(
  fc.string({unit: "binary"}),
  fc.array(fc.constantFrom("", "а", "бв", "👍", "\n"), {maxLength: 5}).map((pieces) => pieces.join(" ")),
);

test("packed names are the names [search.words]", () => {
  fc.assert(
    fc.property(fc.array(fc.option(someText)), (names) => {
      const packed = openNames(packNames(finish(splitNames(names, names.length))));
      assert.deepEqual([...packed], names);
      assert.equal(packed.length, names.length);
      assert.equal(packed.at(names.length), undefined);
    }),
  );
});

test("packed codes are the codes, and each is found at its place [search.codes]", () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.option(fc.string({unit: "grapheme"}))), (given) => {
      const codes = given.sort(compareCodes);
      const packed = openCodes(packCodes(codes));
      assert.deepEqual([...packed], codes);
      for (const [place, code] of codes.entries()) if (code !== null) assert.equal(findCode(packed, code), place);
      assert.equal(findCode(packed, "no code"), codes.indexOf("no code"));
    }),
  );
});
