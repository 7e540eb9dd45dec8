// Texts of any Unicode characters, for property tests.
//
// Gives the same values as fast-check's `string({unit: "binary"})`, which first builds a table of all 1,112,064 characters and so costs
// each test file a second.
import * as fc from "fast-check";

/** @param lengths count characters */
export function anyText(
  lengths: {readonly minLength?: number; readonly maxLength?: number} = {},
): fc.Arbitrary<string> {
  return fc.string({unit: CHARACTER, ...lengths});
}

const SURROGATES = {from: 0xd800, count: 0x800};
const LAST = 0x10ffff;

const CHARACTER = fc
  .nat(LAST - SURROGATES.count)
  .map((index) => String.fromCodePoint(index < SURROGATES.from ? index : index + SURROGATES.count), indexOf);

function indexOf(text: unknown): number {
  const point = typeof text === "string" ? text.codePointAt(0) : undefined;
  if (point === undefined || String.fromCodePoint(point) !== text) throw new Error("not one character");
  if (point < SURROGATES.from) return point;
  if (point < SURROGATES.from + SURROGATES.count) throw new Error("a surrogate is no character");
  return point - SURROGATES.count;
}
