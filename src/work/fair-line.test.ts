// The line of work that only a few may do at a time: whose turn it is, who is refused, and who loses a place.
import assert from "node:assert/strict";
import {test} from "node:test";
import {Busy} from "./busy.ts";
import {createFairLine, type LineRequest} from "./fair-line.ts";

const LIMITS = {atOnce: 1, waiting: 2, visitorsWaiting: 3, ofOneVisitor: 2};
const never = new AbortController().signal;
const visitor = (name: string): LineRequest => ({hasToken: false, name});
const READER: LineRequest = {hasToken: true, name: "7"};

/** Work that ends when the test says so, or when its place is lost. */
function createWork(order: string[], name: string) {
  const {promise, resolve} = Promise.withResolvers<void>();
  return {
    end: resolve,
    perform: async (lost: AbortSignal) => {
      order.push(name);
      const gone = Promise.withResolvers<never>();
      lost.addEventListener("abort", () => gone.reject(lost.reason));
      await Promise.race([promise, gone.promise]);
      order.push(`${name} done`);
    },
  };
}

test("a token holder goes before visitors that wait, and takes the place of one whose work is under way [line.readers-first]", async () => {
  const line = createFairLine(LIMITS, "busy");
  const order: string[] = [];
  const [one, other, reader] = ["one", "other", "reader"].map((name) => createWork(order, name));
  const all = [line.enter(visitor("a"), never, one!.perform), line.enter(visitor("b"), never, other!.perform)];
  await new Promise(setImmediate);
  all.push(line.enter(READER, never, reader!.perform));
  await new Promise(setImmediate);
  for (const work of [one, other, reader]) work!.end();
  await Promise.all(all);
  assert.deepEqual(order, ["one", "reader", "reader done", "one", "one done", "other", "other done"]);
});

test("a token holder takes the place of one visitor, and others go on [line.readers-first]", async () => {
  const line = createFairLine({...LIMITS, atOnce: 2}, "busy");
  const order: string[] = [];
  const [one, other, reader] = ["one", "other", "reader"].map((name) => createWork(order, name));
  const all = [line.enter(visitor("a"), never, one!.perform), line.enter(visitor("b"), never, other!.perform)];
  await new Promise(setImmediate);
  all.push(line.enter(READER, never, reader!.perform));
  await new Promise(setImmediate);
  for (const work of [one, other, reader]) work!.end();
  await Promise.all(all);
  assert.equal(order.filter((name) => name === "other").length, 1);
});

test("an address has two places, visitors three in the line, and token holders have places of their own [line.places]", async () => {
  const line = createFairLine(LIMITS, "busy");
  const order: string[] = [];
  const work = createWork(order, "work");
  const all = [line.enter(visitor("a"), never, work.perform), line.enter(visitor("a"), never, work.perform)];
  await assert.rejects(line.enter(visitor("a"), never, work.perform), Busy);
  all.push(line.enter(visitor("b"), never, work.perform), line.enter(visitor("c"), never, work.perform));
  await assert.rejects(
    line.enter(visitor("d"), never, work.perform),
    (error) => error instanceof Busy && error.retryAfter > 0,
  );
  all.push(line.enter(READER, never, work.perform), line.enter(READER, never, work.perform));
  await assert.rejects(line.enter(READER, never, work.perform), Busy);
  work.end();
  await Promise.all(all);
  await line.enter(visitor("a"), never, work.perform);
});

test("a signal gives up a place, and the next in line gets its turn [line.places]", async () => {
  const line = createFairLine(LIMITS, "busy");
  const order: string[] = [];
  const [one, next] = [createWork(order, "one"), createWork(order, "next")];
  const left = new AbortController();
  const first = line.enter(visitor("a"), never, one.perform);
  const second = line.enter(visitor("b"), left.signal, one.perform);
  const third = line.enter(visitor("c"), never, next.perform);
  left.abort(new Error("left"));
  await assert.rejects(second, /left/);
  one.end();
  next.end();
  await Promise.all([first, third]);
  assert.deepEqual(order, ["one", "one done", "next", "next done"]);
});
