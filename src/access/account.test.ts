// Tokens: shape, checksum, what the store keeps of them, what a log may show of them.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {
  findPlan,
  isWellFormedToken,
  maskToken,
  monthOf,
  PLANS,
  requestsLeft,
  secondsToNextMonth,
  secondsToWindowEnd,
  TOKEN_RANDOM_BYTES,
  tokenFingerprint,
  tokenFromRandom,
  usageDay,
  valuesLeft,
} from "./account.ts";

const randomBytes = fc.uint8Array({minLength: TOKEN_RANDOM_BYTES, maxLength: TOKEN_RANDOM_BYTES});
const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"];

test("a token is ryad_ and forty letters or digits, and has a valid form [auth.token-shape]", () => {
  fc.assert(
    fc.property(randomBytes, (bytes) => {
      const token = tokenFromRandom(bytes);
      assert.match(token, /^ryad_[A-Za-z0-9]{40}$/);
      assert.ok(isWellFormedToken(token));
    }),
  );
});

test("a token with one character changed fails its checksum, whichever character it is [auth.token-shape]", () => {
  fc.assert(
    fc.property(randomBytes, fc.integer({min: 5, max: 44}), fc.constantFrom(...LETTERS), (bytes, index, letter) => {
      const token = tokenFromRandom(bytes);
      fc.pre(token[index] !== letter);
      assert.equal(isWellFormedToken(token.slice(0, index) + letter + token.slice(index + 1)), false);
    }),
  );
});

test("a text that does not have a token's form is not a token [auth.token-shape]", () => {
  const token = tokenFromRandom(new Uint8Array(TOKEN_RANDOM_BYTES));
  const others = [
    "",
    "ryad_",
    token.slice(0, -1),
    `${token}A`,
    ` ${token}`,
    `${token}\n`,
    token.replace("ryad_", "ryad-"),
    token.toUpperCase(),
  ];
  for (const other of others) assert.equal(isWellFormedToken(other), false, JSON.stringify(other));
});

test("different random bytes give different tokens, and too few bytes are refused", () => {
  const tokens = new Set<string>();
  for (let index = 0; index < TOKEN_RANDOM_BYTES; index++) {
    const bytes = new Uint8Array(TOKEN_RANDOM_BYTES);
    bytes[index] = 1;
    tokens.add(tokenFromRandom(bytes));
  }
  // 34 digits in base 62 hold 202 bits. Further bytes are folded into the first ones and still make tokens different.
  assert.equal(tokens.size, TOKEN_RANDOM_BYTES);
  assert.throws(() => tokenFromRandom(new Uint8Array(TOKEN_RANDOM_BYTES - 1)), RangeError);
});

test("the store keeps the SHA-256 of a token, in hexadecimal [auth.token-hashed]", () => {
  assert.equal(tokenFingerprint("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
});

test("a masked text shows at most four characters of a token, in a header and in a URL [auth.token-masked]", () => {
  fc.assert(
    fc.property(randomBytes, fc.integer({min: 1, max: 35}), (bytes, index) => {
      const token = tokenFromRandom(bytes);
      const lines = [
        `Bearer ${token}`,
        `/api/v1/data?api_key=${token}&x=1`,
        `api_key=ryad%5F${token.slice(5)}`,
        `${token},${token}`,
      ];
      for (const line of lines) {
        const masked = maskToken(line);
        assert.ok(masked.includes("…"));
        assert.ok(!masked.includes(token.slice(5 + index, 5 + index + 5)), masked);
      }
    }),
  );
  for (const plain of ["GET /api/v1/data?dataset=x", "RYAD_DATABASE_URL"]) assert.equal(maskToken(plain), plain);
});

test("the plans are free, academic, business and owner, and only free has a monthly quota [limits.plans] [limits.owner]", () => {
  const figures = PLANS.map((plan) => [plan.code, plan.valuesPerMonth, plan.requestsPerMinute]);
  assert.deepEqual(figures, [
    ["free", 1_000_000, 20],
    ["academic", null, 60],
    ["business", null, 120],
    ["owner", null, 600],
  ]);
  assert.equal(findPlan("business")?.name, "Commercial");
  for (const unknown of ["", "commercial", "Free", "toString"]) assert.equal(findPlan(unknown), null);
});

test("a window ends 60 seconds after it opened, to the millisecond, and Retry-After is whole seconds [limits.window-60s] [limits.retry-after]", () => {
  const cases = [
    [0, 60],
    [1, 60],
    [999, 60],
    [1000, 59],
    [59_000, 1],
    [59_001, 1],
    [59_999, 1],
    [60_000, 1],
    [75_000, 1],
  ] as const;
  for (const [passed, seconds] of cases)
    assert.equal(secondsToWindowEnd(1_000_000, 1_000_000 + passed), seconds, `${passed} ms`);
});

test("requests left: the plan's requests minus those used, never below 0 [limits.minute-headers]", () => {
  assert.deepEqual(
    [1, 19, 20, 21].map((used) => requestsLeft(20, used)),
    [19, 1, 0, 0],
  );
});

test("the quota month and its days are those of UTC [limits.month-utc]", () => {
  const lastMoment = Date.parse("2026-12-31T23:59:59.999Z");
  assert.deepEqual([monthOf(lastMoment), usageDay(lastMoment)], ["2026-12", "2026-12-31"]);
  assert.deepEqual([monthOf(lastMoment + 1), usageDay(lastMoment + 1)], ["2027-01", "2027-01-01"]);
});

test("Retry-After of an exhausted quota lasts until the first day of the next month in UTC [limits.retry-after] [limits.month-utc]", () => {
  assert.equal(secondsToNextMonth(Date.parse("2026-12-31T23:59:59.999Z")), 1);
  assert.equal(secondsToNextMonth(Date.parse("2026-12-31T23:59:00.000Z")), 60);
  assert.equal(secondsToNextMonth(Date.parse("2026-02-01T00:00:00.000Z")), 28 * 86_400);
  assert.equal(secondsToNextMonth(Date.parse("2028-02-01T00:00:00.000Z")), 29 * 86_400);
});

test("values left: the quota minus the values used, never below 0, and null without a quota [limits.quota-headers]", () => {
  assert.deepEqual(
    [0, 999_999, 1_000_000, 1_000_001].map((used) => valuesLeft(1_000_000, used)),
    [1_000_000, 1, 0, 0],
  );
  assert.equal(valuesLeft(null, 5), null);
});
