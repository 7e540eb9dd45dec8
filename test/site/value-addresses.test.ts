// The address of one published value, on the site and in what carries it, over releases that revise and withdraw.
import assert from "node:assert/strict";
import {type TestContext, test} from "node:test";
import type {MessageBody} from "../../src/service/message-body.ts";
import {letterText} from "../../src/site/mail/event-letter.ts";
import {nameLetter} from "../../src/site/mail/letter-names.ts";
import {createApi} from "../api/client.ts";
import {loadTidy, MOSCOW} from "../api/packages.ts";
import {temporaryFolder, temporaryStore} from "../warehouse.ts";
import {openSite} from "./site.ts";

const RELEASES = [
  {published_at: "2026-03-10", rows: [`x,${MOSCOW},2026-01,1.10`, `x,${MOSCOW},2026-02,2`]},
  {published_at: "2026-04-10", rows: [`x,${MOSCOW},2026-01,1.5`, `x,${MOSCOW},2026-02,2`]},
  {published_at: "2026-05-10", rows: [`x,${MOSCOW},2026-01,`, `x,${MOSCOW},2026-02,2`]},
];

async function open(t: TestContext) {
  const {store} = await temporaryStore(t);
  const folder = await temporaryFolder(t);
  for (const tidy of RELEASES) await loadTidy(store, folder, {...tidy, more: {licence: "CC-BY-4.0"}});
  const api = await createApi(t, store);
  const site = await openSite(t, {store});
  const {json} = await api.get("/api/v1/data?dataset=demo");
  return {api, site, store, slice: json, key: json.series[0].series_key as string};
}

const JSON_ACCEPTED = {accept: "application/json"};

test("the address of an estimate gives its value, its publication, its cell and what became of it, without a token [claims.json]", async (t) => {
  const {site, key} = await open(t);
  const read = async (period: string, day: string) => {
    const {text, headers, status} = await site.get(`/c/${key}/${period}/${day}`, JSON_ACCEPTED);
    assert.equal(status, 200);
    assert.match(String(headers["vary"]), /Accept/);
    return JSON.parse(text);
  };
  const first = await read("2026-01-01", "2026-03-10");
  assert.deepEqual(
    [first.value, first.status, new URL(first.superseded_by).pathname, first.licence, first.raw],
    [1.1, "superseded", `/c/${key}/2026-01-01/2026-04-10`, "CC-BY-4.0", "1.10"],
  );
  assert.equal(first.locator.line, 2);
  assert.match(first.fingerprint, /^sha256:[0-9a-f]{64}$/);
  assert.equal(first.series_key, key);
  const second = await read("2026-01-01", "2026-04-10");
  assert.deepEqual([second.value, second.status, second.withdrawn_at], [1.5, "withdrawn", "2026-05-10"]);
  const other = await read("2026-02-01", "2026-03-10");
  assert.deepEqual([other.value, other.status, other.superseded_by], [2, "current", null]);
});

test("an older value on the page of its series leads to its own address, whose page says whether its file is a converted table, and how to cite it [claims.page site.series-revisions]", async (t) => {
  const {site, key} = await open(t);
  const page = (await site.get(`/series/${key}`, {"accept-language": "en"})).text;
  const older = `/c/${key}/2026-01-01/2026-03-10`;
  const links = page.split(`<a class="to-cell" href="${older}"`).length - 1;
  assert.equal(links, 2, "in the table of revisions, and beside the latest value");
  const cells = (await site.get(`/series/${key}?period=2026-01-01`, {"accept-language": "en"})).text;
  assert.ok(cells.split(`href="${older}"`).length - 1 === 3, "and beside its cell");
  assert.match(cells, /is a table in Ryad&#39;s own format/);
  const {text} = await site.get(older, {"accept-language": "en"});
  assert.match(text, /is a table in Ryad&#39;s own format/);
  const [, cited] = /class="citation">(.*?)<\/p>/.exec(text)!;
  const plain = cited!.replace(/<[^>]*>/g, "").replaceAll("\u00a0", " ");
  assert.match(plain, /: 1\.1 \(.*\), January 2026\. .*, published 10 March 2026\. Ryad, \w{16}\. http:/);
  assert.ok(plain.endsWith(older));
});

test("a browser gets a page; another day leads to the estimate in force, and what was not yet published is 404 [claims.page]", async (t) => {
  const {site, key} = await open(t);
  const {text} = await site.get(`/c/${key}/2026-01-01/2026-03-10`, {accept: "text/html", "accept-language": "en"});
  assert.match(text, /data-status="superseded"/);
  assert.match(text, /<strong>1\.1<\/strong>/);
  assert.doesNotMatch(text, /1\.5/);
  assert.match(text, /CC-BY-4\.0/);
  for (const [asked, leads] of [
    ["2026-01-01/2026-04-09", "2026-01-01/2026-03-10"],
    ["2026-01/2026-03-10", "2026-01-01/2026-03-10"],
    ["2026-02-01/2026-05-10", "2026-02-01/2026-03-10"],
  ]) {
    const {status, headers} = await site.get(`/c/${key}/${asked}`);
    assert.deepEqual([status, headers["location"]], [303, `/c/${key}/${leads}`]);
  }
  for (const path of ["2026-01-01/2026-03-09", "2026-03-01/2026-03-10", "x/2026-03-10", "2026-01-01/x"])
    assert.equal((await site.get(`/c/${key}/${path}`)).status, 404, path);
  assert.equal((await site.get("/c/none/2026-01-01/2026-03-10")).status, 404);
});

test("an address that reads too many claims is refused for a while [claims.window]", async (t) => {
  const {site, key} = await open(t);
  const statuses = [];
  for (let at = 0; at < 31; at++) statuses.push((await site.get(`/c/${key}/2026-01-01/2026-03-10`)).status);
  assert.deepEqual([statuses[29], statuses[30]], [200, 429]);
});

test("answers with values give the template once; citations, frames and pictures carry the address of the latest value [claims.carried]", async (t) => {
  const {api, site, slice, key} = await open(t);
  const template = "/c/{series_key}/{period}/{as_of}";
  const {json: observations} = await api.get(`/api/v1/series/${key}/observations`);
  const {json: named} = await api.get(`/api/v1/observations?series=${key}`);
  for (const answer of [slice, observations, named]) assert.equal(answer.claim_template, template);
  const {json: estimates} = await api.get("/api/v1/estimates?dataset=demo");
  assert.equal(estimates.claim_template, "/c/{series_key}/{period}/{published_at}");
  for (const row of slice.observations) {
    const filled = template.replace(/\{(\w+)\}/g, (_, name) => row[name]);
    assert.equal((await site.get(filled, JSON_ACCEPTED)).status, 200, filled);
  }
  const latest = `/c/${key}/2026-02-01/2026-03-10`;
  for (const path of [
    `/series/${key}.bib`,
    `/series/${key}.ris`,
    `/embed/${key}`,
    `/series/${key}`,
    `/chart/${key}.svg`,
  ])
    assert.ok((await site.get(path)).text.includes(latest), path);
  const png = (await site.get(`/chart/${key}.png`)).rawPayload;
  assert.ok(png.includes(`tEXtSource\0`) && png.includes(latest));
});

test("the page of a claim, and the letter about its series, say what a per cent is of and name the period in words, in both languages [claims.page names.letters]", async (t) => {
  const {store} = await temporaryStore(t);
  await loadTidy(store, await temporaryFolder(t), {
    dataset: "prices",
    published_at: "2026-05-10",
    header: "indicator,geo,freq,period,value,measure,transformation,unit",
    rows: [`x,${MOSCOW},M,2026-04,100.4,prev_month,,процент`, `x,${MOSCOW},Q,2026-Q1,103,,pct_yoy,процент`],
  });
  const api = await createApi(t, store);
  const site = await openSite(t, {store});
  const {series} = (await api.get("/api/v1/data?dataset=prices")).json;
  const told: Omit<MessageBody, "series"> = {
    ...{kind: "release", happened_at: "2026-05-10T00:00:00Z", provider_code: "showdata", dataset_code: "prices"},
    ...{name: "Цены", day: "2026-05-10", release_id: 1, new_values: 1, revised_values: 0, latest_period: "2026-04"},
    ...{reason: null, findings: null, page: "https://ryad.example/"},
  };
  const expected = {
    M: {
      first: "2026-04-01",
      en: ["against the previous month", "April 2026"],
      ru: ["к предыдущему месяцу", "апрель 2026"],
    },
    Q: {
      first: "2026-01-01",
      en: ["against the same period a year earlier", "Q1 2026"],
      ru: ["к тому же периоду прошлого года", "I квартал 2026"],
    },
  };
  assert.equal(series.length, 2);
  for (const {series_key: key, freq} of series as {series_key: string; freq: "M" | "Q"}[]) {
    const {first, ...words} = expected[freq];
    const news = {series_key: key, title: "x", unit: "процент", last_period: first, last_value: 100.4};
    const body: MessageBody = {...told, series: {...news, new_values: 1, revised_values: 0, largest_revision: null}};
    for (const language of ["en", "ru"] as const) {
      const [kind, period] = words[language];
      const {text} = await site.get(`/c/${key}/${first}/2026-05-10`, {
        accept: "text/html",
        "accept-language": language,
      });
      const plain = text.replaceAll("\u00a0", " ");
      assert.match(plain, new RegExp(`<dd>[^/]*${kind}</dd>`), `${freq} ${language}`);
      assert.ok(plain.includes(`<dd>${period}</dd>`), `${freq} ${language}`);
      const named = await store.statistics.read((q) => nameLetter(q, language, body));
      assert.match(letterText(named, language, null).text, new RegExp(`100[.,]4 \\([^)]* · ${kind}\\), ${period}\\n`));
    }
  }
});
