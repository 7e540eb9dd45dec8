// Long work with rests: whose time slice comes next.
import assert from "node:assert/strict";
import {test} from "node:test";
import {createPace} from "./pace.ts";

test("a request that arrives while long work rests is answered before its next slice [budget.arrived-first]", async () => {
  const order: string[] = [];
  const pace = createPace();
  for (let chunk = 0; chunk < 3; chunk++) {
    const rested = pace.letOthersIn();
    // as the admission waits for the end of the tick in which a request arrives
    setImmediate(() => order.push("request"));
    await rested;
    order.push("slice");
  }
  assert.deepEqual(order, ["request", "slice", "request", "slice", "request", "slice"]);
});

test("work for token holders goes before that for visitors, which gets every tenth slice [budget.readers-first]", async () => {
  const order: string[] = [];
  async function work(asker: "reader" | "visitor", slices: number): Promise<void> {
    const pace = createPace(asker);
    for (let slice = 0; slice < slices; slice++) {
      await pace.letOthersIn();
      order.push(asker);
    }
  }
  await Promise.all([...Array.from({length: 20}, () => work("visitor", 1)), work("reader", 15), work("reader", 15)]);
  assert.equal(order.length, 50);
  const visits = order.flatMap((asker, index) => (asker === "visitor" ? [index] : []));
  const [first, second, third] = visits as [number, number, number];
  assert.ok(first <= 9, "visitors do not wait forever");
  assert.deepEqual([second - first, third - second], [10, 10], "while readers work");
});
