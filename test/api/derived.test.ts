// Derived values through the API: the slice's form, bounds, days, charges and refusals.
import assert from "node:assert/strict";
import {test} from "node:test";
import {openWith, PRICES, type TidyPackage} from "./packages.ts";

// biome-ignore lint/suspicious/noExplicitAny: the shape has been held to the route's schema already
type Json = any;

const rowsOf = ({observations}: Json): string[] =>
  observations.map(({series_key, period, value, as_of}: Json) => `${series_key} ${period} ${value} ${as_of}`);

test("derived values have the form of a slice, with formula, unit, inputs and the periods that are missing [derived.answer]", async (t) => {
  const api = await openWith(t, [PRICES]);
  const slice = (await api.get("/api/v1/data?dataset=prices&geo=all&class=02&limit=300")).json;
  const {json, headers} = await api.get("/api/v1/derived?dataset=prices&geo=all&class=02&limit=300&derive=change");
  assert.deepEqual(
    json.series.map(({series_key}: Json) => series_key),
    slice.series.map(({series_key}: Json) => series_key),
  );
  const {derived} = json.series[0];
  assert.match(derived.formula, /^change: x\[t\] − x\[t−1\]$/);
  assert.deepEqual(derived.inputs, [{series_key: json.series[0].series_key}]);
  assert.equal(headers["x-values"], String(json.observations.length));
  assert.equal(json.observations.length + json.missing.length, slice.observations.length);
  assert.deepEqual([json.series_total, json.has_more], [slice.series_total, false]);
});

const months = (count: number): string[] =>
  Array.from({length: count}, (_, at) => `${2020 + Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, "0")}`);

/** Output of three months each later revised, and prices on the month before. */
const OUTPUT = (published_at: string, count: number, added: number): TidyPackage => ({
  dataset: "output",
  published_at,
  header: "indicator,transformation,unit,geo,period,value",
  rows: months(count).flatMap((period, at) => [
    `output,level,rubles,643,${period},${100 + 3 * at + (at > count - 4 ? added : 0)}`,
    `prices,pct_mom,percent,643,${period},${100 + (at % 5) / 10}`,
  ]),
  more: {
    units: [
      {code: "rubles", name: "рубль"},
      {code: "percent", name: "процент"},
    ],
  },
});

test("derived as of a day equals deriving what was known on that day, and bounds cut the result alone [derived.as-of]", async (t) => {
  const api = await openWith(t, [
    OUTPUT("2022-01-10", 24, 0),
    OUTPUT("2022-04-10", 27, 5),
    OUTPUT("2022-07-10", 30, -7),
  ]);
  for (const day of ["2022-01-09", "2022-01-10", "2022-05-01", "2022-12-31"]) {
    const slice = await api.get(`/api/v1/data?dataset=output&geo=country&transformation=level&as_of=${day}`);
    const {json} = await api.get(
      `/api/v1/derived?dataset=output&geo=country&transformation=level&derive=yoy&as_of=${day}`,
    );
    const known = new Map<string, Json>(slice.json.observations.map((one: Json) => [one.period, one]));
    const expected = slice.json.observations.flatMap(({series_key, period, value, as_of}: Json) => {
      const before = known.get(`${Number(period.slice(0, 4)) - 1}${period.slice(4)}`);
      const latest = before === undefined || before.as_of < as_of ? as_of : before.as_of;
      return before === undefined ? [] : [`${series_key} ${period} ${value - before.value} ${latest}`];
    });
    assert.deepEqual(rowsOf(json), expected, day);
  }
  const path = "/api/v1/derived?dataset=output&geo=country&transformation=level&derive=yoy_pct|rolling:3:mean".replace(
    "|",
    "%7C",
  );
  assert.match(
    (await api.get(path)).json.detail[0].msg,
    /rolling:3:mean of the series .*: a mean of yearly changes in per cent means nothing/,
  );
  const all = (await api.get("/api/v1/derived?dataset=output&geo=country&transformation=level&derive=yoy_pct")).json;
  const some = (
    await api.get(
      "/api/v1/derived?dataset=output&geo=country&transformation=level&derive=yoy_pct&start=2021-03&end=2021-06",
    )
  ).json;
  assert.deepEqual(
    rowsOf(some),
    rowsOf(all).filter((row) => / 2021-0[3-6]/.test(row)),
  );
  const {json: last} = await api.get(
    "/api/v1/derived?dataset=output&geo=country&transformation=level&derive=yoy_pct&last=2",
  );
  assert.deepEqual(rowsOf(last), rowsOf(all).slice(-2));
});

test("series named by their keys are derived too, also beside another one, as JSON and as CSV [derived.keys]", async (t) => {
  const api = await openWith(t, [OUTPUT("2022-01-10", 24, 0)]);
  const {json: slice} = await api.get("/api/v1/data?dataset=output&geo=country");
  const keyOf = (indicator: string) => slice.series.find((one: Json) => one.indicator === indicator).series_key;
  const [output, prices] = [keyOf("output"), keyOf("prices")];
  const {json} = await api.get(`/api/v1/derived?series=${output}&derive=real:${prices}&last=1`);
  assert.deepEqual(
    json.observations.map(({period, value}: Json) => [period, value]),
    [["2021-12-01", 169]],
  );
  assert.deepEqual(json.series[0].derived.inputs, [{series_key: output}, {series_key: prices}]);
  const {text, headers} = await api.get(`/api/v1/derived?series=${prices}&derive=to:A:chain&format=csv`);
  const [head, first] = text.split("\n");
  const cells = Object.fromEntries(head!.split(";").map((name, at) => [name, first!.split(";")[at]]));
  assert.deepEqual([cells["freq"], cells["period"], headers["x-values"]], ["A", "2020-01-01", "2"]);
  assert.equal(cells["formula"], "to:A:chain: product of the growth of the year", "a row says that it is computed");
  const product = months(12).reduce((all, _, at) => (all * (100 + (at % 5) / 10)) / 100, 100);
  assert.ok(Math.abs(Number(cells["value"]) - product) < 1e-9);
  assert.equal((await api.get("/api/v1/derived?series=none&derive=yoy")).status, 404);
  assert.equal((await api.get(`/api/v1/derived?series=${output}&derive=real:${"0".repeat(16)}`)).status, 404);
});

test("a page behind the last series is empty and has the columns of the slice and the formula [derived.answer]", async (t) => {
  const api = await openWith(t, [OUTPUT("2022-01-10", 24, 0)]);
  const path = "dataset=output&geo=country&format=csv";
  const slice = await api.get(`/api/v1/data?${path}&offset=1000`);
  const derived = await api.get(`/api/v1/derived?${path}&derive=yoy&offset=1000`);
  assert.equal(derived.status, 200);
  assert.equal(derived.text, slice.text.replace(/\n$/, ";formula\n"));
  const json = await api.get(`/api/v1/derived?${path.replace("csv", "json")}&derive=yoy&offset=1000`);
  assert.deepEqual([json.status, json.json.observations], [200, []]);
});

test("a wrong step is 422 with its reason, and an unchanged answer is 304 and not charged [derived.refused]", async (t) => {
  const api = await openWith(t, [PRICES]);
  const detail = async (query: string) => {
    const {status, json} = await api.get(`/api/v1/derived?${query}`);
    assert.equal(status, 422, query);
    return json.detail.map(({msg}: Json) => msg).join();
  };
  assert.match(await detail("dataset=prices&derive=growth"), /growth is no step/);
  assert.match(await detail("dataset=prices"), /Field required/);
  assert.match(await detail("derive=yoy"), /name the dataset of a slice, or series/);
  assert.match(await detail("dataset=prices&series=0000000000000000&derive=yoy"), /exclude each other/);
  assert.match(await detail("dataset=prices&geo=all&derive=pct"), /pct of the series [0-9a-z]{16}: /);
  const path = "/api/v1/derived?dataset=prices&geo=all&derive=change";
  const {headers} = await api.get(path);
  const again = await api.get(path, {"if-none-match": headers["etag"]!});
  assert.deepEqual([again.status, again.headers["x-values"]], [304, undefined]);
});

test("a package declares what an indicator measures, and steps are given and refused by it [derived.quantity]", async (t) => {
  const demo = (dataset: string, quantity: string): TidyPackage => ({
    dataset,
    header: "indicator,unit,geo,period,value",
    rows: months(12).map((period, at) => `x,rubles,643,${period},${at + 1}`),
    more: {units: [{code: "rubles", name: "рубль"}], indicators: [{code: "x", label: "X", quantity}]},
  });
  const api = await openWith(t, [demo("flows", "flow"), demo("stocks", "stock")]);
  const {json} = await api.get("/api/v1/derived?dataset=flows&geo=country&derive=to:A:sum");
  assert.deepEqual(
    json.observations.map(({value}: Json) => value),
    [78],
  );
  const {status, json: refused} = await api.get("/api/v1/derived?dataset=stocks&geo=country&derive=to:A:sum");
  assert.equal(status, 422);
  assert.match(refused.detail[0].msg, /a sum of stocks counts the same thing again and again/);
  await assert.rejects(openWith(t, [demo("other", "amount")]), /quantity/);
});
