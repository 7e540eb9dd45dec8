// Memory of answers: two answers never share memory.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {BodyMemory, DECIMAL_ROOM, ensureRoom, SLACK, writeDecimal, writeText} from "./body-bytes.ts";

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

const bytes = Buffer.alloc(DECIMAL_ROOM);
const view = new DataView(bytes.buffer, bytes.byteOffset, DECIMAL_ROOM);

function textOf(mantissa: number, decimals: number): string {
  return bytes.toString("latin1", 0, writeDecimal(view, 0, mantissa, decimals));
}

test("a double is written as JSON.stringify writes it [value.shortest]", () => {
  fc.assert(
    fc.property(fc.double(), (value) => {
      assert.equal(textOf(value, -1), JSON.stringify(value));
    }),
    {numRuns: 20_000},
  );
});

test("a million scaled integers of every size and number of decimals are written as JSON.stringify writes them [value.shortest]", () => {
  // A fixed walk instead of random numbers, so that a failure can be repeated.
  let state = 42;
  const next = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  for (let run = 0; run < 1_000_000; run++) {
    const decimals = Math.floor(next() * 17) - 1;
    const mantissa = Math.round((next() - 0.5) * 2 ** (1 + Math.floor(next() * 52)));
    const value = decimals < 0 ? mantissa / 8 : mantissa / 10 ** decimals;
    const text = decimals < 0 ? textOf(value, -1) : textOf(mantissa, decimals);
    if (text !== JSON.stringify(value)) assert.fail(`${mantissa} / 10^${decimals}: ${text}`);
  }
});

test("every number up to 20,000 with up to six decimals is written without trailing zeros [value.shortest]", () => {
  for (let mantissa = -20_000; mantissa <= 20_000; mantissa++) {
    for (let decimals = 0; decimals <= 7; decimals++) {
      const expected = JSON.stringify(mantissa / 10 ** decimals);
      if (textOf(mantissa, decimals) !== expected) assert.equal(textOf(mantissa, decimals), expected);
    }
  }
});

test("zeros, exponents, widths, NaN and infinities are written as JSON.stringify writes them [value.shortest]", () => {
  const edges = [
    0,
    -0,
    NaN,
    Infinity,
    -Infinity,
    5e-324,
    1e-6,
    1e-7,
    9.99e-7,
    1.5e-7,
    1e20,
    1e21,
    1.7976931348623157e308,
  ];
  for (let exponent = 0; exponent <= 64; exponent++) {
    edges.push(
      2 ** exponent - 1,
      2 ** exponent,
      2 ** exponent + 1,
      10 ** exponent,
      10 ** exponent - 1,
      10 ** -exponent,
    );
  }
  for (const edge of edges) {
    for (const value of [edge, -edge, edge + 0.1, edge / 3]) {
      assert.equal(textOf(value, -1), JSON.stringify(value));
      assert.equal(textOf(value, 0), JSON.stringify(value));
      if (Number.isSafeInteger(value)) {
        for (let decimals = 0; decimals <= 22; decimals++) {
          assert.equal(textOf(value, decimals), JSON.stringify(value / 10 ** decimals));
        }
      }
    }
  }
});

test("writing a value does not change the bytes before it", () => {
  bytes.fill(0x23);
  const end = writeDecimal(view, 3, -1234567, 2);
  assert.equal(bytes.toString("latin1", 0, end), "###-12345.67");
});
