// Reading Accept-Encoding.
import assert from "node:assert/strict";
import {test} from "node:test";
import {brotliDecompressSync, gunzipSync, zstdDecompressSync} from "node:zlib";
import fc from "fast-check";
import {BodyMemory} from "../../formats/body-bytes.ts";
import {
  CODINGS,
  type Coding,
  chooseCoding,
  PACKED_AT_ONCE_BYTES,
  packBody,
  packChunks,
  type Writing,
} from "./compression.ts";

test("of the codings a client accepts, the one with the highest weight is chosen; of equal ones, the one we write fastest [cache.compression]", () => {
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

const unpack = {zstd: zstdDecompressSync, br: brotliDecompressSync, gzip: gunzipSync};

test("packed bodies unpack to the same bytes [cache.compression]", async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({maxLength: 5000}), fc.constantFrom(...CODINGS), async (bytes, coding) => {
      assert.deepEqual(unpack[coding](await packBody(Buffer.from(bytes), coding)), Buffer.from(bytes));
    }),
    {numRuns: 50},
  );
});

test("the largest body that is packed at once and one that is packed on the pool unpack to the same bytes [cache.compression]", async () => {
  const text = Buffer.from(Array.from({length: PACKED_AT_ONCE_BYTES + 1}, (_, at) => 32 + ((at * at) % 90)));
  for (const coding of CODINGS) {
    const largest = text.subarray(1);
    const packed = [packBody(largest, coding), packBody(text, coding)] as const;
    assert.deepEqual(
      packed.map((one) => one instanceof Promise),
      [false, true],
    );
    assert.deepEqual(unpack[coding](await packed[0]), largest);
    assert.deepEqual(unpack[coding](await packed[1]), text);
  }
});

const LAST = Buffer.from("the rest");

function* writing(chunks: readonly Buffer[]): Writing {
  yield* chunks;
  return LAST;
}

test("chunks packed one by one unpack to the whole in order, and each chunk is returned once [cache.compression]", async () => {
  const anyChunks = fc.array(fc.uint8Array({maxLength: 3000}), {maxLength: 8});
  await fc.assert(
    fc.asyncProperty(anyChunks, fc.constantFrom(...CODINGS), async (given, coding) => {
      const chunks = given.map((chunk) => Buffer.from(chunk));
      const back: Buffer[] = [];
      const packed = await packChunks(new BodyMemory(), writing(chunks), coding, (chunk) => back.push(chunk));
      assert.deepEqual(unpack[coding](packed), Buffer.concat([...chunks, LAST]));
      assert.deepEqual(back, [...chunks, LAST]);
    }),
    {numRuns: 50},
  );
});

test("an error while a chunk is written ends the packing", async () => {
  function* chunks(): Writing {
    yield Buffer.alloc(100_000, "a");
    throw new RangeError("the second piece cannot be made");
  }
  for (const coding of CODINGS)
    await assert.rejects(
      packChunks(new BodyMemory(), chunks(), coding, () => {}),
      RangeError,
    );
});
