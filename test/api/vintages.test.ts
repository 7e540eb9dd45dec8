// The vintages of a series and the statistics of its revisions.
import assert from "node:assert/strict";
import {test} from "node:test";
import {MOSCOW, openWith, type TidyPackage} from "./packages.ts";

const release = (published_at: string, values: readonly number[]): TidyPackage => ({
  dataset: "growth",
  published_at,
  header: "indicator,geo,freq,period,value",
  rows: values.map((value, i) => `g,${MOSCOW},A,${2010 + i},${value}`),
  more: {revised: true},
});

test("vintages lists the days of publication with release and counts, oldest first, for nothing [vintages.list]", async (t) => {
  const api = await openWith(t, [
    release("2021-01-31", [1, 2, 3]),
    release("2022-01-31", [1, 2.5, 3, 4]),
    release("2023-01-31", [1, 2.5, 3, 4]),
  ]);
  const headers = {authorization: `Bearer ${await api.createToken("free")}`};
  const [{series_key: key}] = (await api.get("/api/v1/data?dataset=growth")).json.series;
  const {json, headers: told} = await api.get(`/api/v1/series/${key}/vintages`, headers);
  assert.equal(told["x-quota-values-remaining"], "1000000");
  const shown = json.items.map(({release_id, ...item}: {release_id: number}) => item);
  assert.deepEqual(shown, [
    {
      published_at: "2021-01-31",
      new_values: 3,
      revised_values: 0,
      withdrawn_values: 0,
      first_period: "2010-01-01",
      last_period: "2012-01-01",
    },
    {
      published_at: "2022-01-31",
      new_values: 1,
      revised_values: 1,
      withdrawn_values: 0,
      first_period: "2011-01-01",
      last_period: "2013-01-01",
    },
  ]);
  const {releases} = (await api.get(`/api/v1/series/${key}/evidence`)).json;
  assert.deepEqual(
    json.items.map((item: {release_id: number}) => item.release_id),
    releases.map((one: {release_id: number}) => one.release_id).toReversed(),
  );
  const wide = (await api.get(`/api/v1/series/${key}/estimates?layout=wide`)).json;
  assert.deepEqual(
    wide.vintages,
    json.items.map((item: {published_at: string}) => item.published_at),
  );
});

test("revisions are charged as one value and have mean, deviation and by_age of latest less first [vintages.revisions]", async (t) => {
  const api = await openWith(t, [release("2021-01-31", [1, 2, 3]), release("2022-01-31", [1, 2.5, 2, 4])]);
  const headers = {authorization: `Bearer ${await api.createToken("free")}`};
  const [{series_key: key}] = (await api.get("/api/v1/data?dataset=growth")).json.series;
  const {json, headers: told} = await api.get(`/api/v1/series/${key}/revisions`, headers);
  assert.deepEqual([told["x-values"], told["x-quota-values-remaining"]], ["1", "999999"]);
  // differences 0, 0.5, -1, 0
  assert.deepEqual([json.count, json.revised_share, json.mean, json.mean_absolute], [4, 0.5, -0.125, 0.375]);
  assert.deepEqual([json.minimum, json.maximum, json.band], [-1, 0.5, null]);
  assert.deepEqual(
    json.by_age.map(({nth, count}: {nth: number; count: number}) => [nth, count]),
    [[1, 4]],
  );
  assert.equal((await api.get(`/api/v1/series/${key}/revisions`, {"if-none-match": told["etag"]!})).status, 304);
});
