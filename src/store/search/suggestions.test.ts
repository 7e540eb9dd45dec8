// When suggestions are collected again, and what is answered meanwhile.
import assert from "node:assert/strict";
import {test} from "node:test";
import {createSuggestions} from "./suggestions.ts";

const subject = (name: string) => ({names: [name], group: 0, weight: 0});

test("a question after a load is answered at once from the older suggestions, and one after them from the newer [site.suggestions]", async () => {
  let [run, time] = ["1", 0];
  const waiting: ((names: readonly string[]) => void)[] = [];
  const collect = () =>
    new Promise<readonly ReturnType<typeof subject>[]>((resolve) => {
      waiting.push((names) => resolve(names.map(subject)));
    });
  const {find} = createSuggestions(
    {indexedRun: () => run},
    collect,
    () => {},
    () => time,
  );
  const names = async (): Promise<string[]> => (await find("цен", [5]))[0]!.map((one) => one.names[0]!);
  const first = names();
  waiting.shift()!(["цена"]);
  assert.deepEqual(await first, ["цена"]);
  run = "2";
  // not so soon after the last time
  time = 4999;
  assert.deepEqual(await names(), ["цена"]);
  assert.equal(waiting.length, 0);
  time = 5000;
  assert.deepEqual(await names(), ["цена"]);
  assert.deepEqual(await names(), ["цена"]);
  assert.equal(waiting.length, 1, "collected once");
  waiting.shift()!(["цена", "цены"]);
  for (let turn = 0; turn < 50 && (await names()).length < 2; turn++) await new Promise(setImmediate);
  assert.deepEqual(await names(), ["цена", "цены"]);
});

test("subjects that take long to collect are collected seldom: a twentieth of the time [site.suggestions]", async () => {
  let [run, time, collected] = [1, 0, 0];
  const collect = async () => {
    collected++;
    time += 1000;
    return [subject("цена")];
  };
  const {find} = createSuggestions(
    {indexedRun: () => String(run)},
    collect,
    (error) => assert.fail(String(error)),
    () => time,
  );
  for (const [at, expected] of [
    [0, 1],
    [19_999, 1],
    [20_000, 2],
    [39_999, 2],
    [40_000, 3],
  ] as const) {
    time = at;
    run++;
    await find("цен", [5]);
    for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate);
    assert.equal(collected, expected, String(at));
  }
});

test("if suggestions can't be collected the older ones stay; without any the question fails, and the next one tries again [site.suggestions]", async () => {
  let [run, time, fails] = ["1", 0, true];
  const faults: unknown[] = [];
  const collect = async () => {
    if (fails) throw new Error("the store does not answer");
    return [subject("цена")];
  };
  const {find} = createSuggestions(
    {indexedRun: () => run},
    collect,
    (error) => faults.push(error),
    () => time,
  );
  await assert.rejects(find("цен", [5]), /does not answer/);
  fails = false;
  assert.equal((await find("цен", [5]))[0]!.length, 1);
  [run, time, fails] = ["2", 10_000, true];
  assert.equal((await find("цен", [5]))[0]!.length, 1);
  await new Promise(setImmediate);
  assert.equal(faults.length, 1);
  assert.equal((await find("цен", [5]))[0]!.length, 1);
});
