// Binary rows of COPY are read as they were written; a value that does not fit its column is an error.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import type {BinaryColumns} from "../../script.ts";
import {decodeBinaryRows, encodeBinaryRows} from "./binary-rows.ts";

const COLUMNS: BinaryColumns = {name: "text", number: "integer", index: "bigint", mult: "real", bytes: "bytes"};
const TYPES = Object.values(COLUMNS);

function roundTrip(rows: readonly (readonly unknown[])[]): unknown[][] {
  const answer = Buffer.concat([...encodeBinaryRows(rows, TYPES)]);
  return decodeBinaryRows(answer, COLUMNS).map((row) => Object.values(row));
}

const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value);
const anyRow = fc.tuple(
  optional(fc.string({unit: "grapheme"})),
  optional(fc.integer({min: -(2 ** 31), max: 2 ** 31 - 1})),
  optional(fc.maxSafeInteger()),
  optional(fc.double({noNaN: true})),
  optional(fc.uint8Array()),
);

test("rows of any values are read as they were written [store.binary]", () => {
  fc.assert(fc.property(fc.array(anyRow), (rows) => assert.deepEqual(roundTrip(rows), rows)));
});

test("rows in several chunks, and a row larger than a chunk, are read as they were written [store.binary]", () => {
  const large = new Uint8Array(600_000).fill(7);
  const rows = Array.from({length: 3000}, (_, index) => [
    "ё".repeat(index % 90),
    index,
    index * 2 ** 24,
    index / 3,
    index === 1500 ? large : large.subarray(0, index),
  ]);
  assert.deepEqual(roundTrip(rows), rows);
  assert.deepEqual(roundTrip([]), []);
});

test("integers are exact at the limits of their columns, and a larger one is an error [store.safe-integers]", () => {
  const edges = [
    ["", 2 ** 31 - 1, Number.MAX_SAFE_INTEGER, Number.MAX_VALUE, new Uint8Array(0)],
    ["", -(2 ** 31), Number.MIN_SAFE_INTEGER, 5e-324, new Uint8Array(1)],
    ["", -1, -1, -0, new Uint8Array(1)],
    ["", 0, -(2 ** 32), 0, new Uint8Array(1)],
    ["", 1, 2 ** 32 - 1, 0, new Uint8Array(1)],
  ];
  assert.deepEqual(roundTrip(edges), edges);
  for (const row of [
    ["", 2 ** 31, 0, 0, null],
    ["", 0.5, 0, 0, null],
    ["", 0, 2 ** 53, 0, null],
    [7, 0, 0, 0, null],
    ["", 0, 0, "1", null],
    ["", 0, 0, 0, "bytes"],
  ])
    assert.throws(() => roundTrip([row]), RangeError);
  const beyond = Buffer.concat([...encodeBinaryRows([["", 0, 2 ** 53 - 1, 0, null]], TYPES)]);
  beyond[beyond.indexOf(Buffer.from("001fffffffffffff", "hex")) + 1] = 0x20;
  assert.throws(() => decodeBinaryRows(beyond, COLUMNS), RangeError);
});

test("an answer of another form is an error, never other rows [store.binary]", () => {
  const answer = Buffer.concat([...encodeBinaryRows([["a", 1, 2, 3, null]], TYPES)]);
  assert.throws(() => decodeBinaryRows(answer, {name: "text"}), /has 5 columns instead of 1/);
  assert.throws(() => decodeBinaryRows(Buffer.from("nothing of that kind at all"), COLUMNS), /another form/);
  assert.throws(() => decodeBinaryRows(answer.subarray(0, answer.length - 5), COLUMNS));
});
