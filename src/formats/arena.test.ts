// Memory of answers: who holds it when, and that no two answers ever hold the same.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {borrowArena, giveBackBody, reserve, SLACK, takeBody, writeText} from "./arena.ts";

test("an arena has the room that is expected, and room for a little where nothing is", () => {
  for (const [expected, length] of [
    [0, 65_536],
    [65_536, 65_536],
    [65_537, 131_072],
    [6_000_000, 8_388_608],
  ] as const) {
    assert.equal(borrowArena(expected).bytes.length, length);
  }
});

test("bodies that have not been given back stay as they were written, whatever is written after them", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(300_000), fc.boolean()), {maxLength: 30}), (answers) => {
      const kept: {body: Buffer; sign: number; length: number}[] = [];
      for (const [place, [length, leaves]] of answers.entries()) {
        const arena = borrowArena();
        const sign = 33 + (place % 90);
        reserve(arena, 0, length);
        arena.bytes.fill(sign, 0, length + SLACK);
        const body = takeBody(arena, length);
        if (leaves) giveBackBody(body);
        else kept.push({body, sign, length});
      }
      for (const {body, sign, length} of kept) {
        assert.equal(body.length, length);
        assert.ok(body.every((byte) => byte === sign));
      }
    }),
    {numRuns: 100},
  );
});

test("a body given back twice is not lent to two answers", () => {
  const first = borrowArena(100_000);
  const body = takeBody(first, 100_000);
  giveBackBody(body);
  giveBackBody(body);
  const [second, third] = [borrowArena(100_000), borrowArena(100_000)];
  assert.notEqual(second.bytes.buffer, third.bytes.buffer);
});

test("what was written stays when an arena grows", () => {
  const arena = borrowArena();
  const at = writeText(arena, 0, "рост");
  reserve(arena, at, 1_000_000);
  assert.equal(arena.bytes.toString("utf8", 0, at), "рост");
});
