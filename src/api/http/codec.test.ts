// Packing whole and piece by piece: what is packed unpacks to the same.
import assert from "node:assert/strict";
import {test} from "node:test";
import {brotliDecompressSync, gunzipSync, zstdDecompressSync} from "node:zlib";
import fc from "fast-check";
import type {Writing} from "./codec.ts";
import {CODINGS, packBody, packPieces} from "./codec.ts";

const unpack = {zstd: zstdDecompressSync, br: brotliDecompressSync, gzip: gunzipSync};

test("whatever is packed unpacks to the same bytes [cache.compression]", async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({maxLength: 5000}), fc.constantFrom(...CODINGS), async (bytes, coding) => {
      assert.deepEqual(unpack[coding](await packBody(Buffer.from(bytes), coding)), Buffer.from(bytes));
    }),
    {numRuns: 50},
  );
});

const LAST = Buffer.from("the rest");

function* writing(pieces: readonly Buffer[]): Writing {
  yield* pieces;
  return LAST;
}

test("what is packed piece by piece unpacks to all of them in order, and each piece is given back once [cache.compression]", async () => {
  const anyPieces = fc.array(fc.uint8Array({maxLength: 3000}), {maxLength: 8});
  await fc.assert(
    fc.asyncProperty(anyPieces, fc.constantFrom(...CODINGS), async (given, coding) => {
      const pieces = given.map((piece) => Buffer.from(piece));
      const back: Buffer[] = [];
      const packed = await packPieces(writing(pieces), coding, (piece) => back.push(piece));
      assert.deepEqual(unpack[coding](packed), Buffer.concat([...pieces, LAST]));
      assert.deepEqual(back, [...pieces, LAST]);
    }),
    {numRuns: 50},
  );
});

test("what goes wrong while a piece is made ends the packing with it", async () => {
  function* pieces(): Writing {
    yield Buffer.alloc(100_000, "a");
    throw new RangeError("the second piece cannot be made");
  }
  for (const coding of CODINGS)
    await assert.rejects(
      packPieces(pieces(), coding, () => {}),
      RangeError,
    );
});
