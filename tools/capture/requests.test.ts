// The list of captured requests: its size, and that it includes every operation of the OpenAPI document.
import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import {join} from "node:path";
import {test} from "node:test";
import {createApi} from "../../test/api/client.ts";
import {temporaryStore} from "../../test/warehouse.ts";
import {parseRequests} from "./request-list.ts";

const FREE_REQUESTS_A_MINUTE = 20;

test("there are at least 500 captured requests, all different, with every operation of the OpenAPI document [capture.requests]", async (t) => {
  const requests = parseRequests(readFileSync(join(import.meta.dirname, "requests.tsv"), "utf8"));
  assert.ok(requests.length >= 500, String(requests.length));
  const {store} = await temporaryStore(t);
  const document = (await (await createApi(t, store)).get("/api/openapi.json")).json;
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.keys(item as object)
      .filter((method) => /^(?:get|head|options|post|put|delete)$/.test(method))
      .map((method) => ({method: method.toUpperCase(), path})),
  );
  assert.ok(operations.length > 10, String(operations.length));
  const missed = operations.filter(({method, path}) => {
    const address = new RegExp(`^${path.replaceAll(".", "\\.").replace(/\{[^}]*\}/g, "[^/?]+")}(?:\\?|$)`);
    return !requests.some((one) => one.method === method && address.test(one.address));
  });
  assert.deepEqual(missed, []);
});

test("no account of the captured requests exceeds its minute, except the one that is meant to [capture.requests]", () => {
  const requests = parseRequests(readFileSync(join(import.meta.dirname, "requests.tsv"), "utf8"));
  const counts = new Map<string, number>();
  for (const {account} of requests) counts.set(account, (counts.get(account) ?? 0) + 1);
  const hasty = [...counts].filter(([account, count]) => /^free/.test(account) && count > FREE_REQUESTS_A_MINUTE);
  assert.deepEqual(
    hasty.map(([account]) => account),
    ["free-hasty"],
  );
});

test("a repeated or invalid request is refused [capture.requests]", () => {
  const head = "account\tmethod\taddress\theaders\n";
  const line = "none\tGET\t/health\tAccept: a/b | X: y: z\n";
  assert.deepEqual(parseRequests(head + line), [
    {account: "none", method: "GET", address: "/health", headers: {accept: "a/b", x: "y: z"}},
  ]);
  assert.throws(() => parseRequests(head + line + line), /come twice/);
  assert.throws(() => parseRequests(`${head}none\tGET\t/health\n`), /a request is/);
  assert.throws(() => parseRequests(`${head}none\tGET\thealth\t\n`), /a request is/);
});
