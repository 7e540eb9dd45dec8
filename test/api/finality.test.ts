// How final the values of a series are, on every route that gives it.
import assert from "node:assert/strict";
import {test} from "node:test";
import {openWith, type TidyPackage} from "./packages.ts";

// biome-ignore lint/suspicious/noExplicitAny: the shape has been held to the route's schema already
type Json = any;

/** Months from January 2020 on; the latest three of each release change with the next one. */
const output = (published_at: string, count: number, added: number): TidyPackage => ({
  dataset: "output",
  published_at,
  header: "indicator,geo,period,value",
  rows: Array.from({length: count}, (_, at) => {
    const month = `${2020 + Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, "0")}`;
    return `output,643,${month},${100 + at + (at > count - 4 ? added : 0)}`;
  }).concat(["short,643,2020-01,1"]),
});
const RELEASES = [output("2021-01-10", 9, 1), output("2021-02-10", 10, -1)];
const PATH = "dataset=output&geo=country";

/** Months seven to nine fell by 1, 2 and 2, a month after their first estimate. */
const FINAL = {periods: 10, revised_share: 0.3, up: 0, down: 3, mean_absolute: 0.5, settles_after: 31};

test("the slice, observations and derived values have finality only when asked, equal on all of them, and bounds do not change it [finality.routes]", async (t) => {
  const api = await openWith(t, RELEASES);
  const get = async (path: string): Promise<Json> => (await api.get(`/api/v1/${path}`)).json;
  const slice = await get(`data?${PATH}`);
  assert.ok(slice.series.every((one: object) => !("finality" in one)));
  const asked = await get(`data?${PATH}&finality=1`);
  const of = (answer: Json, indicator: string) => answer.series.find((one: Json) => one.indicator === indicator);
  assert.deepEqual(of(asked, "output").finality, FINAL);
  assert.equal(of(asked, "short").finality, null);
  assert.deepEqual(
    asked.series.map(({finality: _, ...rest}: Json) => rest),
    slice.series,
  );
  assert.deepEqual(asked.observations, slice.observations);
  const key = of(slice, "output").series_key;
  for (const path of [
    `data?${PATH}&finality=1&start=2020-05&end=2020-06`,
    `data?${PATH}&finality=1&last=1`,
    `observations?series=${key}&finality=1&last=2`,
    `derived?${PATH}&derive=change&finality=1`,
    `derived?series=${key}&derive=change&finality=1&last=1`,
  ])
    assert.deepEqual(of(await get(path), "output").finality, FINAL, path);
  const {series} = await get(`series/${key}/observations?finality=1&limit=1`);
  assert.deepEqual(series.finality, FINAL);
  assert.ok(!("finality" in (await get(`series/${key}/observations`)).series));
  const {count, revised_share, mean_absolute} = await get(`series/${key}/revisions`);
  assert.deepEqual([count, revised_share, mean_absolute], [FINAL.periods, FINAL.revised_share, FINAL.mean_absolute]);
});

test("finality of a past day knows nothing later, has a tag of its own, costs nothing, and is refused for CSV [finality.asked]", async (t) => {
  const api = await openWith(t, RELEASES);
  const path = `/api/v1/data?${PATH}`;
  const plain = await api.get(path);
  const asked = await api.get(`${path}&finality=1`);
  assert.notEqual(asked.headers["etag"], plain.headers["etag"]);
  assert.equal((await api.get(`${path}&finality=0`)).headers["etag"], plain.headers["etag"]);
  assert.equal(asked.headers["x-values"], plain.headers["x-values"]);
  assert.equal((await api.get(`${path}&finality=1`, {"if-none-match": asked.headers["etag"]!})).status, 304);
  assert.deepEqual((await api.get(`${path}&finality=1`)).json, asked.json, "the kept body has it too");
  const past = (await api.get(`${path}&finality=1&as_of=2021-01-31`)).json;
  const finality = past.series.find((one: Json) => one.indicator === "output").finality;
  assert.deepEqual(finality, {
    ...{periods: 9, revised_share: 0, up: 0, down: 0, mean_absolute: 0, settles_after: 0},
  });
  const [{series_key: key}] = plain.json.series;
  for (const csv of [
    `${path}&finality=1&format=csv`,
    `/api/v1/observations?series=${key}&finality=1&format=csv`,
    `/api/v1/derived?series=${key}&derive=change&finality=1&format=csv`,
  ]) {
    const {status, json} = await api.get(csv);
    assert.deepEqual([status, json.detail[0].loc], [422, ["query", "finality"]], csv);
  }
});
