// Reading Accept-Encoding.
import assert from "node:assert/strict";
import {test} from "node:test";
import type {Coding} from "./codec.ts";
import {chooseCoding} from "./compression.ts";

test("of the codings a client accepts the one it weighs most is taken, of equals the one we write fastest [cache.compression]", () => {
  const cases: [header: string | undefined, coding: Coding | null, plainRefused: boolean][] = [
    [undefined, null, false],
    ["", null, false],
    ["gzip", "gzip", false],
    ["x-gzip", "gzip", false],
    ["GZIP;Q=0.5", "gzip", false],
    ["gzip, br, zstd", "zstd", false],
    ["gzip, br", "br", false],
    ["zstd;q=0.2, br;q=0.3, gzip;q=0.4", "gzip", false],
    ["gzip;q=0, br;q=0.001", "br", false],
    ["gzip;q=0", null, false],
    ["gzip;q=nonsense", null, false],
    ["gzip;q=2", null, false],
    ["*", "gzip", false],
    ["*;q=0", null, false],
    ["br, *;q=0", "br", true],
    ["gzip;q=0, *", null, false],
    ["identity", null, false],
    ["identity, gzip;q=0.9", null, false],
    ["identity;q=0.5, gzip;q=0.9", "gzip", false],
    ["identity;q=0, zstd", "zstd", true],
    ["identity;q=0", null, false],
    ["deflate, compress", null, false],
  ];
  for (const [header, coding, plainRefused] of cases) {
    assert.deepEqual(chooseCoding(header), {coding, plainRefused}, String(header));
  }
});
