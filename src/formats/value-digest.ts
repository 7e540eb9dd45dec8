// A digest of the values of one series: with it a reader of a permanent link can check whether it still shows the same values.
//
// SHA-256 of the lines `YYYY-MM-DD;value`, ascending by period, each ended by \n, the value as in JSON: anyone can compute it from an
// answer of the api or from the CSV. The days of publication are not part of it: a value is the same in every release that repeats it.
import {hash} from "node:crypto";
import {type Day, dayText} from "../statistics/time/day.ts";

/** 64 hexadecimal digits. `first` is the first day of the period. */
export function valueDigest(values: readonly {readonly first: Day; readonly value: number}[]): string {
  let text = "";
  for (const {first, value} of values) text += `${dayText(first)};${JSON.stringify(value)}\n`;
  return hash("sha256", text, "hex");
}
