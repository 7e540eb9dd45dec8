// Codes as bytes: they are read back, from one section or from several that overlap.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {compareCodes, findCode} from "./code-order.ts";
import {openCodes, packCodes} from "./packed-codes.ts";

const anyCode = fc.oneof(
  fc.string({unit: "binary", maxLength: 40}),
  fc.stringMatching(/^01[0-3]{2}\.[0-9]{1,200}$/),
  fc.constantFrom('"', "\\", "\ud800", "\u{10348}", "\uff21"),
);
const anyCodes = fc.uniqueArray(anyCode, {maxLength: 70}).map((codes) => codes.sort(compareCodes));

test("codes are read back in any order, whole and in sections that share their ends, and found", () => {
  fc.assert(
    fc.property(anyCodes, fc.boolean(), fc.integer({min: 1, max: 40}), (sorted, hasNull, width) => {
      const all = [...(hasNull ? [null] : []), ...sorted];
      const sections = [];
      for (let from = 0; from < Math.max(1, sorted.length); from += width) {
        const codes = sorted.slice(Math.max(0, from - 1), from + width);
        sections.push({first: Math.max(0, from - 1) + Number(hasNull), bytes: Buffer.from(packCodes(codes))});
      }
      const opened = openCodes(sections, all.length, hasNull);
      assert.deepEqual([...opened], all);
      for (let index = all.length - 1; index >= 0; index -= 3) assert.equal(opened.at(index), all[index]);
      for (const code of sorted) assert.equal(findCode(opened, code), all.indexOf(code));
      assert.equal(findCode(opened, "\u{10FFFF}none"), -1);
    }),
  );
});

test("to find one of 100,000 codes reads as many first codes as halvings, and one sixteen [params.list-cost]", () => {
  const codes = Array.from({length: 100_000}, (_, index) => `c${String(index).padStart(6, "0")}`);
  const bytes = Buffer.from(packCodes(codes));
  let read = 0;
  const [copy, toText] = [bytes.copy.bind(bytes), bytes.toString.bind(bytes)];
  bytes.copy = (...given) => {
    read++;
    return copy(...given);
  };
  bytes.toString = (...given) => {
    read++;
    return toText(...given);
  };
  const opened = openCodes([{first: 0, bytes}], codes.length, false);
  for (const code of ["c000000", "c050001", "c099999", "c050001x", "z"]) {
    read = 0;
    assert.equal(findCode(opened, code), codes.indexOf(code));
    assert.ok(read <= Math.ceil(Math.log2(100_000 / 16)) + 2 + 16, `${read} codes are read for ${code}`);
  }
});

test("a code whose section is not in memory is an error, never another code", () => {
  const codes = Array.from({length: 40}, (_, index) => `c${String(index).padStart(2, "0")}`);
  const opened = openCodes([{first: 20, bytes: Buffer.from(packCodes(codes.slice(20, 30)))}], 40, false);
  assert.equal(opened.at(20), "c20");
  assert.equal(opened.at(29), "c29");
  for (const index of [0, 19, 30, 39]) assert.throws(() => opened.at(index), /class \d+ of 40 is not in memory/);
});

test("codes that share their beginnings take a fraction of their length", () => {
  const codes = Array.from({length: 4096}, (_, index) => `00010102010010000110.${String(index).padStart(6, "0")}`);
  assert.ok(packCodes(codes).length < 6 * codes.length);
});
