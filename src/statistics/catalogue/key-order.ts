// The series of a catalogue in the order of their keys, which no load changes: a page continues behind the last key of the page before.
//
// The order of the slice can't be used for that: it changes when a release gives a territory another level.
import {type Catalogue, KEY_LENGTH, keyAt} from "./catalogue.ts";

/** Positions by ascending key. Made once for a catalogue and kept while the catalogue is. */
export function keyOrder(catalogue: Catalogue): Uint32Array {
  const kept = orders.get(catalogue);
  if (kept !== undefined) return kept;
  const order = sortByKeys(catalogue);
  orders.set(catalogue, order);
  return order;
}

/** First place in the key order whose key is greater than `key` (with `orEqual` also that of the key itself). */
export function placeBehindKey(catalogue: Catalogue, key: string, orEqual = false): number {
  const order = keyOrder(catalogue);
  let low = 0;
  let high = order.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const here = keyAt(catalogue, order[middle] as number);
    if (here < key || (here === key && !orEqual)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Position of the series with the key; -1 when the catalogue has none. */
export function positionOfKey(catalogue: Catalogue, key: string): number {
  const position = keyOrder(catalogue)[placeBehindKey(catalogue, key, true)];
  return position !== undefined && keyAt(catalogue, position) === key ? position : -1;
}

const orders = new WeakMap<Catalogue, Uint32Array>();

/** A stable counting sort, last character first; characters that all keys share are passed over. */
function sortByKeys({size, keys}: Catalogue): Uint32Array {
  let order = Uint32Array.from({length: size}, (_, position) => position);
  let next = new Uint32Array(size);
  const starts = new Uint32Array(257);
  for (let character = KEY_LENGTH - 1; character >= 0; character--) {
    starts.fill(0);
    for (let at = character; at < keys.length; at += KEY_LENGTH) starts[(keys[at] as number) + 1]! += 1;
    if (starts.includes(size)) continue;
    for (let byte = 0; byte < 256; byte++) starts[byte + 1]! += starts[byte] as number;
    for (let place = 0; place < size; place++) {
      const position = order[place] as number;
      next[starts[keys[position * KEY_LENGTH + character] as number]!++] = position;
    }
    [order, next] = [next, order];
  }
  return order;
}
