// Ways through the site: its sections, an address that does not exist, short codes, and footnotes.
import assert from "node:assert/strict";
import {test} from "node:test";
import {loadTidy} from "../api/packages.ts";
import {temporaryFolder, temporaryStore} from "../warehouse.ts";
import {openSampleStore, openSite} from "./site.ts";

const EN = {"accept-language": "en"};

test("the header leads to datasets, topics, territories, comparison, verification and updates [site.ways]", async (t) => {
  const site = await openSite(t, {store: await openSampleStore(t)});
  const {text} = await site.get("/datasets", EN);
  const nav = /<nav class="ways"[^>]*>([\s\S]*?)<\/nav>/.exec(text)![1]!;
  const ways = [...nav.matchAll(/href="([^"]*)"/g)].map(([, path]) => path!);
  assert.deepEqual(ways, ["/datasets", "/topics", "/territories", "/compare", "/verify", "/updates"]);
  for (const path of ways) assert.equal((await site.get(path, EN)).status, 200, path);
});

test("/territories lists the territories that have series by level, and counts the many [site.territory-list]", async (t) => {
  const site = await openSite(t, {store: await openSampleStore(t)});
  const {text} = await site.get("/territories", EN);
  assert.match(text, /<h2 id="region">Regions <span class="quiet">85<\/span><\/h2>/);
  assert.match(text, /<li><a href="\/territories\/[^"]+">Altai Republic<\/a><\/li>/);
  assert.match(
    text,
    /<h2 id="city">Cities and parts of regions <span class="quiet">1,122<\/span><\/h2>\s*<p><a href="\/search">/,
  );
  const first = /<h2 id="region">[\s\S]*?<li><a href="([^"]+)"/.exec(text)![1]!;
  assert.equal((await site.get(first, EN)).status, 200);
  assert.match((await (await openSite(t)).get("/territories", EN)).text, /Nothing is loaded yet/);
});

test("the page of a wrong address has a search with its last words, and the nearest addresses [site.not-found]", async (t) => {
  const site = await openSite(t, {store: await openSampleStore(t)});
  const dataset = await site.get("/datasets/rosstat/cpi_montly", EN);
  assert.equal(dataset.status, 404);
  assert.match(dataset.text, /name="q" value="cpi montly"/);
  assert.match(dataset.text, /<a href="\/datasets\/rosstat_files\/cpi_monthly">Consumer price indices/);
  assert.match((await site.get("/topic", EN)).text, /<a href="\/topics">\/topics<\/a>/);
  const odd = await site.get("/%3Cb%3E%22/%E0%A4%A", EN);
  assert.ok(odd.status === 404 || odd.status === 400);
  assert.doesNotMatch(odd.text, /<b>/);
  assert.doesNotMatch((await site.get("/zzzzzzzzzzzz", EN)).text, /Similar addresses/);
});

test("feeds, calendars and the list of what stopped take the code of a dataset without its provider, if only one has it [site.short-codes]", async (t) => {
  const {store} = await temporaryStore(t);
  const folder = await temporaryFolder(t);
  const load = (provider: string, dataset: string) =>
    loadTidy(store, folder, {
      dataset,
      published_at: "2026-05-01",
      header: "indicator,geo,freq,period,value",
      rows: ["price,643,M,2026-04,1"],
      more: {provider, name: `${provider} ${dataset}`},
    });
  await load("one", "bread");
  await load("one", "milk");
  await load("two", "milk");
  const site = await openSite(t, {store});
  for (const path of ["/updates.atom", "/calendar.ics", "/silence"]) {
    assert.equal((await site.get(`${path}?dataset=bread`, EN)).status, 200, path);
    assert.equal((await site.get(`${path}?dataset=one/milk`, EN)).status, 200, path);
    assert.equal((await site.get(`${path}?dataset=milk`, EN)).status, 404, path);
    assert.equal((await site.get(`${path}?dataset=salt`, EN)).status, 404, path);
  }
  assert.match((await site.get("/updates.atom?dataset=bread", EN)).text, /one bread/);
});

test("a value that a footnote recalculates leads to the text of the source, and shows no code [site.footnotes]", async (t) => {
  const {store} = await temporaryStore(t);
  await loadTidy(store, await temporaryFolder(t), {
    dataset: "rates",
    published_at: "2026-05-01",
    header: "indicator,measure,geo,freq,period,value",
    rows: ["price,by_footnote,643,M,2026-04,1", "price,,643,M,2026-04,2"],
    more: {name: "Rates", notes: [{text: "2) Пересчитано без учёта организаций."}]},
  });
  const site = await openSite(t, {store});
  const dataset = (await site.get("/datasets/showdata/rates", EN)).text;
  assert.doesNotMatch(
    dataset.replace(/<option value="by_footnote"/, "").replace(/<pre[\s\S]*?<\/pre>/g, ""),
    /by_footnote/,
  );
  const key = /href="\/series\/(\w{16})">recalculated/.exec(dataset)![1]!;
  const {text} = await site.get(`/series/${key}`, EN);
  assert.match(text, /<a href="#notes">recalculated as a footnote says<\/a>/);
  assert.match(text, /<h2 id="notes">[\s\S]*?2\) Пересчитано/);
  assert.doesNotMatch(text, /<code>by_footnote<\/code>/);
});

test("the page of a territory begins with listed figures, their rank among its equals and the figure of the country; that of the country with the tiles of the home page [site.territory-figures]", async (t) => {
  const site = await openSite(t, {store: await openSampleStore(t)});
  const plain = (text: string) => text.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");
  const altai = (await site.get("/territories/01000000000", EN)).text;
  assert.match(
    plain(altai),
    /Main figures .* Fixed assets 2,522,716 million rubles 2024 \+50\.5% 25 of 85 with values here 286,693,532 Russian Federation without the new subjects/,
  );
  const key = /<a href="\/series\/(\w{16})">Fixed assets<\/a>/.exec(altai)![1]!;
  const ranking = plain((await site.get(`/series/${key}/territories?level=region`, EN)).text);
  assert.match(ranking, /Altai Territory 25 2,522,716/);
  const country = (await site.get("/territories/643", EN)).text;
  assert.match(country, /<ul class="figures">/);
  assert.match(country, /rel="stylesheet" href="[^"]*\/tiles\.css"/, "with their style");
  assert.equal(country.split('<li class="figure').length - 1, 6);
});

test("the page of a territory leads to those of the same part, to its own parts, and to all its datasets by topic [site.territory-around]", async (t) => {
  const site = await openSite(t, {store: await openSampleStore(t)});
  const moscow = (await site.get("/territories/RU-77", EN)).text;
  assert.match(moscow, /<h2 id="beside">Nearby<\/h2>\n<p class="quiet">Also in: <a href="\/territories\/030">/);
  const beside = [...moscow.matchAll(/<li><a href="\/territories\/(\d+)">/g)].map(([, code]) => code!);
  assert.equal(beside.length, 17);
  for (const code of [beside[0]!, beside.at(-1)!])
    assert.match((await site.get(`/territories/${code}`, EN)).text, /href="\/territories\/45000000000">Moscow</);
  const topics = [...moscow.slice(moscow.indexOf('id="topics"')).matchAll(/<h3>([^<]+)<\/h3>/g)].map(
    ([, name]) => name,
  );
  assert.deepEqual(topics, ["Prices and inflation", "Investment and fixed assets", "Population"]);
  assert.match(moscow, /href="\/search\?geo=RU-77&amp;dataset=fedstat%2F31452"/);
  const district = (await site.get("/territories/030", EN)).text;
  assert.match(
    district,
    /<h3>Regions<\/h3>\n<ul class="territories">\n<li><a href="\/territories\/14000000000">Belgorod Region/,
  );
  assert.match(district, /href="\/territories\/031">Northwestern Federal District</);
});
