// Tokens: "ryad_" and forty letters or digits, of which the last six are a checksum of all before them.
//
// The checksum is not a secret. By it a mistyped or invented token is refused without asking the store, and leaked tokens are found
// by scanners. The store keeps only the fingerprint of a token.
import {hash} from "node:crypto";
import {crc32} from "node:zlib";

/** Bytes of randomness that a token is made of. */
export const TOKEN_RANDOM_BYTES = 32;

const PREFIX = "ryad_";
const SECRET_LENGTH = 34;
const CHECKSUM_LENGTH = 6;
const LENGTH = PREFIX.length + SECRET_LENGTH + CHECKSUM_LENGTH;
const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const SHAPE = /^ryad_[A-Za-z0-9]{40}$/;
/** A token or a piece of one from its beginning, its underscore perhaps percent-encoded; four characters are left visible. */
const TOKEN_IN_TEXT = /(ryad(?:_|%5[Ff])[A-Za-z0-9]{4})[A-Za-z0-9]+/g;

/** @param bytes TOKEN_RANDOM_BYTES or more, from a generator fit for secrets; RangeError when there are fewer */
export function tokenFromRandom(bytes: Uint8Array): string {
  if (bytes.length < TOKEN_RANDOM_BYTES) throw new RangeError(`a token is made of ${TOKEN_RANDOM_BYTES} random bytes`);
  let number = 0n;
  for (const byte of bytes) number = (number << 8n) | BigInt(byte);
  let secret = "";
  for (let place = 0; place < SECRET_LENGTH; place++) {
    secret = DIGITS[Number(number % 62n)] + secret;
    number /= 62n;
  }
  const body = PREFIX + secret;
  return body + checksum(body);
}

/** Whether the shape and the checksum of a token are right; it may still be unknown. */
export function isWellFormedToken(text: string): boolean {
  if (text.length !== LENGTH || !SHAPE.test(text)) return false;
  const end = LENGTH - CHECKSUM_LENGTH;
  return checksum(text.slice(0, end)) === text.slice(end);
}

/** SHA-256 in hexadecimal; the store keeps it and looks tokens up by it. */
export function tokenFingerprint(token: string): string {
  return hash("sha256", token);
}

/** The text with every token in it cut after four characters: fit for a log. */
export function maskToken(text: string): string {
  return text.replace(TOKEN_IN_TEXT, "$1…");
}

/** The CRC-32 in base 62. */
function checksum(body: string): string {
  let rest = crc32(body);
  let text = "";
  for (let place = 0; place < CHECKSUM_LENGTH; place++) {
    text = DIGITS[rest % 62]! + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}
