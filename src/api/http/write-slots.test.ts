// Slots for large answers.
import assert from "node:assert/strict";
import {IncomingMessage, ServerResponse} from "node:http";
import {Socket} from "node:net";
import {test} from "node:test";
import {HANG_MS} from "../../work/patience.fixture.ts";
import {createWriteSlots, SLOTS} from "./write-slots.ts";

function createResponse(): ServerResponse {
  return new ServerResponse(new IncomingMessage(new Socket()));
}

const untold = (): void => {};
const never = (): boolean => false;

/** The result of a promise after all pending callbacks have run, or "waiting". */
async function outcome(promise: Promise<boolean>): Promise<boolean | "waiting"> {
  const later = new Promise<"waiting">((resolve) => setImmediate(() => resolve("waiting")));
  return Promise.race([promise, later]);
}

test("four large answers are written at a time; the next starts when one was sent, in the order of arrival", async () => {
  const slots = createWriteSlots(untold, never, SLOTS, HANG_MS);
  const writing = Array.from({length: SLOTS}, createResponse);
  for (const response of writing) assert.equal(await outcome(slots.acquire(response)), true);
  const [fifth, sixth] = [slots.acquire(createResponse()), slots.acquire(createResponse())];
  assert.equal(await outcome(fifth), "waiting");
  writing[2]!.emit("finish");
  assert.equal(await outcome(fifth), true);
  assert.equal(await outcome(sixth), "waiting");
  writing[2]!.emit("close");
  assert.equal(await outcome(sixth), "waiting", "a slot is freed once, not by finish and again by close");
  writing[0]!.emit("close");
  assert.equal(await outcome(sixth), true);
});

test("a client that disconnects leaves the queue, and one that has already disconnected gets no slot", async () => {
  const slots = createWriteSlots(untold, never, 1, HANG_MS);
  const first = createResponse();
  assert.equal(await slots.acquire(first), true);
  const [left, stays] = [createResponse(), createResponse()];
  const [turnOfLeft, turnOfStays] = [slots.acquire(left), slots.acquire(stays)];
  left.emit("close");
  assert.equal(await outcome(turnOfLeft), false);
  first.emit("finish");
  assert.equal(await outcome(turnOfStays), true);
  const gone = createResponse();
  gone.destroy();
  assert.equal(await slots.acquire(gone), false);
  stays.emit("finish");
  assert.equal(await outcome(slots.acquire(createResponse())), true);
});

test("a slow client does not keep its slot without limit", async () => {
  const slots = createWriteSlots(untold, never, 1, 1);
  await slots.acquire(createResponse());
  assert.equal(await slots.acquire(createResponse()), true);
});
