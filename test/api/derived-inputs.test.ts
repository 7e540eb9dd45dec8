// What derived values say of their inputs: withdrawn ones, eras that must not be joined, series that the publisher prints himself, and sizes.
import assert from "node:assert/strict";
import {test} from "node:test";
import {daily, openWith, type TidyPackage} from "./packages.ts";

// biome-ignore lint/suspicious/noExplicitAny: the shape has been held to the route's schema already
type Json = any;

const month = (at: number): string => `${2020 + Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, "0")}`;
const UNITS = [
  {code: "rubles", name: "рубль"},
  {code: "percent", name: "процент"},
];

/** Months of output; `gap` has no value. */
const output = (published_at: string, count: number, gap = -1): TidyPackage => ({
  dataset: "output",
  published_at,
  header: "indicator,transformation,unit,geo,period,value",
  rows: Array.from(
    {length: count},
    (_, at) => `output,level,rubles,643,${month(at)},${at === gap ? "" : 100 + at * at}`,
  ),
  more: {units: UNITS},
});

test("a derived value that rests on a withdrawn one has a sign, in the answer, in the header and in a panel; others have none [derived.withdrawn]", async (t) => {
  const api = await openWith(t, [output("2022-01-10", 24), output("2022-02-10", 25, 20)]);
  const all = "/api/v1/derived?dataset=output&geo=country";
  const {json, headers} = await api.get(`${all}&derive=change`);
  const [{series_key}] = json.series;
  const withdrawn = [month(20), month(21)].map((period) => ({series_key, period: `${period}-01`}));
  assert.deepEqual(json.withdrawn, withdrawn);
  assert.equal(headers["x-withdrawn-values"], "2");
  assert.equal(json.observations.length, 24, "the values stay");
  const cut = await api.get(`${all}&derive=change&end=2021-06`);
  assert.deepEqual([cut.json.withdrawn, cut.headers["x-withdrawn-values"]], [[], undefined]);
  const before = await api.get(`${all}&derive=change&as_of=2022-02-09`);
  assert.deepEqual(before.json.withdrawn, [], "it was in force on that day");
  const based = await api.get(`${all}&derive=index:${month(20)}`);
  assert.equal(based.json.withdrawn.length, 25, "every value rests on the base");
  const csv = await api.ask("HEAD", `${all}&derive=change&format=csv`);
  assert.equal(csv.headers["x-withdrawn-values"], "2");
  const panel = await api.get(`/api/v1/panel?series=${series_key}&days=2022-02-09,2022-02-10&derive=change`);
  const signs = panel.json.cells.filter((one: Json) => one.value !== null && one.reason !== null);
  assert.deepEqual(
    signs.map(({day, period, reason}: Json) => [day, period, reason]),
    withdrawn.map(({period}) => ["2022-02-10", period, "withdrawn"]),
  );
  const beside = await api.get(`/api/v1/derived?series=${series_key}&derive=over:${series_key}`);
  assert.deepEqual(beside.json.withdrawn, withdrawn.slice(0, 1));
});

test("a step over two eras of which one declares that they must not be spliced is refused with its note; neighbours are not [derived.splice]", async (t) => {
  const era = (dataset: string, related: object[]): TidyPackage => ({
    dataset,
    header: "indicator,unit,geo,period,value",
    rows: [0, 1, 2].map((at) => `x,rubles,643,${month(at)},${at + 1}`),
    more: {units: UNITS.slice(0, 1), related, indicators: [{code: "x", label: "X", quantity: "stock"}]},
  });
  const to = (dataset: string, relation: string, splice: boolean, note: string) => ({
    ...{provider: "showdata", dataset, relation, splice, note},
  });
  const api = await openWith(t, [
    era("stocks_old", []),
    era("stocks", [to("stocks_old", "era", false, "another classifier"), to("joined", "era", true, "")]),
    era("joined", [to("beside", "neighbour", false, "")]),
    era("beside", []),
  ]);
  const keyOf = async (dataset: string): Promise<string> =>
    (await api.get(`/api/v1/data?dataset=${dataset}&geo=country`)).json.series[0].series_key;
  const [old, stocks, joined, beside] = [
    await keyOf("stocks_old"),
    await keyOf("stocks"),
    await keyOf("joined"),
    await keyOf("beside"),
  ];
  for (const [one, other] of [
    [stocks, old],
    [old, stocks],
  ])
    for (const path of [`derived?series=${one}`, `panel?series=${one}&days=2030-01-01`])
      for (const step of ["minus", "over"]) {
        const {status, json} = await api.get(`/api/v1/${path}&derive=${step}:${other}`);
        assert.equal(status, 422, `${path} ${step}`);
        assert.match(json.detail[0].msg, /must not be spliced, .* \(another classifier\)/);
      }
  for (const pair of [
    [stocks, joined],
    [joined, beside],
  ])
    assert.equal((await api.get(`/api/v1/derived?series=${pair[0]}&derive=minus:${pair[1]}`)).status, 200);
});

test("where the publisher prints the same thing, its series is named: a year chained from months, a total, a growth of an index [derived.published]", async (t) => {
  const rows = (of: string, periods: readonly string[]): string[] => periods.map((period) => `${of},643,${period},101`);
  const months = Array.from({length: 36}, (_, at) => month(at));
  const years = ["2020", "2021", "2022"];
  const published: TidyPackage = {
    dataset: "prices",
    header: "indicator,transformation,unit,freq,geo,period,value",
    rows: [
      ...rows("cpi,pct_mom,percent,M", months),
      ...rows("cpi,pct_yoy,percent,M", months),
      ...rows("cpi,pct_ytd,percent,M", months),
      ...rows("cpi,pct_ytd,percent,A", years),
      ...rows("cpi,pct_yoy,percent,A", years),
      ...rows("sales,level,rubles,M", months),
      ...rows("sales,level,rubles,A", years),
      ...rows("sales,pct_yoy,percent,M", months),
    ],
    more: {units: UNITS, indicators: [{code: "sales", label: "Sales", quantity: "flow"}]},
  };
  const api = await openWith(t, [published]);
  const {json} = await api.get("/api/v1/data?dataset=prices&geo=country");
  const keyOf = (codes: string): string =>
    json.series.find((one: Json) => `${one.indicator} ${one.transformation} ${one.freq}` === codes).series_key;
  const same = async (codes: string, derive: string) =>
    (await api.get(`/api/v1/derived?series=${keyOf(codes)}&derive=${encodeURIComponent(derive)}`)).json.series[0]
      .derived.published;
  const growth = "cpi pct_mom M";
  assert.deepEqual(await same(growth, "to:A:chain"), [{series_key: keyOf("cpi pct_ytd A"), plus: 0}]);
  assert.deepEqual(await same(growth, "chain:2020|yoy_pct"), [{series_key: keyOf("cpi pct_yoy M"), plus: 100}]);
  assert.deepEqual(await same(growth, "chain:2020|ytd_pct"), [{series_key: keyOf("cpi pct_ytd M"), plus: 100}]);
  assert.deepEqual(await same("sales level M", "to:A:sum"), [{series_key: keyOf("sales level A"), plus: 0}]);
  // the published growth is one of volumes
  assert.deepEqual(await same("sales level M", "yoy_pct"), []);
  assert.deepEqual(await same("sales level M", "to:A:mean"), []);
  assert.deepEqual(await same(growth, "change"), []);
  const page = await api.get("/api/v1/derived?dataset=prices&geo=country&transformation=pct_mom&derive=to:A:chain");
  assert.deepEqual(page.json.series[0].derived.published, [{series_key: keyOf("cpi pct_ytd A"), plus: 0}]);
});

test("derived values that are too many are refused with the address of a part that fits [derived.size]", async (t) => {
  const api = await openWith(t, [daily([30_000, 30_003, 4])]);
  const {json} = await api.get("/api/v1/data?dataset=daily&geo=all&last=1");
  const keys = json.series.map(({series_key}: Json) => series_key);
  for (const query of ["dataset=daily&geo=all", `series=${keys.join()}`]) {
    const {status, json: refused} = await api.get(`/api/v1/derived?${query}&derive=change`);
    assert.deepEqual([status, refused.error.code], [400, "SLICE_TOO_BIG"], query);
    const address = /\/api\/v1\/derived\?\S+$/.exec(refused.error.hint)![0];
    const fits = await api.ask("HEAD", address);
    assert.deepEqual([fits.status, fits.headers["x-values"]], [200, "29999"], address);
  }
});

test("HEAD of derived values has the price of GET, also when it is known already [derived.answer]", async (t) => {
  const api = await openWith(t, [output("2022-01-10", 24)], {plan: "free"} as object);
  const path = "/api/v1/derived?dataset=output&geo=country&derive=yoy";
  for (const method of ["HEAD", "GET", "HEAD"]) {
    const {headers, text} = await api.ask(method as "HEAD", path);
    assert.equal(headers["x-values"], "12", method);
    assert.equal(text === "", method === "HEAD");
  }
});
