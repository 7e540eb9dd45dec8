// Memory of answers: two answers never share memory.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {BodyMemory, ensureRoom, SLACK, writeText} from "./body-bytes.ts";

const memory = new BodyMemory();

test("an arena has the expected room, and a little room if none is expected", () => {
  for (const [expected, length] of [
    [0, 65_536],
    [65_536, 65_536],
    [65_537, 131_072],
    [6_000_000, 8_388_608],
  ] as const) {
    assert.equal(memory.borrow(expected).bytes.length, length);
  }
});

test("bodies that have not been given back do not change, whatever is written after them", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(300_000), fc.boolean()), {maxLength: 30}), (answers) => {
      const kept: {body: Buffer; sign: number; length: number}[] = [];
      for (const [index, [length, leaves]] of answers.entries()) {
        const arena = memory.borrow();
        const sign = 33 + (index % 90);
        ensureRoom(arena, 0, length);
        arena.bytes.fill(sign, 0, length + SLACK);
        const body = memory.finish(arena, length);
        if (leaves) memory.giveBack(body);
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
  const first = memory.borrow(100_000);
  const body = memory.finish(first, 100_000);
  memory.giveBack(body);
  memory.giveBack(body);
  const [second, third] = [memory.borrow(100_000), memory.borrow(100_000)];
  assert.notEqual(second.bytes.buffer, third.bytes.buffer);
});

test("a body that is held does not change, in whatever order it is given back and let go, and its memory is used again after both", () => {
  for (const isBackFirst of [true, false]) {
    const body = memory.finish(memory.borrow(3_000_000), 3_000_000);
    const letGo = memory.hold(body);
    const [first, second] = isBackFirst ? [() => memory.giveBack(body), letGo] : [letGo, () => memory.giveBack(body)];
    first();
    const other = memory.borrow(3_000_000);
    assert.notEqual(other.bytes.buffer, body.buffer);
    second();
    assert.equal(memory.borrow(3_000_000).bytes.buffer, body.buffer);
  }
});

test("written bytes stay when an arena grows", () => {
  const arena = memory.borrow();
  const at = writeText(arena, 0, "рост");
  ensureRoom(arena, at, 1_000_000);
  assert.equal(arena.bytes.toString("utf8", 0, at), "рост");
});
