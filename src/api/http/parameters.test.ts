// Reading the query string.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {parseQueryString} from "./parameters.ts";

test("values encoded by encodeURIComponent and URLSearchParams are read back unchanged", () => {
  const text = fc.string({unit: "grapheme"}).filter((value) => value.isWellFormed() && !value.includes("\0"));
  const pairs = fc.array(fc.tuple(text, text), {maxLength: 8});
  fc.assert(
    fc.property(pairs, (given) => {
      const expected = new Map<string, string[]>();
      for (const [name, value] of given) expected.set(name, [...(expected.get(name) ?? []), value]);
      const escaped = given
        .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
        .join("&");
      for (const query of [escaped, new URLSearchParams(given).toString()]) {
        assert.deepEqual(parseQueryString(query), {readable: true, values: expected});
      }
    }),
  );
});

test("unusual but valid query strings are read; bad escapes and zero bytes make them unreadable [errors.unreadable-request]", () => {
  const read = (text: string) => Object.fromEntries(parseQueryString(text).values);
  assert.deepEqual(read(""), {});
  assert.deepEqual(read("&&a&b=&c==&d=1=2&"), {a: [""], b: [""], c: ["="], d: ["1=2"]});
  assert.deepEqual(read("a=x+y%2Bz"), {a: ["x y+z"]});
  assert.deepEqual(read("__proto__=1&constructor=2"), {["__proto__"]: ["1"], constructor: ["2"]});
  for (const text of ["%", "a=%", "a=%1", "a=%zz", "a=%D0", "a=%ED%A0%80", "a=%00", "%u0410=1"]) {
    assert.equal(parseQueryString(text).readable, false, text);
  }
});
