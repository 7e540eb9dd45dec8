// Bodies that are written with pauses.
import assert from "node:assert/strict";
import {test} from "node:test";
import {finishWriting, type Writing} from "./compression.ts";

const LONGER_THAN_A_STRETCH_MS = 6;

test("other requests are answered at each pause of a body whose time slice is used up, and the body is complete at its end", async () => {
  const order: string[] = [];
  function* writing(): Writing {
    for (const chunk of ["one", "two"]) {
      order.push(chunk);
      const began = performance.now();
      while (performance.now() - began < LONGER_THAN_A_STRETCH_MS);
      setImmediate(() => order.push("another answer"));
      yield null;
    }
    order.push("three");
    return Buffer.from("body");
  }
  assert.equal((await finishWriting(writing())).toString(), "body");
  assert.deepEqual(order, ["one", "another answer", "two", "another answer", "three"]);
});
