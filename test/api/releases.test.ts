// The list of releases and the card of one, through the API.
import assert from "node:assert/strict";
import {test} from "node:test";
import {openWith, type TidyPackage} from "./packages.ts";

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
