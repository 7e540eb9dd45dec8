// The preview of observations: the requests of a spreadsheet when a person clicks the table, before a dataset is chosen.
import assert from "node:assert/strict";
import {test} from "node:test";
import {address, allRows, neverBusy, PACKAGES, type Rows, twins} from "./odata-rows.ts";
import {daily, openWith} from "./packages.ts";

const LONG = [{...daily([900]), dataset: "b"}, {...daily([700, 500]), dataset: "a", provider: "cbr"}, ...PACKAGES];

/** All rows, dataset after dataset, by provider and code; within one by key and period. */
async function inOrder(api: Parameters<typeof allRows>[0]): Promise<Rows> {
  const {items} = (await api.get("/api/v1/reference/datasets")).json;
  const codes = items.map(({provider_code, code}: {provider_code: string; code: string}) => [provider_code, code]);
  codes.sort(([one, a]: string[], [other, b]: string[]) => (`${one}/${a}` < `${other}/${b}` ? -1 : 1));
  const rows: Rows = [];
  for (const [provider, code] of codes) {
    const $filter = `dataset_code eq '${code}' and provider_code eq '${provider}'`;
    rows.push(...(await allRows(api, address("observations", {$filter}))));
  }
  return rows;
}

test("up to 1,000 rows without a filter are a preview: the first rows by provider, dataset, series and period, in one page, charged as rows [odata.preview odata.charges]", async (t) => {
  const api = neverBusy(await openWith(t, [...LONG, ...twins()]));
  const authorization = `Bearer ${await api.createToken("free")}`;
  const expected = await inOrder(api);
  assert.ok(expected.length > 2000);
  let left = 1_000_000;
  for (const [options, rows] of [
    [{$top: 1}, 1],
    [{$top: 999}, 999],
    [{$top: 1000}, 1000],
    [{$top: 1000, $skip: 0, $count: "true"}, 1000],
    [{$top: 1000, $filter: "freq eq 'A'"}, 7],
  ] as const) {
    for (const headers of [{}, {prefer: "odata.maxpagesize=100"}]) {
      const answer = await api.get(address("observations", options), {authorization, ...headers});
      assert.equal(answer.status, 200, answer.text.slice(0, 300));
      const wanted = "$filter" in options ? expected.filter(({freq}) => freq === "A") : expected;
      assert.deepEqual(answer.json.value, wanted.slice(0, rows));
      assert.equal(answer.json["@odata.nextLink"], undefined);
      assert.equal(answer.headers["preference-applied"], undefined);
      assert.equal(answer.json["@odata.count"], "$count" in options ? expected.length : undefined);
      left -= rows;
      assert.equal(answer.headers["x-quota-values-remaining"], String(left));
    }
  }
  const columns = await api.get(address("observations", {$top: 1000, $select: "period,value"}), {authorization});
  assert.deepEqual(
    columns.json.value,
    expected.slice(0, 1000).map(({period, value}) => ({period, value})),
  );
  const again = {authorization, "if-none-match": columns.headers["etag"]!};
  const same = await api.get(address("observations", {$top: 1000, $select: "period,value"}), again);
  assert.equal(same.status, 304);
  assert.equal(same.headers["x-quota-values-remaining"], columns.headers["x-quota-values-remaining"]);
});

test("a request without a dataset is refused beyond 1,000 rows and with other conditions than a preview's, and charges nothing [odata.preview odata.narrowed]", async (t) => {
  const api = neverBusy(await openWith(t, LONG));
  const authorization = `Bearer ${await api.createToken("free")}`;
  for (const options of [
    {},
    {$top: 1001},
    {$top: 60_000},
    {$count: "true"},
    {$top: 1000, $skip: 1},
    {$top: 1000, $orderby: "value"},
    {$top: 1000, $filter: "value gt 1"},
    {$top: 1000, $filter: "geo eq '643' and contains(title,'x')"},
    {$top: 0, $count: "true"},
  ]) {
    const {status, json, headers} = await api.get(address("observations", options), {authorization});
    assert.deepEqual([status, json.error.code], [400, "BAD_REQUEST"], JSON.stringify(options));
    assert.match(json.error.hint, /\$top=1000/);
    assert.match(json.error.hint, /dataset_code eq/);
    assert.equal(headers["x-quota-values-remaining"], "1000000");
  }
  const count = await api.get(address("observations/$count", {$top: 10}), {authorization});
  assert.equal(count.json.error.code, "BAD_REQUEST");
});

test("a preview of a store with fewer rows has all of them; of an empty store, none [odata.preview]", async (t) => {
  const few = neverBusy(await openWith(t, PACKAGES));
  const {json} = await few.get(address("observations", {$top: 1000}));
  assert.deepEqual(json.value, await inOrder(few));
  const none = await openWith(t, []);
  assert.deepEqual((await none.get(address("observations", {$top: 1000}))).json.value, []);
});
