// Pages of a past day: nothing later is on them, neither a value nor the name of a release.
import assert from "node:assert/strict";
import {test} from "node:test";
import {seriesKey} from "../../src/statistics/catalogue/catalogue.ts";
import {createApi} from "../api/client.ts";
import {ALTAI, loadTidy, MOSCOW, SAINT_PETERSBURG} from "../api/packages.ts";
import {temporaryFolder, temporaryStore} from "../warehouse.ts";
import {ODD, ODD_VINTAGES, openOddStore} from "./odd-store.ts";
import {openSite} from "./site.ts";

const EN = {"accept-language": "en"};

test("the evidence on a page of a past day has the releases known by then, the same as in the api, and no later ones [site.as-of-evidence]", async (t) => {
  const store = await openOddStore(t);
  const [site, api] = [await openSite(t, {store}), await createApi(t, store)];
  const {json} = await api.get(`/api/v1/series/${ODD.revised}/evidence`);
  const published: string[] = json.releases.map((one: {published_at: string}) => one.published_at);
  assert.equal(published.length, 12);
  for (const day of ["2025-01-14", "2025-01-15", "2025-06-14", "2025-06-15", "2025-12-31"]) {
    const {text} = await site.get(`/series/${ODD.revised}?as_of=${day}`, EN);
    const files = [...text.matchAll(/odd_<wbr>(\d+)<wbr>\.xlsx/g)].map(([, at]) => ODD_VINTAGES[Number(at) - 1]!);
    assert.deepEqual(files.toSorted(), published.filter((one) => one <= day).toSorted(), day);
  }
});

test("a series with overdue data by the terms of its dataset is marked, but not on a page of a past day [site.freshness]", async (t) => {
  const store = await openOddStore(t);
  const late = await openSite(t, {store, now: new Date("2026-05-10T12:00:00Z")});
  assert.match((await late.get(`/series/${ODD.revised}`, EN)).text, /badge overdue">data overdue by \d+ months</);
  assert.doesNotMatch((await late.get(`/series/${ODD.revised}?as_of=2025-06-15`, EN)).text, /badge overdue/);
  assert.match((await late.get(`/series/${ODD.stopped}`, EN)).text, /badge stalled/);
  assert.doesNotMatch((await late.get(`/series/${ODD.stopped}?as_of=2025-06-15`, EN)).text, /badge stalled/);
  const ended = await openSite(t, {store, now: new Date("2027-01-10T12:00:00Z")});
  assert.match((await ended.get(`/series/${ODD.revised}`, EN)).text, /badge ended">no newer values here</);
  const inTime = await openSite(t, {store, now: new Date("2026-01-10T12:00:00Z")});
  assert.doesNotMatch((await inTime.get(`/series/${ODD.revised}`, EN)).text, /badge overdue/);
});

test("a value after a gap has no difference from the value before; every other value has one [site.difference-gap]", async (t) => {
  const site = await openSite(t, {store: await openOddStore(t)});
  const {text} = await site.get(`/series/${ODD.gaps}?rows=all`, EN);
  const table = text.slice(text.indexOf('id="values"'), text.indexOf('id="revisions"'));
  const rows = [
    ...table.matchAll(
      /<time datetime="(\d{4})-(\d\d)-01">.*?<td class="number"[^>]*>.*?<td class="number"[^>]*>([^<]*)</g,
    ),
  ].map(([, year, month, told]) => ({at: (Number(year) - 2024) * 12 + Number(month) - 1, told}));
  assert.equal(rows.length, 19);
  // every fifth month is missing: the months 3, 8, 13 …
  for (const {at, told} of rows) assert.equal(told, at === 0 || at % 5 === 4 ? "" : "+1", `month ${at}`);
});

test("the ranking of territories on a past day uses the values known then, the same as the api's slice of that day [site.as-of-territories]", async (t) => {
  const {store} = await temporaryStore(t);
  const folder = await temporaryFolder(t);
  const territories = [MOSCOW, SAINT_PETERSBURG, ALTAI];
  for (const [release, published_at] of ["2024-02-01", "2025-02-01"].entries())
    await loadTidy(store, folder, {
      dataset: "places",
      published_at,
      header: "indicator,geo,period,value",
      rows: territories.flatMap((geo, index) => [
        `x,${geo},2023,${release === 0 ? index : 10 - index}`,
        ...(release === 1 ? [`x,${geo},2024,${index}`] : []),
      ]),
    });
  const key = (territory: string): string =>
    seriesKey("showdata", "places", {
      ...{indicator: "x", classification: null, measure: null, transformation: null, unit: null, frequency: "A"},
      territory,
    });
  const [site, api] = [await openSite(t, {store}), await createApi(t, store)];
  const shown = async (query: string) => {
    const {status, text} = await site.get(`/series/${key(MOSCOW)}/territories${query}`, EN);
    assert.equal(status, 200);
    const rows = text.matchAll(
      /<tr><th[^>]*>(?:<span class="choice"><input[^>]*><span>)?<a href="\/series\/(\w+)[^"]*".*?<td class="number"[^>]*>(\d*)<\/td><td class="number"[^>]*>([^<]*)</gs,
    );
    return {text, ranking: [...rows].map(([, one, rank, value]) => [one, Number(rank), Number(value)])};
  };
  const {json} = await api.get("/api/v1/data?dataset=places&geo=region&start=2023&end=2023&as_of=2024-12-31");
  const expected = json.observations
    .map((one: {series_key: string; value: number}) => [one.series_key, one.value])
    .sort((one: [string, number], other: [string, number]) => other[1] - one[1])
    .map(([one, value]: [string, number], index: number) => [one, index + 1, value]);
  const then = await shown("?as_of=2024-12-31");
  assert.deepEqual(then.ranking, expected);
  assert.deepEqual(then.ranking[0], [key(ALTAI), 1, 2]);
  assert.match(then.text, /As it was known on <strong>31 December 2024<\/strong>/);
  assert.match(then.text, /<input type="hidden" name="as_of" value="2024-12-31">/);
  assert.match(then.text, new RegExp(`href="/series/${key(ALTAI)}\\?as_of=2024-12-31"`));
  assert.match(then.text, /end=2023-01-01&amp;<wbr>as_of=2024-12-31/);
  assert.doesNotMatch(then.text, /value="2024-01-01"/);
  assert.deepEqual((await shown("?period=2023-01-01")).ranking[0], [key(MOSCOW), 1, 10]);
  assert.match((await shown("?as_of=2020-01-01")).text, /No release of that day or before is loaded here\./);
  assert.match((await shown("?as_of=soon")).text, /The day in the address cannot be read/);
});
