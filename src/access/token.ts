// Tokens: "ryad_" and forty letters or digits, of which the last six are a checksum of all before them.
//
// The checksum is no secret: it lets a mistyped or invented token be refused without asking the store, and leaked ones be found
// by their look. What is kept of a token is its fingerprint alone.
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
/** A token or a piece of one from its beginning, with the underscore as it may stand in an address; four characters may show. */
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

/** Whether the text is a token that could have been given out: its shape and its checksum are right. */
export function isWellFormedToken(text: string): boolean {
  if (text.length !== LENGTH || !SHAPE.test(text)) return false;
  const end = LENGTH - CHECKSUM_LENGTH;
  return checksum(text.slice(0, end)) === text.slice(end);
}

/** SHA-256 in hexadecimal: what the store keeps and looks up. */
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
