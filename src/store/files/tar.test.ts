import assert from "node:assert/strict";
import {test} from "node:test";
import * as fc from "fast-check";
import {BLOCK_BYTES, paddingAfter, parseTarHeader, tarHeader} from "./tar.ts";

const header = fc.record(
  {
    name: fc.stringMatching(/^[a-z0-9.-]{1,99}$/),
    size: fc.oneof(fc.maxSafeNat(), fc.constantFrom(0, 8 ** 11 - 1, 8 ** 11)),
  },
  {noNullPrototype: true},
);

test("a header is read as it was written, also with sizes above eight gigabytes", () => {
  fc.assert(
    fc.property(header, fc.nat(), (written, modified) => {
      const block = tarHeader(written, modified);
      assert.equal(block.length, BLOCK_BYTES);
      assert.deepEqual(parseTarHeader(block), written);
    }),
  );
});

test("a header with a changed byte is refused", () => {
  fc.assert(
    fc.property(header, fc.nat(BLOCK_BYTES - 1), fc.integer({min: 1, max: 255}), (written, at, change) => {
      const block = tarHeader(written, 1_700_000_000);
      block[at]! ^= change;
      const parsed = parseTarHeader(block);
      // the sum is octal text: blanks or zeros before it and the bytes after it mean nothing
      if (at < 148 || at >= 156) assert.equal(parsed, null);
      else if (parsed !== null) assert.deepEqual(parsed, written);
    }),
  );
  assert.equal(parseTarHeader(new Uint8Array(BLOCK_BYTES)), null);
  assert.equal(parseTarHeader(new Uint8Array(10)), null);
});

test("members end at the end of a block", () => {
  assert.deepEqual([0, 1, 511, 512, 513].map(paddingAfter), [0, 511, 1, 0, 511]);
});
