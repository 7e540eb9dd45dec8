// Computed values on the site: a page of their own for a series, and steps on a comparison, never mistaken for published values.
import assert from "node:assert/strict";
import {test} from "node:test";
import {read, utils} from "@e965/xlsx";
import {createApi} from "../api/client.ts";
import {openSampleStore, openSite} from "./site.ts";

const GDP = "ycowezjyqr7n2olm";

test("the page of computed values says that they are computed here, with formula and inputs, and has what derived gives [site.derived]", async (t) => {
  const store = await openSampleStore(t);
  const site = await openSite(t, {store});
  const api = await createApi(t, store);
  const {text} = await site.get(`/series/${GDP}?lang=en`);
  assert.match(text, new RegExp(`href="/series/${GDP}/derived[^"]*"`), "the page of the series leads there");
  const {status, text: shown} = await site.get(`/series/${GDP}/derived?lang=en`);
  assert.equal(status, 200);
  assert.match(
    shown,
    /These values are computed here from published ones\. What a source publishes of the same may differ/,
  );
  assert.match(shown, /<code>yoy_pct: 100 × \(x\[t\] \/ x\[t−4\] − 1\)<\/code>/);
  assert.match(shown, new RegExp(`From the series: <a href="/series/${GDP}[^"]*">`));
  assert.match(shown, /<figcaption>.*per cent.*computed here: change on the year, %/);
  assert.doesNotMatch(shown, /value="saar"/, "a step that is wrong for the series is not offered");
  const past = "2016-05-31";
  for (const [query, asked] of [
    ["derive=yoy_pct", "derive=yoy_pct"],
    [`derive=index:2014&as_of=${past}`, `derive=index:2014&as_of=${past}`],
    ["derive=to:A:sum", "derive=to:A:sum"],
  ] as const) {
    const csv = await site.get(`/series/${GDP}/derived.csv?lang=en&${query}`);
    const {json} = await api.get(`/api/v1/derived?series=${GDP}&${asked}`);
    const [head, ...rows] = csv.text.trimEnd().split("\n");
    assert.equal(head, "series_key;title;geo;derive;formula;unit;freq;period;computed_value;inputs_as_of");
    assert.match(rows[0]!, /^\w{16};"?Gross domestic product, Russian Federation"?;643;/);
    const expected = json.observations.map((one: {period: string; value: number; as_of: string}) =>
      [one.period, one.value, one.as_of].join(";"),
    );
    assert.deepEqual(
      rows.map((row) => row.split(";").slice(-3).join(";")),
      expected,
    );
    assert.ok(
      rows.every((row) => row.includes("computed here: ")),
      "each row says so",
    );
  }
  assert.equal((await site.get(`/series/${GDP}/derived.csv?derive=saar`)).status, 404);
  const wrong = await site.get(`/series/${GDP}/derived?lang=en&derive=saar`);
  assert.match(wrong.text, /Of this series that would give a wrong number\./);
});

test("the page of computed values begins with the answer, and breaks and notes of the published series stand beside its values [site.derived]", async (t) => {
  const site = await openSite(t, {store: await openSampleStore(t)});
  const {text} = await site.get("/series/ycoweqk8ok1qgvhp/derived?lang=en&derive=pct");
  const places = ['class="latest"', "<figure>", "<code>pct:", 'id="derive"', 'id="values"', 'id="notes"'].map((part) =>
    text.indexOf(part),
  );
  assert.deepEqual(
    places,
    [...places].sort((one, other) => one - other),
  );
  assert.ok(places[0]! > 0);
  assert.match(text, /<rect class="band"/);
  assert.match(text, /<li><span class="swatch"[^>]*><\/span> <span class="unseen">[^<]*<\/span>2011: /);
  assert.match(text, />2011<\/time>.<sup><a href="#note-3"/);
});

test("of monthly rates the change on the year is offered first, never a difference of two rates [site.derived]", async (t) => {
  const store = await openSampleStore(t);
  const site = await openSite(t, {store});
  const api = await createApi(t, store);
  const {json} = await api.get("/api/v1/data?dataset=cpi_monthly&geo=country&measure=prev_month&class=total");
  const key = json.series[0].series_key;
  const {text} = await site.get(`/series/${key}/derived?lang=en`);
  assert.match(text, /<option value="chain:\d{4}\|yoy_pct" selected>change on the year, %/);
  const csv = (await site.get(`/series/${key}/derived.csv?lang=en`)).text;
  const published = (await site.get("/series/z7w59v18z36wzfeo.csv?lang=en")).text;
  const yearly = Number(/;2025-12-01;([\d.]+);/.exec(published)![1]);
  const [, address] = /&quot;(http[^ ]*?)&quot;<\/code>/.exec(text.replaceAll("<wbr>", ""))!;
  const {pathname, search} = new URL(address!.replaceAll("&amp;", "&"));
  const answer = await api.get(pathname + search);
  assert.equal(
    answer.text.match(/\n/g)?.length,
    csv.match(/\n/g)?.length,
    "the request of the page has the same values",
  );
  const twins = [...text.matchAll(/<option value="[^"]*"[^>]*>([^<]*)/g)].map(([, words]) => words);
  assert.deepEqual([...new Set(twins)], twins);
  const own = Number(/;2025-12-01;([\d.]+);/.exec(csv)![1]);
  assert.ok(Math.abs(own - yearly) < 0.06, `twelve roundings apart: ${own} and ${yearly}`);
});

test("in real terms needs a price index of the same frequency or of months: listed ones are offered by name, others by key [site.derived]", async (t) => {
  const store = await openSampleStore(t);
  const site = await openSite(t, {store});
  const api = await createApi(t, store);
  const keyOf = async (query: string): Promise<string> =>
    (await api.get(`/api/v1/data?${query}`)).json.series[0].series_key;
  const sales = await keyOf("dataset=retail_sales&geo=country&transformation=level&class=total");
  const prices = await keyOf("dataset=cpi_monthly&geo=country&measure=prev_month&class=total");
  const {text} = await site.get(`/series/${sales}/derived?lang=en&prices=http://localhost/series/${prices}`);
  assert.match(text, /<code>real:/);
  assert.match(text, new RegExp(`<a href="/series/${prices}[^"]*">`), "both inputs are named");
  const plain = (await site.get(`/series/${sales}/derived?lang=en`)).text;
  assert.match(plain, new RegExp(`name="prices" value="${prices}">Consumer prices, Russian Federation</button>`));
  const rate = await keyOf("dataset=retail_sales&geo=country&transformation=pct_yoy&class=total");
  assert.doesNotMatch((await site.get(`/series/${rate}/derived?lang=en`)).text, /button[^>]*name="prices"/);
  assert.match(
    text,
    /rubles?; computed here: in real terms \(in prices of March 2026\)/,
    "prices of the last period of the index",
  );
  const csv = await site.get(`/series/${sales}/derived.csv?prices=${prices}&lang=en`);
  const {json} = await api.get(`/api/v1/derived?series=${sales}&derive=real:${prices}`);
  assert.equal(csv.text.trimEnd().split("\n").length - 1, json.observations.length);
  const compared = (await site.get(`/compare?lang=en&series=${sales}`)).text;
  assert.match(compared, new RegExp(`href="[^"]*real%3A${prices}[^"]*"[^>]*>in real terms`));
  const file = await site.get(`/compare.csv?series=${sales}~real:${prices}&shape=wide&lang=en`);
  const last = json.observations.at(-1);
  assert.ok(file.text.trimEnd().endsWith(`${last.period};${last.value}`), file.text.slice(-60));
  for (const other of ["none", GDP]) {
    const refused = await site.get(`/series/${sales}/derived?lang=en&prices=${other}`);
    assert.match(refused.text, /That is no price index of the same or a finer frequency/);
  }
});

test("computed values are an XLSX that says so, are drawn over the last years, and are cited with the operation and an address that gives them again [site.derived]", async (t) => {
  const store = await openSampleStore(t);
  const site = await openSite(t, {store});
  const path = `/series/${GDP}/derived`;
  const {text} = await site.get(`${path}?lang=en`);
  const xlsx = /href="([^"]*derived\.xlsx[^"]*)"/.exec(text)![1]!.replaceAll("&amp;", "&");
  const {Sheets, SheetNames} = read((await site.get(xlsx)).rawPayload);
  const rows = utils.sheet_to_json<unknown[]>(Sheets[SheetNames[0]!]!, {header: 1});
  assert.match(String(rows[0]), /^Computed here: change on the year, %/);
  const csv = (await site.get(`${path}.csv?lang=en`)).text.trimEnd().split("\n");
  assert.equal(rows.filter((row) => typeof row[0] === "number").length, csv.length - 1);
  assert.equal(rows.at(-1)![1], Number(csv.at(-1)!.split(";").at(-2)));
  const years = /href="([^"]*years=5)"/.exec(text)![1]!.replaceAll("&amp;", "&");
  const five = (await site.get(years)).text;
  assert.match(five, /years=5" aria-current="true"/);
  const lineOf = (page: string): number => /<path class="line line-1"[^>]* d="([^"]*)"/.exec(page)![1]!.length;
  const whole = (await site.get(`${path}?lang=en&years=all`)).text;
  assert.match(text, /years=10" aria-current="true"/);
  assert.match(whole, /years=all" aria-current="true"/);
  assert.ok(lineOf(five) < lineOf(text) && lineOf(text) < lineOf(whole));
  const [last] = csv.at(-1)!.split(";").slice(-2);
  assert.ok(text.includes(`<data value="${Number(last)}"`));
  const places = [
    'class="latest-value"',
    "<figure>",
    "<code>yoy_pct",
    '<details class="section" id="compute">',
    'id="derive"',
  ];
  const found = places.map((mark) => text.indexOf(mark));
  assert.ok(!found.includes(-1), String(found));
  assert.deepEqual(
    found,
    found.toSorted((one, other) => one - other),
    "value, chart, formula, then the form",
  );
  const cited = /id="citation" class="citation">([\s\S]*?)<\/p>/.exec(text)![1]!.replace(/<[^>]*>/g, "");
  assert.match(cited, /Computed here: change on the year, %, as known on /);
  const address = new URL(/http:\S+$/.exec(cited)![0].replaceAll("&amp;", "&"));
  assert.match(address.search, /as_of=\d{4}-\d\d-\d\d/);
  const again = (await site.get(`${address.pathname}.csv${address.search}&lang=en`)).text;
  assert.equal(again.trimEnd(), csv.join("\n"));
  const past = (await site.get(`${path}?lang=en&as_of=2016-05-31`)).text;
  assert.match(past, /id="as-of-notice">As it was known on <strong>31 May 2016/, "a past day says so");
});

test("a comparison takes one step of all its series and says so in chart, table and files; what would be wrong is named [site.compare-derived]", async (t) => {
  const store = await openSampleStore(t);
  const site = await openSite(t, {store});
  const api = await createApi(t, store);
  const {json} = await api.get("/api/v1/data?dataset=retail_sales&geo=country");
  const keyOf = (transformation: string) =>
    json.series.find((one: {transformation: string}) => one.transformation === transformation).series_key;
  const [level, rate] = [keyOf("level"), keyOf("pct_yoy")];
  const plain = await site.get(`/compare?lang=en&series=${level}`);
  assert.match(plain.text, /href="[^"]*derive=yoy_pct[^"]*"[^>]*>change on the year, %/);
  const {text} = await site.get(`/compare?lang=en&series=${level}&derive=yoy_pct`);
  assert.match(text, /These values are computed here from published ones/);
  assert.match(text, /<figcaption>.*computed here: change on the year, %/);
  assert.match(text, /<span class="head-unit">.*computed here/, "the head of the table says so");
  const csv = await site.get(`/compare.csv?lang=en&shape=wide&series=${level}&derive=yoy_pct`);
  assert.match(csv.text.split("\n")[0]!, /computed here: change on the year, %/);
  assert.match(csv.headers["content-disposition"]!, /_computed\.csv/);
  const {json: derived} = await api.get(`/api/v1/derived?series=${level}&derive=yoy_pct`);
  assert.deepEqual(
    csv.text.trimEnd().split("\n").slice(1),
    derived.observations.map(({period, value}: {period: string; value: number}) => `${period};${value}`),
  );
  const both = `series=${level},${rate}&derive=yoy_pct`;
  assert.match((await site.get(`/compare?lang=en&${both}`)).text, /so they are shown as published: /);
  assert.equal((await site.get(`/compare.csv?${both}`)).status, 404);
  assert.equal((await site.get(`/compare.svg?${both}`)).status, 404);
});

test("years of regions are offered in the prices of their country by one press; an index or growth is offered none [site.derived]", async (t) => {
  const store = await openSampleStore(t);
  const site = await openSite(t, {store});
  const api = await createApi(t, store);
  const keyOf = async (query: string): Promise<string> =>
    (await api.get(`/api/v1/data?${query}`)).json.series[0].series_key;
  const monthly = await keyOf("dataset=cpi_monthly&geo=country&measure=prev_month&class=total");
  const {json} = await api.get("/api/v1/data?dataset=fixed_assets&level=region&class=total&limit=2");
  const [one, other] = json.series.map(({series_key}: {series_key: string}) => series_key);
  const own = (await site.get(`/series/${one}/derived?lang=en`)).text;
  assert.match(own, /no day is announced/, "as on the page of the series");
  assert.doesNotMatch(own, /calendar\.ics/);
  assert.match(
    own,
    /<h1 [^\n]*Total of the surveyed activities[^\n]*change on the period before, %, computed here<\/span><\/h1>/,
  );
  assert.match(own, new RegExp(`name="prices" value="${monthly}">Consumer prices, Russian Federation</button>`));
  const real = (await site.get(`/series/${one}/derived?lang=en&prices=${monthly}`)).text;
  assert.match(real, /<code>real:/);
  assert.match(real, /in real terms \(in prices of December 2025\)/, "of the end of the last whole year of the index");
  assert.match(real, /The price index is of another territory: Russian Federation\./);
  assert.match((await site.get(`/series/${one}/derived?lang=ru&prices=${monthly}`)).text, /\(в ценах декабря\s2025\)/);
  const people = await keyOf("dataset=fedstat/33459&geo=country&limit=1");
  for (const path of [`/series/${people}/derived`, `/compare?series=${people}`])
    assert.match(
      (await site.get(`${path}${path.includes("?") ? "&" : "?"}lang=en`)).text,
      /these values are neither\./,
    );
  assert.doesNotMatch((await site.get(`/series/${people}/derived?lang=en`)).text, /In real terms/, "a count of people");
  const refused = await api.get(`/api/v1/derived?series=${people}&derive=real:${monthly}`);
  assert.equal(refused.status, 422);
  assert.match(JSON.stringify(refused.json), /only amounts of money and prices have real terms/);
  const both = (await site.get(`/compare?lang=en&series=${one},${other}`)).text;
  const way = new RegExp(`href="([^"]*real%3A${monthly}[^"]*)"[^>]*>Consumer prices, Russian Federation`).exec(
    both,
  )![1]!;
  const compared = (await site.get(way.replaceAll("&amp;", "&"))).text;
  assert.equal(compared.split("computed here: in real terms").length > 2, true);
  const index = (await site.get(`/series/${monthly}/derived?lang=en`)).text;
  assert.doesNotMatch(index, /name="prices"|no index of consumer prices here/);
});

test("quarters in real terms are divided by the mean of the monthly index, in prices of its last whole quarter [derived.real]", async (t) => {
  const store = await openSampleStore(t);
  const [site, api] = [await openSite(t, {store}), await createApi(t, store)];
  const keyOf = async (query: string): Promise<string> =>
    (await api.get(`/api/v1/data?${query}`)).json.series[0].series_key;
  const monthly = await keyOf("dataset=cpi_monthly&geo=country&measure=prev_month&class=total");
  const flats = await keyOf("dataset=fedstat/31452&geo=country");
  const page = (await site.get(`/series/${flats}/derived?lang=en&prices=${monthly}`)).text;
  assert.match(page, /in real terms \(in prices of Q1 2026\)/);
  const {json: rates} = await api.get(`/api/v1/series/${monthly}/observations?start=2021-07&limit=5000`);
  const levels: number[] = [];
  for (const {value} of rates.items) levels.push(((levels.at(-1) ?? 1) * value) / 100);
  const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);
  assert.equal(rates.items.at(-1).period, "2026-03-01");
  const {json: nominal} = await api.get(`/api/v1/series/${flats}/observations?start=2021-07`);
  const {json: made} = await api.get(`/api/v1/derived?series=${flats}&derive=real:${monthly}&start=2021-07`);
  const expected = (nominal.items[0].value * sum(levels.slice(-3))) / sum(levels.slice(0, 3));
  assert.equal(made.observations[0].period, "2021-07-01");
  assert.ok(Math.abs(made.observations[0].value - expected) < 1e-6, `${made.observations[0].value} ${expected}`);
});
