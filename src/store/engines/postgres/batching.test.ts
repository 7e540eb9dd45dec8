import assert from "node:assert/strict";
import {test} from "node:test";
import {setImmediate as turn} from "node:timers/promises";
import {until} from "../../../work/patience.fixture.ts";
import {type Batching, batching} from "./batching.ts";

/** A gathering whose groups end when the test says so; each item's result is ten times the item. */
function observed(options: Batching) {
  const groups: {readonly items: readonly number[]; readonly end: (error?: Error) => void}[] = [];
  const ask = batching(options, (items: readonly number[]) => {
    const {promise, resolve, reject} = Promise.withResolvers<readonly number[]>();
    const end = (error?: Error) => (error ? reject(error) : resolve(items.map((item) => item * 10)));
    groups.push({items, end});
    return promise;
  });
  return {ask, groups};
}

test("what is asked in one turn of the event loop is one group, and each gets its own result [limits.charge-together]", async () => {
  const {ask, groups} = observed({most: 10});
  const queries = Promise.all([1, 2, 3].map(ask));
  await turn();
  assert.deepEqual(
    groups.map(({items}) => items),
    [[1, 2, 3]],
  );
  groups[0]!.end();
  assert.deepEqual(await queries, [10, 20, 30]);
});

test("a group has a largest number of items; the rest goes with the next [limits.charge-together]", async () => {
  const {ask, groups} = observed({most: 2});
  const queries = Promise.all([1, 2, 3, 4, 5].map(ask));
  assert.deepEqual(
    groups.map(({items}) => items),
    [
      [1, 2],
      [3, 4],
    ],
  );
  for (const {end} of groups) end();
  await until("the rest is asked", () => groups.length === 3);
  assert.deepEqual(groups[2]!.items, [5]);
  groups[2]!.end();
  assert.deepEqual(await queries, [10, 20, 30, 40, 50]);
});

test("what is asked beside a group goes when that one is over, and also when it hangs [limits.charge-together]", async () => {
  const {ask, groups} = observed({most: 10});
  const first = ask(1);
  await turn();
  const second = ask(2);
  groups[0]!.end();
  assert.equal(await first, 10);
  assert.deepEqual(groups[1]!.items, [2]);
  const third = [ask(3), ask(4)];
  await until("the second group hangs, and a third is asked", () => groups.length === 3);
  assert.deepEqual(groups[2]!.items, [3, 4]);
  groups[2]!.end();
  assert.deepEqual(await Promise.all(third), [30, 40]);
  groups[1]!.end();
  assert.equal(await second, 20);
});

test("a failure is that of all items of its group and of no other; the next group is asked [limits.charge-together]", async () => {
  const {ask, groups} = observed({most: 2, awaitsOthers: true});
  const queries = [1, 2, 3].map((item) => ask(item).catch((error: Error) => error.message));
  groups[0]!.end(new Error("lost"));
  await until("the third is asked", () => groups.length === 2);
  groups[1]!.end();
  assert.deepEqual(await Promise.all(queries), ["lost", "lost", 30]);
});
