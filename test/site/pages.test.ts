// Single pages over the sample warehouse, compared with the answers of the api and checked against their formats.
import assert from "node:assert/strict";
import {after, before, type TestContext, test} from "node:test";
import {SaxesParser} from "saxes";
import {PLANS} from "../../src/access/account.ts";
import {PAGES} from "../../src/site/pages/pages.ts";
import {nameText} from "../../src/site/words/names.ts";
import {dayOf} from "../../src/statistics/time/day.ts";
import {sampleDataset} from "../../src/store/conformance/samples.fixture.ts";
import {writeDataset} from "../../src/store/datasets/dataset.ts";
import type {Store} from "../../src/store/open.ts";
import {listPublishedRuns} from "../../src/store/releases/load-run.ts";
import {loadTidy} from "../api/packages.ts";
import {readCurl} from "../sample.ts";
import {temporaryFolder, temporaryStore} from "../warehouse.ts";
import {OWN_ADDRESS, openSampleStore, openSite, type SiteOptions} from "./site.ts";
import {createVisitor, signIn} from "./visitor.ts";

let store: Store;
const endings: (() => unknown)[] = [];
before(async () => {
  store = await openSampleStore({after: (end) => void endings.push(end as () => unknown)});
});
after(async () => {
  for (const end of endings) await end();
});

const open = (t: TestContext, options: SiteOptions = {}) => openSite(t, {store, ...options});
const EN = {"accept-language": "en", host: "ryad.example"};

test("the requests of the quick start work after a token is inserted, and the page names the tokens of the visitor [site.quick-start]", async (t) => {
  const site = await open(t);
  const visitor = createVisitor(site);
  const page = await visitor.get("/quick-start");
  const curl = unescaped(/<code id="curl"[^>]*>([\s\S]*?)<\/code>/.exec(page.text)?.[1] ?? "");
  await signIn(site, visitor, "quick@b.ru", OWN_ADDRESS);
  const made = await visitor.send("/account", {name: "my laptop"}, {action: "/account/tokens"});
  const token = /ryad_[A-Za-z0-9]{40}/.exec(made.text)?.[0] ?? "";
  const {url} = readCurl(curl.replace(" \\\n  ", " ").replace("RYAD_TOKEN", token));
  assert.ok(url.startsWith("http://ryad.example/api/v1/data?"));
  const answer = await site.get(url.slice("http://ryad.example".length), {authorization: `Bearer ${token}`});
  assert.equal(answer.status, 200, answer.text);
  assert.match(answer.text, /^series_key;class;class_label;/);
  assert.equal(answer.headers["x-ignored-parameters"], undefined);
  assert.ok(answer.text.split("\n").length > 10);
  const known = await visitor.get("/quick-start");
  assert.match(known.text, /my laptop/);
  assert.ok(!known.text.includes(token) && !page.text.includes("my laptop"));
  const feed = unescaped(/<code id="odata"[^>]*>http:\/\/ryad\.example([\s\S]*?)<\/code>/.exec(page.text)?.[1] ?? "");
  const basic = `Basic ${Buffer.from(`anyone:${token}`).toString("base64")}`;
  assert.equal((await site.get(feed, {authorization: basic})).status, 200);
  for (const name of ["python", "r", "excel"]) {
    const code = unescaped(new RegExp(`<code id="${name}"[^>]*>([\\s\\S]*?)</code>`).exec(page.text)?.[1] ?? "");
    assert.ok(code.includes("RYAD_TOKEN") && code.includes("rosstat_files/cpi_monthly"), name);
  }
});

test("the plans page shows the real limits of each plan, without the owner's plan [site.plans]", async (t) => {
  const {text} = await (await open(t)).get("/plans", EN);
  for (const {code, valuesPerMonth, requestsPerMinute} of PLANS) {
    const row = new RegExp(
      `<code>${code}</code></th><td class="number"[^>]*>([^<]*)</td><td class="number"[^>]*>([^<]*)</td>`,
    ).exec(text);
    if (code === "owner") assert.equal(row, null);
    else
      assert.deepEqual(
        [row?.[1], row?.[2]],
        [valuesPerMonth?.toLocaleString("en") ?? "no limit", String(requestsPerMinute)],
      );
  }
});

test("the card of a dataset has the data of the reference lists and a block for search engines; an unknown dataset is a 404 page [site.dataset-card]", async (t) => {
  const site = await open(t, {settings: {publicUrl: "https://stat.example"}});
  const got = await site.get("/datasets/rosstat_files/cpi_weekly", EN);
  for (const part of [
    "<code>rosstat_<wbr>files/<wbr>cpi_<wbr>weekly</code>",
    "10 January 2022 – 11 November 2024",
    ">68<",
    "must not be spliced",
    '<td class="text" data-head="New code">Vodka, litre (<code>vodka</code>)</td>',
    '(<code>trip_turkey</code>): <span lang="en">For some weeks',
    'href="/datasets/rosstat_files/cpi_monthly"',
    "nedel_<wbr>ipc_<wbr>2023<wbr>.xlsx",
    "4,422",
  ])
    assert.ok(got.text.includes(part), part);
  const block = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(got.text)?.[1] ?? "");
  assert.equal(block["@type"], "Dataset");
  assert.equal(block.url, "https://stat.example/datasets/rosstat_files/cpi_weekly");
  assert.equal(block.temporalCoverage, "2022-01-10/2024-11-11");
  assert.match(got.text, /<link rel="canonical" href="https:\/\/stat\.example\/datasets\/rosstat_files\/cpi_weekly">/);
  for (const path of [
    "/datasets/rosstat_files/nothing",
    "/datasets/x/y",
    "/datasets/%00/%ff",
    "/datasets/rosstat_files",
  ])
    assert.equal((await site.get(path, EN)).status, 404, path);
});

test("a provider with thousands of datasets is shown page by page, each dataset once [site.datasets]", async (t) => {
  const site = await openSite(t);
  await site.store.statistics.write(function* (q) {
    for (let code = 0; code < 230; code++)
      yield* writeDataset(q, sampleDataset({provider: "many", code: `d${code}`, name: `Name ${code}`}));
    yield* writeDataset(q, sampleDataset({provider: "one", code: "single", name: "Single"}));
  });
  const names = (text: string) => [...text.matchAll(/class="row-name"[^>]*>([^<]*)</g)].map(([, name]) => name!);
  const all = (await site.get("/datasets", EN)).text;
  assert.equal(names(all).length, 21);
  assert.match(all, /231 datasets/);
  let path: string | undefined = "/datasets?provider=many";
  assert.ok(all.includes(`href="${path}"`));
  const seen: string[] = [];
  for (let more = 0; path !== undefined && more < 9; more++) {
    const {text} = await site.get(path, EN);
    seen.push(...names(text));
    path = /<a href="([^"]*)" rel="next">/.exec(text)?.[1]?.replaceAll("&amp;", "&");
  }
  assert.equal(new Set(seen).size, 230);
  assert.equal(seen.length, 230);
  assert.equal((await site.get("/datasets?provider=none", EN)).status, 404);
  assert.equal((await site.get("/datasets?provider=many&offset=9999", EN)).status, 200);
});

test("the updates page and the Atom feed have the rows of the api's updates, with their counts [site.updates]", async (t) => {
  const site = await open(t);
  const visitor = createVisitor(site);
  await signIn(site, visitor, "updates@b.ru", OWN_ADDRESS);
  const made = await visitor.send("/account", {}, {action: "/account/tokens"});
  const token = /ryad_[A-Za-z0-9]{40}/.exec(made.text)?.[0] ?? "";
  const {items} = JSON.parse((await site.get("/api/v1/updates", {"x-api-key": token})).text);
  assert.equal(items.length, 12);
  const page = (await site.get("/updates", EN)).text;
  const feed = (await site.get("/updates.atom?lang=en", EN)).text;
  const entries = feed.split("<entry>").slice(1);
  assert.equal(entries.length, items.length);
  // newest first: the first of a dataset is its last load
  const runs = await site.store.statistics.read((q) => listPublishedRuns(q, 10_000));
  assert.ok(feed.slice(0, feed.indexOf("<entry>")).includes(`<updated>${runs[0]!.loadedAt}</updated>`));
  for (const item of items) {
    const count = Number(item.new_values).toLocaleString("en");
    const name = nameText(item.name, "en");
    assert.ok(page.includes(name) && page.includes(`+${count}`), item.name);
    const entry = entries.find((one) => one.includes(`<title>${name}</title>`)) ?? "";
    assert.ok(entry.includes(`${count} new value`), item.name);
    const {loadedAt} = runs.find((run) => run.provider === item.provider_code && run.dataset === item.dataset_code)!;
    assert.ok(entry.includes(`<updated>${loadedAt}</updated>`), `${item.name} ${loadedAt}`);
    if (item.revised_values > 0) assert.ok(page.includes(`revised ${item.revised_values}</span>`), item.name);
  }
  assert.equal(new Set([...feed.matchAll(/<id>([^<]*)<\/id>/g)].map(([, id]) => id)).size, items.length + 1);
  const [first] = items;
  const followed = (await site.get(`/updates.atom?lang=en&dataset=${first.provider_code}/${first.dataset_code}`, EN))
    .text;
  const own = items.filter(
    (item: typeof first) => item.provider_code === first.provider_code && item.dataset_code === first.dataset_code,
  );
  assert.equal(followed.split("<entry>").length - 1, own.length);
  assert.ok(followed.includes(`<title>Ryad: updates: ${first.name}</title>`));
  for (const path of ["/updates.atom", "/calendar.ics"])
    assert.equal((await site.get(`${path}?dataset=none/none`, EN)).status, 404);
  for (const offset of ["-1", "x", "1e99", "1000"])
    assert.equal((await site.get(`/updates?offset=${offset}`, EN)).status, 200);
});

test("expected releases have their days, estimates are marked, and an archival dataset has none [site.expected]", async (t) => {
  const {store} = await temporaryStore(t);
  const folder = await temporaryFolder(t);
  const load = (dataset: string, published_at: string, more: object = {}) =>
    loadTidy(store, folder, {
      dataset,
      published_at,
      header: "indicator,geo,period,value",
      rows: [`x,643,${published_at.slice(0, 4)},1`],
      more,
    });
  for (const day of ["2026-02-12", "2026-03-13", "2026-04-14", "2026-05-14", "2026-06-15"]) {
    await load("monthly", day, {name: "Каждый месяц"});
    await load("closed", day, {name: "Закрытый", archival: true});
  }
  await load("announced", "2026-06-01", {name: "Объявленный", next_release: "2026-07-20"});
  await load("once", "2026-06-01", {name: "Однажды"});
  const site = await openSite(t, {store, now: new Date("2026-07-01T12:00:00Z")});
  for (const path of ["/calendar", "/updates"]) {
    const {text} = await site.get(path, EN);
    const rows = [
      ...text
        .slice(text.indexOf("<table"))
        .matchAll(/<time datetime="([^"]+)">([^<]+)<\/time>.*?lang="ru">([^<]+)<.*?class="badge[^"]*">([^<]+)</gs),
    ];
    assert.deepEqual(
      rows.map(([, ...cells]) => cells),
      [
        ["2026-07-15", "about 15 Jul 2026", "Каждый месяц", "estimated from past releases"],
        ["2026-07-20", "20 Jul 2026", "Объявленный", "announced by the source"],
      ],
      path,
    );
  }
  assert.match((await site.get("/datasets/showdata/monthly", EN)).text, /about 15 Jul 2026 <a[^>]*>an estimate</);
  // a load moves the expected day, and an estimate ends half an interval after its day
  site.clock.now = new Date("2026-07-14T12:00:00Z");
  await load("monthly", "2026-07-14", {name: "Каждый месяц"});
  assert.match((await site.get("/calendar", EN)).text, /about 1[34] Aug 2026/);
  site.clock.now = new Date("2026-09-01T12:00:00Z");
  assert.match((await site.get("/calendar", EN)).text, /No release dates are known/);
});

test("the home page counts many datasets and shows none of them, and a state is shown page by page [site.home site.datasets]", async (t) => {
  const {store} = await temporaryStore(t);
  const spans = [{frequency: "M" as const, series: 3, first: dayOf(2020, 1, 1), last: dayOf(2026, 12, 1)}];
  await store.statistics.write(function* (q) {
    for (let index = 0; index < 130; index++)
      yield* writeDataset(q, sampleDataset({code: `d${index}`, name: `Набор ${index}`, spans}));
  });
  const site = await openSite(t, {store, now: new Date("2030-01-01T12:00:00Z")});
  const home = (await site.get("/", EN)).text;
  assert.match(home, /<a href="\/datasets">All datasets<\/a> <span class="quiet">130<\/span>/);
  assert.match((await site.get("/datasets", EN)).text, /href="\/datasets\?provider=[a-z_]+">All: 130 datasets/);
  assert.ok(home.split("row-name").length < 20);
  const ended = await site.get("/datasets?status=ended&offset=100", EN);
  assert.equal(ended.text.split('class="row-name"').length - 1, 30);
  assert.match((await site.get("/datasets?status=fresh", EN)).text, /0 datasets/);
  assert.equal((await site.get("/datasets?status=x", EN)).status, 404);
});

test("feed, sitemaps and the description of the search are XML; the sitemaps have every dataset and every public page [site.sitemap]", async (t) => {
  const site = await open(t);
  const index = await xml(site, "/sitemap.xml");
  const maps = [...index.matchAll(/<loc>http:\/\/ryad\.example([^<]*)<\/loc>/g)].map(([, path]) => path!);
  assert.ok(maps.includes("/sitemaps/pages.xml") && maps.includes("/sitemaps/datasets.xml"));
  const named: string[] = [];
  for (const map of maps) {
    const text = await xml(site, map);
    const paths = [...text.matchAll(/<loc>http:\/\/ryad\.example([^<]*)<\/loc>/g)].map(([, path]) => path!);
    assert.ok(paths.length > 0 && paths.length <= 50_000, map);
    named.push(...paths);
  }
  assert.equal(new Set(named).size, named.length);
  for (const path of ["/", "/datasets", "/plans", "/datasets/fedstat/33459"]) assert.ok(named.includes(path), path);
  for (const path of named) assert.doesNotMatch(path, /^\/account/);
  for (const path of named.filter((_, at) => at % 50 === 0)) assert.equal((await site.get(path, EN)).status, 200, path);
  await xml(site, "/updates.atom");
  const isThere = PAGES.some(({path}) => path === "/search");
  assert.equal((await site.get("/opensearch.xml", EN)).status, isThere ? 200 : 404);
  for (const path of [
    "/sitemaps/series/x/y/0.xml",
    "/sitemaps/series/fedstat/33459/9.xml",
    "/sitemaps/series/fedstat/33459/x",
  ])
    assert.equal((await site.get(path, EN)).status, 404, path);
  const robots = (await site.get("/robots.txt", EN)).text;
  assert.equal(
    robots,
    "User-agent: *\nDisallow: /account\nDisallow: /desk/\nDisallow: /api/v1/\nSitemap: http://ryad.example/sitemap.xml\n",
  );
});

test("with an invalid host the addresses are relative [site.prefix]", async (t) => {
  const site = await open(t);
  const {text} = await site.get("/plans", {"accept-language": "en", host: 'evil"><b>'});
  assert.doesNotMatch(text, /evil/);
  assert.match(text, /<link rel="canonical" href="\/plans">/);
});

test("the methodology shows the thresholds of the program [site.methodology]", async (t) => {
  const {text} = await (await open(t)).get("/methodology", EN);
  const rows = [
    ...text.matchAll(/<code>([DWMQA])<\/code><\/th><td class="number">(\d+)<\/td><td class="number">(\d+)<\/td>/g),
  ];
  assert.deepEqual(
    rows.map(([, frequency, term, stalled]) => `${frequency} ${term} ${stalled}`),
    ["D 1 3", "W 1 3", "M 3 4", "Q 6 9", "A 20 18"],
  );
});

async function xml(site: Awaited<ReturnType<typeof openSite>>, path: string): Promise<string> {
  const got = await site.get(path, EN);
  assert.equal(got.status, 200, path);
  assert.match(got.headers["content-type"] ?? "", /xml; charset=utf-8$/);
  const parser = new SaxesParser({xmlns: true});
  parser.on("error", (error) => assert.fail(`${path}: ${error.message}`));
  parser.write(got.text).close();
  return got.text;
}

/** The text of a block of code, without entities and possible line breaks. */
function unescaped(text: string): string {
  const entities: Record<string, string> = {amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'"};
  return text.replaceAll("<wbr>", "").replace(/&(amp|lt|gt|quot|#39);/g, (_all, name: string) => entities[name]!);
}

test("the sentence of a series in a preview has the base of per cent and the day of publication [site.kind-words site.preview]", async (t) => {
  const site = await open(t);
  const sentence = async (language: string) =>
    /<meta property="og:description" content="([^"]*)">/.exec(
      (await site.get("/series/hu90fh9dmm68tn3y", {"accept-language": language})).text,
    )?.[1] ?? "";
  assert.match(
    await sentence("en"),
    /: 100\.05 \(per cent, against the previous registration day\), published 11 November 2024\. 14 January 2022 – /,
  );
  assert.match(
    await sentence("ru"),
    /: 100,05 \(процент, к предыдущей дате регистрации\), опубликовано 11 ноября 2024\sг\. 14 января 2022/,
  );
});
