// $search on series: the results of the series search, as a filter besides all others.
import assert from "node:assert/strict";
import {test} from "node:test";
import {MAX_SEARCHED} from "../../src/api/odata/series/series-answer.ts";
import {address, allRows, ODATA, PACKAGES, type Rows} from "./odata-rows.ts";
import {COUNTRY, MOSCOW, openWith} from "./packages.ts";

const keysOf = (rows: Rows): string[] => rows.map(({series_key}) => series_key);

test("$search selects the results of the search, in the order of keys or of $orderby, with counts and pages [odata.search]", async (t) => {
  const api = await openWith(t, PACKAGES);
  for (const words of ["хлеб", "москва", "молоко москва", "01 москве", "хлеба"]) {
    const found = (await api.get(`/api/v1/series/search?limit=200&q=${encodeURIComponent(words)}`)).json;
    assert.ok(found.total > 0, words);
    const rows = await allRows(api, address("series", {$search: words}), {headers: {prefer: "maxpagesize=2"}, most: 2});
    assert.deepEqual(keysOf(rows), keysOf(found.items).sort(), words);
    assert.equal((await api.get(address("series/$count", {$search: words}))).text, String(found.total));
  }
  const phrase = await allRows(api, address("series", {$search: '"молоко" AND (москва)'}));
  assert.deepEqual(phrase, await allRows(api, address("series", {$search: "молоко москва"})));
  const both = await allRows(
    api,
    address("series", {$search: "москва", $filter: "dataset_code eq 'prices'", $orderby: "classification desc"}),
  );
  const all = await allRows(api, address("series", {$search: "москва"}));
  assert.deepEqual(keysOf(both).sort(), keysOf(all.filter((row) => row["dataset_code"] === "prices")).sort());
  assert.deepEqual(
    both.map((row) => row["classification"]),
    both
      .map((row) => row["classification"])
      .sort()
      .reverse(),
  );
  const [one] = all;
  const narrowed = await allRows(
    api,
    address("series", {$search: "москва", $filter: `series_key in ('${one.series_key}','x')`}),
  );
  assert.deepEqual(narrowed, [one]);
  assert.deepEqual(await allRows(api, address("series", {$search: one.series_key})), [one], "a key that was pasted");
  assert.deepEqual(await allRows(api, address("series", {$search: "qqqqqqqq"})), []);
});

test("$search has only words: OR and NOT are 501, no word is 400, and observations do not support it [odata.search odata.unsupported]", async (t) => {
  const api = await openWith(t, PACKAGES);
  for (const $search of ["хлеб OR молоко", "NOT хлеб"]) {
    assert.equal((await api.get(address("series", {$search}))).json.error.code, "NOT_IMPLEMENTED");
  }
  for (const $search of ['""', "AND", " "])
    assert.equal((await api.get(address("series", {$search}))).status, 400, $search);
  for (const $search of ['"хлеб OR молоко"', "хлеб or", "'хлеб", "((", "%", "-"]) {
    assert.ok([200, 400].includes((await api.get(address("series", {$search}))).status), $search);
  }
  assert.equal((await api.get(`${ODATA}/observations?$search=x&$filter=dataset_code%20eq%20'plain'`)).status, 501);
});

test("the next $search after a load finds its series, with a different tag [odata.search odata.caching]", async (t) => {
  const api = await openWith(t, PACKAGES);
  const path = address("series", {$search: "капуста"});
  const before = await api.get(path);
  assert.deepEqual(before.json.value, []);
  assert.equal((await api.get(path, {"if-none-match": before.headers["etag"]!})).status, 304);
  await api.load({
    dataset: "later",
    header: "indicator,class,geo,period,value",
    rows: [`x,c,${MOSCOW},2025,1`],
    more: {classes: [{code: "c", name: "Капуста"}]},
  });
  const after = await api.get(path, {"if-none-match": before.headers["etag"]!});
  assert.deepEqual([after.status, after.json.value.length], [200, 1]);
});

test("a $search with more than ten thousand series is refused with a hint [odata.search]", async (t) => {
  const rows = (count: number) => Array.from({length: count}, (_, i) => `x,k${i},${COUNTRY},2025,1`);
  const many = (dataset: string, count: number) => ({
    dataset,
    header: "indicator,class,geo,period,value",
    rows: rows(count),
    more: {indicators: [{code: "x", label: "капуста"}]},
  });
  const api = await openWith(t, [many("fits", MAX_SEARCHED), many("more", 1)]);
  const refused = await api.get(address("series", {$search: "капуста"}));
  assert.equal(refused.json.error.code, "BAD_REQUEST");
  assert.match(refused.json.error.message, /10001 series/);
  const fits = await api.get(
    address("series", {$search: "капуста", $filter: "dataset_code eq 'fits'", $count: "true", $top: 1}),
  );
  assert.equal(fits.json["@odata.count"], MAX_SEARCHED);
});
