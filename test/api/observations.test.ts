// The values of one series: their selection, the members beside them, and their charge.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {findDatasets} from "../../src/store/datasets/dataset.ts";
import {deleteHistoriesOf, scanHistories, writeHistories} from "../../src/store/series/history.ts";
import {tries} from "../../src/work/tries.fixture.ts";
import {type Answer, type Api, spend} from "./client.ts";
import {ALTAI, daily, MOSCOW, openWith, PRICES} from "./packages.ts";

const SERIES = "/api/v1/series";

/** Keys of the series that a slice gives, in its order. */
async function keysOf(api: Api, slice: string): Promise<string[]> {
  const {json} = await api.get(`/api/v1/data?${slice}`);
  return json.series.map((series: {series_key: string}) => series.series_key);
}

function shown({json}: Answer): string[] {
  return json.items.map(
    (item: {period: string; value: number; as_of: string}) => `${item.period} ${item.value} ${item.as_of}`,
  );
}

test("the values of a series are in `items` as period, value and as_of, ascending, beside series, notes and related [observations.items observations.extras]", async (t) => {
  const api = await openWith(t, [
    {dataset: "old_prices", rows: [`x,${MOSCOW},2001,1`], more: {name: "The era before"}},
    {
      ...PRICES,
      more: {
        ...PRICES.more,
        classes: [{code: "02", name: "Молоко", note: "сырое"}],
        units: [{code: "PCT", name: "процент", okei: "744", mult: 0.01}],
        notes: [
          {text: "of all", class: null},
          {text: "of bread", class: "01"},
          {text: "of milk", class: "02"},
          {text: "of all, too"},
        ],
        related: [
          {provider: "showdata", dataset: "old_prices", relation: "era", splice: false, note: "another method"},
          {provider: "cbr", dataset: "none", relation: "neighbour", splice: true},
        ],
      },
    },
  ]);
  const [key] = await keysOf(api, `dataset=prices&class=02&geo=${ALTAI}`);
  const {json, headers} = await api.get(`${SERIES}/${key}/observations`);
  assert.equal(headers["content-type"], "application/json; charset=utf-8");
  assert.deepEqual(Object.keys(json), [
    "items",
    "count",
    "has_more",
    "series",
    "notes",
    "related",
    "missing",
    "claim_template",
  ]);
  assert.deepEqual(json, {
    items: ["2026-01-01", "2026-02-01", "2026-03-01", "2026-04-01"].map((period) => ({
      period,
      value: -3.25,
      as_of: "2026-06-10",
    })),
    count: 4,
    has_more: false,
    series: {
      series_key: key,
      title: "Молоко, Индекс потребительских цен, Алтайский край",
      unit: "PCT",
      unit_name: "процент",
      freq: "M",
      geo: ALTAI,
      geo_label: "Алтайский край",
      geo_level: "region",
      mult: 0.01,
      revised: false,
      status: "active",
      last_period: "2026-04-01",
      provider_code: "showdata",
      dataset_code: "prices",
    },
    notes: [
      {scope: "class", text: "сырое"},
      {scope: "class", text: "of milk"},
      {scope: "dataset", text: "of all"},
      {scope: "dataset", text: "of all, too"},
    ],
    related: [
      {
        provider_code: "showdata",
        dataset_code: "old_prices",
        name: "The era before",
        relation: "era",
        splice: false,
        note: "another method",
      },
      {provider_code: "cbr", dataset_code: "none", name: "none", relation: "neighbour", splice: true, note: null},
    ],
    missing: [],
    claim_template: "/c/{series_key}/{period}/{as_of}",
  });
});

test("a series of a dataset without metadata has no unit, no notes and no relations; a unit that no package describes has only its code [observations.extras]", async (t) => {
  const api = await openWith(t, [
    {dataset: "bare", rows: [`x,${MOSCOW},2026-01,1`]},
    {dataset: "undescribed", header: "indicator,unit,geo,period,value", rows: [`x,furlong,${MOSCOW},2026-01,1`]},
  ]);
  const about = async (dataset: string) => {
    const [key] = await keysOf(api, `dataset=${dataset}`);
    return (await api.get(`${SERIES}/${key}/observations`)).json;
  };
  const bare = await about("bare");
  assert.deepEqual([bare.notes, bare.related], [[], []]);
  assert.deepEqual([bare.series.unit, bare.series.unit_name, bare.series.mult], ["", null, 1]);
  assert.equal(bare.series.title, "x, г. Москва");
  const {unit, unit_name, mult} = (await about("undescribed")).series;
  assert.deepEqual([unit, unit_name, mult], ["furlong", "furlong", null]);
});

test("each series is described as in the slice, stalled ones too [observations.extras status.stalled]", async (t) => {
  const rows = ["a,643,2026-04,5", "five,643,2025-11,1", "four,643,2025-12,1", "q,643,2024-Q1,1"];
  const api = await openWith(t, [{rows}, PRICES]);
  for (const dataset of ["demo", "prices"]) {
    for (const described of (await api.get(`/api/v1/data?dataset=${dataset}&geo=all`)).json.series) {
      const {series} = (await api.get(`${SERIES}/${described.series_key}/observations`)).json;
      const {unit_name: _, mult: __, revised: ___, unit, ...shared} = series;
      for (const [name, value] of Object.entries(shared)) assert.equal(value, described[name], name);
      assert.equal(unit, described.unit);
    }
  }
  const [, five] = await keysOf(api, "dataset=demo&geo=all");
  assert.equal((await api.get(`${SERIES}/${five}/observations`)).json.series.status, "stalled");
});

test("without bounds the answer has the latest `limit` values, 500 by default; has_more says whether there are older ones [observations.latest observations.has-more]", async (t) => {
  const api = await openWith(t, [daily([500, 501, 6000])]);
  const [even, more, most] = await keysOf(api, "dataset=daily&limit=3&end=1900");
  const got = async (key: string | undefined, query = "") => {
    const {json} = await api.get(`${SERIES}/${key}/observations${query}`);
    assert.equal(json.items.length, json.count);
    return [json.count, json.items[0]?.value, json.items.at(-1)?.value, json.has_more];
  };
  assert.deepEqual(await got(even), [500, 1, 500, false]);
  assert.deepEqual(await got(more), [500, 2, 501, true]);
  assert.deepEqual(await got(more, "?limit=501"), [501, 1, 501, false]);
  assert.deepEqual(await got(more, "?limit=500"), [500, 2, 501, true]);
  assert.deepEqual(await got(more, "?limit=1"), [1, 501, 501, true]);
  assert.deepEqual(await got(most, "?limit=5000"), [5000, 1001, 6000, true]);
});

test("with a bound and no `limit` the answer has all values between the bounds, up to 5000; with both, the latest `limit` of them [observations.bounds observations.has-more]", async (t) => {
  const api = await openWith(t, [daily([5000, 5001])]);
  const [even, more] = await keysOf(api, "dataset=daily&limit=2&end=1900");
  const got = async (key: string | undefined, query: string) => {
    const {json} = await api.get(`${SERIES}/${key}/observations?${query}`);
    return [json.count, json.items[0]?.period, json.items.at(-1)?.period, json.has_more];
  };
  assert.deepEqual(await got(even, "start=1900"), [5000, "1900-01-01", "1913-09-09", false]);
  assert.deepEqual(await got(more, "start=1900"), [5000, "1900-01-02", "1913-09-10", true]);
  assert.deepEqual(await got(more, "end=1913-09-09"), [5000, "1900-01-01", "1913-09-09", false]);
  assert.deepEqual(await got(more, "start=1901&end=1901"), [365, "1901-01-01", "1901-12-31", false]);
  assert.deepEqual(await got(more, "start=1901-02&end=1901-02"), [28, "1901-02-01", "1901-02-28", false]);
  assert.deepEqual(await got(more, "start=1901-02-03&end=1901-02-03"), [1, "1901-02-03", "1901-02-03", false]);
  assert.deepEqual(await got(more, "start=1901&end=1901&limit=2"), [2, "1901-12-30", "1901-12-31", true]);
  assert.deepEqual(await got(more, "start=1901&end=1901&limit=365"), [365, "1901-01-01", "1901-12-31", false]);
  assert.deepEqual(await got(more, "start=1900&limit=500"), [500, "1912-04-29", "1913-09-10", true]);
  assert.deepEqual(await got(more, "start=2000"), [0, undefined, undefined, false]);
});

test("as_of is `latest` or a day, and gives for each period the last estimate published by then [observations.as-of]", async (t) => {
  const api = await openWith(t, [
    {published_at: "2026-02-10", rows: [`x,${MOSCOW},2026-01,1`]},
    {published_at: "2026-03-10", rows: [`x,${MOSCOW},2026-01,1.5`, `x,${MOSCOW},2026-02,2`]},
    {published_at: "2026-04-10", rows: [`x,${MOSCOW},2026-01,1.5`, `x,${MOSCOW},2026-03,3`]},
  ]);
  const [key] = await keysOf(api, "dataset=demo");
  const known = async (query: string) => {
    const answer = await api.get(`${SERIES}/${key}/observations?${query}`);
    assert.equal(answer.json.series.last_period, "2026-03-01", "the series is described as known now");
    return [...shown(answer), answer.json.has_more];
  };
  const latest = ["2026-01-01 1.5 2026-03-10", "2026-02-01 2 2026-03-10", "2026-03-01 3 2026-04-10"];
  assert.deepEqual(await known(""), [...latest, false]);
  assert.deepEqual(await known("as_of=latest"), [...latest, false]);
  assert.deepEqual(await known("as_of=2026-04-10"), [...latest, false]);
  assert.deepEqual(await known("as_of=9999-12-31"), [...latest, false]);
  assert.deepEqual(await known("as_of=2026-04-09"), [...latest.slice(0, 2), false]);
  assert.deepEqual(await known("as_of=2026-04-09&limit=1"), [latest[1], true]);
  assert.deepEqual(await known("as_of=2026-03-09"), ["2026-01-01 1 2026-02-10", false]);
  assert.deepEqual(await known("as_of=2026-03-09&start=2026-02"), [false]);
  assert.deepEqual(await known("as_of=2026-02-09"), [false]);
});

test("an invalid parameter is 422 for any series, and all invalid ones are named [observations.latest observations.as-of errors.validation-types errors.validation-all]", async (t) => {
  const api = await openWith(t, [PRICES]);
  const [key] = await keysOf(api, "dataset=prices");
  const problems = async (query: string, series = key) => {
    const {status, json} = await api.get(`${SERIES}/${series}/observations?${query}`);
    return status === 422 ? json.detail.map(({loc, type}: {loc: string[]; type: string}) => `${loc} ${type}`) : status;
  };
  const cases: [query: string, expected: string | 200][] = [
    ["limit=0", "query,limit greater_than_equal"],
    ["limit=1", 200],
    ["limit=5000", 200],
    ["limit=5001", "query,limit less_than_equal"],
    ["limit=x", "query,limit int_parsing"],
    ["limit=1&limit=2", "query,limit value_error"],
    ["limit=", 200],
    ["as_of=all", "query,as_of value_error"],
    ["as_of=LATEST", "query,as_of date_parsing"],
    ["as_of=2026", "query,as_of date_parsing"],
    ["as_of=2026-02-30", "query,as_of date_parsing"],
    ["as_of=", 200],
    ["start=2026-13", "query,start date_parsing"],
    ["end=now", "query,end date_parsing"],
    ["start=2026-03&end=2026-02", "query,start value_error"],
    ["start=2026-02&end=2026", 200],
  ];
  for (const [query, expected] of cases) {
    assert.deepEqual(await problems(query), expected === 200 ? 200 : [expected], query);
  }
  const all = await problems("limit=0&as_of=all&start=x&end=y", "none");
  assert.deepEqual(all.sort(), [
    "query,as_of value_error",
    "query,end date_parsing",
    "query,limit greater_than_equal",
    "query,start date_parsing",
  ]);
});

test("an invalid key and a key without a series are 404 NOT_FOUND, and the message has the key [observations.items errors.envelope]", async (t) => {
  const api = await openWith(t, [PRICES]);
  const [key] = await keysOf(api, "dataset=prices");
  const other = `${key!.slice(0, 5)}${"0".repeat(11)}`;
  for (const route of ["observations", "evidence"]) {
    for (const none of [
      other,
      key!.toUpperCase(),
      key!.slice(1),
      `${key}0`,
      "x",
      "%00",
      "%D1%8F",
      "a%2Fb",
      "-".repeat(16),
    ]) {
      const {status, json} = await api.get(`${SERIES}/${none}/${route}`);
      assert.equal(status, 404, none);
      assert.equal(json.error.code, "NOT_FOUND");
    }
    const {json} = await api.get(`${SERIES}/${other}/${route}`);
    assert.match(json.error.message, new RegExp(other));
    assert.equal((await api.get(`${SERIES}/${"k".repeat(500)}/${route}`)).json.error.code, "NOT_FOUND");
  }
});

test("two datasets with the same beginning of keys are distinguished [identity.series-key observations.items]", async (t) => {
  // The hashes of these two codes begin with the same five digits.
  const api = await openWith(t, [
    {dataset: "d9210", rows: [`x,${MOSCOW},2026-01,1`]},
    {dataset: "d10302", rows: [`x,${MOSCOW},2026-01,2`]},
  ]);
  const [[one], [other]] = [await keysOf(api, "dataset=d9210"), await keysOf(api, "dataset=d10302")];
  assert.equal(one!.slice(0, 5), other!.slice(0, 5));
  const value = async (key: string | undefined) => (await api.get(`${SERIES}/${key}/observations`)).json.items[0].value;
  assert.deepEqual([await value(one), await value(other)], [1, 2]);
  assert.equal((await api.get(`${SERIES}/${one}/evidence`)).json.releases.length, 1);
});

test("observations charge the returned values, all or none; HEAD, 304 and refusals charge nothing [observations.charged params.head limits.rejected-free limits.quota-exceeded]", async (t) => {
  const api = await openWith(t, [daily([600])]);
  const [key] = await keysOf(api, "dataset=daily&limit=1&end=1900");
  const path = `${SERIES}/${key}/observations`;
  const token = await api.createToken("free");
  const headers = {authorization: `Bearer ${token}`};
  const left = async (query: string, more = {}, method = "GET") => {
    const answer = await api.ask(method, `${path}?${query}`, {...headers, ...more});
    return [answer.status, answer.headers["x-quota-values-remaining"]];
  };
  assert.deepEqual(await left(""), [200, "999500"]);
  assert.deepEqual(await left("limit=7"), [200, "999493"]);
  assert.deepEqual(await left("start=1900"), [200, "998893"]);
  assert.deepEqual(await left("start=2000"), [200, "998893"]);
  assert.deepEqual(await left("limit=7", {}, "HEAD"), [200, "998893"]);
  assert.deepEqual(await left("limit=0"), [422, "998893"]);
  const etag = (await api.get(path)).headers["etag"]!;
  assert.deepEqual(await left("", {"if-none-match": etag}), [304, "998893"]);
  assert.deepEqual(await left("", {"if-none-match": "*"}), [304, "998893"]);
  await spend(api, token, 998_886);
  assert.deepEqual(await left("limit=8"), [429, "7"]);
  assert.deepEqual(await left("limit=8", {}, "HEAD"), [429, "7"]);
  assert.deepEqual(await left("", {"if-none-match": etag}), [304, "7"]);
  assert.deepEqual(await left("limit=7"), [200, "0"]);
});

test("a damaged history is never served, and the charge is given back [limits.charge-returned errors.internal]", async (t) => {
  const api = await openWith(t, [PRICES], {failing: true});
  const [key] = await keysOf(api, "dataset=prices&class=03");
  const headers = {authorization: `Bearer ${await api.createToken("free")}`};
  const id = await api.store.statistics.write(function* (q) {
    const [dataset] = yield* findDatasets(q, {provider: "showdata", dataset: "prices"});
    const histories = yield* scanHistories(q, dataset!.id, -1, 100);
    const damaged = histories.map(({number, estimates}) => ({
      number,
      estimates: estimates.with(-1, ~estimates.at(-1)!),
    }));
    yield* writeHistories(q, dataset!.id, damaged);
    return dataset!.id;
  });
  for (const query of ["", "?as_of=2026-06-10", "?as_of=2026-06-09"]) {
    const answer = await api.get(`${SERIES}/${key}/observations${query}`, headers);
    assert.equal(answer.json.error.code, "INTERNAL", query);
    assert.equal(answer.headers["x-quota-values-remaining"], "1000000");
  }
  assert.equal((await api.get(`${SERIES}/${key}/evidence`, headers)).json.error.code, "INTERNAL");
  await api.store.statistics.write((q) => deleteHistoriesOf(q, id));
  assert.equal((await api.get(`${SERIES}/${key}/observations`, headers)).json.error.code, "INTERNAL");
  assert.equal((await api.get(`${SERIES}/${key}/evidence`, headers)).json.error.code, "INTERNAL");
});

test("requests with the same meaning have the same ETag; a load of another dataset changes it only by a new name of a related one [cache.etag-parameters cache.etag-load-run cache.other-dataset]", async (t) => {
  const related = [{provider: "showdata", dataset: "era", relation: "era", splice: true}];
  const api = await openWith(t, [{...PRICES, more: {...PRICES.more, related}}]);
  const [key, second] = await keysOf(api, "dataset=prices");
  const tag = async (query = "", series = key) =>
    (await api.get(`${SERIES}/${series}/observations?${query}`)).headers["etag"]!;
  const first = await tag();
  for (const query of ["limit=500", "as_of=latest", "as_of=&limit=&start=&end=", "x=1"]) {
    assert.equal(await tag(query), first, query);
  }
  assert.equal(await tag("start=2026"), await tag("start=2026-01-01&limit=5000"));
  const all = ["", "limit=499", "as_of=2026-06-10", "start=2026", "start=2026&limit=500", "end=2026", "start=2025"];
  const tags = await Promise.all(all.map((query) => tag(query)));
  assert.equal(new Set([...tags, await tag("", second)]).size, all.length + 1);
  await api.load({dataset: "other", rows: [`x,${MOSCOW},2026-01,1`]});
  assert.equal(await tag(), first);
  await api.load({dataset: "era", rows: [`x,${MOSCOW},2026-01,1`], more: {name: "The other era"}});
  const named = await tag();
  assert.notEqual(named, first);
  await api.load({...PRICES, published_at: "2026-06-20", more: {...PRICES.more, related}});
  assert.notEqual(await tag(), named);
});

test("a weekly series is dated by its dataset's weeks; moving a week moves its period in every vintage and changes the ETag [week.moved observations.bounds]", async (t) => {
  const weekly = (date: string, published_at: string) => ({
    published_at,
    header: "indicator,geo,week,value",
    rows: [`x,${MOSCOW},2026-W01,1`, `x,${MOSCOW},2026-W02,2`],
    more: {
      weeks: [
        {year: 2026, week: 1, date: "2026-01-12"},
        {year: 2026, week: 2, date},
      ],
    },
  });
  const api = await openWith(t, [weekly("2026-01-19", "2026-02-01")]);
  const [key] = await keysOf(api, "dataset=demo");
  const get = (query: string) => api.get(`${SERIES}/${key}/observations?${query}`);
  assert.deepEqual(shown(await get("")), ["2026-01-12 1 2026-02-01", "2026-01-19 2 2026-02-01"]);
  assert.deepEqual(shown(await get("start=2026-01-19")), ["2026-01-19 2 2026-02-01"]);
  const {headers} = await get("");
  await api.load(weekly("2026-01-20", "2026-02-02"));
  assert.deepEqual(shown(await get("start=2026-01-20")), ["2026-01-20 2 2026-02-01"]);
  assert.deepEqual(shown(await get("as_of=2026-02-01&limit=1")), ["2026-01-20 2 2026-02-01"]);
  assert.notEqual((await get("")).headers["etag"], headers["etag"]);
  const {releases} = (await api.get(`${SERIES}/${key}/evidence`)).json;
  assert.equal(releases.length, 1, "a moved week is no revision");
  assert.deepEqual([releases[0].first_period, releases[0].last_period], ["2026-01-12", "2026-01-20"]);
});

test("for any releases and any as_of the values equal the slice's, and all pages together have all values [observations.items observations.latest observations.bounds observations.has-more observations.as-of]", async (t) => {
  const release = fc.record({
    day: fc.integer({min: 1, max: 28}),
    values: fc.uniqueArray(fc.tuple(fc.nat(30), fc.integer({min: -50, max: 50})), {
      selector: ([month]) => month,
      minLength: 1,
      maxLength: 20,
    }),
  });
  const month = (number: number) => `${2020 + Math.floor(number / 12)}-${String((number % 12) + 1).padStart(2, "0")}`;
  await fc.assert(
    fc.asyncProperty(
      fc.array(release, {minLength: 1, maxLength: 4}),
      fc.integer({min: 1, max: 7}),
      fc.integer({min: 1, max: 28}),
      async (releases, limit, asOfDay) => {
        const packages = releases.map(({day, values}) => ({
          published_at: `2026-05-${String(day).padStart(2, "0")}`,
          rows: values.map(([number, tenths]) => `x,643,${month(number)},${tenths / 10}`),
        }));
        const api = await openWith(t, packages);
        const asOf = `as_of=2026-05-${String(asOfDay).padStart(2, "0")}`;
        const [key] = await keysOf(api, "dataset=demo&geo=country");
        for (const vintage of ["", asOf]) {
          const slice = (await api.get(`/api/v1/data?dataset=demo&geo=country&${vintage}`)).json.observations;
          const whole = slice.map(({series_key: _, ...item}: {series_key: string}) => item);
          const path = `${SERIES}/${key}/observations?${vintage}`;
          assert.deepEqual((await api.get(`${path}&limit=5000`)).json.items, whole);

          const pages: object[] = [];
          let before = "";
          for (let more = true; more; ) {
            const {items, has_more, count}: Answer["json"] = (await api.get(`${path}&limit=${limit}${before}`)).json;
            assert.equal(count, items.length);
            assert.ok(count <= limit && (!has_more || count === limit));
            pages.unshift(...items);
            more = has_more;
            const first = items[0]?.period ?? "1700-01-02";
            before = `&end=${new Date(Date.parse(first) - 86_400_000).toISOString().slice(0, 10)}`;
          }
          assert.deepEqual(pages, whole);
        }
      },
    ),
    {numRuns: tries({few: 8, all: 20})},
  );
});
