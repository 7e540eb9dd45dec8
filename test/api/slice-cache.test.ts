// ETag and 304: when an answer is unchanged, and what it charges.
import assert from "node:assert/strict";
import {test} from "node:test";
import {spend} from "./client.ts";
import {MOSCOW, openWith, PRICES, REVISED_PRICES} from "./packages.ts";

const DATA = "/api/v1/data?dataset=prices";

test("a slice has a weak ETag and Cache-Control: max-age=3600, and so has its 304 [cache.headers cache.etag-weak cache.vary cache.not-modified]", async (t) => {
  const api = await openWith(t, [PRICES]);
  for (const format of ["json", "csv"]) {
    const answer = await api.get(`${DATA}&format=${format}`);
    const etag = answer.headers["etag"]!;
    assert.match(etag, /^W\/"[\w-]{20,}"$/);
    assert.equal(answer.headers["cache-control"], "max-age=3600");
    const again = await api.get(`${DATA}&format=${format}`, {"if-none-match": etag});
    assert.equal(again.status, 304);
    assert.equal(again.raw.length, 0);
    assert.equal(again.headers["etag"], etag);
    assert.equal(again.headers["cache-control"], "max-age=3600");
    assert.equal(again.headers["content-type"], undefined);
    assert.equal(again.headers["content-length"], undefined);
    assert.match(again.headers["vary"]!, /Authorization, X-API-Key, Accept-Encoding/);
  }
});

test("the ETag is equal for requests with the same meaning [cache.etag-parameters]", async (t) => {
  const api = await openWith(t, [PRICES]);
  const same: string[][] = [
    [
      "",
      "geo=region",
      "class=all",
      "freq=all&unit=all",
      "limit=100&offset=0",
      "format=json",
      "labels=0",
      "bom=0",
      "bom=1",
      "decimal=comma",
      "decimal=point",
      "unknown=1",
      `geo=${MOSCOW},RU-22`,
    ],
    ["class=01,02", "class=02,01", "class=02&class=01", "class=01,02,02", "class=01, 02"],
    ["start=2026", "start=2026-01", "start=2026-01-01"],
    ["end=2026", "end=2026-12", "end=2026-12-31"],
    ["format=csv", "format=csv&decimal=point", "format=csv&bom=0"],
  ];
  const tags = [];
  for (const group of same) {
    const etags = [];
    for (const query of group) etags.push((await api.get(`${DATA}&${query}`)).headers["etag"]);
    assert.deepEqual(new Set(etags).size, 1, group.join(" | "));
    tags.push(etags[0]);
  }
  assert.equal(new Set(tags).size, same.length);
});

test("the ETag differs for requests that differ [cache.etag-parameters data.as-of]", async (t) => {
  const api = await openWith(t, [PRICES]);
  const queries = [
    "",
    "geo=all",
    "geo=country",
    `geo=${MOSCOW}`,
    "class=01",
    "class=02",
    "class=01,02",
    "measure=pop",
    "freq=M",
    "freq=Q",
    "labels=1",
    "limit=99",
    "offset=1",
    "start=2026-02",
    "end=2026-02",
    "start=2026-02&end=2026-02",
    "as_of=2026-06-10",
    "as_of=2026-06-11",
    "format=csv",
    "format=csv&bom=1",
    "format=csv&decimal=comma",
    "format=csv&labels=1",
  ];
  const etags = new Map<string, string>();
  for (const query of queries) {
    const {headers, status} = await api.get(`${DATA}&${query}`);
    assert.equal(status, 200, query);
    assert.equal(etags.get(headers["etag"]!), undefined, `${query} has the tag of ${etags.get(headers["etag"]!)}`);
    etags.set(headers["etag"]!, query);
  }
});

test("If-None-Match may be a list and compares weakly; with other tags the answer is sent [cache.if-none-match-list]", async (t) => {
  const api = await openWith(t, [PRICES]);
  const etag = (await api.get(DATA)).headers["etag"]!;
  const strong = etag.slice(2);
  for (const held of [etag, strong, `"a", ${etag}`, `W/"a",${strong} , "b"`, `${etag},*`]) {
    assert.equal((await api.get(DATA, {"if-none-match": held})).status, 304, held);
  }
  for (const held of ['"a"', "", etag.slice(3, -1), `${etag.slice(0, -2)}"`, etag.toLowerCase()]) {
    assert.equal((await api.get(DATA, {"if-none-match": held})).status, 200, held);
  }
});

test("a load that changes the dataset changes its tags, also by a revision of an old value or of names alone; a load of another dataset does not [cache.etag-load-run cache.other-dataset]", async (t) => {
  const api = await openWith(t, [REVISED_PRICES, {dataset: "other", rows: [`x,${MOSCOW},2026-01,1`]}]);
  const tag = async () => (await api.get(`${DATA}&class=03`)).headers["etag"]!;
  const first = await tag();
  await api.load({dataset: "other", published_at: "2026-06-20", rows: [`x,${MOSCOW},2026-01,2`]});
  assert.equal(await tag(), first);
  await api.load({...REVISED_PRICES, published_at: "2026-06-20", rows: [`cpi;01;pop;PCT;M;${MOSCOW};2026-01;77`]});
  const revised = await tag();
  assert.notEqual(revised, first);
  assert.equal((await api.get(`${DATA}&class=03`, {"if-none-match": first})).status, 200);
  const {json} = await api.get(`${DATA}&class=01&measure=pop&end=2026-01`);
  assert.deepEqual([json.observations[0].value, json.observations[0].as_of], [77, "2026-06-20"]);
  await api.load({
    ...REVISED_PRICES,
    published_at: "2026-06-21",
    rows: REVISED_PRICES.rows.slice(0, 1),
    more: {...REVISED_PRICES.more, classes: []},
  });
  assert.notEqual(await tag(), revised);
});

test("a client that revalidates an answer again and again sees every change at once, and no other [cache.etag-load-run cache.not-modified cache.etag-status]", async (t) => {
  const api = await openWith(t, [REVISED_PRICES], {now: new Date("2026-07-31T23:00:00Z")});
  const path = `${DATA}&class=03`;
  const ask = async (tag: string) => (await api.get(path, {"if-none-match": tag})).status;
  const queries = async (tag: string) => [await ask(tag), await ask(tag), await ask(tag)];
  let tag = (await api.get(path)).headers["etag"]!;
  assert.deepEqual(await queries(tag), [304, 304, 304]);
  assert.equal(await ask('"other"'), 200);
  assert.deepEqual(await queries(tag), [304, 304, 304]);
  await api.load({dataset: "other", rows: [`x,${MOSCOW},2026-01,1`]});
  assert.deepEqual(await queries(tag), [304, 304, 304]);
  await api.load({...REVISED_PRICES, published_at: "2026-06-20", rows: [`cpi;01;pop;PCT;M;${MOSCOW};2026-01;77`]});
  assert.deepEqual(await queries(tag), [200, 200, 200]);
  tag = (await api.get(path)).headers["etag"]!;
  assert.deepEqual(await queries(tag), [304, 304, 304]);
  api.clock.now = new Date("2026-08-01T00:00:00Z");
  assert.deepEqual(await queries(tag), [200, 200, 200]);
  tag = (await api.get(path)).headers["etag"]!;
  assert.deepEqual(await queries(tag), [304, 304, 304]);
});

test("two stores with the same data have different tags: the version in a tag is random, never a counter [cache.etag-random]", async (t) => {
  const one = await openWith(t, [PRICES]);
  const two = await openWith(t, [PRICES]);
  const [first, second] = [await one.get(DATA), await two.get(DATA)];
  assert.deepEqual(first.json, second.json);
  assert.notEqual(first.headers["etag"], second.headers["etag"]);
});

test("a CSV that did not change is 304 on the first of the next month, although the dataset is judged otherwise then [cache.csv-tag]", async (t) => {
  const api = await openWith(t, [PRICES]);
  const key = (await api.get(DATA)).json.series[0].series_key;
  for (const path of [DATA, "/api/v1/estimates?dataset=prices", `/api/v1/series/${key}/estimates?layout=wide`]) {
    api.clock.now = new Date("2026-08-31T23:00:00Z");
    const [csv, json] = [await api.get(`${path}&format=csv`), await api.get(path)];
    api.clock.now = new Date("2026-09-01T01:00:00Z");
    const held = await api.get(`${path}&format=csv`, {"if-none-match": csv.headers["etag"]!});
    assert.equal(held.status, 304, path);
    const later = await api.get(path, {"if-none-match": json.headers["etag"]!});
    assert.equal(later.status, 200, "the answer in JSON has the judgement");
    assert.notDeepEqual(later.json.dataset, json.json.dataset);
    assert.equal((await api.get(`${path}&format=csv`)).text, csv.text);
  }
});

test("a dataset that becomes overdue overnight changes its tags [cache.etag-status]", async (t) => {
  const api = await openWith(t, [PRICES], {now: new Date("2026-07-31T23:00:00Z")});
  const fresh = (await api.get(DATA)).headers["etag"]!;
  api.clock.now = new Date("2026-07-31T23:59:00Z");
  assert.equal((await api.get(DATA, {"if-none-match": fresh})).status, 304);
  api.clock.now = new Date("2026-08-01T00:00:00Z");
  assert.equal((await api.get(DATA, {"if-none-match": fresh})).status, 200);
});

test("If-None-Match: * is judged last and gets 304 only where there would be an answer, for nothing [cache.if-none-match-star]", async (t) => {
  const api = await openWith(t, [PRICES]);
  const token = await api.createToken("free");
  const star = {authorization: `Bearer ${token}`, "if-none-match": "*"};
  const held = await api.get(DATA, star);
  assert.equal(held.status, 304);
  assert.equal(held.raw.length, 0);
  assert.match(held.headers["etag"]!, /^W\//);
  assert.equal(held.headers["x-quota-values-remaining"], "1000000");
  assert.equal((await api.get(`${DATA}&class=none`, star)).status, 404);
  assert.equal((await api.get(`${DATA}&limit=0`, star)).status, 422);
  assert.equal((await api.get("/api/v1/data?dataset=none", star)).status, 404);
});

test("an unchanged answer is 304 before matching, size and quota are checked [cache.before-match data.judgement-order]", async (t) => {
  const api = await openWith(t, [PRICES]);
  const token = await api.createToken("free", "poor@example.org");
  const headers = {authorization: `Bearer ${token}`};
  const etag = (await api.get(`${DATA}&class=03`, headers)).headers["etag"]!;
  await spend(api, token, 999_999);
  assert.equal((await api.get(`${DATA}&class=03`, headers)).status, 429);
  const held = await api.get(`${DATA}&class=03`, {...headers, "if-none-match": etag});
  assert.equal(held.status, 304);
  assert.equal(held.headers["x-quota-values-remaining"], "0");
  assert.equal((await api.get(`${DATA}&class=03`, {...headers, "if-none-match": "*"})).status, 429);
});

test("a repeated answer stays the same, is charged each time, and changes after a load [cache.headers data.charged cache.etag-load-run]", async (t) => {
  const api = await openWith(t, [REVISED_PRICES]);
  const token = await api.createToken("free");
  let left = 1_000_000;
  for (const coding of ["identity", "gzip"]) {
    for (const query of ["limit=2&labels=1", "format=csv&limit=2"]) {
      const headers = {authorization: `Bearer ${token}`, "accept-encoding": coding};
      const first = await api.get(`${DATA}&${query}`, headers);
      left -= 8;
      for (let i = 0; i < 4; i++) {
        const again = await api.get(`${DATA}&${query}`, headers);
        assert.equal(again.text, first.text);
        left -= 8;
        assert.equal(again.headers["x-quota-values-remaining"], String(left));
        for (const name of ["etag", "content-type", "content-encoding", "link", "x-series-total", "x-next-offset"]) {
          assert.equal(again.headers[name], first.headers[name], name);
        }
      }
    }
    api.clock.now = new Date(api.clock.now.getTime() + 60_000);
  }
  const headers = {authorization: `Bearer ${await api.createToken("free")}`};
  for (let i = 0; i < 3; i++) await api.get(`${DATA}&class=03`, headers);
  await api.load({...REVISED_PRICES, published_at: "2026-06-20", rows: [`cpi;03;pop;PCT;M;${MOSCOW};2025-12;77`]});
  const {json} = await api.get(`${DATA}&class=03`, headers);
  assert.equal(json.observations[0].value, 77);
});
