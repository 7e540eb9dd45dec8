// A flood of tokens that are unknown: the store is not asked for each of them, and good tokens are answered.
import assert from "node:assert/strict";
import {test} from "node:test";
import {tokenFromRandom} from "../../src/access/account.ts";
import {openWith, PRICES} from "./packages.ts";

/** Well formed, and in no store. */
const unknown = (i: number): string => tokenFromRandom(Buffer.alloc(32, i));

test("after 120 wrong tokens in a minute an address gets 429 for tokens that are not remembered, and others are answered [auth.wrong-tokens]", async (t) => {
  const api = await openWith(t, [PRICES], {settings: {trustProxy: ["127.0.0.1"]}});
  const ask = (token: string, ip: string) =>
    api.get("/api/v1/data?dataset=prices", {authorization: `Bearer ${token}`, "x-forwarded-for": ip});
  const fresh = await api.createToken("free");
  assert.equal((await ask(api.token, "192.0.2.1")).status, 200);
  for (let i = 0; i < 120; i++)
    assert.equal((await ask(i % 2 === 0 ? unknown(i) : "nonsense", "192.0.2.1")).status, 401);
  for (const token of [unknown(200), "nonsense", fresh]) {
    const {status, headers, json} = await ask(token, "192.0.2.1");
    assert.deepEqual([status, json.error.code, headers["retry-after"]], [429, "RATE_LIMITED", "60"]);
  }
  assert.equal((await ask(api.token, "192.0.2.1")).status, 200, "a token in use");
  assert.equal((await ask(fresh, "192.0.2.2")).status, 200, "another address");
  assert.equal((await ask(unknown(201), "192.0.2.2")).status, 401);
  api.clock.now = new Date(api.clock.now.getTime() + 60_000);
  assert.equal((await ask(unknown(202), "192.0.2.1")).status, 401, "the next minute");
});
