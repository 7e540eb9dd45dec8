// The memory of finished slices that are kept for repeated requests.
import assert from "node:assert/strict";
import {test} from "node:test";
import {setFlagsFromString} from "node:v8";
import {runInNewContext} from "node:vm";
import {within} from "../../src/work/patience.fixture.ts";
import {daily, openWith} from "./packages.ts";

/** Larger than the answers that are copied out of their memory when written. */
const VALUES = 2000;
const PAGES = 40;

test("kept slices take about the memory of their bodies, even after a large answer", async (t) => {
  const counts = [20_000, 20_000, 20_000, ...Array.from({length: PAGES}, () => VALUES)];
  const api = await openWith(t, [daily(counts)]);
  const largest = await api.get("/api/v1/data?dataset=daily&limit=3");
  assert.ok(largest.raw.length > 4_000_000);

  const before = heldBytes();
  let bodies = 0;
  for (let page = 0; page < PAGES; page++) {
    const path = `/api/v1/data?dataset=daily&limit=1&offset=${3 + page}`;
    const [first, second, third] = [await api.get(path), await api.get(path), await api.get(path)];
    assert.ok(first.raw.length > 150_000);
    assert.equal(second.text, first.text);
    assert.equal(third.text, first.text);
    bodies += first.raw.length;
  }
  const hits = api.events.filter((event) => event.type === "cache-asked" && event.cache === "body" && event.hit);
  assert.equal(hits.length, PAGES, "the third answer is the kept one");
  let held = 0;
  // Another thread gives free memory back. On a busy machine it may run later.
  await within(
    10,
    () => `${held} bytes are held for ${bodies} of bodies`,
    () => {
      held = heldBytes() - before;
      return held < 2 * bodies;
    },
  );
});

/** Bytes of buffers that are still reachable. */
function heldBytes(): number {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  collect();
  return process.memoryUsage().arrayBuffers;
}
