// Estimates of slices and of single series: the laws of vintages on answers, their price, their forms.
import assert from "node:assert/strict";
import {StatementSync} from "node:sqlite";
import {test} from "node:test";
import {encodeHistory} from "../../src/statistics/history/encode.ts";
import {appendEstimate, createColumns, type Estimates, finishColumns} from "../../src/statistics/history/estimates.ts";
import {type Day, dayOf} from "../../src/statistics/time/day.ts";
import {writeHistories} from "../../src/store/series/history.ts";
import {findSeriesOfKey} from "../../src/store/series/series-of-key.ts";
import {daily, openWith, PRICES, REVISED_PRICES} from "./packages.ts";

/** Revises some values of PRICES a month later. */
const LATER_PRICES = {
  ...REVISED_PRICES,
  published_at: "2026-07-10",
  rows: REVISED_PRICES.rows.map((row) => row.replace(/;0\.1$/, ";0.2")),
};

const SLICE = "/api/v1/estimates?dataset=prices&geo=all";

interface Estimate {
  readonly series_key: string;
  readonly period: string;
  readonly value: number;
  readonly published_at: string;
  readonly superseded_at: string | null;
}

test("which=latest equals the slice, which=first the values of the first release, and all the rest was superseded [vintages.slice]", async (t) => {
  const api = await openWith(t, [REVISED_PRICES, LATER_PRICES]);
  const slice = (await api.get("/api/v1/data?dataset=prices&geo=all")).json;
  const asObservation = ({series_key, period, value, published_at}: Estimate) => ({
    series_key,
    period,
    value,
    as_of: published_at,
  });
  const latest = (await api.get(`${SLICE}&which=latest`)).json;
  assert.deepEqual(latest.estimates.map(asObservation), slice.observations);
  assert.deepEqual(latest.series, slice.series);
  assert.ok(latest.estimates.every((one: Estimate) => one.superseded_at === null));
  const all: Estimate[] = (await api.get(SLICE)).json.estimates;
  assert.ok(all.length > latest.estimates.length, "the second release revises");
  const [first, second] = [...new Set(all.map((one) => one.published_at))].toSorted() as [string, string];
  const superseded = all.filter((one) => one.superseded_at !== null);
  assert.equal(all.length - superseded.length, slice.observations.length);
  assert.ok(superseded.every((one) => one.published_at === first && one.superseded_at === second));
  const past = (await api.get(`/api/v1/data?dataset=prices&geo=all&as_of=${first}`)).json;
  const known = (await api.get(`${SLICE}&known_to=${first}`)).json;
  assert.deepEqual(known.estimates.map(asObservation), past.observations);
  const nth = (await api.get(`${SLICE}&which=nth:2`)).json;
  assert.deepEqual(
    nth.estimates.map(asObservation),
    slice.observations.filter(
      (one: {as_of: string}) =>
        one.as_of === second &&
        superseded.some(
          (old) =>
            old.series_key === (one as unknown as Estimate).series_key &&
            old.period === (one as unknown as Estimate).period,
        ),
    ),
  );
});

test("estimates of one series are those of its slice; layout=wide has the column of each day as as_of of that day gives it [vintages.wide]", async (t) => {
  const api = await openWith(t, [REVISED_PRICES, LATER_PRICES]);
  const all = (await api.get(SLICE)).json;
  const {series_key: key} = all.estimates.find((one: Estimate) => one.superseded_at !== null);
  const one = (await api.get(`/api/v1/series/${key}/estimates`)).json;
  assert.deepEqual(
    one.estimates,
    all.estimates.filter((each: Estimate) => each.series_key === key),
  );
  assert.deepEqual(
    one.series,
    all.series.filter((each: {series_key: string}) => each.series_key === key),
  );
  const wide = await api.get(`/api/v1/series/${key}/estimates?layout=wide`);
  assert.equal(wide.headers["x-values"], String(one.estimate_count));
  for (const [column, day] of wide.json.vintages.entries()) {
    const {items} = (await api.get(`/api/v1/series/${key}/observations?as_of=${day}&limit=5000`)).json;
    const told = wide.json.rows.flatMap(({period, values}: {period: string; values: (number | null)[]}) =>
      values[column] === null ? [] : [[period, values[column]]],
    );
    assert.deepEqual(
      told,
      items.map(({period, value}: Estimate) => [period, value]),
    );
  }
  const csv = (await api.get(`/api/v1/series/${key}/estimates?layout=wide&format=csv&decimal=comma`)).text
    .trimEnd()
    .split("\n");
  assert.equal(csv[0], ["period", ...wide.json.vintages].join(";"));
  assert.equal(csv.length, wide.json.rows.length + 1);
  assert.equal(csv[1]!.replaceAll(",", "."), [wide.json.rows[0].period, ...wide.json.rows[0].values].join(";"));
  assert.deepEqual(
    [
      (await api.get(`${SLICE}&layout=wide`)).json.detail[0].loc,
      (await api.get(`/api/v1/series/${key}/estimates?layout=wide&which=first`)).json.detail[0].loc,
    ],
    [
      ["query", "layout"],
      ["query", "which"],
    ],
  );
});

test("the CSV of estimates has the slice's columns up to period, then value, published_at, superseded_at, last_period, status, withdrawn_at [vintages.csv]", async (t) => {
  const api = await openWith(t, [REVISED_PRICES, LATER_PRICES]);
  const [head, ...lines] = (await api.get(`${SLICE}&format=csv`)).text.trimEnd().split("\n");
  const columns = (await api.get("/api/v1/data?dataset=prices&geo=all&format=csv")).text.split("\n")[0]!.split(";");
  const before = columns.slice(0, columns.indexOf("period") + 1);
  assert.deepEqual(head!.split(";"), [
    ...before,
    "value",
    "published_at",
    "superseded_at",
    "last_period",
    "status",
    "withdrawn_at",
  ]);
  const {estimates} = (await api.get(SLICE)).json;
  const at = (name: string) => head!.split(";").indexOf(name);
  const read = lines
    .map((line) => line.split(";"))
    .map((cells) => ({
      series_key: cells[at("series_key")],
      period: cells[at("period")],
      value: Number(cells[at("value")]),
      published_at: cells[at("published_at")],
      superseded_at: cells[at("superseded_at")] || null,
    }));
  assert.deepEqual(
    read,
    estimates.map(({withdrawn_at: _, ...one}: Estimate & {withdrawn_at: null}) => one),
  );
});

test("estimates are charged as many as the answer has, refused above 60,000 with the address of a smaller page, cut by period [vintages.price]", async (t) => {
  const api = await openWith(t, [REVISED_PRICES, LATER_PRICES, daily([40_000, 20_001, 61_000])]);
  const headers = {authorization: `Bearer ${await api.createToken("free")}`};
  const head = await api.ask("HEAD", SLICE, headers);
  const get = await api.get(SLICE, headers);
  assert.equal(head.headers["x-values"], String(get.json.estimate_count));
  assert.equal(head.headers["etag"], get.headers["etag"]);
  assert.equal(get.headers["x-quota-values-remaining"], String(1_000_000 - get.json.estimate_count));
  assert.equal((await api.get(SLICE, {"if-none-match": get.headers["etag"]!})).status, 304);
  for (const path of ["/api/v1/estimates?dataset=daily", "/api/v1/estimates?dataset=daily&offset=2&format=csv"]) {
    const big = await api.get(path);
    assert.equal(big.json.error.code, "SLICE_TOO_BIG");
    assert.ok(Number(big.headers["x-values"]) > 60_000);
    const [address] = /\/api\/v1\/estimates\?\S+$/.exec(big.json.error.hint)!;
    const smaller = await api.get(address);
    assert.equal(smaller.status, 200, address);
    assert.ok(Number(smaller.headers["x-values"]) > 30_000);
  }
});

/** Each of 5,000 days, estimated again on each of the 60 days after it. */
function fiveThousandVintages(): Estimates {
  const first = dayOf(2001, 1, 1);
  const columns = createColumns(300_000);
  for (let day = 0; day < 5000; day++)
    for (let nth = 1; nth <= 60; nth++)
      appendEstimate(columns, first + day, (first + day + nth) as Day, 0, (1000 + day + nth) / 10);
  return finishColumns(columns);
}

test("a daily series of 5,000 vintages gives its first page of all at the price of any page of 60,000: values, charge, one history read [vintages.price]", async (t) => {
  const api = await openWith(t, [daily([5000, 60_000])]);
  const {items} = (await api.get("/api/v1/series/search?dataset=daily&limit=2")).json;
  const keyOf = (code: string): string => items.find((one: {title: string}) => one.title.startsWith(code)).series_key;
  const packed = encodeHistory(fiveThousandVintages());
  await api.store.statistics.write(function* (q) {
    const {dataset, series} = (yield* findSeriesOfKey(q, keyOf("c0000")))!;
    yield* writeHistories(q, dataset.id, [{number: series.number, estimates: packed}]);
  });
  const path = `/api/v1/series/${keyOf("c0000")}/estimates`;
  const whole = await api.get(path);
  assert.deepEqual([whole.status, whole.headers["x-values"]], [400, "300000"]);
  const address = /\/api\/v1\/\S+$/.exec(whole.json.error.hint)![0];
  const cost = async (of: string) => {
    const headers = {authorization: `Bearer ${await api.createToken("free")}`};
    const queries = (["all", "get"] as const).map((name) => t.mock.method(StatementSync.prototype, name).mock);
    const {status, json, headers: told} = await api.get(of, headers);
    const read = queries
      .flatMap(({calls}) => calls)
      .filter(({this: statement}) => /\bhistory\b/.test((statement as StatementSync).sourceSQL));
    for (const mock of queries) mock.restore();
    return [status, json.estimate_count, told["x-values"], told["x-quota-values-remaining"], read.length];
  };
  const any = await cost(`/api/v1/series/${keyOf("c0001")}/estimates`);
  assert.deepEqual(any, [200, 60_000, "60000", "940000", 1]);
  assert.deepEqual(await cost(address), any);
});

test("a wrong parameter of estimates is refused, all of them at once; as_of is not theirs [vintages.parameters]", async (t) => {
  const api = await openWith(t, [PRICES]);
  const {json} = await api.get(`${SLICE}&which=nth:0&known_from=x&limit=0`);
  assert.deepEqual(json.detail.map(({loc}: {loc: string[]}) => loc[1]).toSorted(), ["known_from", "limit", "which"]);
  const asOf = await api.get(`${SLICE}&as_of=2026-01-01`);
  assert.deepEqual([asOf.status, asOf.json.detail[0].type], [422, "extra_forbidden"]);
  assert.match(asOf.json.detail[0].msg, /known_to was probably meant/);
  assert.equal((await api.get("/api/v1/series/0000000000000000/estimates")).status, 404);
  assert.equal((await api.get("/api/v1/estimates?dataset=prices&class=none")).status, 404);
});
