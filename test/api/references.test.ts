// The reference lists: their rows, order and names.
import assert from "node:assert/strict";
import {test} from "node:test";
import {parse} from "csv-parse/sync";
import {PLAIN_EFFECTS} from "../../src/load/run.ts";
import {withdraw} from "../../src/load/withdrawal.ts";
import {readTerritories} from "../../src/reference/reference.ts";
import {type Api, spend} from "./client.ts";
import {ALTAI, COUNTRY, MOSCOW, openWith, PRICES, type TidyPackage} from "./packages.ts";

const REFERENCE = "/api/v1/reference";
const LISTS = ["datasets", "geo", "codes?dataset=prices", "methodology", "related", "units", "continuity"];

// biome-ignore lint/suspicious/noExplicitAny: the shape has been held to the route's schema already
async function itemsOf(api: Api, list: string): Promise<any[]> {
  const {status, json, text} = await api.get(`${REFERENCE}/${list}`);
  assert.equal(status, 200, text);
  assert.deepEqual(Object.keys(json), ["items"]);
  return json.items;
}

/** A dataset with something for every list. */
const FULL: TidyPackage = {
  ...PRICES,
  more: {
    ...PRICES.more,
    methodology: {coverage: "stores; markets", exclusions: "=none", classifier: "COICOP", text: "as\ntold"},
    source_url: "https://example.org/prices",
    related: [
      {provider: "showdata", dataset: "prices_old", relation: "era", splice: false, note: "other weights"},
      {provider: "cbr", dataset: "rates", relation: "neighbour", splice: true},
    ],
    geo: [{code: "643-2", name: "Россия, вторая", level: "country", canonical: "RU-00"}],
  },
};

test("reference/datasets lists every dataset with its size, periods and status of today [reference.datasets status.today]", async (t) => {
  const packages = [
    FULL,
    {provider: "cbr", dataset: "mixed", rows: ["x,643,1999,1", "x,643004.АГ,2025,1", "x,643,2026-05,1"]},
    {dataset: "closed", more: {archival: true}, rows: [`x,${MOSCOW},2001-Q4,1`]},
  ];
  const api = await openWith(t, packages, {settings: {today: "2026-08-01"}});
  const listed = await itemsOf(api, "datasets");
  assert.deepEqual(listed, [
    {
      code: "mixed",
      provider_code: "cbr",
      name: "mixed (not official)",
      freq: "A",
      series_count: 3,
      geo_count: 2,
      first_period: "1999-01-01",
      last_period: "2026-05-01",
      status: "fresh",
      sla_months: 20,
      lag_months: 8,
      overdue_by: 0,
      revised: true,
    },
    {
      code: "closed",
      provider_code: "showdata",
      name: "closed (not official)",
      freq: "Q",
      series_count: 1,
      geo_count: 1,
      first_period: "2001-10-01",
      last_period: "2001-10-01",
      status: "archival",
      sla_months: 6,
      lag_months: 296,
      overdue_by: 0,
      revised: true,
    },
    {
      code: "prices",
      provider_code: "showdata",
      name: "prices (not official)",
      freq: "M",
      series_count: 11,
      geo_count: 5,
      first_period: "2025-12-01",
      last_period: "2026-04-01",
      status: "overdue",
      sla_months: 3,
      lag_months: 4,
      overdue_by: 1,
      revised: false,
    },
  ]);
  for (const {code, status, sla_months, lag_months, overdue_by, revised, freq} of listed) {
    const {dataset} = (await api.get(`/api/v1/data?dataset=${code}&geo=all`)).json;
    const {latest_period: _, ...block} = dataset;
    assert.deepEqual({status, sla_months, lag_months, overdue_by, revised, freq}, block, code);
  }
});

test("a dataset without values has the status unknown and no periods [reference.datasets status.unknown]", async (t) => {
  const api = await openWith(t, [{rows: []}]);
  const [{name: _, ...empty}] = await itemsOf(api, "datasets");
  assert.deepEqual(empty, {
    code: "demo",
    provider_code: "showdata",
    freq: null,
    series_count: 0,
    geo_count: 0,
    first_period: null,
    last_period: null,
    status: "unknown",
    sla_months: null,
    lag_months: null,
    overdue_by: 0,
    revised: true,
  });
  assert.deepEqual(await itemsOf(api, "codes?dataset=demo"), []);
  const [update] = (await api.get("/api/v1/updates")).json.items;
  assert.deepEqual([update.latest_period, update.releases, update.new_values], [null, 1, 0]);
});

test("a dataset that becomes overdue overnight changes the tag of reference/datasets [reference.datasets cache.etag-status]", async (t) => {
  const api = await openWith(t, [PRICES], {now: new Date("2026-07-31T23:59:59Z")});
  const etag = (await api.get(`${REFERENCE}/datasets`)).headers["etag"]!;
  assert.equal((await api.get(`${REFERENCE}/datasets`, {"if-none-match": etag})).status, 304);
  api.clock.now = new Date("2026-08-01T00:00:00Z");
  const {status, json} = await api.get(`${REFERENCE}/datasets`, {"if-none-match": etag});
  assert.deepEqual([status, json.items[0].status], [200, "overdue"]);
});

test("reference/geo lists the built-in territories and those of packages by level and code; `level` narrows to one [reference.geo territory.package]", async (t) => {
  const api = await openWith(t, [FULL]);
  const all = await itemsOf(api, "geo");
  assert.equal(all.length, readTerritories().length + 1);
  assert.deepEqual(
    all.find(({code}) => code === MOSCOW),
    {code: MOSCOW, geo_canonical: "RU-77", name: "г. Москва", level: "region", parent: "030"},
  );
  assert.deepEqual(
    all.filter(({level}) => level === "country").map(({code}) => code),
    [COUNTRY, "643-2", "643004.АГ"],
  );
  const levels = ["country", "district", "macroregion", "region", "city"];
  const narrowed = [];
  for (const level of levels) {
    const own = await itemsOf(api, `geo?level=${level}`);
    assert.ok(own.length > 0 && own.every((territory) => territory.level === level));
    narrowed.push(...own);
  }
  assert.deepEqual(narrowed, all);
  for (const level of ["all", "Region", "region,city", "1"]) {
    const {status, json} = await api.get(`${REFERENCE}/geo?level=${level}`);
    assert.deepEqual([status, json.detail[0].loc, json.detail[0].type], [422, ["query", "level"], "enum"], level);
  }
  assert.deepEqual(await itemsOf(api, "geo?level="), all);
});

test("in reference lists a name is from the newest release that has one, in series from their own package, for any order of loading [reference.newest-names tidy.own-names]", async (t) => {
  const named = (dataset: string, published_at: string, name: string | null): TidyPackage => ({
    dataset,
    published_at,
    header: "indicator,unit,geo,period,value",
    rows: [`x,pct,${MOSCOW},2026-01,1`, ...(name === null ? [] : ["x,pct,643-2,2026-01,1"])],
    more:
      name === null
        ? {}
        : {
            units: [{code: "pct", name: `${name} percent`, okei: null, mult: 0.01}],
            geo: [
              {code: "643-2", name: `${name} country`, level: "country", canonical: "RU-00"},
              {code: MOSCOW, name: `${name} Moscow`, level: "region", canonical: "RU-77"},
            ],
          },
  });
  const api = await openWith(t, [
    named("a", "2026-03-01", "March"),
    named("b", "2026-02-01", "February"),
    named("a", "2026-05-01", null),
  ]);
  const names = async () => {
    const geo = await itemsOf(api, "geo");
    const [unit] = await itemsOf(api, "units");
    const name = (code: string) => geo.find((territory) => territory.code === code).name;
    return [name("643-2"), name(MOSCOW), unit.name];
  };
  const all = (month: string) => [`${month} country`, `${month} Moscow`, `${month} percent`];
  assert.deepEqual(await names(), all("March"), "May's release names nothing");
  await api.load(named("c", "2026-04-01", "April"));
  assert.deepEqual(await names(), all("April"));
  await api.load(named("b", "2026-04-01", "April, later"));
  assert.deepEqual(await names(), all("April, later"));
  for (const [dataset, month] of [
    ["a", "March"],
    ["b", "April, later"],
    ["c", "April"],
  ]) {
    const {series} = (await api.get(`/api/v1/data?dataset=${dataset}&geo=country`)).json;
    assert.equal(series[0].geo_label, `${month} country`);
  }
  await withdraw(api.store, 5, PLAIN_EFFECTS);
  assert.deepEqual(await names(), all("April"));
});

test("reference/codes lists the classes of a dataset with last_period, stalled and the number of series [reference.codes]", async (t) => {
  const rows = [
    ...["bread,643,2026-04", "bread,643004.АГ,2020-01", "milk,643,2025-11", "salt,643,2025-12"].map(
      (row) => `x,${row},1`,
    ),
    "x,,643,2026-04,1",
  ];
  const api = await openWith(t, [
    {header: "indicator,class,geo,period,value", rows, more: {classes: [{code: "milk", name: "Milk; raw"}]}},
    {dataset: "plain", rows: [`x,${MOSCOW},2026-01,1`]},
  ]);
  const expected = [
    {class: "bread", name: "", last_period: "2026-04-01", stalled: false, series_count: 2},
    {class: "milk", name: "Milk; raw", last_period: "2025-11-01", stalled: true, series_count: 1},
    {class: "salt", name: "", last_period: "2025-12-01", stalled: false, series_count: 1},
  ];
  assert.deepEqual(await itemsOf(api, "codes?dataset=demo"), expected);
  assert.deepEqual(await itemsOf(api, "codes?dataset=showdata/demo"), expected);
  assert.deepEqual(await itemsOf(api, "codes?dataset=plain"), [], "a dataset without classes has none");
});

test("reference/codes without `dataset` is DATASET_REQUIRED 400; an unknown dataset is 404, an ambiguous one and `all` 422 [reference.dataset-required reference.codes data.dataset-ambiguous]", async (t) => {
  const other = {...PRICES, provider: "cbr"};
  const api = await openWith(t, [PRICES, other]);
  const ask = (query: string) => api.get(`${REFERENCE}/codes?${query}`);
  for (const query of ["", "dataset=", "format=csv"]) {
    const {status, json, headers} = await ask(query);
    assert.deepEqual([status, json.error.code], [400, "DATASET_REQUIRED"], query);
    assert.match(json.error.hint, /\?dataset=/);
    assert.equal(headers["etag"], undefined);
  }
  assert.equal((await ask("dataset=none")).json.error.code, "NOT_FOUND");
  const ambiguous = await ask("dataset=prices");
  assert.equal(ambiguous.status, 422);
  assert.match(ambiguous.json.detail[0].msg, /cbr\/prices, showdata\/prices/);
  for (const query of ["dataset=all", "dataset=cbr/prices&dataset=showdata/prices"]) {
    const {status, json} = await ask(query);
    assert.deepEqual([status, json.detail[0].type], [422, "value_error"], query);
  }
  assert.equal((await ask("format=xml")).status, 422, "parameters are judged first");
});

test("reference/methodology lists the caveats of every dataset, empty where its package says nothing [reference.methodology]", async (t) => {
  const api = await openWith(t, [FULL, {dataset: "silent", rows: [`x,${MOSCOW},2026-01,1`]}]);
  assert.deepEqual(await itemsOf(api, "methodology"), [
    {
      provider_code: "showdata",
      dataset: "prices",
      coverage: "stores; markets",
      exclusions: "=none",
      classifier: "COICOP",
      revised: false,
      source_url: "https://example.org/prices",
      text: "as\ntold",
    },
    {
      provider_code: "showdata",
      dataset: "silent",
      coverage: null,
      exclusions: null,
      classifier: null,
      revised: true,
      source_url: null,
      text: null,
    },
  ]);
});

test("reference/related lists a relation only for the dataset that declares it [reference.related]", async (t) => {
  const api = await openWith(t, [FULL, {dataset: "prices_old", rows: [`x,${MOSCOW},2001,1`]}]);
  const declarer = {provider_code: "showdata", dataset: "prices"};
  assert.deepEqual(await itemsOf(api, "related"), [
    {
      ...declarer,
      related_provider_code: "showdata",
      related_dataset: "prices_old",
      relation: "era",
      splice: false,
      note: "other weights",
    },
    {
      ...declarer,
      related_provider_code: "cbr",
      related_dataset: "rates",
      relation: "neighbour",
      splice: true,
      note: null,
    },
  ]);
  const {series} = (await api.get("/api/v1/data?dataset=prices_old")).json;
  assert.deepEqual((await api.get(`/api/v1/series/${series[0].series_key}/observations`)).json.related, []);
});

test("reference/units lists the units of series with OKEI code, multiplier and counts; a withdrawal changes them [reference.units]", async (t) => {
  const header = "indicator,unit,geo,period,value";
  const units = [
    {code: "t", name: "tonne", okei: "168", mult: 1},
    {code: "kt", name: "kilotonne", okei: "169", mult: 1000},
    {code: "idle", name: "unused"},
  ];
  const api = await openWith(t, [
    {dataset: "a", header, rows: [`x,kt,${MOSCOW},2026-01,1`, `x,t,${MOSCOW},2026-01,1`], more: {units}},
    {dataset: "b", header, rows: [`x,kt,${MOSCOW},2026-01,1`, `x,kt,${ALTAI},2026-01,1`, `x,stone,643,2026-01,1`]},
    {dataset: "unitless", rows: [`x,${MOSCOW},2026-01,1`]},
  ]);
  const [kt, stone, tonne] = [
    {code: "kt", name: "kilotonne", okei: "169", mult: 1000, series_count: 3, dataset_count: 2},
    {code: "stone", name: "stone", okei: null, mult: null, series_count: 1, dataset_count: 1},
    {code: "t", name: "tonne", okei: "168", mult: 1, series_count: 1, dataset_count: 1},
  ];
  assert.deepEqual(await itemsOf(api, "units"), [kt, stone, tonne]);
  await withdraw(api.store, 2, PLAIN_EFFECTS);
  assert.deepEqual(await itemsOf(api, "units"), [{...kt, series_count: 1, dataset_count: 1}, tonne]);
});

test("reference/continuity lists declared breaks with the series that they join; a break without series has no keys; the period is its first day [reference.continuity identity.continuity]", async (t) => {
  const continuity = [
    {from: "01", to: "02", period: "2026-01", note: "a wider class"},
    {from: "gone", to: "02", period: "2020"},
    {from: "lost", to: "02", period: "2020-Q3"},
    {from: "moved", to: "02", period: "2020-05-11"},
  ];
  const api = await openWith(t, [{...PRICES, more: {...PRICES.more, continuity}}]);
  const {series} = (await api.get("/api/v1/data?dataset=prices&class=01,02&geo=all")).json;
  const [older] = series.filter(({continues_as}: {continues_as: string | null}) => continues_as !== null);
  const at = {provider_code: "showdata", dataset: "prices"};
  assert.deepEqual(await itemsOf(api, "continuity"), [
    {
      ...at,
      series_key: older.series_key,
      continues_as: older.continues_as,
      class_from: "01",
      class_to: "02",
      period: "2026-01-01",
      note: "a wider class",
    },
    ...[
      ["gone", "2020-01-01"],
      ["lost", "2020-07-01"],
      ["moved", "2020-05-11"],
    ].map(([class_from, period]) => ({
      ...at,
      series_key: null,
      continues_as: null,
      class_from,
      class_to: "02",
      period,
      note: null,
    })),
  ]);
});

test("every list has a CSV form with the same columns, cells and order, and a byte order mark when asked [reference.csv csv.delimiter csv.line-end csv.quoting]", async (t) => {
  const api = await openWith(t, [FULL]);
  for (const list of LISTS) {
    const items = await itemsOf(api, list);
    assert.ok(items.length > 0, list);
    const question = list.includes("?") ? "&" : "?";
    const {text, headers} = await api.get(`${REFERENCE}/${list}${question}format=csv`);
    assert.equal(headers["content-type"], "text/csv; charset=utf-8");
    assert.equal(text.split("\n", 1)[0], Object.keys(items[0]).join(";"));
    const cells = items.map((item) =>
      Object.fromEntries(
        Object.entries(item).map(([name, value]) => {
          const cell = value === null ? "" : typeof value === "string" ? value : JSON.stringify(value);
          return [name, cell.replace(/^[=+@\t]/, "'$&")];
        }),
      ),
    );
    assert.deepEqual(parse(text, {delimiter: ";", columns: true, record_delimiter: "\n"}), cells, list);
    const marked = await api.get(`${REFERENCE}/${list}${question}format=csv&bom=1`);
    assert.equal(marked.text, `\uFEFF${text}`);
    assert.notEqual(marked.headers["etag"], headers["etag"]);
    assert.deepEqual((await api.get(`${REFERENCE}/${list}${question}format=json&bom=1`)).json, {items});
    for (const [wrong, type] of [
      ["format=xml", "string_pattern_mismatch"],
      ["bom=2", "less_than_equal"],
      ["bom=x", "int_parsing"],
    ] as const) {
      const {status, json} = await api.get(`${REFERENCE}/${list}${question}${wrong}`);
      assert.deepEqual([status, json.detail[0].type], [422, type], wrong);
    }
  }
});

test("reference lists are free, even with the quota used up, and count against the minute [reference.free]", async (t) => {
  const api = await openWith(t, [PRICES]);
  const token = await api.createToken("free");
  await spend(api, token, 1_000_000);
  for (const [query, list] of LISTS.entries()) {
    const {status, headers} = await api.get(`${REFERENCE}/${list}`, {authorization: `Bearer ${token}`});
    assert.equal(status, 200, list);
    assert.equal(headers["x-quota-values-remaining"], "0");
    assert.equal(headers["x-ratelimit-remaining-minute"], String(19 - query));
  }
});

test("an empty store has the built-in territories, and otherwise empty lists", async (t) => {
  const api = await openWith(t, []);
  for (const list of ["datasets", "methodology", "related", "units", "continuity"]) {
    assert.deepEqual(await itemsOf(api, list), []);
  }
  assert.equal((await itemsOf(api, "geo")).length, readTerritories().length);
  assert.equal(
    (await api.get(`${REFERENCE}/units?format=csv`)).text,
    "code;name;okei;mult;series_count;dataset_count\n",
  );
});
