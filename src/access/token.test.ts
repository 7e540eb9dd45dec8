// Tokens: their shape, their checksum, what is kept of them and what of them may be seen.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {isWellFormedToken, maskToken, TOKEN_RANDOM_BYTES, tokenFingerprint, tokenFromRandom} from "./token.ts";

const randomBytes = fc.uint8Array({minLength: TOKEN_RANDOM_BYTES, maxLength: TOKEN_RANDOM_BYTES});
const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"];

test("a token is ryad_ and forty letters or digits, and is taken as one [auth.token-shape]", () => {
  fc.assert(
    fc.property(randomBytes, (bytes) => {
      const token = tokenFromRandom(bytes);
      assert.match(token, /^ryad_[A-Za-z0-9]{40}$/);
      assert.ok(isWellFormedToken(token));
    }),
  );
});

test("a token with one character changed is refused by its checksum, wherever it is changed [auth.token-shape]", () => {
  fc.assert(
    fc.property(randomBytes, fc.integer({min: 5, max: 44}), fc.constantFrom(...LETTERS), (bytes, place, letter) => {
      const token = tokenFromRandom(bytes);
      fc.pre(token[place] !== letter);
      assert.equal(isWellFormedToken(token.slice(0, place) + letter + token.slice(place + 1)), false);
    }),
  );
});

test("a text that is not a token's shape is no token [auth.token-shape]", () => {
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
  for (let place = 0; place < TOKEN_RANDOM_BYTES; place++) {
    const bytes = new Uint8Array(TOKEN_RANDOM_BYTES);
    bytes[place] = 1;
    tokens.add(tokenFromRandom(bytes));
  }
  // 34 digits in base 62 hold 202 bits: the first bytes of more are folded into them and still tell tokens apart.
  assert.equal(tokens.size, TOKEN_RANDOM_BYTES);
  assert.throws(() => tokenFromRandom(new Uint8Array(TOKEN_RANDOM_BYTES - 1)), RangeError);
});

test("what is kept of a token is its SHA-256 in hexadecimal [auth.token-hashed]", () => {
  assert.equal(tokenFingerprint("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
});

test("a masked text shows four characters of a token at most, in a header and in an address [auth.token-masked]", () => {
  fc.assert(
    fc.property(randomBytes, fc.integer({min: 1, max: 35}), (bytes, place) => {
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
        assert.ok(!masked.includes(token.slice(5 + place, 5 + place + 5)), masked);
      }
    }),
  );
  for (const plain of ["GET /api/v1/data?dataset=x", "RYAD_DATABASE_URL"]) assert.equal(maskToken(plain), plain);
});
