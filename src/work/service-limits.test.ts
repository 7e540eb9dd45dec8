import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import {test} from "node:test";
import {SERVICE_LIMITS, shareOf} from "./service-limits.ts";

test("the workers together have what one process has, and each at least its least [serve.workers-limits]", () => {
  const shares = (workers: number): number => shareOf("large answers written at a time", workers);
  assert.deepEqual([1, 2, 3, 4, 5, 8].map(shares), [4, 2, 1, 1, 1, 1]);
  const unsent = "megabytes of answers that clients have not read";
  assert.deepEqual([shareOf(unsent, 1, 1), shareOf(unsent, 4, 256), shareOf(unsent, 4, 31)], [1, 64, 8]);
  assert.throws(() => shareOf(unsent, 2), RangeError);
});

test("docs/scaling.md names every limit of the service, and where it is kept [serve.workers-limits]", () => {
  const docs = readFileSync(new URL("../../docs/scaling.md", import.meta.url), "utf8");
  for (const [name, {whole, least}] of Object.entries(SERVICE_LIMITS)) {
    const row = docs.split("\n").find((line) => line.startsWith(`| ${name} | `));
    assert.ok(row !== undefined, name);
    if (whole !== null) assert.ok(row.includes(`| ${whole} |`), row);
    assert.ok(
      row.endsWith(least === null ? "| by the parent |" : `| divided, at least ${least} for each worker |`),
      row,
    );
  }
});
