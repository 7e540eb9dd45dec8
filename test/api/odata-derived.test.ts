// The custom query option derive of the set observations: rows that are derived here.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {address, allRows, type Rows} from "./odata-rows.ts";
import {openWith, type TidyPackage} from "./packages.ts";

const month = (at: number): string => `${2020 + Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, "0")}`;
const GEO = ["643", "45000000000", "40000000000"];
const UNITS = [
  {code: "rubles", name: "рубль"},
  {code: "percent", name: "процент"},
];

/** Output of several territories with gaps, and prices on the month before. */
const output = (published_at: string, count: number, added: number): TidyPackage => ({
  dataset: "output",
  published_at,
  header: "indicator,class,transformation,unit,geo,period,value",
  rows: GEO.flatMap((geo, nth) =>
    Array.from({length: count}, (_, at) => at)
      .filter((at) => nth === 0 || at % (7 + nth) !== 3)
      .flatMap((at) => [
        `output,all,level,rubles,${geo},${month(at)},${100 + 3 * at + nth + (at > count - 4 ? added : 0)}`,
        `prices,food,pct_mom,percent,${geo},${month(at)},${100 + ((at + nth) % 5) / 10}`,
      ]),
  ),
  more: {
    units: UNITS,
    classes: [
      {code: "all", name: "All"},
      {code: "food", name: "Food"},
    ],
  },
});

const OUTPUT = "dataset_code eq 'output' and indicator eq 'output'";
const PRICES = "dataset_code eq 'output' and indicator eq 'prices'";
const plainRow = ({series_key, period, value, as_of}: Rows[number]) => ({series_key, period, value, as_of});
const byKey = (one: Rows[number], other: Rows[number]) =>
  one.series_key + one.period < other.series_key + other.period ? -1 : 1;

test("with derive the rows are those of derived, with its unit and frequency, on pages of any size and as known on any day [odata.derive]", async (t) => {
  const api = await openWith(t, [output("2022-01-10", 24, 0), output("2022-04-10", 27, 5)]);
  const query = fc.record({
    of: fc.constantFrom(
      ["level", OUTPUT, "yoy_pct"],
      ["level", OUTPUT, "change|index:2020-02"],
      ["level", OUTPUT, "to:Q:mean"],
      ["pct_mom", PRICES, "to:A:chain"],
      ["pct_mom", PRICES, "chain:2020-01"],
    ),
    asOf: fc.constantFrom("", "2022-02-01", "2022-05-01"),
    size: fc.integer({min: 3, max: 40}),
    more: fc.constantFrom("", "value gt 1", "period ge 2021-03-01", "freq eq 'M'"),
  });
  await fc.assert(
    fc.asyncProperty(query, async ({of: [transformation, filter, derive], asOf, size, more}) => {
      api.clock.now = new Date(api.clock.now.getTime() + 60_000);
      const slice = `dataset=output&geo=all&limit=300&transformation=${transformation}&derive=${encodeURIComponent(derive!)}`;
      const {status, json} = await api.get(`/api/v1/derived?${slice}${asOf === "" ? "" : `&as_of=${asOf}`}`);
      const $filter = more === "" ? filter! : `${filter} and ${more}`;
      const path = address("observations", {$filter, derive: derive!, asOf});
      if (status !== 200) {
        assert.equal((await api.get(path)).status, 400);
        return;
      }
      const expected = json.observations
        .map(plainRow)
        .filter(
          ({value, period}: Rows[number]) =>
            (more.startsWith("value") ? value > 1 : true) &&
            (more.startsWith("period") ? period >= "2021-03-01" : true),
        )
        .sort(byKey);
      const rows = await allRows(api, path, {headers: {prefer: `odata.maxpagesize=${size}`}, most: size});
      assert.deepEqual(rows.map(plainRow), expected);
      const [{freq, unit}] = json.series;
      for (const row of rows) assert.deepEqual([row.freq, row.unit], [freq, unit]);
      const {text} = await api.get(address("observations/$count", {$filter, derive: derive!, asOf}));
      assert.equal(text, String(rows.length));
    }),
    {numRuns: 40},
  );
});

test("derived rows are named so, charged as rows and not kept beyond a load; what is wrong or not supported says why [odata.derive]", async (t) => {
  const api = await openWith(t, [output("2022-01-10", 24, 0)]);
  const path = address("observations", {$filter: OUTPUT, $top: "5", derive: "chg", $select: "period,value,title"});
  const {json, headers} = await api.get(path);
  assert.equal(json["@Ryad.derived"], "change");
  assert.deepEqual([json.value.length, headers["x-values"]], [5, "5"]);
  const again = await api.get(path, {"if-none-match": headers["etag"]!});
  assert.equal(again.status, 304);
  await api.load(output("2022-04-10", 27, 5));
  assert.equal((await api.get(path, {"if-none-match": headers["etag"]!})).status, 200);
  for (const [options, status, message] of [
    [{derive: "growth"}, 400, /growth is no step/],
    [{derive: "to:A:sum"}, 400, /nobody declared whether/],
    [{derive: `over:${"0".repeat(16)}`}, 501, /second series/],
    [{derive: "change", $orderby: "value"}, 501, /in the order of series/],
  ] as const) {
    const refused = await api.get(address("observations", {$filter: OUTPUT, ...options}));
    assert.equal(refused.status, status, JSON.stringify(options));
    assert.match(refused.json.error.message, message);
  }
  assert.equal((await api.get(address("series", {$top: "3", derive: "change"}))).status, 400);
});
