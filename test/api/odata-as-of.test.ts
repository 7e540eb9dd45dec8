// The custom query option asOf of both sets of OData: rows as they were known on a past day.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {address, allRows, DATASETS, ODATA, PACKAGES, type Rows} from "./odata-rows.ts";
import {openWith, REVISED_PRICES, type TidyPackage} from "./packages.ts";

/** A series that the first release did not have, and a revision of one that it had. */
const LATER_PRICES: TidyPackage = {
  ...REVISED_PRICES,
  published_at: "2026-08-10",
  rows: REVISED_PRICES.rows.map((row) => row.replace(/;0\.1$/, ";0.2")),
};

const DAYS = ["2026-04-30", "2026-05-01", "2026-05-31", "2026-06-01", "2026-06-10", "2026-08-09", "2026-08-10"];

const plainRow = ({series_key, period, value, as_of}: Rows[number]) => ({series_key, period, value, as_of});
const byKey = (one: Rows[number], other: Rows[number]) =>
  one.series_key + one.period < other.series_key + other.period ? -1 : 1;

test("with asOf the rows of observations are those of the slice with as_of, in any order and on pages of any size [odata.as-of]", async (t) => {
  const api = await openWith(t, [...PACKAGES, REVISED_PRICES, LATER_PRICES]);
  const slices = new Map<string, Rows>();
  for (const day of DAYS) {
    const rows: Rows[number][] = [];
    for (const dataset of ["prices", "plain", "weekly"]) {
      const {json} = await api.get(`/api/v1/data?dataset=${dataset}&geo=all&limit=300&as_of=${day}`);
      rows.push(...json.observations);
    }
    slices.set(day, rows.sort(byKey));
  }
  assert.ok(new Set([...slices.values()].map((rows) => JSON.stringify(rows))).size > 3, "the days differ");
  const query = fc.record({
    asOf: fc.constantFrom(...DAYS),
    $orderby: fc.constantFrom("", "period", "period desc", "value desc,series_key,period", "geo,series_key,period"),
    size: fc.integer({min: 3, max: 40}),
  });
  await fc.assert(
    fc.asyncProperty(query, async ({asOf, $orderby, size}) => {
      api.clock.now = new Date(api.clock.now.getTime() + 60_000);
      const path = address("observations", {$filter: DATASETS, $orderby, asOf});
      const headers = {prefer: `odata.maxpagesize=${size}`};
      const rows = await allRows(api, path, {headers, most: size});
      assert.deepEqual(rows.map(plainRow).sort(byKey), slices.get(asOf));
      const {text} = await api.get(address("observations/$count", {$filter: DATASETS, asOf}));
      assert.equal(text, String(rows.length));
    }),
    {numRuns: 40},
  );
});

test("with asOf the set series has the series with a value by that day, also sorted and counted [odata.as-of]", async (t) => {
  const api = await openWith(t, [...PACKAGES, {...LATER_PRICES, dataset: "late"}]);
  for (const day of DAYS) {
    const observed = await allRows(
      api,
      address("observations", {$filter: "dataset_code in ('prices','plain','weekly','late')", asOf: day}),
    );
    const known = new Set(observed.map(({series_key}: Rows[number]) => series_key));
    for (const $orderby of ["", "title desc"]) {
      const rows = await allRows(api, address("series", {asOf: day, $orderby}), {
        headers: {prefer: "odata.maxpagesize=2"},
      });
      assert.deepEqual(new Set(rows.map(({series_key}: Rows[number]) => series_key)), known, `${day} ${$orderby}`);
      assert.equal(rows.length, known.size);
    }
    assert.equal((await api.get(address("series/$count", {asOf: day}))).text, String(known.size));
  }
  assert.equal((await api.get(address("series/$count", {asOf: DAYS[0]!}))).text, "0");
});

test("a row by its key is as it was known on asOf; without a value by that day it is NOT_FOUND [odata.as-of]", async (t) => {
  const api = await openWith(t, [...PACKAGES]);
  const filter = "dataset_code eq 'plain' and period eq 2024-01-01 and freq eq 'A' and geo_level eq 'country'";
  const [now] = (await api.get(address("observations", {$filter: filter}))).json.value;
  const key = `(series_key='${now.series_key}',period=2024-01-01)`;
  const past = await api.get(address(`observations${key}`, {asOf: "2026-05-31"}));
  assert.deepEqual([now.value, now.as_of, past.json.value, past.json.as_of], [7.5, "2026-06-01", 101, "2026-05-01"]);
  assert.equal((await api.get(address(`observations${key}/value/$value`, {asOf: "2026-05-31"}))).text, "101");
  for (const path of [`observations${key}`, `series('${now.series_key}')`]) {
    assert.equal((await api.get(address(path, {asOf: "2026-05-01"}))).status, 200, path);
    assert.equal((await api.get(address(path, {asOf: "2026-04-30"}))).status, 404, path);
  }
  assert.notEqual(past.headers["etag"], (await api.get(address(`observations${key}`))).headers["etag"]);
});

test("asOf is in the ETag and in the next link, a cursor belongs to its day, and a bad day is BAD_REQUEST [odata.as-of]", async (t) => {
  const api = await openWith(t, PACKAGES);
  const ask = (options: Record<string, string>, headers = {}) =>
    api.get(address("observations", {$filter: DATASETS, ...options}), {prefer: "odata.maxpagesize=3", ...headers});
  const [now, past] = [await ask({}), await ask({asOf: "2026-05-31"})];
  assert.notEqual(past.headers["etag"], now.headers["etag"]);
  assert.equal((await ask({asOf: "2026-05-31"}, {"if-none-match": past.headers["etag"]!})).status, 304);
  assert.match(past.json["@odata.nextLink"], /[?&]asOf=2026-05-31&/);
  const token = new URL(past.json["@odata.nextLink"]).searchParams.get("$skiptoken")!;
  assert.equal((await ask({$skiptoken: token})).json.error.code, "BAD_REQUEST");
  assert.equal((await ask({$skiptoken: token, asOf: "2026-05-31"})).status, 200);
  for (const asOf of ["2026-02-30", "latest", "2026-05", "2026-05-31,2026-06-01"]) {
    const bad = await ask({asOf});
    assert.deepEqual([bad.status, bad.json.error.code], [400, "BAD_REQUEST"], asOf);
    assert.match(bad.json.error.message, /asOf is a day, YYYY-MM-DD/);
  }
  const twice = await api.get(`${ODATA}/series?asOf=2026-05-31&asOf=2026-06-01`);
  assert.deepEqual([twice.status, twice.json.error.code], [400, "BAD_REQUEST"]);
  // Clients that add an option to every request add it to these too.
  for (const path of ["", "/$metadata"])
    assert.equal((await api.get(`${ODATA}${path}?asOf=2026-05-31`)).status, 200, path);
});

test("a name that plainly means asOf is BAD_REQUEST on OData, in place of the values of today [odata.as-of]", async (t) => {
  const api = await openWith(t, PACKAGES);
  for (const name of ["as_of", "asof", "AsOf", "vintage_date", "realtime_end"]) {
    for (const set of ["series", "observations", "series/$count"]) {
      const {status, json} = await api.get(address(set, {$top: 1, [name]: "2026-05-31"}));
      assert.deepEqual([status, json.error?.code], [400, "BAD_REQUEST"], `${set} ${name}`);
      assert.match(json.error.message, /asOf was probably meant/);
    }
  }
  const other = await api.get(address("series", {$top: 1, colour: "red"}));
  assert.deepEqual([other.status, other.headers["x-ignored-parameters"]], [200, "colour"]);
});
