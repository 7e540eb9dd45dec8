// The cards of an indicator and of a territory have the same data as the api.
import assert from "node:assert/strict";
import {test} from "node:test";
import {createApi} from "../api/client.ts";
import {loadTidy, MOSCOW} from "../api/packages.ts";
import {temporaryFolder, temporaryStore} from "../warehouse.ts";
import {ODD, openOddStore} from "./odd-store.ts";
import {openSampleStore, openSite} from "./site.ts";

const EN = {"accept-language": "en"};

test("the card of an indicator has the data of the api's concept card, and links to its series and datasets [site.cards]", async (t) => {
  const store = await openOddStore(t);
  const [site, api] = [await openSite(t, {store}), await createApi(t, store)];
  const {json} = await api.get("/api/v1/concepts/showdata-odd-price");
  const {text} = await site.get("/indicators/showdata-odd-price", EN);
  assert.match(text, new RegExp(`<dt>Series</dt><dd>${json.series_count}</dd>`));
  assert.match(text, new RegExp(`<dt>Territories</dt><dd>${json.geo_count}</dd>`));
  assert.match(text, /<dt>Periods<\/dt><dd>January 2024 – November 2025<\/dd>/);
  assert.match(text, /<dt>Units<\/dt><dd>per cent<\/dd>/);
  assert.match(text, /href="\/datasets\/showdata\/odd"/);
  assert.match(text, new RegExp(`href="/series/${ODD.revised}"`));
  assert.match((await site.get("/datasets/showdata/odd", EN)).text, /href="\/indicators\/showdata-odd-price"/);
  assert.equal((await site.get("/indicators/nothing", EN)).status, 404);
});

test("the card of a territory counts its series by dataset and searches within it, by either of its codes [site.cards]", async (t) => {
  const site = await openSite(t, {store: await openOddStore(t)});
  for (const code of ["643", "RU-00"]) {
    const {text} = await site.get(`/territories/${code}`, EN);
    assert.match(text, /<p class="lead">6 series<\/p>/);
    assert.match(text, new RegExp(`href="/search\\?geo=${code}&amp;dataset=showdata%2Fodd"`));
    assert.match(text, new RegExp(`name="geo" value="${code}"`));
  }
  for (const code of ["RU-77", "all", "nowhere", "country", "%20", "643,RU-77", "643,"])
    assert.equal((await site.get(`/territories/${code}`, EN)).status, 404, code);
});

test("the page of an indicator shows its series over all datasets in one chart, by fields that keep their choices in the address [site.concept-chart]", async (t) => {
  const site = await openSite(t, {store: await openSampleStore(t)});
  const {text} = await site.get("/indicators/fixed-assets", EN);
  assert.equal(text.split("<figure").length - 1, 1);
  assert.equal(text.split('<span class="line-key').length - 1, 2, "both datasets of the concept");
  assert.match(text, /<option value="643" selected>Russian Federation</);
  const keys = [...text.matchAll(/href="\/series\/(\w{16})">/g)].map(([, key]) => key!);
  assert.match(text, new RegExp(`href="/compare\\?series=${keys[0]}%2C${keys[1]}"`));
  const moscow = (await site.get("/indicators/fixed-assets?geo=45000000000&class=none&form=none&freq=D", EN)).text;
  assert.match(moscow, /<option value="45000000000" selected>Moscow</);
  assert.match(moscow, /65,017,545/);
  const months = (await site.get("/indicators/cpi?freq=M", EN)).text;
  assert.match(months, /<select id="pick-form" name="form">/);
  const [, form = ""] = /<option value="([^"]*)">against December of the previous year/.exec(months) ?? [];
  const yearly = (await site.get(`/indicators/cpi?form=${encodeURIComponent(form)}`, EN)).text;
  assert.match(yearly, /<figcaption>[^<]*against December of the previous year[^<]*annual<\/figcaption>/);
});

test("the page of an indicator finds its series behind hundreds of another indicator of the dataset, and says when it offers only some of them [site.concept-chart]", async (t) => {
  const {store} = await temporaryStore(t);
  await loadTidy(store, await temporaryFolder(t), {
    header: "indicator,class,geo,period,value",
    rows: [...Array.from({length: 450}, (_, at) => `many,c${100 + at},${MOSCOW},2024,1`), `few,z,${MOSCOW},2024,12345`],
  });
  const site = await openSite(t, {store});
  const [few, many] = await Promise.all(
    ["few", "many"].map(async (one) => (await site.get(`/indicators/showdata-demo-${one}`, EN)).text),
  );
  assert.match(few!, /12,345/);
  assert.doesNotMatch(few!, /Not all series/);
  assert.equal(many!.split("<option").length - 1, 400);
  assert.match(many!, /Not all series of the indicator can be chosen here/);
});
