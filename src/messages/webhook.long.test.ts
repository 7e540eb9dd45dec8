import assert from "node:assert/strict";
import {createServer, type ServerResponse} from "node:http";
import type {AddressInfo} from "node:net";
import {type TestContext, test} from "node:test";
import {readWebhookAddress, webhookSecret} from "../service/webhook-address.ts";
import {pauseAfter, TRIED_MS} from "./sender.ts";
import {callWebhook, webhookSignature} from "./webhook.ts";

async function receiverOf(t: TestContext, answer: (response: ServerResponse) => void): Promise<string> {
  const server = createServer((request, response) => void request.resume().on("end", () => answer(response)));
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

const call = (address: string) => ({address, secret: webhookSecret(), id: "1", body: "{}", now: new Date()});
const SHORT = {mayBePrivate: true, milliseconds: 200};

test("a receiver that hangs, or sends its answer byte by byte, is not waited for; one that answers late but in time is [messages.retry]", async (t) => {
  const hanging = await receiverOf(t, () => {});
  await assert.rejects(callWebhook(call(hanging), SHORT), /no answer within 0.2 seconds/);
  const dripping = await receiverOf(t, (response) => {
    response.socket!.write("HTTP/1.1 200 OK\r\n");
    const timer = setInterval(() => response.socket!.write("x: y\r\n"), 20);
    response.socket!.on("close", () => clearInterval(timer));
    response.socket!.on("error", () => {});
  });
  await assert.rejects(callWebhook(call(dripping), SHORT), /no answer within/);
  const late = await receiverOf(t, (response) => void setTimeout(() => response.end("taken"), 100));
  await callWebhook(call(late), {...SHORT, milliseconds: 600_000});
});

test("the signature is that of Standard Webhooks: its published example gives the published value [messages.webhook]", () => {
  const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
  const body = '{"test": 2432232314}';
  const signature = webhookSignature(secret, "msg_p5jXN8AQM9LWM0D4loKWxJek", 1_614_265_330, body);
  assert.equal(signature, "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
});

test("a webhook has an https address that is not private, or any where the operator allows it [messages.private]", () => {
  const [good, plain, inside] = ["https://example.org/x?y=1", "http://example.org/", "https://192.168.0.7/"];
  assert.deepEqual(
    [good, plain, inside].map((text) => readWebhookAddress(text, "public")),
    [good, null, null],
  );
  assert.deepEqual(
    [good, plain, inside].map((text) => readWebhookAddress(text, "any")),
    [good, plain, inside],
  );
  assert.equal(readWebhookAddress(good, "off"), null);
  for (const wrong of [
    "",
    "x",
    "ftp://example.org/",
    "https://user:pass@example.org/",
    "https://[::1]/",
    "https://2130706433/",
  ])
    assert.equal(readWebhookAddress(wrong, "public"), null, wrong);
});

test("pauses double up to four hours; the last try is a day after the first, and none follows [messages.retry]", () => {
  let [age, tries] = [0, 0];
  const pauses: number[] = [];
  for (let pause = pauseAfter(tries, age); pause !== null; pause = pauseAfter(tries, age)) {
    pauses.push(pause);
    age += pause;
    tries++;
  }
  assert.deepEqual(pauses.slice(0, 3), [30_000, 60_000, 120_000]);
  assert.equal(Math.max(...pauses), 4 * 3_600_000);
  assert.equal(age, TRIED_MS);
  assert.deepEqual([pauseAfter(0, TRIED_MS - 1), pauseAfter(0, TRIED_MS)], [1, null]);
});
