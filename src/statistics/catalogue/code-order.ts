// Two orders: codes by Unicode code points, null before any code [identity.code-order], and series by key, which the
// cursors of OData need.
//
// The `<` of JavaScript compares UTF-16 units, which puts a character above U+FFFF before U+E000…U+FFFF.
// PostgreSQL's "C" collation and SQLite compare UTF-8 bytes, which is code-point order, as here.
import {firstWhere} from "../order/binary-search.ts";
import {type Catalogue, KEY_LENGTH, keyAt, type Texts} from "./catalogue.ts";

/** Compares two codes by code points; null comes before every code. Negative, zero or positive. */
export function compareCodes(left: string | null, right: string | null): number {
  if (left === right) return 0;
  if (left === null) return -1;
  if (right === null) return 1;
  const shorter = Math.min(left.length, right.length);
  let at = 0;
  while (at < shorter && left.charCodeAt(at) === right.charCodeAt(at)) at++;
  if (at === shorter) return left.length - right.length;
  // The first difference may be the second half of a surrogate pair; then the characters begin one unit before.
  const start = at > 0 && isHighSurrogate(left.charCodeAt(at - 1)) ? at - 1 : at;
  const difference = (left.codePointAt(start) as number) - (right.codePointAt(start) as number);
  return difference === 0 ? (left.codePointAt(at) as number) - (right.codePointAt(at) as number) : difference;
}

/**
 * compareCodes for the texts of a list: natively where the order of UTF-16 units is that of code points, because no text has a unit from
 * U+D800 on. Codes of classes share a hundred letters, which a loop walks through at each comparison.
 */
export function comparerOf(texts: readonly (string | null)[]): typeof compareCodes {
  for (let from = 0; from < texts.length; from += JOINED) {
    const joined = texts.slice(from, from + JOINED).join("");
    if (Buffer.byteLength(joined) > joined.length && HIGH_UNIT.test(joined)) return compareCodes;
  }
  return compareUnits;
}

/** Texts that are looked through at once: all of a large dataset may be longer than a text can be. */
const JOINED = 4096;

const HIGH_UNIT = /[\ud800-\uffff]/;

/** compareUnits orders the text as compareCodes does. */
export function isInUnitOrder(text: string): boolean {
  return !HIGH_UNIT.test(text);
}

/** compareCodes for texts of which each isInUnitOrder; a long common start costs it little. */
export function compareUnits(left: string | null, right: string | null): number {
  if (left === right) return 0;
  if (left === null) return -1;
  if (right === null) return 1;
  return left < right ? -1 : 1;
}

/** Place of a code in a list sorted by compareCodes; -1: it is not in the list. */
export function findCode(sorted: Texts, code: string): number {
  if (sorted.indexOf !== undefined) return sorted.indexOf(code);
  const at = firstWhere(sorted.length, (index) => compareCodes(sorted.at(index) as string | null, code) >= 0);
  return at < sorted.length && sorted.at(at) === code ? at : -1;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

/** Positions by ascending key; computed once for each state of the keys. */
export function keyOrder(catalogue: Catalogue): Uint32Array {
  const steps = orderKeys(catalogue);
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

/** As keyOrder, step by step. */
export function* orderKeys(catalogue: Catalogue): Generator<undefined, Uint32Array> {
  catalogue.keyOrder.made ??= yield* sortByKeys(catalogue);
  return catalogue.keyOrder.made;
}

/** First place in the key order whose key is greater than `key` (with `orEqual`: greater or equal). */
export function indexBehindKey(catalogue: Catalogue, key: string, orEqual = false): number {
  const order = keyOrder(catalogue);
  return firstWhere(order.length, (index) => {
    const here = keyAt(catalogue, order[index] as number);
    return here > key || (here === key && orEqual);
  });
}

/** Position of the series with the key; -1: the catalogue has none. */
export function positionAmongKeys(catalogue: Catalogue, key: string): number {
  const position = keyOrder(catalogue)[indexBehindKey(catalogue, key, true)];
  return position !== undefined && keyAt(catalogue, position) === key ? position : -1;
}

/** Places that are counted or moved in one step. */
const CODES_AT_ONCE = 20_000;

/** A stable counting sort, last character first; characters that all keys share are skipped. */
function* sortByKeys({size, keyPrefix, keys}: Catalogue): Generator<undefined, Uint32Array> {
  let order = new Uint32Array(size).map((_, position) => position);
  yield;
  let next = new Uint32Array(size);
  const starts = new Uint32Array(257);
  const length = KEY_LENGTH - keyPrefix.length;
  for (let character = length - 1; character >= 0; character--) {
    starts.fill(0);
    for (let index = 0; index < size; index++) {
      starts[(keys[index * length + character] as number) + 1]! += 1;
      if (index % CODES_AT_ONCE === CODES_AT_ONCE - 1) yield;
    }
    if (starts.includes(size)) continue;
    for (let byte = 0; byte < 256; byte++) starts[byte + 1]! += starts[byte] as number;
    for (let index = 0; index < size; index++) {
      const position = order[index] as number;
      next[starts[keys[position * length + character] as number]!++] = position;
      if (index % CODES_AT_ONCE === CODES_AT_ONCE - 1) yield;
    }
    [order, next] = [next, order];
  }
  return order;
}
