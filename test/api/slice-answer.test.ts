// The content of a JSON slice: descriptions, observations, the dataset block, and its page.
import assert from "node:assert/strict";
import {test} from "node:test";
import {COUNTRY, MOSCOW, openWith, PRICES} from "./packages.ts";

const DATA = "/api/v1/data?dataset=prices";

test("the JSON slice has exactly the declared members, and so has each series and observation [data.shape data.series-shape data.observations-flat data.geo-label-always data.lacking-json]", async (t) => {
  const api = await openWith(t, [PRICES]);
  const {json, headers} = await api.get(`${DATA}&class=01&measure=pop`);
  assert.equal(headers["content-type"], "application/json; charset=utf-8");
  assert.deepEqual(Object.keys(json), [
    "series",
    "observations",
    "dataset",
    "series_count",
    "observation_count",
    "series_total",
    "offset",
    "has_more",
    "next_offset",
    "claim_template",
  ]);
  const [series] = json.series;
  assert.deepEqual(series, {
    series_key: series.series_key,
    series_ref: `showdata/prices/cpi.01.pop.-.PCT.M.${MOSCOW}`,
    title: "Хлеб; «Бородинский», Индекс потребительских цен, г. Москва",
    title_raw: `cpi|01|pop||PCT|M|${MOSCOW}`,
    indicator: "cpi",
    classification: "01",
    measure: "pop",
    transformation: null,
    unit: "PCT",
    freq: "M",
    geo: MOSCOW,
    geo_canonical: "RU-77",
    geo_level: "region",
    geo_label: "г. Москва",
    last_period: "2026-04-01",
    continues_as: series.continues_as,
    continues_from: null,
    status: "active",
    provider_code: "showdata",
    dataset_code: "prices",
  });
  assert.deepEqual(json.observations[0], {
    series_key: series.series_key,
    period: "2026-01-01",
    value: 100.5,
    as_of: "2026-06-10",
  });
  assert.deepEqual(
    json.observations.map((row: {period: string; value: number}) => [row.period, row.value]),
    [
      ["2026-01-01", 100.5],
      ["2026-02-01", 101.5],
      ["2026-03-01", 102.5],
      ["2026-04-01", 103.5],
    ],
  );
});

test("a class-level continuity joins series that are equal in every other dimension [reference.continuity]", async (t) => {
  const api = await openWith(t, [PRICES]);
  const {json} = await api.get(`${DATA}&class=01,02&geo=${MOSCOW}`);
  const [popOld, yoyOld, popNew] = json.series;
  assert.equal(popOld.continues_as, popNew.series_key);
  assert.equal(popNew.continues_from, popOld.series_key);
  assert.equal(yoyOld.continues_as, null);
  assert.equal(popNew.continues_as, null);
});

test("a dataset without measure or transformation has null there, and without class no `classification`, not even a label [data.lacking-json data.labels-empty]", async (t) => {
  const api = await openWith(t, [{rows: [`x,${MOSCOW},2026-01,1`]}]);
  const {json} = await api.get("/api/v1/data?dataset=demo&labels=1");
  const [series] = json.series;
  assert.equal(series.measure, null);
  assert.equal(series.transformation, null);
  assert.equal("classification" in series, false);
  assert.equal(series.class_label, "");
});

test("a series without a class in a dataset with classes has null on every route, and a unit is always a text [data.lacking-json search.item]", async (t) => {
  const rows = [`x,01.1,${MOSCOW},2026-01,1`, `x,,${MOSCOW},2026-01,2`];
  const api = await openWith(t, [{header: "indicator,class,geo,period,value", rows}]);
  const {series} = (await api.get("/api/v1/data?dataset=demo&labels=1")).json;
  const shown = series.map((one: Record<string, unknown>) => [one["classification"], one["class_label"], one["unit"]]);
  assert.deepEqual(shown, [
    [null, "", ""],
    ["01.1", "", ""],
  ]);
  for (const {series_key, classification} of series) {
    const [found] = (await api.get(`/api/v1/series/search?q=${series_key}`)).json.items;
    assert.deepEqual([found.classification, found.unit], [classification, ""]);
    assert.equal((await api.get(`/api/v1/series/${series_key}/observations`)).json.series.unit, "");
  }
});

test("a class without a name is in the title by its code, on every route [identity.title]", async (t) => {
  const rows = ["01.1", "01.2"].map((code) => `x,${code},${MOSCOW},2026-01,1`);
  const more = {classes: [{code: "01.1", name: "Хлеб"}], indicators: [{code: "x", label: "Цена"}]};
  const api = await openWith(t, [{header: "indicator,class,geo,period,value", rows, more}]);
  const {series} = (await api.get("/api/v1/data?dataset=demo")).json;
  const titles = series.map(({title}: {title: string}) => title);
  assert.deepEqual(titles, ["Хлеб, Цена, г. Москва", "01.2, Цена, г. Москва"]);
  for (const {series_key, title} of series) {
    assert.equal((await api.get(`/api/v1/series/${series_key}/observations`)).json.series.title, title);
    assert.equal((await api.get(`/api/v1/series/search?q=${series_key}`)).json.items[0].title, title);
    assert.equal((await api.get(`/api/v1/odata/series('${series_key}')/title/$value`)).text, title);
    const filtered = `/api/v1/odata/series/$count?$filter=${encodeURIComponent(`title eq '${title}'`)}`;
    assert.equal((await api.get(filtered)).text, "1");
  }
});

test("`labels=1` adds the class name, empty if the code has no name; without `labels` the member is absent [data.labels data.labels-empty]", async (t) => {
  const api = await openWith(t, [PRICES]);
  const plain = await api.get(`${DATA}&class=01,03&measure=pop`);
  for (const series of plain.json.series) assert.equal("class_label" in series, false);
  assert.deepEqual((await api.get(`${DATA}&class=01,03&measure=pop&labels=0`)).json, plain.json);
  const labelled = await api.get(`${DATA}&class=01,03&measure=pop&labels=1`);
  assert.deepEqual(
    labelled.json.series.map((series: {class_label: string}) => series.class_label),
    ["Хлеб; «Бородинский»", ""],
  );
});

test("bounds are inclusive and apply to the first day of a period; a month or a year as bound is included whole [data.bounds-inclusive data.bounds-shapes data.pages-by-series data.empty-series-listed data.last-period-whole]", async (t) => {
  const api = await openWith(t, [PRICES]);
  const periods = async (bounds: string) => {
    const {json} = await api.get(`${DATA}&geo=${MOSCOW}&measure=pop&class=01&class=a,b&${bounds}`);
    assert.equal(json.series_count, 2, "a series without a value between the bounds is listed");
    assert.equal(json.series[0].last_period, "2026-04-01");
    assert.equal(json.series[1].last_period, "2026-01-01");
    assert.equal(json.observation_count, json.observations.length);
    return json.observations.map((row: {period: string}) => row.period.slice(5));
  };
  // The quarter's own first day is 1 January: it is outside whatever begins later.
  assert.deepEqual(await periods(""), ["01-01", "02-01", "03-01", "04-01", "01-01"]);
  assert.deepEqual(await periods("start=2026-02"), ["02-01", "03-01", "04-01"]);
  assert.deepEqual(await periods("start=2026-02-01&end=2026-03-01"), ["02-01", "03-01"]);
  assert.deepEqual(await periods("start=2026-02-02&end=2026-02-28"), []);
  assert.deepEqual(await periods("end=2026-01"), ["01-01", "01-01"]);
  assert.deepEqual(await periods("start=2026&end=2026"), ["01-01", "02-01", "03-01", "04-01", "01-01"]);
  assert.deepEqual(await periods("end=2025"), []);
});

test("a period has one value, the latest estimate with its day; `as_of` gives the values known at the end of a day [data.observation-latest data.as-of]", async (t) => {
  const api = await openWith(t, [
    {published_at: "2026-02-10", rows: [`x,${MOSCOW},2026-01,1`]},
    {published_at: "2026-03-10", rows: [`x,${MOSCOW},2026-01,1.5`, `x,${MOSCOW},2026-02,2`]},
    {published_at: "2026-04-10", rows: [`x,${MOSCOW},2026-01,1.5`, `x,${MOSCOW},2026-03,3`]},
  ]);
  const known = async (query: string) =>
    (await api.get(`/api/v1/data?dataset=demo${query}`)).json.observations.map(
      (row: {period: string; value: number; as_of: string}) => `${row.period.slice(0, 7)} ${row.value} ${row.as_of}`,
    );
  const latest = ["2026-01 1.5 2026-03-10", "2026-02 2 2026-03-10", "2026-03 3 2026-04-10"];
  assert.deepEqual(await known(""), latest);
  assert.deepEqual(await known("&as_of=2026-04-10"), latest);
  assert.deepEqual(await known("&as_of=9999-12-31"), latest);
  assert.deepEqual(await known("&as_of=2026-04-09"), latest.slice(0, 2));
  assert.deepEqual(await known("&as_of=2026-03-09"), ["2026-01 1 2026-02-10"]);
  assert.deepEqual(await known("&as_of=2026-02-09"), []);
  assert.deepEqual(await known("&as_of=2026-04-09&start=2026-02"), latest.slice(1, 2));
});

test("`limit` and `offset` page by series; a page past the end is empty, not an error [data.paging data.page-past-end data.limit data.offset]", async (t) => {
  const api = await openWith(t, [PRICES]);
  const page = async (query: string) => {
    const {json, headers} = await api.get(`${DATA}&geo=all&${query}`);
    const {series_count, series_total, offset, has_more, next_offset} = json;
    assert.equal(json.series.length, series_count);
    assert.equal(headers["link"] !== undefined, has_more);
    return [series_count, series_total, offset, has_more, next_offset];
  };
  assert.deepEqual(await page(""), [11, 11, 0, false, null]);
  assert.deepEqual(await page("limit=11"), [11, 11, 0, false, null]);
  assert.deepEqual(await page("limit=10"), [10, 11, 0, true, 10]);
  assert.deepEqual(await page("limit=10&offset=10"), [1, 11, 10, false, null]);
  assert.deepEqual(await page("limit=5&offset=6"), [5, 11, 6, false, null]);
  assert.deepEqual(await page("limit=5&offset=5"), [5, 11, 5, true, 10]);
  assert.deepEqual(await page("offset=11"), [0, 11, 11, false, null]);
  assert.deepEqual(await page("offset=9007199254740991"), [0, 11, 9007199254740991, false, null]);
});

test("a page has 100 series when no `limit` is given, and 300 at most [data.limit]", async (t) => {
  const rows = Array.from({length: 301}, (_, i) => `x,c${String(i).padStart(3, "0")},${MOSCOW},2026-01,${i}`);
  const api = await openWith(t, [{header: "indicator,class,geo,period,value", rows}]);
  assert.equal((await api.get("/api/v1/data?dataset=demo")).json.series_count, 100);
  const full = await api.get("/api/v1/data?dataset=demo&limit=300");
  assert.equal(full.json.series_count, 300);
  assert.equal(full.json.next_offset, 300);
});

test("a page before the last has a Link header to the next, absolute and with the same parameters [data.link-next params.public-url]", async (t) => {
  const api = await openWith(t, [PRICES]);
  const query = "dataset=prices&geo=all&class=01,02&class=a%2Cb&limit=3&api_key=x&offset=2";
  const {headers} = await api.get(`/api/v1/data?${query}`, {host: "stat.example.org:8443"});
  const link = /^<(.*)>; rel="next"$/.exec(headers["link"]!)![1]!;
  assert.equal(
    link,
    "http://stat.example.org:8443/api/v1/data?dataset=prices&geo=all&class=01%2C02&class=a%2Cb&limit=3&offset=5",
  );
  const next = await api.get(new URL(link).pathname + new URL(link).search);
  assert.equal(next.json.offset, 5);
  assert.equal((await api.get(`/api/v1/data?${query}&offset=8`)).status, 422);
  const csv = await api.get(`/api/v1/data?${query}&format=csv`, {host: `evil">x`});
  assert.equal(/^<(.*)>; rel="next"$/.exec(csv.headers["link"]!)![1]!.startsWith("/api/v1/data?"), true);
});

test("no answer has headers longer than clients accept: a long list keeps its commas unencoded in the link, the longest has no link [data.link-next params.unknown-ten]", async (t) => {
  const api = await openWith(t, [PRICES]);
  const codes = (count: number): string => `01,02${",7".repeat(count)}`;
  const ask = (count: number) => api.get(`/api/v1/data?dataset=prices&geo=all&limit=1&class=${codes(count)}`);
  const [short, long, longest] = [await ask(10), await ask(5000), await ask(7000)];
  assert.ok(short.headers["link"]!.includes(encodeURIComponent(codes(10))));
  assert.ok(long.headers["link"]!.includes(`&class=${codes(5000)}&`));
  const [, next] = /^<http:\/\/[^/]+(.*)>; rel="next"$/.exec(long.headers["link"]!)!;
  assert.deepEqual([long.json.next_offset, (await api.get(next!)).json.offset], [1, 1]);
  assert.deepEqual([longest.status, longest.json.next_offset, longest.headers["link"]], [200, 1, undefined]);

  const names = Array.from({length: 10}, (_, i) => `${i}${"指".repeat(200)}=1`).join("&");
  const odd = await api.get(`/api/v1/data?dataset=prices&geo=all&${encodeURI(names)}`);
  assert.equal(odd.headers["x-ignored-parameters"]!.split(", ").length, 10);
  assert.ok(odd.headers["x-ignored-parameters"]!.length < 6000);
});

test("RYAD_PUBLIC_URL makes absolute links, whatever host the request has [params.public-url]", async (t) => {
  const api = await openWith(t, [PRICES], {settings: {publicUrl: "https://ryad.example.org/base"}});
  const {headers} = await api.get(`${DATA}&limit=1`, {host: "other.example.org"});
  assert.match(headers["link"]!, /^<https:\/\/ryad\.example\.org\/base\/api\/v1\/data\?/);
});

test("X-Forwarded-* count only from the addresses in RYAD_TRUST_PROXY [params.trust-proxy]", async (t) => {
  const forwarded = {host: "inner:8080", "x-forwarded-host": "stat.example.org", "x-forwarded-proto": "https"};
  const trusting = await openWith(t, [PRICES], {settings: {trustProxy: ["127.0.0.0/8"]}});
  assert.match((await trusting.get(`${DATA}&limit=1`, forwarded)).headers["link"]!, /^<https:\/\/stat\.example\.org\//);
  for (const trustProxy of [[], ["10.1.2.3"]]) {
    const wary = await openWith(t, [PRICES], {settings: {trustProxy}});
    assert.match((await wary.get(`${DATA}&limit=1`, forwarded)).headers["link"]!, /^<http:\/\/inner:8080\//);
  }
});

test("an invalid address in RYAD_TRUST_PROXY is refused when the server is built [params.trust-proxy]", async (t) => {
  for (const trustProxy of [["nonsense"], ["10.0.0.0/33"], ["10.0.0.1", "::1/129"], ["10.0.0.0/x"]]) {
    await assert.rejects(openWith(t, [], {settings: {trustProxy}}), /RYAD_TRUST_PROXY/);
  }
  await openWith(t, [], {settings: {trustProxy: ["10.0.0.0/8", "::1", "fd00::/8"]}});
});

test("the dataset block has the status of today, and whether the source revises values [data.dataset-block status.fresh status.overdue status.overdue-by status.lag status.latest-period status.revised status.today]", async (t) => {
  const block = async (today: string) => {
    const api = await openWith(t, [PRICES], {settings: {today}});
    return (await api.get(DATA)).json.dataset;
  };
  const fresh = {
    status: "fresh",
    latest_period: "2026-04",
    freq: "M",
    sla_months: 3,
    lag_months: 3,
    overdue_by: 0,
    revised: false,
  };
  assert.deepEqual(await block("2026-07-31"), fresh);
  assert.deepEqual(await block("2026-08-01"), {...fresh, status: "overdue", lag_months: 4, overdue_by: 1});
  assert.deepEqual(await block("2026-01-01"), {...fresh, lag_months: 0});
});

test("today is the clock's own day in UTC when RYAD_TODAY is not set [status.today]", async (t) => {
  const api = await openWith(t, [PRICES], {now: new Date("2026-07-31T23:59:59Z")});
  assert.equal((await api.get(DATA)).json.dataset.status, "fresh");
  api.clock.now = new Date("2026-08-01T00:00:00Z");
  assert.equal((await api.get(DATA)).json.dataset.status, "overdue");
});

test("an archival dataset has the status archival, and a dataset of several frequencies is judged by the one with most series [status.archival status.main-frequency]", async (t) => {
  const api = await openWith(t, [
    {dataset: "closed", more: {archival: true}, rows: ["x,643,2001,1"]},
    {dataset: "mixed", rows: ["x,643,2025,1", "x,643004.АГ,2025,1", "x,643,2026-05,1"]},
  ]);
  const closed = (await api.get("/api/v1/data?dataset=closed&geo=country")).json.dataset;
  assert.deepEqual([closed.status, closed.overdue_by], ["archival", 0]);
  const mixed = (await api.get("/api/v1/data?dataset=mixed&geo=country")).json.dataset;
  assert.deepEqual([mixed.freq, mixed.latest_period, mixed.sla_months], ["A", "2025-01", 20]);
});

test("a series is stalled if it trails the frontier of its frequency by more than the threshold; today does not count [status.stalled status.stalled-months status.stalled-not-today status.flat-line status.resumed]", async (t) => {
  const rows = ["a,643,2026-04,5", "a,643,2026-03,5", "four,643,2025-12,1", "five,643,2025-11,1", "q,643,2024-Q1,1"];
  const api = await openWith(t, [{rows}], {settings: {today: "2040-01-01"}});
  const statuses = async () => {
    const {json} = await api.get("/api/v1/data?dataset=demo&geo=all");
    return Object.fromEntries(
      json.series.map((s: {indicator: string; status: string; last_period: string}) => [
        s.indicator,
        `${s.status} ${s.last_period}`,
      ]),
    );
  };
  assert.deepEqual(await statuses(), {
    a: "active 2026-04-01",
    four: "active 2025-12-01",
    five: "stalled 2025-11-01",
    q: "active 2024-01-01",
  });
  await api.load({published_at: "2026-06-11", rows: ["five,643,2026-04,2"]});
  assert.equal((await statuses())["five"], "active 2026-04-01");
});

test("a value is the shortest decimal that reads back as the same double [value.shortest]", async (t) => {
  const values = ["101.2", "0.1", "-3.25", "0", "123456789012.5", "0.30000000000000004", "5e-7", "1e21"];
  const numbers = values.map(Number);
  const rows = values.map((value, i) => `x,643,${2000 + i},${value.includes("e") ? plainDecimal(value) : value}`);
  const api = await openWith(t, [{rows}]);
  const {json, text} = await api.get("/api/v1/data?dataset=demo&geo=country");
  assert.deepEqual(
    json.observations.map((row: {value: number}) => row.value),
    numbers,
  );
  for (const number of numbers) assert.ok(text.includes(`"value":${JSON.stringify(number)},`), String(number));
  const csv = await api.get("/api/v1/data?dataset=demo&geo=country&format=csv");
  for (const number of numbers) assert.ok(csv.text.includes(`;${JSON.stringify(number)};`), String(number));
});

function plainDecimal(text: string): string {
  const [digits, exponent] = text.split("e") as [string, string];
  return Number(exponent) < 0
    ? `0.${"0".repeat(-Number(exponent) - 1)}${digits}`
    : digits + "0".repeat(Number(exponent));
}

test("a slice of the country's dataset is found by its territory code [data.geo-list]", async (t) => {
  const api = await openWith(t, [PRICES]);
  const {json} = await api.get(`${DATA}&geo=${COUNTRY}`);
  assert.equal(json.series_total, 1);
  assert.equal(json.observations[0].value, 123456789012.5);
});
