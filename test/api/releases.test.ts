// The list of releases and the card of one, through the API.
import assert from "node:assert/strict";
import {test} from "node:test";
import {PLAIN_EFFECTS} from "../../src/load/run.ts";
import {verifyStore} from "../../src/load/verify/verification.ts";
import {dropDataset, withdraw} from "../../src/load/withdrawal.ts";
import {temporaryFolder, temporaryStore} from "../warehouse.ts";
import {createApi} from "./client.ts";
import {loadTidy, openWith, type TidyPackage} from "./packages.ts";

// biome-ignore lint/suspicious/noExplicitAny: the shape has been held to the route's schema already
type Json = any;

const month = (at: number): string => `${2023 + Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, "0")}`;
const release = (published_at: string, count: number, added: number, without = -1): TidyPackage => ({
  dataset: "output",
  published_at,
  rows: Array.from({length: count}, (_, at) => [
    `output,45000000000,${month(at)},${10 + at}`,
    `output,643,${month(at)},${at === without ? "" : 100 + at + (at === count - 2 ? added : 0)}`,
  ]).flat(),
});

test("releases are listed newest first, by provider, dataset and day of publication, with a link to the next page [releases.list]", async (t) => {
  const api = await openWith(t, [
    release("2024-03-10", 14, 0),
    release("2024-04-10", 15, 5),
    {dataset: "other", provider: "else", published_at: "2024-03-20", rows: ["x,643,2020,1"]},
  ]);
  const days = async (query: string) =>
    (await api.get(`/api/v1/releases?${query}`)).json.items.map((one: Json) => one.published_at);
  assert.deepEqual(await days(""), ["2024-04-10", "2024-03-20", "2024-03-10"]);
  assert.deepEqual(await days("provider=else"), ["2024-03-20"]);
  assert.deepEqual(await days("dataset=showdata/output"), ["2024-04-10", "2024-03-10"]);
  assert.deepEqual(await days("dataset=output&since=2024-04-10"), ["2024-04-10"]);
  assert.deepEqual(await days("dataset=none"), []);
  const {json, headers} = await api.get("/api/v1/releases?limit=2");
  assert.deepEqual([json.total, json.has_more, json.next_offset], [3, true, 2]);
  assert.match(headers["link"]!, /offset=2>; rel="next"/);
  assert.deepEqual(await days("limit=2&offset=2"), ["2024-03-10"]);
  assert.equal(headers["x-values"], undefined, "charges nothing");
});

test("a card has headlines of the country level first, with the period before, the year before and the evidence, charged as shown [releases.card releases.charged]", async (t) => {
  const api = await openWith(t, [release("2024-03-10", 14, 0), release("2024-04-10", 15, 5, 3)]);
  const [latest, first] = (await api.get("/api/v1/releases")).json.items;
  const {json, headers} = await api.get(`/api/v1/releases/${latest.release_id}`);
  const {headlines, claim_template, ...rest} = json;
  assert.deepEqual(rest, {...latest, cut: false, has_more: false, next_offset: null, next: null});
  assert.deepEqual([latest.withdrawn_values, first.withdrawn_values], [1, 0]);
  assert.match(claim_template, /\/c\/\{series_key\}\/\{period\}\/\{published_at\}$/);
  assert.equal(headlines.length, 2);
  const [{series_key, evidence, title, unit, ...country}, region] = headlines;
  assert.deepEqual(country, {
    ...{period: "2024-03-01", value: 114, known_before: null, year_before: 102},
    previous: {period: "2024-02-01", known_before: 113, now: 118, withdrawn: false},
  });
  assert.deepEqual([region.period, region.value], ["2024-03-01", 24]);
  assert.equal(headers["x-values"], "8");
  const proof = await api.get(evidence);
  assert.deepEqual([proof.json.series_key, proof.json.releases[0].release_id], [series_key, latest.release_id]);
  const {json: older} = await api.get(`/api/v1/releases/${first.release_id}?offset=1`);
  assert.deepEqual(
    older.headlines.map((one: Json) => [one.period, one.value, one.previous.known_before]),
    [["2024-02-01", 23, null]],
  );
  const again = await api.get(`/api/v1/releases/${latest.release_id}`, {"if-none-match": headers["etag"]!});
  assert.deepEqual([again.status, again.headers["x-values"]], [304, undefined]);
  for (const id of ["0", "999999", "x"]) assert.equal((await api.get(`/api/v1/releases/${id}`)).status, 404, id);
});

test("a card has at most 50 headlines, and offset gives the rest [releases.card]", async (t) => {
  const rows = Array.from({length: 120}, (_, at) => `i${String(at).padStart(3, "0")},643,2020,${at}`);
  const api = await openWith(t, [{dataset: "many", rows}]);
  const [{release_id: id}] = (await api.get("/api/v1/releases")).json.items;
  const values: number[] = [];
  for (let offset: number | null = 0; offset !== null; ) {
    const {json} = await api.get(`/api/v1/releases/${id}?offset=${offset}`);
    assert.ok(json.headlines.length <= 50);
    values.push(...json.headlines.map((one: Json) => one.value));
    offset = json.next_offset;
  }
  assert.deepEqual(
    values,
    Array.from({length: 120}, (_, at) => at),
  );
});

test("the list and the card count withdrawn values, also after the release that withdrew them is taken back or a late one comes between [releases.counts]", async (t) => {
  const {store} = await temporaryStore(t);
  const folder = await temporaryFolder(t);
  const rows = (without: number, count = 12) =>
    Array.from({length: count}, (_, at) => `x,643,${month(at)},${at === without ? "" : 100 + at}`);
  for (const [published_at, without] of [
    ["2024-01-10", -1],
    ["2024-02-10", 4],
    ["2024-03-10", -1],
  ] as const)
    await loadTidy(store, folder, {dataset: "output", published_at, rows: rows(without)});
  const api = await createApi(t, store);
  const counts = async () => {
    const {items} = (await api.get("/api/v1/releases?dataset=output")).json;
    for (const {release_id, withdrawn_values} of items) {
      const {json} = await api.get(`/api/v1/releases/${release_id}`);
      assert.equal(json.withdrawn_values, withdrawn_values);
    }
    return items.map((one: Json) => [one.published_at, one.new_values, one.revised_values, one.withdrawn_values]);
  };
  const march = ["2024-03-10", 0, 0, 0];
  assert.deepEqual(await counts(), [march, ["2024-02-10", 0, 0, 1], ["2024-01-10", 12, 0, 0]]);
  await loadTidy(store, folder, {dataset: "output", published_at: "2024-01-20", rows: rows(4)});
  assert.deepEqual(await counts(), [march, ["2024-02-10", 0, 0, 0], ["2024-01-20", 0, 0, 1], ["2024-01-10", 12, 0, 0]]);
  await withdraw(store, 4, PLAIN_EFFECTS);
  assert.deepEqual(await counts(), [march, ["2024-02-10", 0, 0, 1], ["2024-01-10", 12, 0, 0]]);
  const findings: string[] = [];
  await verifyStore(store, {deep: true, memoryLimit: 2 ** 24, onFinding: (one) => void findings.push(one)});
  assert.deepEqual(findings, []);
});

test("a card tells that the period before was withdrawn, and a revised value with what it was [releases.headline]", async (t) => {
  const rows = (last: string, before: string) => [`x,643,2023,1`, `x,643,2024,${before}`, `x,643,2025,${last}`];
  const api = await openWith(t, [
    {dataset: "output", published_at: "2026-01-10", rows: rows("3", "2")},
    {dataset: "output", published_at: "2026-02-10", rows: rows("4", "")},
  ]);
  const [{release_id}] = (await api.get("/api/v1/releases")).json.items;
  const [headline] = (await api.get(`/api/v1/releases/${release_id}`)).json.headlines;
  assert.deepEqual([headline.value, headline.known_before, headline.year_before], [4, 3, 2]);
  assert.deepEqual(headline.previous, {period: "2024-01-01", known_before: 2, now: 2, withdrawn: true});
});

test("HEAD gives the price of a card and charges nothing, `next` leads through all headlines, and the tag depends on what is asked and on the dataset [releases.charged releases.bounded]", async (t) => {
  const rows = Array.from({length: 120}, (_, at) => `i${String(at).padStart(3, "0")},643,2020,${at}`);
  const api = await openWith(t, [{dataset: "many", rows}]);
  const path = "/api/v1/releases/1";
  const own = {authorization: `Bearer ${await api.createToken("free")}`};
  const left = async () => Number((await api.ask("HEAD", path, own)).headers["x-quota-values-remaining"]);
  const head = await api.ask("HEAD", path, own);
  assert.deepEqual([head.status, head.headers["x-values"], head.text], [200, "50", ""]);
  const before = await left();
  const values: number[] = [];
  const tags = new Set<unknown>();
  for (let next: string | null = path; next !== null; ) {
    const {json, headers} = await api.get(next, own);
    values.push(...json.headlines.map((one: Json) => one.value));
    tags.add(headers["etag"]);
    assert.equal(json.cut, false);
    assert.equal(headers["link"] === undefined, json.next === null);
    next = json.next;
  }
  assert.deepEqual(
    values,
    Array.from(values, (_, at) => at),
  );
  assert.equal(values.length, 120);
  assert.equal(before - (await left()), 120);
  assert.equal(before, 1_000_000);
  for (const query of ["?lang=en", "?lang=ru", "?offset=50", "?from_series=1"])
    tags.add((await api.get(path + query)).headers["etag"]);
  assert.equal(tags.size, 3 + 4);
  await api.load({dataset: "many", published_at: "2026-07-01", rows: ["i000,643,2020,7"], more: {partial: true}});
  assert.equal(tags.has((await api.get(path)).headers["etag"]), false);
});

test("lang chooses the names of a card, codes and values stay [releases.names]", async (t) => {
  const api = await openWith(t, [
    {
      dataset: "names",
      rows: ["x,45000000000,2020,1"],
      more: {
        name: "Выпуск зерна",
        name_en: "Output of grain",
        indicators: [{code: "x", label: "Зерно", label_en: "Grain"}],
      },
    },
  ]);
  const read = async (query: string) => {
    const {json} = await api.get(`/api/v1/releases/1${query}`);
    return [json.name, json.headlines[0].title, json.headlines[0].value, json.headlines[0].evidence];
  };
  const [russian, english] = [await read("?lang=ru"), await read("?lang=en")];
  assert.deepEqual(russian.slice(0, 2), ["Выпуск зерна", "Зерно, г. Москва"]);
  assert.deepEqual(english.slice(0, 2), ["Output of grain", "Grain, Moscow"]);
  assert.deepEqual(russian.slice(2), english.slice(2));
  assert.deepEqual(await read(""), russian);
});

test("unknown, withdrawn and dropped releases are 404 with a way on, and wrong parameters are named [releases.refusals]", async (t) => {
  const {store} = await temporaryStore(t);
  const folder = await temporaryFolder(t);
  await loadTidy(store, folder, {dataset: "gone", rows: ["x,643,2020,1"]});
  for (const published_at of ["2026-01-10", "2026-02-10"])
    await loadTidy(store, folder, {dataset: "kept", published_at, rows: [`x,643,2020,${published_at.slice(6, 7)}`]});
  const api = await createApi(t, store);
  await dropDataset(store, "gone", new Date("2026-06-12T11:00:00Z"));
  await withdraw(store, 3, PLAIN_EFFECTS);
  for (const id of ["1", "3", "0", "-1", "01", "999999999", "4294967296", "1e3", "x", "%00"]) {
    const {status, json} = await api.get(`/api/v1/releases/${id}`);
    assert.deepEqual([status, json.error.code], [404, "NOT_FOUND"], id);
    assert.match(json.error.hint, /\/api\/v1\//);
  }
  assert.equal((await api.get("/api/v1/releases/2")).status, 200);
  await loadTidy(store, folder, {dataset: "gone", rows: ["x,643,2020,1"]});
  assert.equal((await api.get("/api/v1/releases/1")).status, 404, "the number is never given again");
  for (const [query, name] of [
    ["since=2026", "since"],
    ["since=2026-02-30", "since"],
    ["since=yesterday", "since"],
    ["limit=0", "limit"],
    ["limit=1e9", "limit"],
    ["limit=1.5", "limit"],
    ["offset=-1", "offset"],
    ["offset=9007199254740993", "offset"],
  ] as const) {
    const {status, json} = await api.get(`/api/v1/releases?${query}`);
    assert.deepEqual([status, json.detail.map((one: Json) => one.loc.at(-1))], [422, [name]], query);
  }
  for (const [query, name] of [
    ["offset=-1", "offset"],
    ["from_series=x", "from_series"],
    ["lang=de", "lang"],
  ] as const)
    assert.deepEqual(
      (await api.get(`/api/v1/releases/2?${query}`)).json.detail.map((one: Json) => one.loc.at(-1)),
      [name],
    );
  const {json} = await api.get("/api/v1/releases/2?offset=9007199254740991&from_series=9007199254740991");
  assert.deepEqual([json.headlines, json.has_more, json.next], [[], false, null]);
  assert.deepEqual((await api.get("/api/v1/releases?offset=1000000")).json.items, []);
});
