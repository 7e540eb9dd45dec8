import assert from "node:assert/strict";
import {test} from "node:test";
import {sizeText} from "../commands/backup.ts";

test("sizes are written in powers of a thousand, with a decimal below ten", () => {
  const told: readonly (readonly [number, string])[] = [
    [0, "0 bytes"],
    [999, "999 bytes"],
    [1000, "1.0 kB"],
    [9949, "9.9 kB"],
    [9950, "10 kB"],
    [999_499, "999 kB"],
    [999_500, "1.0 MB"],
    [12_345_678_901, "12 GB"],
    [5e15, "5000 TB"],
  ];
  for (const [bytes, text] of told) assert.equal(sizeText(bytes), text);
});
