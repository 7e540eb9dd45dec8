// Server-Timing: on answers to the owner plan only.
import assert from "node:assert/strict";
import {test} from "node:test";
import {PLANS} from "../../src/access/account.ts";
import type {Answer} from "./client.ts";
import {daily, openWith, PRICES} from "./packages.ts";

const DATA = "/api/v1/data?dataset=prices";

/** Names of the stages; throws when the header is not of the form that W3C's Server Timing gives. */
function stagesOf({headers}: Answer): string[] {
  const header = headers["server-timing"] ?? "";
  assert.match(header, /^[a-z]+;dur=\d+(\.\d{1,3})?(, [a-z]+;dur=\d+(\.\d{1,3})?)*$/);
  const durations = header.split(", ").map((part) => Number(part.split("dur=")[1]));
  const total = durations.pop()!;
  const sum = durations.reduce((all, one) => all + one, 0);
  assert.ok(sum <= total + 0.001 * durations.length, `${header}: the stages are within the total`);
  return header.split(", ").map((part) => part.split(";")[0]!);
}

test("answers on the owner plan have their stages, on every route under /api/v1/ and with any status", async (t) => {
  const api = await openWith(t, [PRICES, daily([10, 20_000])]);
  const slice = await api.get(`${DATA}&class=01`);
  const key = slice.json.series[0].series_key;
  const etag = slice.headers["etag"]!;
  const expected: readonly [path: string, headers: Record<string, string>, status: number, stages: string[]][] = [
    [`${DATA}&class=01`, {}, 200, ["who", "what", "read", "charge", "write", "total"]],
    [`${DATA}&class=02`, {"accept-encoding": "gzip"}, 200, ["who", "what", "read", "charge", "write", "pack", "total"]],
    [`${DATA}&class=01`, {"if-none-match": etag}, 304, ["who", "what", "read", "total"]],
    ["/api/v1/data?dataset=daily", {}, 200, ["who", "what", "read", "wait", "charge", "write", "total"]],
    [`/api/v1/series/${key}/observations`, {}, 200, ["who", "what", "read", "charge", "write", "total"]],
    [`/api/v1/series/${key}/evidence`, {}, 200, ["who", "read", "write", "total"]],
    ["/api/v1/updates", {}, 200, ["who", "what", "read", "write", "total"]],
    ["/api/v1/reference/datasets", {}, 200, ["who", "what", "read", "write", "total"]],
    [`${DATA}&limit=x`, {}, 422, ["who", "total"]],
    [`${DATA}&class=none`, {}, 404, ["who", "what", "total"]],
    ["/api/v1/nothing", {}, 404, ["who", "total"]],
  ];
  for (const [path, headers, status, stages] of expected) {
    const answer = await api.get(path, {...headers, "x-api-key": api.token});
    assert.equal(answer.status, status, path);
    assert.deepEqual(stagesOf(answer), stages, path);
  }
  const head = await api.ask("HEAD", `${DATA}&class=01`);
  assert.ok(stagesOf(head).includes("charge"));
});

test("answers on other plans, and without a valid token, have no Server-Timing", async (t) => {
  const api = await openWith(t, [PRICES]);
  for (const {code} of PLANS.filter((plan) => plan.code !== "owner")) {
    const token = await api.createToken(code);
    for (const path of [DATA, `${DATA}&limit=x`, "/api/v1/nothing", "/api/v1/updates"]) {
      const answer = await api.get(path, {"x-api-key": token, "accept-encoding": "gzip"});
      assert.equal(answer.headers["server-timing"], undefined, `${code} ${path}`);
    }
  }
  for (const path of [DATA, "/api/limits", "/health"]) {
    assert.equal((await api.get(path, {authorization: ""})).headers["server-timing"], undefined, path);
  }
  assert.notEqual((await api.get(DATA)).headers["server-timing"], undefined);
});
