// A digest of the values of one series: with it a reader of a permanent link can check whether it still shows the same values.
//
// SHA-256 of the lines `YYYY-MM-DD;value`, ascending by period, each ended by \n, the value as in JSON: anyone can compute it from an
// answer of the api or from the CSV. The days of publication are not part of it: a value is the same in every release that repeats it.
import {createHash} from "node:crypto";
import type {RowList} from "../statistics/row-list.ts";
import {type Day, dayText} from "../statistics/time/day.ts";

/** Step by step. 64 hexadecimal digits. `first` is the first day of the period. */
export function* valueDigest(
  values: RowList<{readonly first: Day; readonly value: number}>,
): Generator<undefined, string> {
  const digest = createHash("sha256");
  for (let at = 0; at < values.length; at += VALUES_AT_ONCE) {
    const some = values.slice(at, at + VALUES_AT_ONCE);
    digest.update(Array.from(some, ({first, value}) => `${dayText(first)};${JSON.stringify(value)}\n`).join(""));
    yield;
  }
  return digest.digest("hex");
}

const VALUES_AT_ONCE = 2000;
